import { describe, expect, test } from 'vitest';
import { type Call, listCases } from '../../../src/api/calls.ts';
import { getOrganisationChecks } from '../../../src/checks/get-organisation.ts';
import type { Target } from '../../../src/harness/target.ts';
import {
  type Answerer,
  checkNamed,
  type Judged,
  judge,
  noTarget,
  observed,
  said,
} from '../harness/hand-made-session.ts';

const bodyIs = (what: string): string => `The body is ${what} instead of the organisation's details`;

describe('a valid token reads its organisation', () => {
  const succeeds = (status: number, body: string, cases = 200): Promise<Judged> =>
    judge(checkNamed(getOrganisationChecks, 'getOrganisation.succeeds'), ({ path }) =>
      path === listCases().path ? [cases, ''] : [status, body],
    );
  const deviation = (message: unknown, requirement = 'get-organisation'): unknown => [
    requirement,
    '',
    message,
  ];

  test.each<[number, string, unknown[], string]>([
    [200, '{"name":"Acme","id":1}', ['held'], '(an unknown name), id'],
    [299, '{"id":1}', ['held'], 'id'],
    [200, '[{"id":1}]', ['held'], expect.any(String)],
    [200, '{}', ['held'], ''],
    [200, '[]', ['held', deviation(bodyIs('an empty array'))], ''],
    [200, 'null', ['held', deviation(bodyIs('null'))], ''],
    [200, '5', ['held', deviation(bodyIs('a number'))], ''],
    [200, '<p>', [deviation(expect.stringMatching(/^The body is not JSON/), 'bodies-are-json')], ''],
  ])('from %i %s', async (status, body, judgements, fields) => {
    const judged = await succeeds(status, body);
    expect(said(judged)).toEqual(judgements);
    expect(observed(judged)).toEqual([['getOrganisation', fields]]);
  });

  test.each<[number, string, string]>([
    [200, '', bodyIs('empty')],
    [404, '{"id":1}', 'The status is 404 instead of 2xx'],
    [403, '{"id":1}', 'The status is 403 instead of 2xx'],
    [401, '{"id":1}', 'The status is 401 instead of 2xx'],
  ])('not from %i %j', async (status, body, message) => {
    const judged = await succeeds(status, body);
    expect(said(judged)).toEqual([deviation(message)]);
    expect(observed(judged)).toEqual([]);
  });

  test.each([401, 403])('and nothing is known where it is answered %i everywhere', async (status) => {
    expect(await succeeds(status, '', status)).toMatchObject({
      judgements: [],
      undecidable: 'token-refused',
    });
  });

  test.each<[number, Partial<Judged>]>([
    [200, { judgements: [{ kind: 'held' }] }],
    [500, { judgements: [], undecidable: 'no-data' }],
    [401, { judgements: [], undecidable: 'token-refused' }],
  ])('Whether a token stays valid is only known if it is accepted: %i', async (status, expected) => {
    const check = checkNamed(getOrganisationChecks, 'getOrganisation.token-stays-valid');
    expect(await judge(check, () => [status, '{"id":1}'])).toMatchObject(expected);
  });
});

describe('a user of another organisation', () => {
  const words = "The record is the member's organisation, and not the caller's";
  const deviation = ['organisation-is-callers', '', words];
  const outsider = (own: string, status: number, body: string, cases = 200): Promise<Judged> => {
    const answer: Answerer = ({ path }, credentials) => {
      if (credentials === 'member') return own === '' ? [404, ''] : [200, own];
      return path === listCases().path ? [cases, ''] : [status, body];
    };
    const target: Target = { ...noTarget, tokens: new Set(['member', 'outsider']) };
    return judge(checkNamed(getOrganisationChecks, 'getOrganisation.outsider'), answer, target);
  };

  const acme = '{"subDomain":"acme-and-partners","name":"Acme"}';
  const ofName = '"registeredName":"Acme Limited"';
  const named = '{"name":"Acme and Partners, conveyancers"}';
  const unknown = 'The organisation record has neither an id nor a subDomain, so its owner is unknown.';
  const neither =
    'GET /api/v2/org is answered 404, which is neither an acceptance nor a refusal with 403. Check the tokens and the target.';
  const otherwise = 'A valid token is answered 401, although other requests accept it';

  test.each<[own: string, status: number, body: string, judgement: unknown]>([
    ['{"id":1}', 403, '{}', 'held'],
    // The outsider gets their own organisation.
    ['{"id":1}', 200, '{"id":2}', 'held'],
    ['{"organisation":{"id":7}}', 200, '{"organization":{"id":8}}', 'held'],
    // The outsider gets a record with the member's id in another place: as a sub-domain, or in a part of the record.
    ['{"id":"a"}', 200, '{"subDomain":"a"}', 'held'],
    ['{"id":7}', 200, '{"user":{"id":7}}', 'held'],
    // The outsider gets the member's organisation. It is recognised by its id, by the id as a text, by its sub-domain, in
    // an envelope, and in a refusal.
    ['{"id":"a"}', 200, '{"id":"a","name":"Acme"}', deviation],
    ['{"id":1}', 200, '{"id":"1"}', deviation],
    ['{"subDomain":"a"}', 200, '{"subDomain":"a"}', deviation],
    ['{"data":{"id":7}}', 200, '{"org":{"id":7}}', deviation],
    ['{"id":7}', 403, '{"id":7}', deviation],
    [acme, 403, `{"error":${acme}}`, deviation],
    // Two organisations of one name, or one under the other's id.
    [
      `{"id":1,${ofName}}`,
      200,
      `{"org":{"id":2,${ofName}}}`,
      ['no-data', expect.stringContaining('unclear')],
    ],
    [`{"id":1,${ofName}}`, 200, '{"id":2,"registeredName":"Other Limited"}', 'held'],
    // Nothing in the records distinguishes organisations.
    ['{"id":""}', 200, '{"id":""}', ['no-data', unknown]],
    [named, 403, named, 'held'],
    ['{"name":"Acme"}', 403, '', 'held'],
    ['{"id":true}', 403, '{"id":true}', 'held'],
    ['{"id":1}', 404, '', ['no-data', neither]],
    ['{"id":1}', 401, '', ['outsider-403', '', otherwise]],
    ['{"id":1}', 500, '', ['outsider-403', '', 'The service fails with a valid token: it answers 500']],
  ])('next to %s is answered %i %s', async (own, status, body, judgement) => {
    const judged = await outsider(own, status, body);
    expect(said(judged)).toEqual([judgement]);
    const value = status === 200 ? 'answered' : String(status);
    expect(observed(judged)).toEqual([['getOrganisation', value]]);
  });

  test.each<[status: number, body: string, judgements: unknown[]]>([
    [200, acme, [deviation, 'held']],
    [403, `{"error":${acme}}`, [deviation, 'held']],
    [500, '', [['outsider-403', '', 'The service fails with a valid token: it answers 500'], 'held']],
    [401, '{}', ['held']],
    [404, '{}', ['held']],
    [302, '', ['held']],
  ])(
    'is answered %i %s if the request names the organisation of the member',
    async (status, body, judgements) => {
      const isInHeaders = ({ headers = {} }: Call): boolean => headers['x-tenant'] === 'acme-and-partners';
      const isInQuery = ({ query = '' }: Call): boolean => query.includes('tenant=acme-and-partners');
      const target: Target = { ...noTarget, tokens: new Set(['member', 'outsider']) };
      const check = checkNamed(getOrganisationChecks, 'getOrganisation.outsider');
      for (const [seed, isNamed] of [isInHeaders, isInQuery].entries()) {
        const answer: Answerer = (call, credentials) => {
          if (credentials === 'member') return [200, acme];
          return isNamed(call) ? [status, body] : [200, '{"subDomain":"other"}'];
        };
        expect(said(await judge(check, answer, target, { seed }))).toEqual(judgements);
      }
    },
  );

  test('whose token is not valid decides nothing', async () => {
    expect(await outsider('{"id":1}', 401, '', 401)).toMatchObject({
      judgements: [],
      undecidable: 'token-refused',
    });
  });

  test('decides nothing where the member is refused', async () => {
    expect(said(await outsider('', 200, '{"id":1}'))).toEqual([
      ['control-refused', "The member's own request is answered 404. Check tokens.member."],
    ]);
  });
});

describe("the caller's organisation, when another one was created", () => {
  const own = { id: 1, subDomain: 'acme', registeredName: 'Acme Limited', updatedAt: 1 };

  const judged = (
    before: unknown,
    after: unknown,
    status: { readonly after?: number; readonly before?: number; readonly created?: number } = {},
  ): Promise<unknown[]> => {
    let reads = 0;
    return judge(checkNamed(getOrganisationChecks, 'getOrganisation.after-creation'), ({ operation }) => {
      if (operation === 'createOrganisation') return [status.created ?? 201, ''];
      reads += 1;
      return reads === 1
        ? [status.before ?? 200, JSON.stringify(before)]
        : [status.after ?? 200, JSON.stringify(after)];
    }).then(said);
  };

  test.each<[what: string, before: unknown, after: unknown]>([
    ['as before', own, own],
    ['renamed by somebody, with other members', own, { ...own, registeredName: 'Acme', updatedAt: 2 }],
    [
      'told by its name alone',
      { registeredName: 'Acme' },
      { registeredName: 'Acme', created: { subDomain: 'case-conformance-mark-full' } },
    ],
    ['in a wrapper', { data: own }, { data: own }],
    ['without its id', own, { subDomain: 'acme' }],
  ])('may be %s', async (_, before, after) => {
    expect(await judged(before, after)).toEqual(['held']);
  });

  const sent = 'is the value that was sent for the new organisation';
  const indistinct = 'The organisation record has no field that distinguishes it from another one.';
  const anotherId = "After an organisation was created, the caller's organisation has another id than before";
  const unread = 'After an organisation was created, the own one is answered 404 instead of 2xx';
  const mine = (pointer: string, words: string) => ['organisation-is-callers', pointer, words];

  test.each<[what: string, after: unknown, status: object, ...judgements: unknown[]]>([
    ['another one', { ...own, id: 2 }, {}, mine('', anotherId)],
    [
      'named as the other one',
      { ...own, registeredName: 'case-conformance-mark-full Limited' },
      ...([{}, mine('/registeredName', `/registeredName ${sent}`)] as const),
    ],
    [
      'at its place',
      { ...own, subDomain: 'case-conformance-mark-o1' },
      ...([{}, mine('/subDomain', `/subDomain ${sent}`)] as const),
    ],
    ['gone', own, { after: 404 }, ['get-organisation', '', unread]],
    ['a number', 5, {}, ['get-organisation', '', bodyIs('a number')], ['no-data', indistinct]],
  ])('is not %s', async (_, after, status, ...judgements) => {
    expect((await judged(own, after, status)).filter((one) => one !== 'held')).toEqual(judgements);
  });

  test('tells nothing where it shows nothing, was not read before, or nothing was created', async () => {
    expect(await judged({}, { name: 'Acme' })).toEqual([['no-data', indistinct]]);
    for (const [status, words] of [
      [{ before: 403 }, 'is answered 403'],
      [{ created: 422 }, 'is answered 422'],
    ] as const)
      expect(await judged(own, own, status)).toEqual([['control-refused', expect.stringContaining(words)]]);
  });
});
