import { describe, expect, test } from 'vitest';
import { getOrganisation, listCases } from '../../../src/api/calls.ts';
import { listCasesChecks } from '../../../src/checks/list-cases.ts';
import { judgeExchange } from '../../../src/harness/judge.ts';
import type { Target } from '../../../src/harness/target.ts';
import { operations } from '../../../src/rules/operations.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { Undecidable } from '../../../src/trace/gap.ts';
import { exchangeOf } from '../../support/exchange.ts';
import {
  type Answerer,
  checkNamed,
  judge,
  noTarget,
  observed,
  said,
  wrongs,
} from '../harness/hand-made-session.ts';

const [own, other] = ['3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11', '0b7c1c52-9a59-4b11-8f2b-7c1e5b0a4d52'];
const client = '9a59c52c-0b7c-4d52-8b11-6c1a7b115b0a';
const target: Target = {
  ...noTarget,
  clients: [client],
  tokens: new Set(['member', 'outsider']),
  cases: { ...noTarget.cases, Sale: [own ?? ''] },
};

const undecided = (undecidable: string) => ({ judgements: [], undecidable });
const leadingTo = (...furtherPages: string[]): Target => ({
  ...target,
  discovered: { furtherPages, isSweep: false },
});

test('The operation exists with a success, and with refusals that say nothing else', () => {
  const statuses = [199, 200, 299, 300, 399, 400, 401, 403, 404, 405, 410, 422, 499, 500];
  expect(statuses.filter((status) => operations.listCases.isAccepted(status))).toEqual([
    200, 299, 400, 403, 422, 499,
  ]);
});

describe('cases can be listed', () => {
  const exists = checkNamed(listCasesChecks, 'listCases.exists');
  const notProven =
    'Neither GET /api/v2/org (401) nor GET /api/v2/cases accepts tokens.member. Check it in the configuration.';

  test.each<[number, string, unknown[], string]>([
    [200, '[]', ['held', 'held'], '200, an array'],
    [200, '', [['list-cases-exists', '', 'The answer is 200 without a body'], 'held'], '200, no body'],
    [
      204,
      '<p>',
      ['held', ['bodies-are-json', '', expect.stringMatching(/^The body is not JSON/)]],
      '204, a body that is no JSON',
    ],
    [403, '{}', [['control-refused', expect.stringContaining('403')], 'held'], '403'],
    [404, '', [['list-cases-exists', '', 'The answer is 404']], '404'],
    [500, '', [['list-cases-exists', '', 'The answer is 500']], '500'],
    [401, '', [['list-cases-exists', '', 'The answer is 401']], '401'],
  ])('where it is answered %i %j', async (status, body, judgements, value) => {
    const judged = await judge(exists, ({ path }) =>
      path === getOrganisation().path ? [200, '{}'] : [status, body],
    );
    expect(said(judged)).toEqual(judgements);
    expect(observed(judged)).toEqual([['listCases', value]]);
  });

  test('whatever the token is worth elsewhere, where it is answered 404', async () => {
    const found = await judge(exists, ({ path }) => [path === getOrganisation().path ? 401 : 404, '']);
    expect(said(found)).toEqual([['list-cases-exists', '', 'The answer is 404']]);
  });

  test('but with a token that is not valid nothing is known', async () => {
    expect(said(await judge(exists, () => [401, '']))).toEqual([['token-refused', notProven]]);
    expect(said(await judge(exists, () => [403, '']))).toEqual([
      ['token-refused', notProven.replace('401', '403')],
    ]);
  });
});

describe('a user of another organisation', () => {
  const outsider = checkNamed(listCasesChecks, 'listCases.outsider');
  const answering =
    (status: number, body: string, org = 200): Answerer =>
    ({ path }, credentials) => {
      if (credentials === 'member') return [200, `["${own}"]`];
      return path === getOrganisation().path ? [org, '{}'] : [status, body];
    };

  const wrong = (words: unknown) => ['outsider-403', '', words];
  const ofMember = "a case of the member's organisation";
  const neither =
    'GET /api/v2/cases is answered 404, which is neither an acceptance nor a refusal with 403. Check the tokens and the target.';

  test.each<[string, number, string, unknown, string]>([
    ['is refused', 403, '', 'held', '403'],
    ['is shown nothing', 200, '[]', 'held', 'answered'],
    ['is shown their own', 200, `["${other}"]`, 'held', 'answered'],
    ['sees the case', 200, `[{"id":"${own}"}]`, wrong(`The answer shows ${own}, ${ofMember}`), 'answered'],
    [
      'is shown the case in the refusal, without its dashes and in capitals',
      ...([403, `"${own?.replaceAll('-', '').toUpperCase()}"`] as const),
      ...([wrong(`The answer shows ${own}, ${ofMember}`), '403'] as const),
    ],
    [
      'is shown a client in the refusal',
      ...([403, `{"client":"${client}"}`] as const),
      ...([wrong(`The answer shows ${client}, a client of the member's organisation`), '403'] as const),
    ],
    ['is answered neither', 404, '', ['no-data', neither], '404'],
  ])('%s', async (_name, status, body, judgement, value) => {
    const judged = await judge(outsider, answering(status, body), target);
    expect(said(judged)).toContainEqual(judgement);
    expect(observed(judged)).toEqual([['listCases', value]]);
  });

  test.each<[string, object, unknown]>([
    ['may see that an own case refers to one of the member', { otherSide: { id: own } }, 'held'],
    ['is shown a case beside their own', { id: own }, wrong(`The answer shows ${own}, ${ofMember}`)],
  ])('%s', async (_name, second, judgement) => {
    const listed = (...items: object[]): [number, string] => [200, JSON.stringify(items)];
    const answerer: Answerer = (_call, credentials) =>
      credentials === 'member' ? listed({ id: own }) : listed({ id: other }, { id: other, ...second });
    expect(said(await judge(outsider, answerer, target))).toContainEqual(judgement);
  });

  test.each<[status: number, body: string, judgements: unknown[]]>([
    [200, `["${own}"]`, [wrong(`The answer shows ${own}, ${ofMember}`)]],
    [401, '', []],
    [414, '', []],
  ])(
    'is answered %i %s if a query names the organisation of the member',
    async (status, body, judgements) => {
      const answerer: Answerer = ({ path, query = '' }, credentials) => {
        if (credentials === 'member')
          return [200, path === getOrganisation().path ? '{"id":"acme"}' : `["${own}"]`];
        return query.includes('tenantId=acme') ? [status, body] : [200, '[]'];
      };
      const found = said(await judge(outsider, answerer, target, { thorough: true }));
      expect(found.filter((one) => one !== 'held').slice(0, 1)).toEqual(judgements);
    },
  );

  test('whose token is not valid decides nothing', async () => {
    const invalid = await judge(outsider, answering(401, '', 401), target);
    expect(invalid).toMatchObject(undecided('token-refused'));
    for (const [status, org, judgement] of [
      [401, 200, wrong(expect.stringContaining('401, although other requests accept it'))],
      [500, 401, wrong(expect.stringContaining('answers 500'))],
      [403, 401, 'held'],
    ] as const)
      expect(said(await judge(outsider, answering(status, '', org), target))).toEqual([judgement]);
  });

  test('decides nothing where the member is refused', async () => {
    const refused = await judge(outsider, () => [404, ''], target);
    expect(refused).toMatchObject(undecided('control-refused'));
    const refusedMember: Answerer = (_call, credentials) => [credentials === 'member' ? 422 : 403, ''];
    expect(said(await judge(outsider, refusedMember, target))).toEqual(['held']);
  });
});

describe('a case of another organisation', () => {
  const foreign = checkNamed(listCasesChecks, 'listCases.foreign-cases');
  const tokens = new Set(['member', 'restricted'] as const);
  const listing = { ...target, tokens, foreignCases: [other ?? ''], restrictedOperations: [] };
  const words = ['outsider-403', '', `The list shows ${other}, a case of another organisation`];
  const items = (...ids: (string | undefined)[]): string => JSON.stringify(ids.map((id) => ({ id })));
  const found = async (
    listed: (turn: number, query: string, credentials: string) => string,
    link = '<?page=2>; rel="next"',
    seed = 1,
  ) => {
    let turn = 0;
    const judged = await judge(
      foreign,
      ({ operation, query = '' }, credentials) => {
        if (operation !== 'listCases') return [200, '{}'];
        turn += 1;
        return [200, listed(turn, query, String(credentials)), { link }];
      },
      listing,
      { seed },
    );
    return said(judged).filter((one) => one !== 'held');
  };

  test('is not in any list that the run reads anyway', async () => {
    expect(await found(() => items(own))).toEqual([]);
    expect(await found((turn) => (turn > 1 ? items(own, other) : items(own)))).toContainEqual(words);
    expect(await found((_, query) => (query === '' ? items(own) : items(other)))).toEqual([words]);
    expect(await found((_, __, caller) => (caller === 'restricted' ? items(other) : items(own)))).toEqual([
      words,
    ]);
  });

  test.each([
    [0, `?id=${other}&caseId=${other}`],
    [1, `?caseType=Sale`],
  ])(
    'is not in a list with a filter, if the list has no further page, with seed %i',
    async (seed, filter) => {
      const filtered = (_: number, query: string) => (query === filter ? items(other) : items(own));
      expect(await found(filtered, '', seed)).toEqual([words]);
      expect(await found(filtered, undefined, seed)).toEqual([]);
    },
  );

  test('may be referred to by an own case', async () => {
    const referring = JSON.stringify([{ id: own, related: { id: other } }]);
    expect(await found(() => referring)).toEqual([]);
  });
});

describe('the page that the list leads to', () => {
  const paged = leadingTo('?page=2');
  const outsider = checkNamed(listCasesChecks, 'listCases.outsider-of-pages');
  const [later, theirs] = ['5e0a4d52-9a59-4d2f-8c1a-7b113f2b7c1e', '6d3c1b20-9a59-4d2f-8c1a-7b113f2b7c1e'];
  const answering =
    (status: number, body: string): Answerer =>
    ({ query }, credentials) => {
      if (credentials === 'member') return [200, query === undefined ? `["${own}"]` : `["${later}"]`];
      return query === undefined ? [200, `["${other}"]`] : [status, body];
    };

  test.each([
    ['noCredentials', 'listCases.credentials-of-pages'],
    ['outsider', 'listCases.outsider-of-pages'],
  ])('is asked for without discovery, too (%s)', async (_, id) => {
    const check = checkNamed(listCasesChecks, id);
    const leading =
      (next: string | null, status: number): Answerer =>
      ({ query }, credentials) =>
        credentials === 'member'
          ? [200, query === undefined ? JSON.stringify({ items: [own], next }) : `["${later}"]`]
          : [query === undefined ? 403 : status, `["${later}"]`];
    const deviating = async (answer: Answerer) => wrongs(await judge(check, answer, target));
    expect((await deviating(leading('/api/v2/cases?page=2', 200))).length).toBeGreaterThan(0);
    expect(said(await judge(check, leading(null, 200), target))).toEqual(['held']);
    for (const status of [401, 403])
      expect(await judge(check, () => [status, ''], target)).toMatchObject(undecided('control-refused'));
  });

  const ofOutsider = expect.arrayContaining(['outsider-403']);

  test.each<[string, number, string, unknown]>([
    ['is refused', 403, '{}', 'held'],
    ['is told of no such page', 404, '', 'held'],
    ['is told that it is gone', 410, '', 'held'],
    ['is shown nothing', 200, '[]', 'held'],
    ['is shown a page of their own', 200, `["${theirs}"]`, 'held'],
    ['is shown a case that is tested', 200, `["${theirs}","${own}"]`, ofOutsider],
    ['is told of one in a refusal', 404, `"${own}"`, ofOutsider],
    ['is shown the page', 200, `["${later}"]`, ofOutsider],
    ['is shown the page in another envelope', 200, `{"id":"${theirs}","cases":["${later}"]}`, ofOutsider],
    ['is shown the records of their own', 200, `[{"caseId":"${theirs}","caseType":"Sale"}]`, 'held'],
    ['is not answered', 502, '', expect.arrayContaining(['no-data'])],
  ])('a user of another organisation %s', async (_name, status, body, judgement) => {
    expect(said(await judge(outsider, answering(status, body), paged))).toEqual([judgement]);
  });

  test('a user of another organisation is shown the same empty page as the member', async () => {
    const empty: Answerer = () => [200, `{"cases":[],"next":null,"total":0,"page":3,"schema":"${other}"}`];
    expect(said(await judge(outsider, empty, paged))).toEqual(['held']);
  });

  test('a user of another organisation is shown a tested case behind a million characters', async () => {
    const long = answering(200, `["${'a'.repeat(1_100_000)}","${own}"]`);
    expect(said(await judge(outsider, long, paged))).toEqual([ofOutsider]);
  });

  test('a user of another organisation is told again what they sent', async () => {
    const byCursor = leadingTo(`?after=${own}`);
    for (const [status, body] of [
      [404, `"There is nothing after ${own}."`],
      [200, `{"self":"/api/v2/cases?after=${own}","items":[]}`],
    ] as const)
      expect(said(await judge(outsider, answering(status, body), byCursor))).toEqual(['held']);
  });

  test('a user of another organisation is shown a case that is tested, and of their own list nothing is known', async () => {
    const silent: Answerer = (call, credentials) => {
      if (credentials === 'outsider' && call.query === undefined) throw new Undecidable('unreachable', '');
      return answering(200, `["${own}"]`)(call, credentials);
    };
    expect(said(await judge(outsider, silent, paged))).toEqual([expect.arrayContaining(['outsider-403'])]);
  });

  test('is judged as the page after it, which is shown to others', async () => {
    const pages = leadingTo('?page=2', '?page=5');
    const openAtTheEnd: Answerer = (call, credentials) => {
      const answer = call.query === '?page=5' ? answering(200, `["${later}"]`) : answering(401, '{}');
      return answer(call, credentials);
    };
    for (const [name, row, count] of [
      ['listCases.credentials-of-pages', 'credentials-401', 1],
      ['listCases.outsider-of-pages', 'outsider-403', 1],
    ] as const) {
      const judged = said(await judge(checkNamed(listCasesChecks, name), openAtTheEnd, pages));
      expect(judged.filter((one) => Array.isArray(one) && one[0] === row)).toHaveLength(count);
    }
  });

  test.each([
    [401, 'deviates'],
    [403, 'held'],
    [404, 'held'],
    [410, 'held'],
    [500, 'deviates'],
  ])('is answered %i to whom the page before it was shown', (status, kind) => {
    const reply = exchangeOf(status, '{}', { call: listCases('?page=2') });
    const pages = checkNamed(listCasesChecks, 'listCases.pages');
    expect(judgeExchange(pages, bundled, reply, { source: 'list of cases' })).toMatchObject([{ kind }]);
  });

  test.each<[number, unknown]>([
    [200, 'held'],
    [403, 'held'],
    [500, ['list-cases-exists', '', 'A page that the list of cases leads to is answered 500']],
  ])(
    'is read by the member without discovery, and may be answered 403 but not 5xx: %i',
    async (status, judgement) => {
      const pages = checkNamed(listCasesChecks, 'listCases.pages');
      const answerer: Answerer = ({ query }) =>
        query === undefined ? [200, '{"cases":[],"next":"/api/v2/cases?page=2"}'] : [status, '{}'];
      expect(said(await judge(pages, answerer, target))).toEqual([judgement]);
    },
  );

  const wrong = (status: number) => ['credentials-401', '', `The status is ${status} instead of 401`];

  test.each<[string, object, string | undefined, string[]]>([
    ['its link', {}, '<?page=2>; rel="next", <?page=9>; rel="last"', ['?page=9']],
    ['its link, if refused', {}, '<?page=2>; rel="next", <?page=90>; rel="last"', ['?page=90', '?page=2']],
    ['its counters', { page: 1, pages: 9 }, undefined, ['?page=9']],
    ['its counters, if these lead nowhere', { page: 1, pages: 90 }, undefined, ['?page=90', '?page=2']],
    ['a link to the next page', { page: 1, pages: 9, next: '/api/v2/cases?page=2' }, undefined, ['?page=2']],
  ])('is the last by %s', async (_, shown, link, asked) => {
    const forged = checkNamed(listCasesChecks, 'listCases.credentials-of-pages');
    const queries: string[] = [];
    const answerer: Answerer = ({ query = '' }, credentials) => {
      if (credentials !== 'member') return [200, '[]'];
      if (query !== '') queries.push(query);
      return [query === '?page=90' ? 400 : 200, JSON.stringify(shown), link === undefined ? {} : { link }];
    };
    expect(said(await judge(forged, answerer, target))).toEqual([wrong(200)]);
    expect([...new Set(queries)]).toEqual(asked);
  });

  test('is refused a token that is not valid any more, which decides nothing', async () => {
    const swept = checkNamed(listCasesChecks, 'listCases.pages');
    expect(await judge(swept, () => [401, ''], paged)).toMatchObject(undecided('token-refused'));
  });

  test.each<[number, unknown[]]>([
    [401, ['held', 'held']],
    [200, [wrong(200)]],
    [404, [wrong(404)]],
  ])('is answered %i without valid credentials', async (status, words) => {
    const forged = checkNamed(listCasesChecks, 'listCases.credentials-of-pages');
    expect(said(await judge(forged, answering(status, '{}'), paged))).toEqual(words);
  });
});
