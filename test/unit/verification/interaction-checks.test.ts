import { describe, expect, test } from 'vitest';
import { json, refusal, written } from '../../../faults/answers.ts';
import type { Behaviour } from '../../../faults/behaviour.ts';
import { always, asMember, mapJson, unchanged, when, withHeaders } from '../../../faults/behaviours.ts';
import { tokenNamed } from '../../../faults/demo.ts';
import { on, sendsToken } from '../../../faults/requests.ts';
import { forgeries, forgeriesFor, forgeryFamilies } from '../../../src/harness/forgeries.ts';
import { interactionChecks } from '../../../src/verification/interaction-checks.ts';
import { openProviderStates } from '../../../src/verification/provider-states.ts';
import {
  bodyOf,
  citing,
  found,
  interactionsOf,
  member,
  type Verified,
  verificationWith,
} from './interactions.ts';
import {
  type Answering,
  only,
  ran,
  type SeeingServer,
  serving,
  statesAt,
  toolsOf,
  verifierUntilTheEnd,
} from './support.ts';

const verifier = await verifierUntilTheEnd();
const { verifying, verifiedWith } = verificationWith(verifier);

const marker = 'Perdita Quillfeather';
const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const record = { caseId, caseType: 'Sale', price: 1, reference: 'R' };
const aCase = { name: 'a case with this record', params: { caseId, record } };
const reading = {
  type: 'Synchronous/HTTP',
  description: 'a sale is read',
  providerStates: [aCase],
  request: { method: 'GET', path: `/api/v2/cases/${caseId}/data`, headers: member },
  response: { status: 200, body: bodyOf(record) },
};

const asking = {
  type: 'Synchronous/HTTP',
  description: 'the organisation',
  request: { method: 'GET', path: '/api/v2/org', headers: member },
  response: { status: 200 },
};

const askingOfOurs = { ...asking, ...citing('get-organisation') };

const answeringData = (answer: Parameters<typeof always>[0]): Behaviour =>
  when(on('getCaseData'), always(answer));

describe('the checks of interactions', () => {
  const tools = {
    ...{ verifier, relay: undefined as never, states: openProviderStates(undefined) },
    mask: (text: string) => text,
  };

  test('say what they are of, and that what is pending speaks for its consumer alone', () => {
    const ofOurs = { ...reading, ...citing('case-data-200') };
    const checks = [ofOurs, asking, { ...ofOurs, pending: true }].flatMap((interaction) =>
      interactionChecks(interactionsOf(interaction), tools),
    );
    expect(checks).toMatchObject([
      {
        id: 'getCaseData.pact.a-sale-is-read',
        title: 'portal: a sale is read, given a case with this record',
        operation: 'getCaseData',
        requirements: ['case-data-200'],
        needs: [],
      },
      {
        id: 'getOrganisation.pact.the-organisation',
        title: 'portal: the organisation',
        requirements: ['consumer-contract'],
      },
      { requirements: ['consumer-contract'] },
    ]);
  });

  test('have an identifier each, whatever their descriptions', () => {
    const descriptions = ['It works!', 'it works', '¡It… works?', 'it works 2', '', 'дело', 'IT WORKS'];
    const checks = interactionChecks(
      interactionsOf(...descriptions.map((description) => ({ ...asking, description }))),
      tools,
    );
    expect(checks.map(({ id }) => id.replace('getOrganisation.pact.', ''))).toEqual([
      ...['it-works', 'it-works.2', 'it-works.3', 'it-works-2', 'interaction', 'interaction.2', 'it-works.4'],
    ]);
  });
});

const named = (message: string, pointer = '', requirement = 'consumer-contract'): object => {
  return { requirement, pointer, message };
};
const showing = (change: (shown: object) => object): Behaviour => {
  const changed = mapJson(200, (shown) => change(shown as object) as never);
  return when(on('getCaseData'), changed);
};
const inLatin = Buffer.from(JSON.stringify({ ...record, town: 'Zürich' }), 'latin1');
const saysData = citing('case-data-200', 'case-price');
const notFound = answeringData(json(404, { message: marker }));
const noDetails = (body: string): Behaviour =>
  when(on('getOrganisation'), always(written(200, body, 'application/json')));

describe('an interaction', () => {
  test('that holds passes, pending or not, with the exchange that shows it', async () => {
    const { result } = await verifiedWith(unchanged, reading);
    expect(result).toMatchObject({ verdict: 'pass', findings: [], remedies: [] });
    const request = { method: 'GET', path: reading.request.path, credentials: 'member' };
    expect(result.exchanges).toMatchObject([{ request, response: { status: 200 } }]);
    expect((await verifiedWith(unchanged, { ...reading, pending: true })).result.verdict).toBe('pass');
  });

  test('may be answered with more than it needs, and with headers that cannot be passed on', async () => {
    const token = tokenNamed('member').toLowerCase();
    const { result } = await verifiedWith(
      withHeaders({ [token]: token, 'x-more': token, 'content-encoding': 'gzip' }),
      { ...reading, response: { status: 200, body: bodyOf({ caseId }) } },
    );
    expect(result.verdict).toBe('pass');
    expect(JSON.stringify(result)).not.toContain(token);
  });

  test('does not choose the headers that decide how a message is framed', async () => {
    const framing = { Expect: ['100-continue'], TE: ['trailers'], Upgrade: ['h2c'], 'X-Own': ['1'] };
    const request = { ...asking.request, headers: { ...member, ...framing } };
    const { result, seen } = await verifiedWith(unchanged, { ...asking, request });
    expect(result.verdict).toBe('pass');
    const names = seen.flatMap(({ headers }) => Object.keys(headers));
    expect(names).toContain('x-own');
    expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(expect|te|upgrade)$/)]));
  });

  test.each<[string, Behaviour, object, readonly object[]]>([
    [
      'what the contract needs',
      showing((shown) => ({ ...shown, reference: marker })),
      reading,
      [named('/reference is not "R", against the contract', '/reference')],
    ],
    [
      'what the documents say, by our pact',
      showing(() => ({ ...record, price: marker, reference: 'S' })),
      { ...reading, ...saysData },
      // With the package's own pact, only the documents decide about bodies.
      [named('/price is a string instead of a number', '/price', 'case-price')],
    ],
    [
      'its status alone, where that is another',
      notFound,
      { ...reading, ...saysData, response: { ...reading.response, headers: { 'X-Edition': ['5th'] } } },
      [named('The status is 404 instead of 200', '', 'case-data-200')],
    ],
    [
      'each header',
      unchanged,
      { ...reading, response: { status: 200, headers: { 'X-B': ['1'], 'X-A': ['1'] } } },
      ['A', 'B'].map((name) => ({ message: `The header X-${name} is missing, against the contract` })),
    ],
    ...[
      written(200, `{${marker}`, 'application/json'),
      written(200, marker, 'text/html'),
      written(200, inLatin as never, 'application/json'),
    ].map((answer): [string, Behaviour, object, readonly object[]] => [
      'a body that is no JSON, once',
      answeringData(answer),
      { ...reading, ...saysData },
      [named(expect.stringMatching(/^The body is not (JSON|UTF-8)/), '', 'bodies-are-json')],
    ]),
    [
      'no name that an answer chose',
      showing((shown) => ({ ...shown, location: { latitude: 1, longitude: 2, [marker]: 1 } })),
      reading,
      [{ pointer: '/location/(an unknown name)' }],
    ],
    ...([askingOfOurs, asking] as const).flatMap((interaction) =>
      [
        ['[]', 'an empty array'],
        ['', 'empty'],
      ].map(([body = '', words]): [string, Behaviour, object, readonly object[]] => [
        `the details of the organisation, of which ${words} has none`,
        noDetails(body),
        interaction,
        [named(`The body is ${words} instead of the organisation's details`, '', 'get-organisation')],
      ]),
    ),
  ])('that does not hold is told %s', async (_, behaviour, interaction, findings) => {
    const verified = await verifiedWith(behaviour, interaction);
    expect(verified.result.verdict).toBe('fail');
    expect(found(verified)).toMatchObject(findings);
    expect(JSON.stringify(verified.result)).not.toContain(marker);
  });

  test('that does not hold is not decided while it is pending, nor excused for what is not decided', async () => {
    const { result } = await verifiedWith(notFound, { ...reading, pending: true });
    const remedy = 'The interaction is pending, and does not hold yet: The status is 404 instead of 200.';
    expect(result).toMatchObject({
      ...{ verdict: 'inconclusive', reason: 'not-permitted', findings: [] },
      remedies: [{ reason: 'not-permitted', remedy, isPending: true }],
    });
    const unknown = { ...reading, providerStates: [{ name: 'another' }], pending: true };
    const undecided = await verifiedWith(unchanged, unknown);
    expect(undecided.result.remedies).toEqual([{ reason: 'not-permitted', remedy: expect.any(String) }]);
  });
});

describe('the credentials of an interaction', () => {
  const sent = ({ seen }: Verified): unknown[] => seen.map(({ headers }) => headers.authorization);
  const refused = (status: number, headers: object = member): object => ({
    ...asking,
    request: { ...asking.request, headers },
    response: { status },
  });

  const asStated = (name: string, params?: object): object => ({
    ...refused(403),
    providerStates: [{ name, params }],
  });
  const asWritten = 'a token that nobody was given, as the pact writes it';
  const written = ['Bearer expired-token', 'Basic bWVtYmVyOnNlY3JldA==', 'Bearer'];

  test.each<[string, object, unknown, string]>([
    ['the member’s in place of what is written', asking, `Bearer ${tokenNamed('member')}`, 'member'],
    ...(['outsider', 'restricted'] as const).map((name): [string, object, unknown, string] => [
      `those of the caller that the state speaks of: ${name}`,
      name === 'outsider'
        ? asStated('a caller of another organisation')
        : asStated('a caller without permission', { operation: 'getOrganisation' }),
      `Bearer ${tokenNamed(name)}`,
      name,
    ]),
    ['none where none are written', refused(401, {}), undefined, 'no Authorization header'],
    ...written.map((authorization): [string, object, unknown, string] => [
      `as written where they must be refused: ${authorization}`,
      refused(401, { authorization: [authorization] }),
      authorization,
      asWritten,
    ]),
  ])('are %s', async (_, interaction, authorization, credentials) => {
    const verified = await verifiedWith(unchanged, interaction);
    expect(sent(verified)).toEqual([authorization]);
    expect(verified.result.exchanges).toMatchObject([{ request: { credentials } }]);
    if (credentials !== 'outsider') expect(verified.result.verdict).toBe('pass');
  });

  describe('that must be refused, by our pact,', () => {
    const invalid = { authorization: ['Bearer invalid-token'] };
    const ours = (headers: object): object => ({ ...refused(401, headers), ...citing('credentials-401') });
    const careless = when(
      ({ headers: { authorization = '' } }) =>
        authorization.length > 16 && `Bearer ${tokenNamed('member')}`.startsWith(authorization),
      asMember,
    );

    test('are followed by the plainest forgery of each family, and by those that are dealt to the operation', async () => {
      const verified = await verifiedWith(unchanged, ours(invalid));
      expect(verified.result.verdict).toBe('pass');
      const member = tokenNamed('member');
      const dealt = forgeryFamilies.flatMap((family) =>
        forgeriesFor(family, 'getOrganisation', { thorough: false, seed: 1 }),
      );
      // The service reads the first of several headers, and each byte of it as a character.
      const forged = [...new Set([...forgeries, ...dealt])].map(({ authorization }) => {
        const [first] = [authorization(member)].flat();
        return Buffer.from(first ?? '').toString('latin1');
      });
      expect(forged.length).toBeGreaterThan(forgeries.length);
      // An empty header may be sent as an empty value or not at all.
      const told = (headers: readonly unknown[]) => headers.map((header) => header ?? '');
      expect(told(sent(verified))).toEqual(told(['Bearer invalid-token', ...forged]));
    });

    test('and may be refused by a firewall in its own way, where they look like an attack', async () => {
      const blocking = (form: RegExp) => when(sendsToken(form), always(refusal(403)));
      const { result } = await verifiedWith(blocking(/^[{']/), ours(invalid));
      expect(result.verdict).toBe('pass');
      const others = await verifiedWith(blocking(/^undefined$/), ours(invalid));
      expect(found(others)).toMatchObject([{ requirement: 'credentials-401' }]);
    });

    test('and are not, are a deviation', async () => {
      const verified = await verifiedWith(careless, ours(invalid));
      const message = 'The status is 200 instead of 401 with a valid token less its last character';
      expect(found(verified)).toMatchObject([{ requirement: 'credentials-401', pointer: '', message }]);
    });

    test.each<[string, object]>([
      ['by none', ours({})],
      ['by another pact', refused(401, invalid)],
      ['by a pact that wants another status', { ...refused(200), ...citing('get-organisation') }],
    ])('are followed by no forgery %s', async (_, interaction) => {
      expect(sent(await verifiedWith(careless, interaction))).toHaveLength(1);
    });
  });

  test('that are not configured leave it undecided, and nothing is sent', async () => {
    const { result, seen } = await verifiedWith(unchanged, asStated('a caller of another organisation'), {
      ...{ target: { tokens: new Set(['member']) }, tokens: { member: tokenNamed('member') } },
    });
    const remedies = [{ reason: 'not-configured', remedy: 'Set tokens.outsider in the configuration.' }];
    expect(result).toMatchObject({ verdict: 'inconclusive', remedies });
    expect(seen).toEqual([]);
  });
});

describe('an interaction that writes', () => {
  const creating = {
    type: 'Synchronous/HTTP',
    description: 'an organisation is created',
    request: {
      method: 'POST',
      path: '/api/v2/org',
      headers: { ...member, 'Content-Type': ['application/json'] },
      body: bodyOf({ tradingName: 'Zoë & Sons' }),
    },
    response: { status: 201 },
  };
  const created = when(on('createOrganisation'), always(json(201, {})));

  test('is sent as it is written, to a provider with a state endpoint', async () => {
    const { result, seen } = await verifiedWith(created, creating, { target: { writes: 'none' } });
    expect(result.verdict).toBe('pass');
    const headers = { 'content-type': 'application/json' };
    const body = '{"tradingName":"Zoë & Sons"}';
    expect(seen).toMatchObject([{ method: 'POST', path: '/api/v2/org', headers, body }]);
  });

  const remedy =
    'Interactions that write are sent to a provider with a state endpoint (--state-url), or where writes is "all" in the configuration.';
  const unsent = { verdict: 'inconclusive', remedies: [{ reason: 'not-permitted', remedy }] };

  test.each([
    ['none', 0, unsent],
    ['restore', 0, unsent],
    ['all', 1, { verdict: 'pass' }],
  ] as const)('is sent to another only where writes is all: it is %s', async (writes, times, expected) => {
    const target = { writes };
    const { result, seen } = await verifiedWith(created, creating, { hasStates: false, target });
    expect(seen).toHaveLength(times);
    expect(result).toMatchObject(expected);
  });
});

describe('the states of an interaction', () => {
  const twice = [
    { name: 'a client', params: { clientId: 'c1' } },
    { name: 'a client', params: { clientId: 'c2' } },
    { name: 'no such case', params: { caseId } },
  ];
  const told = ({ seen }: SeeingServer): string[] =>
    seen.map(({ body }) => {
      const { action, state, params } = JSON.parse(body);
      return [action, state, ...Object.values(params).map(String)].join(' ');
    });

  async function withEndpoint(provider: Answering, endpoint: Answering, interaction: object) {
    const [service, states] = [await serving(provider), await serving(endpoint)];
    const result = only(await verifying(service.url, `${states.url}/states`, [interaction]));
    return { result, told: told(states), service };
  }

  const answered: Answering = () => ({ headers: { 'content-type': 'application/json' }, body: '{}' });

  test('are set up in their order, each with its own parameters, and torn down the other way round', async () => {
    const { result, told } = await withEndpoint(answered, () => ({}), { ...asking, providerStates: twice });
    expect(result.verdict).toBe('pass');
    expect(told).toEqual([
      ...['setup a client c1', 'setup a client c2', `setup no such case ${caseId}`],
      ...[`teardown no such case ${caseId}`, 'teardown a client c2', 'teardown a client c1'],
    ]);
  });

  test('that are not met leave it undecided; those before are torn down, and nothing is sent', async () => {
    const { result, told, service } = await withEndpoint(
      answered,
      ({ body }) => ({ status: body.includes('c2') ? 500 : 200 }),
      { ...asking, providerStates: twice },
    );
    expect(result).toMatchObject({ verdict: 'inconclusive', reason: 'unreachable' });
    // A setup that failed may still have taken effect.
    expect(told).toEqual([
      ...['setup a client c1', 'setup a client c2', 'teardown a client c2', 'teardown a client c1'],
    ]);
    expect(service.seen).toHaveLength(1);
  });

  test('give the identifiers that a provider chose', async () => {
    const { result, service } = await withEndpoint(answered, () => ({ body: '{"caseId":"chosen"}' }), {
      ...reading,
      request: {
        ...reading.request,
        generators: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Pact's
          path: { type: 'ProviderState', expression: '/api/v2/cases/${caseId}/data', dataType: 'STRING' },
        },
      },
      response: { status: 200 },
    });
    expect(service.seen.at(-1)?.path).toBe('/api/v2/cases/chosen/data');
    // The documents demand more of a record than this pact.
    expect(result.verdict).toBe('fail');
  });
});

test('a request that a state leads to another operation is not sent', async () => {
  const states = await serving(() => ({ body: '{"what":"org"}' }));
  const { url, seen } = await serving(() => ({ body: '{}' }));
  const listing = {
    ...asking,
    providerStates: [{ name: 'anything' }],
    request: {
      ...asking.request,
      path: '/api/v2/cases',
      generators: {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Pact's
        path: { type: 'ProviderState', expression: '/api/v2/${what}', dataType: 'STRING' },
      },
    },
  };
  const result = only(await verifying(url, `${states.url}/`, [listing]));
  const remedy =
    'With the values that its state answers, the request is GET /api/v2/org, which is another operation. It is not sent.';
  const remedies = [{ reason: 'not-permitted', remedy }];
  expect(result).toMatchObject({ verdict: 'inconclusive', remedies });
  expect(seen).toHaveLength(1);
});

test('a provider that breaks off is unreachable, and does not deviate; what it answers is judged', async () => {
  const states = await serving(() => ({}));
  let asked = 0;
  const { url } = await serving(({ path }) => {
    asked += path.endsWith('/data') ? 1 : 0;
    const headers = { 'content-type': 'application/json', connection: 'close' };
    return asked % 2 === 1
      ? undefined
      : { headers, body: path.endsWith('/data') ? JSON.stringify(record) : '{}' };
  });
  const several = ['first', 'second', 'third'].map((description) => ({ ...reading, description }));
  const { results, suiteFaults } = await verifying(url, `${states.url}/`, several);
  expect(suiteFaults).toEqual([]);
  expect(results.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ['inconclusive', 'unreachable'],
    ['pass', undefined],
    ['inconclusive', 'unreachable'],
  ]);
  const remedy = `GET ${reading.request.path}: ${url} closed the connection before its answer was complete.`;
  expect(results[0]?.remedies).toMatchObject([{ reason: 'unreachable', remedy }]);
  expect(states.seen.map(({ body }) => JSON.parse(body).action)).toEqual(
    several.flatMap(() => ['setup', 'teardown']),
  );
});

const holds = JSON.stringify({ interactionResults: [{ result: 'OK' }] });
const ask = (baseUrl: string): Promise<Response> => fetch(`${baseUrl}/api/v2/org`);

test.each<[string, (baseUrl: string) => Promise<string>, string]>([
  ['none', async () => holds, "Pact's verifier compared 0 answers, and not one."],
  [
    'two',
    (baseUrl) => Promise.all([ask(baseUrl), ask(baseUrl)]).then(() => holds),
    "Pact's verifier compared 2 answers, and not one.",
  ],
  [
    'nothing, of its own accord',
    async () => '{"interactionResults":[{"result":"Error","mismatch":{"type":"error","message":"No."}}]}',
    "Pact's verifier compared nothing: No.",
  ],
])(
  'a verifier that compares %s instead of one answer is a fault of the suite by our pact, and leaves another undecided',
  async (_, verify, message) => {
    const { url } = await serving(() => ({ body: '{}' }));
    const comparing = async (interaction: object) => {
      const own = { verify: (_pact: object, baseUrl: string) => verify(baseUrl) };
      const tools = await toolsOf(own, statesAt());
      return ran(url, interactionChecks(interactionsOf(interaction), tools));
    };
    const ours = await comparing(askingOfOurs);
    expect(ours.results).toEqual([]);
    expect(ours.suiteFaults).toEqual([
      { check: 'getOrganisation.pact.the-organisation', error: new Error(message) },
    ]);
    const remedy =
      "Pact's verifier cannot verify 'the organisation' of portal, so nothing is known of it. Fix the pact.";
    expect(only(await comparing(asking))).toMatchObject({
      ...{ verdict: 'inconclusive', findings: [], remedies: [{ reason: 'not-permitted', remedy }] },
    });
  },
);
