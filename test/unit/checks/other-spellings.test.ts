import { describe, expect, test } from 'vitest';
import { getCaseData, getOrganisation } from '../../../src/api/calls.ts';
import { getCaseDataChecks } from '../../../src/checks/get-case-data.ts';
import { refusalCheck, sendTwins } from '../../../src/checks/refusal-check.ts';
import { refusalChecks } from '../../../src/checks/refusals.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { type Answerer, checkNamed, judge, noTarget, said } from '../harness/hand-made-session.ts';

const ids = ['3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11', '7c98eb41-fab6-45a7-b898-83459561dd78'];
const [first = '', second = ''] = ids;
const record = (id: string) =>
  `{"caseId":"${id}","address":"1 Sample Street, Testerton","agent":"Acme and Partners"}`;
const refusal = '{"message":"No."}';

/** The first is the same path by the standards; the second names the organisation in headers. */
const usual = [
  '/api/v2/cases/3F2B7C1E-5B0A-4D52-9A59-0D2F6C1A7B11/data',
  `/api/v2/cases/${second}/data`,
  `/api/v2/cases/${first}/data/`,
  `/api//v2/cases/${second}/data`,
];

/** The seed whose turn these are. */
const sampling = { seed: 6 };

const outsider = refusalCheck({
  id: 'getCaseData.outsider',
  title: 'A user of another organisation reads no case',
  operation: 'getCaseData',
  needs: [],
  requirements: ['outsider-403'],
  twins: (session) =>
    sendTwins(
      session,
      ids.map((id) => [{ call: getCaseData(id), credentials: 'outsider' }]),
    ),
  rule: () => [],
  searched: { refusedCaller: 'stranger', isRefusal: (status) => status === 403, isSpelled: () => true },
});

/** Which other paths are asked for, and by which of them a user of another organisation is found to be shown a case. */
async function tried(answer: Answerer, body = refusal, thorough = false) {
  const sent: string[] = [];
  const toAll: Answerer = (call, credentials) => {
    sent.push(call.path);
    const id = ids.find((one) => getCaseData(one).path === call.path);
    if (credentials === 'member') return [200, record(id ?? '')];
    return id !== undefined && sent.length <= 2 * ids.length ? [403, body] : answer(call, credentials);
  };
  const { judgements } = await judge(outsider, toAll, noTarget, { ...sampling, thorough });
  const found = judgements.flatMap((one) => (one.kind === 'deviates' ? [sent[one.finding.reply]] : []));
  return { asked: sent.slice(2 * ids.length).filter((path) => path !== getOrganisation().path), found };
}

describe('other spellings of a path', () => {
  test('are dealt over what is refused', async () => {
    expect(await tried(() => [403, refusal])).toEqual({ asked: usual, found: [] });
  });

  test.each(usual)('%s must not show what is refused', async (open) => {
    const answer: Answerer = ({ path }) =>
      path === open ? [200, record(path.includes('c98') ? second : first)] : [404, ''];
    expect((await tried(answer)).found).toEqual([open]);
  });

  test('of which the path is another may be answered with anything else', async () => {
    for (const [status, body] of [
      [200, '<!doctype html>'],
      [200, '{"name":"Case Management"}'],
      [301, ''],
      [500, ''],
    ] as const) {
      const answer: Answerer = ({ path }) => (usual.slice(2).includes(path) ? [status, body] : [404, '']);
      expect((await tried(answer)).found, body).toEqual([]);
    }
  });

  test('of which the path is the same must not be answered with a success', async () => {
    expect((await tried(() => [200, '{}'])).found).toEqual(usual.slice(0, 1));
  });

  test('must not be refused with a text of the record either', async () => {
    const telling = '{"message":"You may not see 1 Sample Street, Testerton."}';
    const answer: Answerer = ({ path }) =>
      path === usual[0] ? [403, telling] : [path.includes('/cases/0000') ? 404 : 403, refusal];
    expect((await tried(answer)).found).toEqual([usual[0]]);
  });

  test('are not tried on what a refusal holds already', async () => {
    const holding = `{"message":"No.",${record(first).slice(1)}`;
    const { asked } = await tried(() => [404, ''], holding);
    expect(asked.filter((path) => /3f2b7c1e/i.test(path))).toEqual([]);
  });

  test('are more where everything is tried', async () => {
    const { asked } = await tried(() => [404, ''], refusal, true);
    expect(asked).toContain(usual[0]);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeGreaterThan(20);
  });
});

/** A target whose restricted token may read no case. */
const withRestricted = {
  ...noTarget,
  tokens: new Set(['member', 'restricted'] as const),
  restrictedOperations: ['getCaseData'] as const,
  cases: { ...noTarget.cases, Sale: [first] },
};

test('A token that may read no case reads none by its identifier in capitals', async () => {
  const answer: Answerer = ({ path }, credentials) =>
    credentials === 'member' || /[A-F]/.test(decodeURIComponent(path))
      ? [200, record(first)]
      : [403, refusal];
  const check = checkNamed(refusalChecks, 'getCaseData.permissions');
  const words =
    'The request, sent with its identifier in the other letter case, and with headers that claim a role, is answered 200 instead of refused';
  expect(said(await judge(check, answer, withRestricted)).filter((one) => one !== 'held')).toEqual([
    ['permissions-403', '', words],
  ]);
});

test('One of several requests that is let in however it is written is not blamed on its spelling', async () => {
  let refused = 0;
  const answer: Answerer = (_, credentials) => {
    if (credentials !== 'member') refused += 1;
    return credentials === 'member' || refused === 2 ? [200, record(first)] : [403, refusal];
  };
  const check = checkNamed(refusalChecks, 'getCaseData.permissions');
  expect(said(await judge(check, answer, withRestricted)).filter((one) => one !== 'held')).toEqual([
    ['permissions-403', '', 'The status is 200 instead of 403'],
  ]);
});

test('Without a user of another organisation, the member tries the cases of another one', async () => {
  const check = checkNamed(getCaseDataChecks(bundled), 'getCaseData.foreign-case-by-other-ways');
  const target = { ...noTarget, foreignCases: [first] };
  const answer: Answerer = ({ path }) =>
    path.endsWith('/data/')
      ? [200, `{"caseId":"${first}","caseType":"Sale"}`]
      : [path.endsWith('/org') ? 200 : 404, refusal];
  const found = async (tokens: readonly ('member' | 'outsider')[]) =>
    said(await judge(check, answer, { ...target, tokens: new Set(tokens) }, sampling)).filter(
      (one) => one !== 'held',
    );
  expect(await found(['member'])).toHaveLength(1);
  expect(await found(['member', 'outsider'])).toEqual([]);
});
