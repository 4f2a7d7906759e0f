import { describe, expect, test } from 'vitest';
import { getCaseData } from '../../../src/api/calls.ts';
import { getCaseDataChecks } from '../../../src/checks/get-case-data.ts';
import { refusalCheck, sendTwins } from '../../../src/checks/refusal-check.ts';
import { refusalChecks } from '../../../src/checks/refusals.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { type Answerer, checkNamed, judge, noTarget, said, wrongs } from '../harness/hand-made-session.ts';

const ids = ['3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11', '7c98eb41-fab6-45a7-b898-83459561dd78'];
const [first = ''] = ids;
const record = (id: string) =>
  `{"caseId":"${id}","address":"1 Sample Street, Testerton","agent":"Acme and Partners"}`;
const refusal = '{"message":"No."}';

const inCapitals = '/api/v2/cases/3F2B7C1E-5B0A-4D52-9A59-0D2F6C1A7B11/data';
const withSlash = `/api/v2/cases/${first}/data/`;
const sampling = { seed: 0 };

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
  searched: { refusedCaller: 'stranger', isRefusal: (status) => status === 403 },
  isSpelled: true,
});

const listing = { ...noTarget, cases: { ...noTarget.cases, Sale: [first] } };

async function tried(answer: Answerer, { body = refusal, thorough = false } = {}) {
  const sent: (readonly [path: string, credentials: string])[] = [];
  const toAll: Answerer = (call, credentials) => {
    sent.push([call.path, String(credentials)]);
    const id = ids.find((one) => getCaseData(one).path === call.path);
    if (credentials === 'member') return [200, record(id ?? first)];
    return call.spelling === undefined ? [403, body] : answer(call, credentials);
  };
  const { judgements } = await judge(outsider, toAll, listing, { ...sampling, thorough });
  const found = judgements.flatMap((one) => (one.kind === 'deviates' ? sent[one.finding.reply]?.[0] : []));
  const asked = sent.filter(([, credentials]) => credentials === 'outsider').map(([path]) => path);
  return { asked: asked.slice(ids.length), found, requests: sent.length };
}

describe('other spellings of a path', () => {
  test('must not show what is refused', async () => {
    const { asked } = await tried(() => [403, refusal]);
    expect(asked).toEqual(expect.arrayContaining([inCapitals, withSlash]));
    expect(asked).toHaveLength(3);
    for (const open of asked) {
      const answer: Answerer = ({ path }) => (path === open ? [200, record(first)] : [404, '']);
      expect((await tried(answer)).found).toEqual([open]);
    }
  });

  test('of which the path is another may be answered with anything else', async () => {
    for (const [status, body] of [
      [200, '<!doctype html>'],
      [200, '{"name":"Case Management"}'],
      [301, ''],
      [500, ''],
    ] as const) {
      const answer: Answerer = ({ path }) => (path === withSlash ? [status, body] : [404, '']);
      expect((await tried(answer)).found, body).toEqual([]);
    }
  });

  test('of which the path is the same must not be answered with a success', async () => {
    expect((await tried(({ path }) => (path === inCapitals ? [200, '{}'] : [404, '']))).found).toEqual([
      inCapitals,
    ]);
  });

  test('must not be refused with a text of the record either', async () => {
    const telling = '{"message":"You may not see 1 Sample Street, Testerton."}';
    const answer: Answerer = ({ path }) =>
      path === inCapitals ? [403, telling] : [path.includes('/cases/0000') ? 404 : 403, refusal];
    expect((await tried(answer)).found).toEqual([inCapitals]);
  });

  test('are not tried on what a refusal holds already', async () => {
    const holding = `{"message":"No.",${record(first).slice(1)}`;
    expect(
      (await tried(() => [404, ''], { body: holding })).asked.filter((path) => /3f2b7c1e/i.test(path)),
    ).toEqual([]);
  });

  test('are more where everything is tried', async () => {
    const { asked } = await tried(() => [404, ''], { thorough: true });
    expect(asked).toContain(inCapitals);
    // Four of the requests differ in their headers or their query alone.
    expect(new Set(asked).size).toBe(asked.length - 3);
    expect(asked.length).toBeGreaterThan(20);
  });
});

const withRestricted = {
  ...listing,
  tokens: new Set(['member', 'restricted'] as const),
  restrictedOperations: ['getCaseData'] as const,
};

test('A token that may read no case reads none by its identifier in capitals', async () => {
  const answer: Answerer = ({ path }, credentials) =>
    credentials === 'member' || /\/[0-9A-F]{8}-/.test(path) ? [200, record(first)] : [403, refusal];
  const check = checkNamed(refusalChecks, 'getCaseData.permissions');
  const words =
    'The request, sent with its identifier in the other letter case, and with headers that claim a role, is answered 200 instead of refused';
  expect(wrongs(await judge(check, answer, withRestricted))).toEqual([['permissions-403', '', words]]);
});

test('One of several requests that is let in however it is written is not blamed on its spelling', async () => {
  let refused = 0;
  const answer: Answerer = (_, credentials) => {
    if (credentials !== 'member') refused += 1;
    return credentials === 'member' || refused === 2 ? [200, record(first)] : [403, refusal];
  };
  const check = checkNamed(refusalChecks, 'getCaseData.permissions');
  expect(wrongs(await judge(check, answer, withRestricted))).toEqual([
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
    wrongs(await judge(check, answer, { ...target, tokens: new Set(tokens) }, sampling));
  expect(await found(['member'])).toHaveLength(1);
  expect(await found(['member', 'outsider'])).toEqual([]);
});

test('A token that may not list cases is shown none by a query', async () => {
  const answer: Answerer = ({ path }, credentials) =>
    credentials === 'member' || path.includes('?') ? [200, `[${record(first)}]`] : [403, refusal];
  const check = checkNamed(refusalChecks, 'listCases.permissions');
  const target = { ...withRestricted, restrictedOperations: ['listCases'] as const };
  expect(wrongs(await judge(check, answer, target))).toEqual([
    ['permissions-403', '', 'The path, written with a query, is answered 200 instead of refused'],
  ]);
});

test.each([
  ['outsider', 'getCaseData.outsider-other-methods', 'outsider-403'],
  ['restricted', 'getCaseData.permissions-other-methods', 'permissions-403'],
] as const)('HEAD must not show %s that a case exists', async (name, id, requirement) => {
  const check = checkNamed(refusalChecks, id);
  const target = { ...withRestricted, tokens: new Set(['member', name] as const) };
  const answering =
    (status: number): Answerer =>
    ({ method, path }, credentials) => {
      if (credentials === 'member') return [200, record(first)];
      return [method === 'HEAD' ? (path.includes(first) ? 200 : status) : 403, ''];
    };
  const words = `HEAD with tokens.${name} reveals that the case exists: it is answered 200`;
  expect(said(await judge(check, answering(404), target))).toEqual([[requirement, '', words]]);
  // A proxy that accepts every HEAD reveals nothing.
  expect(said(await judge(check, answering(200), target))).toEqual(['held']);
});
