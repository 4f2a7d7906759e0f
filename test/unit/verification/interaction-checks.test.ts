import { describe, expect, test } from 'vitest';
import { json, refusal, written } from '../../../faults/answers.ts';
import type { Behaviour } from '../../../faults/behaviour.ts';
import { always, letIn, mapBody, mapJson, unchanged, when, withHeaders } from '../../../faults/behaviours.ts';
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
/** Reading a case, which its state sets up. */
const reading = {
  type: 'Synchronous/HTTP',
  description: 'a sale is read',
  providerStates: [aCase],
  request: { method: 'GET', path: `/api/v2/cases/${caseId}/data`, headers: member },
  response: { status: 200, body: bodyOf(record) },
};

/** Asking for the organisation, in no state. */
const asking = {
  type: 'Synchronous/HTTP',
  description: 'the organisation',
  request: { method: 'GET', path: '/api/v2/org', headers: member },
  response: { status: 200 },
};

/** The same, by the pact of ours. */
const askingOfOurs = { ...asking, ...citing('get-organisation') };

/** Whatever is asked for the data of a case is answered so. */
const answeringData = (answer: Parameters<typeof always>[0]): Behaviour =>
  when(on('getCaseData'), always(answer));

describe('the checks of interactions', () => {
  const tools = {
    ...{ verifier, relay: undefined as never, states: openProviderStates(undefined) },
    mask: (text: string) => text,
  };

  test('say what they are of', () => {
    const [first] = interactionChecks(interactionsOf({ ...reading, ...citing('case-data-200') }), tools);
    expect(first).toMatchObject({
      id: 'getCaseData.pact.a-sale-is-read',
      title: 'portal: a sale is read, given a case with this record',
      operation: 'getCaseData',
      requirements: ['case-data-200'],
      needs: [],
    });
    const [second] = interactionChecks(interactionsOf(asking), tools);
    expect(second).toMatchObject({
      id: 'getOrganisation.pact.the-organisation',
      title: 'portal: the organisation',
      requirements: ['consumer-contract'],
    });
  });

  test('say that what is pending speaks for its consumer alone', () => {
    const pending = { ...reading, ...citing('case-data-200'), pending: true };
    const [check] = interactionChecks(interactionsOf(pending), tools);
    expect(check?.requirements).toEqual(['consumer-contract']);
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

describe('an interaction that holds', () => {
  test('passes, with the exchange that shows it', async () => {
    const { result } = await verifiedWith(unchanged, reading);
    expect(result).toMatchObject({ verdict: 'pass', findings: [], remedies: [] });
    expect(result.exchanges).toMatchObject([
      {
        request: { method: 'GET', path: reading.request.path, credentials: 'member' },
        response: { status: 200 },
      },
    ]);
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
});

describe('an interaction of our pact', () => {
  test('holds, however deep is what the documents say nothing of', async () => {
    let internal: object = {};
    for (let level = 0; level < 3_000; level += 1) internal = level % 2 === 0 ? { internal } : [internal];
    const deep = when(
      on('getCaseData'),
      mapBody(200, (body) => `{"internal":${JSON.stringify(internal)},${body.slice(1)}`),
    );
    const { result } = await verifiedWith(deep, { ...reading, ...citing('case-data-200') });
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
  });
});

test('headers that decide how a message is framed are not the pact’s to send', async () => {
  const framing = { Expect: ['100-continue'], TE: ['trailers'], Upgrade: ['h2c'], 'X-Own': ['1'] };
  const request = { ...asking.request, headers: { ...member, ...framing } };
  const { result, seen } = await verifiedWith(unchanged, { ...asking, request });
  expect(result.verdict).toBe('pass');
  const names = seen.flatMap(({ headers }) => Object.keys(headers));
  expect(names).toContain('x-own');
  expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(expect|te|upgrade)$/)]));
});

describe('an interaction that does not hold', () => {
  test('is named with what the contract needs', async () => {
    const other = when(
      on('getCaseData'),
      mapJson(200, (shown) => ({ ...(shown as object), reference: marker })),
    );
    const verified = await verifiedWith(other, reading);
    expect(verified.result.verdict).toBe('fail');
    expect(found(verified)).toEqual([
      {
        requirement: 'consumer-contract',
        pointer: '/reference',
        message: '/reference is not "R", against the contract',
      },
    ]);
    expect(JSON.stringify(verified.result)).not.toContain(marker);
  });

  test('is said once where the documents say it, too, and in their words', async () => {
    const texts = when(
      on('getCaseData'),
      mapJson(200, () => ({ ...record, price: marker, reference: 'S' })),
    );
    const verified = await verifiedWith(texts, { ...reading, ...citing('case-data-200', 'case-price') });
    expect(found(verified)).toMatchObject([
      {
        requirement: 'case-price',
        pointer: '/price',
        message: '/price is a string instead of a number',
      },
      { pointer: '/reference', message: '/reference is not "R", against the contract' },
    ]);
    expect(JSON.stringify(verified.result)).not.toContain(marker);
  });

  test('has no other fault than its status, where that is another', async () => {
    const verified = await verifiedWith(answeringData(json(404, { message: marker })), {
      ...reading,
      ...citing('case-data-200'),
      response: { ...reading.response, headers: { 'X-Edition': ['5th'] } },
    });
    expect(found(verified)).toEqual([
      { requirement: 'case-data-200', pointer: '', message: 'The status is 404 instead of 200' },
    ]);
    expect(JSON.stringify(verified.result)).not.toContain(marker);
  });

  test('is told the class of statuses that it is to be of', async () => {
    const matchingRules = {
      status: { $: { combine: 'AND', matchers: [{ match: 'statusCode', status: 'success' }] } },
    };
    const verified = await verifiedWith(answeringData(refusal(404)), {
      ...reading,
      response: { status: 200, matchingRules },
    });
    expect(found(verified)).toMatchObject([{ message: 'The status is 404 instead of 2xx' }]);
  });

  test('is told of each header', async () => {
    const verified = await verifiedWith(unchanged, {
      ...reading,
      response: { status: 200, headers: { 'X-B': ['1'], 'X-A': ['1'] } },
    });
    expect(found(verified).map(({ message }) => message)).toEqual([
      'The header X-A is missing, against the contract',
      'The header X-B is missing, against the contract',
    ]);
  });

  test.each<[string, Behaviour]>([
    ['no JSON', answeringData(written(200, `{${marker}`, 'application/json'))],
    ['a page', answeringData(written(200, marker, 'text/html'))],
  ])('is told once of a body that is %s', async (_, behaviour) => {
    const verified = await verifiedWith(behaviour, { ...reading, ...citing('case-data-200') });
    expect(found(verified)).toEqual([
      {
        requirement: 'bodies-are-json',
        pointer: '',
        message: expect.stringMatching(/^The body is not JSON( \(line 1, column \d+\))?$/),
      },
    ]);
    expect(JSON.stringify(verified.result)).not.toContain(marker);
  });

  test('is told of a body that is not UTF-8', async () => {
    const latin = Buffer.from(JSON.stringify({ ...record, town: 'Zürich' }), 'latin1');
    const { url } = await serving(({ path }) => ({
      headers: { 'content-type': 'application/json' },
      body: (path.endsWith('/data') ? latin : '{}') as string,
    }));
    const states = await serving(() => ({}));
    const { findings } = only(await verifying(url, `${states.url}/`, [reading]));
    expect(findings).toMatchObject([
      { requirement: 'bodies-are-json', message: 'The body is not JSON: it is not UTF-8' },
    ]);
  });

  test('does not show the names that an answer chose', async () => {
    const location = { latitude: 1, longitude: 2, [marker]: 1 };
    const wide = when(
      on('getCaseData'),
      mapJson(200, (shown) => ({ ...(shown as object), location })),
    );
    const verified = await verifiedWith(wide, reading);
    expect(found(verified)).toMatchObject([{ pointer: '/location/(an unknown name)' }]);
    expect(JSON.stringify(verified.result)).not.toContain(marker);
  });

  test('is not decided while it is pending', async () => {
    const { result } = await verifiedWith(answeringData(refusal(404)), { ...reading, pending: true });
    expect(result).toMatchObject({
      verdict: 'inconclusive',
      reason: 'not-permitted',
      findings: [],
      remedies: [
        {
          reason: 'not-permitted',
          remedy: 'The interaction is pending, and does not hold yet: The status is 404 instead of 200.',
          isPending: true,
        },
      ],
    });
  });

  test('passes, pending or not, where it holds', async () => {
    const { result } = await verifiedWith(unchanged, { ...reading, pending: true });
    expect(result.verdict).toBe('pass');
  });

  test('and is pending is not excused for what is not decided', async () => {
    const unknown = { ...reading, providerStates: [{ name: 'another' }], pending: true };
    const { result } = await verifiedWith(unchanged, unknown);
    expect(result.remedies).toEqual([{ reason: 'not-permitted', remedy: expect.any(String) }]);
  });

  test.each([
    ['[]', "The body is an empty array instead of the organisation's details"],
    ['', "The body is empty instead of the organisation's details"],
  ])('is told that the organisation has details, which %j has not', async (body, message) => {
    const nothing = when(on('getOrganisation'), always(written(200, body, 'application/json')));
    const details = { requirement: 'get-organisation', pointer: '', message };
    expect(found(await verifiedWith(nothing, askingOfOurs))).toEqual([details]);
    expect(found(await verifiedWith(nothing, asking))).toEqual([details]);
  });
});

describe('the credentials of an interaction', () => {
  const sent = ({ seen }: Verified): unknown[] => seen.map(({ headers }) => headers.authorization);
  const refused = (status: number, headers: object = member): object => ({
    ...asking,
    request: { ...asking.request, headers },
    response: { status },
  });

  test('are the member’s in place of what is written', async () => {
    const verified = await verifiedWith(unchanged, asking);
    expect(sent(verified)).toEqual([`Bearer ${tokenNamed('member')}`]);
  });

  test('are those of the caller that the state speaks of', async () => {
    const outsider = { name: 'a caller of another organisation' };
    const restricted = { name: 'a caller without permission', params: { operation: 'getOrganisation' } };
    expect(sent(await verifiedWith(unchanged, { ...refused(403), providerStates: [outsider] }))).toEqual([
      `Bearer ${tokenNamed('outsider')}`,
    ]);
    const verified = await verifiedWith(unchanged, { ...refused(403), providerStates: [restricted] });
    expect(sent(verified)).toEqual([`Bearer ${tokenNamed('restricted')}`]);
    expect(verified.result.verdict).toBe('pass');
  });

  test('are none where none are written', async () => {
    const verified = await verifiedWith(unchanged, refused(401, {}));
    expect(sent(verified)).toEqual([undefined]);
    expect(verified.result).toMatchObject({
      verdict: 'pass',
      exchanges: [{ request: { credentials: 'no Authorization header' } }],
    });
  });

  test.each(['Bearer expired-token', 'Basic bWVtYmVyOnNlY3JldA==', 'Bearer'])(
    'are as written where they must be refused: %s',
    async (authorization) => {
      const verified = await verifiedWith(unchanged, refused(401, { authorization: [authorization] }));
      expect(sent(verified)).toEqual([authorization]);
      expect(verified.result).toMatchObject({
        verdict: 'pass',
        exchanges: [{ request: { credentials: 'a token that nobody was given, as the pact writes it' } }],
      });
    },
  );

  describe('that must be refused, by our pact,', () => {
    const invalid = { authorization: ['Bearer invalid-token'] };
    const ours = (headers: object): object => ({ ...refused(401, headers), ...citing('credentials-401') });
    const careless = when(
      ({ headers: { authorization = '' } }) =>
        authorization.length > 16 && `Bearer ${tokenNamed('member')}`.startsWith(authorization),
      letIn,
    );

    test('are followed by the plainest forgery of each family, and by those that are dealt to the operation', async () => {
      const verified = await verifiedWith(unchanged, ours(invalid));
      expect(verified.result.verdict).toBe('pass');
      const member = tokenNamed('member');
      const dealt = forgeryFamilies.flatMap((family) =>
        forgeriesFor(family, 'getOrganisation', { thorough: false, seed: 1 }),
      );
      // Of several headers, the first is read.
      const forged = [...new Set([...forgeries, ...dealt])].map(
        ({ authorization }) => [authorization(member)].flat()[0],
      );
      expect(forged.length).toBeGreaterThan(forgeries.length);
      // An empty header is sent as none, or as one.
      const told = (headers: readonly unknown[]) => headers.map((header) => header ?? '');
      expect(told(sent(verified))).toEqual(told(['Bearer invalid-token', ...forged]));
    });

    test('and may be refused by a firewall in its own way, where they look like an attack', async () => {
      const blocking = (form: RegExp) => when(sendsToken(form), always(refusal(403)));
      const { result } = await verifiedWith(blocking(/^[{']/), ours(invalid));
      expect(result.verdict).toBe('pass');
      const others = await verifiedWith(blocking(/^null$/), ours(invalid));
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
    const states = [{ name: 'a caller of another organisation' }];
    const { result, seen } = await verifiedWith(
      unchanged,
      { ...refused(403), providerStates: states },
      { target: { tokens: new Set(['member']) }, tokens: { member: tokenNamed('member') } },
    );
    expect(result).toMatchObject({
      verdict: 'inconclusive',
      remedies: [{ reason: 'not-configured', remedy: 'Set tokens.outsider in the configuration.' }],
    });
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
    expect(seen).toMatchObject([
      {
        method: 'POST',
        path: '/api/v2/org',
        headers: { 'content-type': 'application/json' },
        body: '{"tradingName":"Zoë & Sons"}',
      },
    ]);
  });

  test.each(['none', 'restore'] as const)('is not sent to another, where writes is %s', async (writes) => {
    const { result, seen } = await verifiedWith(created, creating, { hasStates: false, target: { writes } });
    expect(result).toMatchObject({
      verdict: 'inconclusive',
      remedies: [
        {
          reason: 'not-permitted',
          remedy:
            'Interactions that write are sent to a provider with a state endpoint (--state-url), or where writes is "all" in the configuration.',
        },
      ],
    });
    expect(seen).toEqual([]);
  });

  test('is sent to another whose data is disposable', async () => {
    const { result, seen } = await verifiedWith(created, creating, { hasStates: false });
    expect(result.verdict).toBe('pass');
    expect(seen).toHaveLength(1);
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

  /** A provider that answers so, with an endpoint that answers so. */
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

  test('are not told of where there are none', async () => {
    const { result, told } = await withEndpoint(answered, () => ({ status: 500 }), asking);
    expect(result.verdict).toBe('pass');
    expect(told).toEqual([]);
  });

  test('that are not met leave it undecided; those before are torn down, and nothing is sent', async () => {
    const { result, told, service } = await withEndpoint(
      answered,
      ({ body }) => ({ status: body.includes('c2') ? 500 : 200 }),
      { ...asking, providerStates: twice },
    );
    expect(result).toMatchObject({
      verdict: 'inconclusive',
      reason: 'unreachable',
      remedies: [
        {
          remedy:
            "The state endpoint answers 500 to the state 'a client'. It must answer 2xx, or 4xx where it cannot meet a state.",
        },
      ],
    });
    // One that failed may have been done.
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
    // The documents want more of a record than that.
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
  expect(result).toMatchObject({
    verdict: 'inconclusive',
    remedies: [
      {
        reason: 'not-permitted',
        remedy:
          'With the values that its state answers, the request is GET /api/v2/org, which is another operation. It is not sent.',
      },
    ],
  });
  expect(seen).toHaveLength(1);
});

describe('a provider that breaks off', () => {
  test('is unreachable, and does not deviate; what it answers is judged', async () => {
    let asked = 0;
    const { url } = await serving(() => {
      asked += 1;
      const headers = { 'content-type': 'application/json', connection: 'close' };
      return asked % 2 === 0 ? undefined : { headers, body: '{}' };
    });
    const descriptions = ['first', 'second', 'third', 'fourth'];
    const { results, suiteFaults } = await verifying(
      url,
      undefined,
      descriptions.map((description) => ({ ...asking, description })),
    );
    expect(suiteFaults).toEqual([]);
    expect(results.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['inconclusive', 'unreachable'],
      ['pass', undefined],
      ['inconclusive', 'unreachable'],
      ['pass', undefined],
    ]);
    expect(results[0]?.remedies).toEqual([
      {
        reason: 'unreachable',
        remedy: `GET /api/v2/org: ${url} closed the connection before its answer was complete.`,
        isCutOff: true,
      },
    ]);
  });

  test('has its states torn down all the same', async () => {
    const states = await serving(() => ({}));
    const { url } = await serving(({ path }) => (path.endsWith('/data') ? undefined : { body: '{}' }));
    expect(only(await verifying(url, `${states.url}/`, [reading])).reason).toBe('unreachable');
    expect(states.seen.map(({ body }) => JSON.parse(body).action)).toEqual(['setup', 'teardown']);
  });
});

describe('a verifier that compares anything but one answer', () => {
  const holds = JSON.stringify({ interactionResults: [{ result: 'OK' }] });
  const ask = (baseUrl: string): Promise<Response> => fetch(`${baseUrl}/api/v2/org`);

  test.each<[string, (baseUrl: string) => Promise<string>, string]>([
    ['none', async () => holds, "Pact's verifier compared 0 answers, and not one."],
    [
      'two',
      async (baseUrl) => {
        await Promise.all([ask(baseUrl), ask(baseUrl)]);
        return holds;
      },
      "Pact's verifier compared 2 answers, and not one.",
    ],
    [
      'no interaction',
      async (baseUrl) => {
        await ask(baseUrl);
        return '{"interactionResults":[]}';
      },
      "Pact's verifier verified 0 interactions, and not one.",
    ],
    [
      'nothing, of its own accord',
      async () => '{"interactionResults":[{"result":"Error","mismatch":{"type":"error","message":"No."}}]}',
      "Pact's verifier compared nothing: No.",
    ],
  ])('%s, is a fault of the suite by our pact, and leaves another undecided', async (_, verify, message) => {
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
    expect(only(await comparing(asking))).toMatchObject({
      verdict: 'inconclusive',
      findings: [],
      remedies: [
        {
          reason: 'not-permitted',
          remedy:
            "Pact's verifier cannot verify 'the organisation' of portal, so nothing is known of it. Fix the pact.",
        },
      ],
    });
  });
});
