import { describe, expect, test } from 'vitest';
import { getCaseData, getOrganisation, listCases } from '../../../src/api/calls.ts';
import { refusalChecks } from '../../../src/checks/refusals.ts';
import type { Target } from '../../../src/harness/target.ts';
import { Undecidable } from '../../../src/trace/gap.ts';
import { type Answerer, checkNamed, judge, noTarget, said } from '../harness/hand-made-session.ts';

const ids = ['3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11', '0b7c1c52-9a59-4b11-8f2b-7c1e5b0a4d52'] as const;
const target: Target = {
  ...noTarget,
  tokens: new Set(['member', 'restricted']),
  cases: { ...noTarget.cases, Sale: [...ids] },
};
const [paths, org, list] = [ids.map((id) => getCaseData(id).path), getOrganisation().path, listCases().path];
const permittedChecks = refusalChecks.filter(({ id }) => id.endsWith('.few-permissions'));
const ofCases = checkNamed(permittedChecks, 'getCaseData.few-permissions');

/** The member is answered 200; the token with few permissions so, by the path, and 403 elsewhere. */
const answering =
  (toRestricted: Readonly<Record<string, readonly [number, string]>>, own = '{"id":"a"}'): Answerer =>
  ({ path }, credentials) => {
    if (credentials === 'restricted') return toRestricted[path] ?? [403, '{}'];
    return [200, path === org ? own : '{}'];
  };

const misanswered = (status: string) => ['permissions-403', '', `A valid token is answered ${status}`];

const tokenRefused = { judgements: [], undecidable: 'token-refused' };
const failing = ['permissions-403', '', 'The service fails with a valid token: it answers 500'];

describe('a token with few permissions', () => {
  test.each([
    ['getOrganisation', org],
    ['listCases', list],
  ])('is answered by %s as a valid one', async (operation, path) => {
    const check = checkNamed(permittedChecks, `${operation}.few-permissions`);
    const found = async (status: number) =>
      said(await judge(check, answering({ [path]: [status, '{}'] }), target));
    for (const status of [200, 400, 403, 404]) expect(await found(status)).toEqual(['held']);
    expect(await found(500)).toEqual([failing]);
    expect(await found(401)).toEqual([misanswered('401, although other requests accept it')]);
  });

  test('that no operation accepts decides nothing', async () => {
    const everywhere = Object.fromEntries([...paths, org, list].map((path) => [path, [401, ''] as const]));
    expect(await judge(ofCases, answering(everywhere), target)).toMatchObject(tokenRefused);
  });

  test('that was accepted, and is accepted nowhere by now, decides nothing', async () => {
    let asked = 0;
    const expiring: Answerer = ({ path }, credentials) => {
      if (credentials !== 'restricted') return [200, '{"id":"a"}'];
      if (path === org) asked += 1;
      return path === org && asked === 1 ? [200, '{"id":"a"}'] : [401, ''];
    };
    expect(await judge(ofCases, expiring, target)).toMatchObject(tokenRefused);
    expect(asked).toBe(3);
  });

  test.each([0, 1])('is judged by the answers that came, if number %i did not', async (silent) => {
    const answer: Answerer = ({ path }, credentials) => {
      if (credentials !== 'restricted') return [200, '{}'];
      if (path === paths[silent]) throw new Undecidable('unreachable', 'Silence.');
      return [500, '{}'];
    };
    expect(said(await judge(ofCases, answer, target))).toEqual([failing, ['unreachable', 'Silence.']]);
  });

  test('is answered for the first case and the last', async () => {
    const found = async (first: number, last: number) => {
      const answer = answering({ [String(paths[0])]: [first, '{}'], [String(paths[1])]: [last, '{}'] });
      return said(await judge(ofCases, answer, target));
    };
    expect(await found(200, 403)).toEqual(['held', 'held']);
    expect(await found(403, 500)).toEqual(['held', failing]);
    expect(await found(401, 403)).toEqual([misanswered('401, although other requests accept it'), 'held']);
  });

  const absent = [
    'permissions-403',
    '',
    "The status is 404 instead of 200, or 403 without the permission: the case is of the token's organisation",
  ];

  test.each<[string, Readonly<Record<string, readonly [number, string]>>, unknown]>([
    ['by reading another one', { [String(paths[1])]: [200, '{}'] }, absent],
    ['by the id of its organisation', { [org]: [200, '{"data":{"id":"a"}}'] }, absent],
    [
      'by nothing, since it is of another',
      { [org]: [200, '{"id":"b"}'] },
      ['control-refused', expect.any(String)],
    ],
    ['by nothing, since it is refused', {}, ['control-refused', expect.any(String)]],
  ])('may not miss a case of the organisation that it is of, as is shown %s', async (_, shown, judgement) => {
    const found = await judge(ofCases, answering({ [String(paths[0])]: [404, '{}'], ...shown }), target);
    expect(said(found)).toContainEqual(judgement);
  });

  test('may miss a case that is gone', async () => {
    const gone: Answerer = (call, credentials) =>
      call.path === paths[0]
        ? [404, '{}']
        : answering({ [String(paths[1])]: [200, '{}'] })(call, credentials);
    expect(said(await judge(ofCases, gone, target))).toEqual(['held', 'held']);
  });
});

test('What such a token is configured to lack, and in a run that puts clients back the list, is not asked for', () => {
  const applying = (further: Partial<Target>) =>
    permittedChecks
      .filter(({ applies }) => applies?.({ ...target, ...further }))
      .map(({ operation }) => operation);
  expect(applying({})).toEqual(['getCaseData', 'getOrganisation', 'listCases']);
  expect(applying({ restrictedOperations: ['getCaseData'] })).toEqual(['getOrganisation', 'listCases']);
  expect(applying({ writes: 'restore' })).toEqual(['getCaseData', 'getOrganisation']);
});
