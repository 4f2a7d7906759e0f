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

const answering =
  (toRestricted: Readonly<Record<string, readonly [number, string]>>, own = '{"id":"a"}'): Answerer =>
  ({ path }, credentials) => {
    if (credentials === 'restricted') return toRestricted[path] ?? [403, '{}'];
    return [200, path === org ? own : '{}'];
  };

const misanswered = (status: string) => ['permissions-403', '', `A valid token is answered ${status}`];

const tokenRefused = { judgements: [], undecidable: 'token-refused' };
const shownNothing = (operation: string) =>
  expect.stringMatching(`^tokens.restricted is shown nothing by ${operation}. Give it the permission`);
const failing = ['permissions-403', '', 'The service fails with a valid token: it answers 500'];

describe('a token with few permissions', () => {
  test.each([
    ['getOrganisation', org],
    ['listCases', list],
  ])('is answered by %s as a valid one', async (operation, path) => {
    const check = checkNamed(permittedChecks, `${operation}.few-permissions`);
    const found = async (status: number) =>
      said(await judge(check, answering({ [path]: [status, '{}'] }), target));
    expect(await found(200)).toEqual(['held']);
    const nothing = operation === 'listCases' ? [] : [['no-data', shownNothing(operation)]];
    for (const status of [400, 403, 404]) expect(await found(status)).toEqual(['held', ...nothing]);
    expect(await found(500)).toContainEqual(failing);
    expect(await found(401)).toContainEqual(misanswered('401, although other requests accept it'));
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
    expect(asked).toBe(2);
  });

  test.each([0, 1])('is judged by the answers that came, if number %i did not', async (silent) => {
    const answer: Answerer = ({ path }, credentials) => {
      if (credentials !== 'restricted') return [200, '{}'];
      if (path === paths[silent]) throw new Undecidable('unreachable', 'Silence.');
      return [500, '{}'];
    };
    const found = said(await judge(ofCases, answer, target));
    const rest = [expect.arrayContaining(['no-data']), ['unreachable', 'Silence.']];
    // The last case is asked for again without the query.
    expect(found).toEqual([...(silent === 0 ? [failing] : []), failing, ...rest]);
  });

  test('is answered for the first case and the last', async () => {
    const found = async (first: number, last: number) => {
      const answer = answering({ [String(paths[0])]: [first, '{}'], [String(paths[1])]: [last, '{}'] });
      return said(await judge(ofCases, answer, target));
    };
    expect(await found(200, 403)).toEqual(['held', 'held', 'held']);
    expect(await found(403, 500)).toContainEqual(failing);
    expect(await found(401, 403)).toContainEqual(misanswered('401, although other requests accept it'));
  });

  const absent = [
    'permissions-403',
    '',
    "The status is 404 instead of 200, or 403 without the permission: the case is of the token's organisation",
  ];

  test.each<[string, number, string[]]>([
    ['getCaseData', 200, ['paths[0]', 'paths[1]?']],
    ['getCaseData', 400, ['paths[0]', 'paths[1]?', 'paths[1]']],
    ['listCases', 400, ['list']],
  ])(
    'names another case in a query of %s, and repeats what is answered %i without it',
    async (operation, status, sent) => {
      const named = `?id=${ids[0]}&caseId=${ids[0]}`;
      const asked: string[] = [];
      const answer: Answerer = ({ path, query = '' }, credentials) => {
        if (credentials === 'restricted') asked.push(path + query);
        return [query === '' ? 200 : status, '{}'];
      };
      const check = checkNamed(permittedChecks, `${operation}.few-permissions`);
      await judge(check, answer, target);
      const written = new Map([
        ['paths[0]', paths[0]],
        ['paths[1]', paths[1]],
        ['paths[1]?', `${paths[1]}${named}`],
        ['list', list],
      ]);
      expect(asked).toEqual(sent.map((one) => written.get(one)));
    },
  );

  test('may not miss the last case, if it refuses any query', async () => {
    const strict: Answerer = ({ path, query }, credentials) => {
      if (credentials !== 'restricted') return [200, '{}'];
      return query === undefined ? [path === paths[1] ? 404 : 200, '{}'] : [400, '{}'];
    };
    expect(said(await judge(ofCases, strict, target))).toContainEqual(absent);
  });

  test('may not miss a case of the organisation whose other case it reads', async () => {
    const answer = answering({ [String(paths[0])]: [404, '{}'], [String(paths[1])]: [200, '{}'] });
    expect(said(await judge(ofCases, answer, target))).toContainEqual(absent);
  });

  test('that is shown no case may be of another organisation', async () => {
    const found = said(await judge(ofCases, answering({ [String(paths[0])]: [404, '{}'] }), target));
    expect(found).toEqual(['held', 'held', 'held', ['no-data', shownNothing('getCaseData')]]);
  });

  const record = (caseId: string, fields: object = { caseType: 'Sale', price: 1 }): string =>
    JSON.stringify({ caseId, ...fields });
  const [first, last] = ids;

  test.each<[string, readonly [number, string], unknown]>([
    ['is shown the case asked for', [200, record(last)], 'held'],
    ['is shown less of it', [200, record(last, {})], 'held'],
    ['is shown nothing that says whose it is', [200, '{"caseType":"Sale"}'], 'held'],
    ['is refused one of them', [403, '{}'], 'held'],
    [
      'is shown another case',
      [200, record(first)],
      ['case-data-of-the-case', '/caseId', `/caseId is not ${last}, the case asked for`],
    ],
  ])('%s', async (_, ofLast, judgement) => {
    const answer = answering({ [String(paths[0])]: [200, record(first)], [String(paths[1])]: ofLast });
    const found = new Set(said(await judge(ofCases, answer, target)));
    expect(found).toEqual(new Set(['held', judgement]));
  });

  test('may miss a case that is gone', async () => {
    const gone: Answerer = (call, credentials) =>
      call.path === paths[0]
        ? [404, '{}']
        : answering({ [String(paths[1])]: [200, '{}'] })(call, credentials);
    expect(said(await judge(ofCases, gone, target))).toEqual(['held', 'held']);
  });
});

describe('the organisation that a token with few permissions reads', () => {
  const check = checkNamed(permittedChecks, 'getOrganisation.few-permissions');
  const other = ['organisation-is-callers', '', "The record is another organisation than the member's"];
  const site = '"name":"Acme and Partners","site":"https://acme.example"';
  const readsCases = Object.fromEntries(paths.map((path) => [path, [200, '{}'] as const]));

  test.each<[own: string, shown: string, judgement: unknown]>([
    ['{"id":1,"name":"Acme"}', '{"id":1}', 'held'],
    ['{"id":1,"subDomain":"a"}', '{"id":2,"subDomain":"b"}', other],
    ['{"data":{"id":1}}', '{"data":{"id":2}}', other],
    // A different id alone may be the id of the API key.
    ['{"id":1,"subDomain":"a"}', '{"id":2,"subDomain":"a"}', 'held'],
    [`{"id":1,${site}}`, `{"id":2,${site}}`, 'held'],
    ['{"id":1}', '{"subDomain":"a"}', 'held'],
  ])('next to %s is %s', async (own, shown, judgement) => {
    const answer = answering({ ...readsCases, [org]: [200, shown] }, own);
    expect(new Set(said(await judge(check, answer, target)))).toEqual(new Set(['held', judgement]));
  });

  test('has an id that is made for each answer', async () => {
    let count = 1;
    const made: Answerer = (call, credentials) => {
      count += 1;
      return answering({ ...readsCases, [org]: [200, `{"id":${count}}`] }, '{"id":1}')(call, credentials);
    };
    expect(said(await judge(check, made, target))).toEqual(['held']);
  });

  test.each([
    ['it reads no case of this one', {}],
    ['it may not read cases', { restrictedOperations: ['getCaseData'] as const }],
  ])('may be another one where %s', async (_, further) => {
    const answer = answering({ [org]: [200, '{"id":2}'] }, '{"id":1}');
    expect(await judge(check, answer, { ...target, ...further })).toMatchObject({
      judgements: [],
      undecidable: 'control-refused',
    });
  });
});

test('What such a token is configured to lack is not asked for', () => {
  const applying = (further: Partial<Target>) =>
    permittedChecks
      .filter(({ applies }) => applies?.({ ...target, ...further }))
      .map(({ operation }) => operation);
  expect(applying({})).toEqual(['getCaseData', 'getOrganisation', 'listCases']);
  expect(applying({ restrictedOperations: ['getCaseData'] })).toEqual(['getOrganisation', 'listCases']);
});
