import { describe, expect, test } from 'vitest';
import { bundled } from '../../../src/specification/bundled.ts';
import {
  type Interaction,
  isOfTheDocuments,
  type PactInteraction,
  readPact,
} from '../../../src/verification/pact.ts';

const id = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const parties = { consumer: { name: 'portal' }, provider: { name: 'case-management-service' } };
const request = { method: 'GET', path: `/api/v2/cases/${id}/data` };

const pactOf = (version: string | undefined, interaction: object) => ({
  ...parties,
  interactions: [{ description: 'a case', ...interaction }],
  ...(version === undefined ? {} : { metadata: { pactSpecification: { version } } }),
});

const aCase = { name: 'a case of this type', params: { caseId: id, caseType: 'Sale' } };
const withToken = { ...request, headers: { Authorization: 'Bearer t' } };

const versions = {
  1: pactOf(undefined, {
    provider_state: aCase.name,
    request: { ...request, method: 'get', headers: { authorization: 'Bearer t' } },
    response: { status: 200, body: { caseId: id } },
  }),
  2: pactOf('2.0.0', {
    providerState: aCase.name,
    request: withToken,
    response: { status: 200, body: { caseId: id }, matchingRules: { '$.body.caseId': { match: 'type' } } },
  }),
  3: pactOf('3.0.0', {
    providerStates: [aCase, { name: 'a caller of another organisation' }],
    request: withToken,
    response: { status: 403 },
  }),
  4: pactOf('4.0', {
    type: 'Synchronous/HTTP',
    pending: true,
    comments: {
      references: { requirement: { 'case-data-200': 'interface 4.1', 'no-such-row': 'nowhere' }, other: {} },
    },
    providerStates: [aCase],
    request: { ...request, headers: { Authorization: ['Bearer t'] } },
    response: { status: 200 },
  }),
};

function interactionsOf(pact: unknown): readonly PactInteraction[] {
  const reading = readPact(bundled, JSON.parse(JSON.stringify(pact)));
  if (reading.kind === 'not-a-pact') throw new Error(reading.message);
  return reading.interactions;
}

function whyNot(value: unknown): string | undefined {
  const reading = readPact(bundled, value);
  return reading.kind === 'not-a-pact' ? reading.message : undefined;
}

function pactWith(further: object): object {
  return { ...versions[4], interactions: [{ ...versions[4].interactions[0], ...further }] };
}

function interactionWith(further: object): Interaction {
  const [interaction] = interactionsOf(pactWith(further));
  if (interaction === undefined || 'obstacle' in interaction) throw new Error('There is none over HTTP.');
  return interaction;
}

const common = {
  consumer: 'portal',
  description: 'a case',
  operation: 'getCaseData',
  status: 200,
  statusInWords: '200',
  authorization: 'Bearer t',
  requirements: [],
  isPending: false,
};

describe('a pact', () => {
  const unnamed = { states: [{ name: aCase.name, params: {} }] };
  const refused = { status: 403, statusInWords: '403' };

  test.each([
    ['1', versions[1], unnamed],
    ['2', versions[2], unnamed],
    [
      '3',
      versions[3],
      { ...refused, states: [aCase, { name: 'a caller of another organisation', params: {} }] },
    ],
    ['4', versions[4], { states: [aCase], requirements: ['case-data-200'], isPending: true }],
  ])('of version %s is read', (_, pact, own) => {
    expect(interactionsOf(pact)).toEqual([{ ...common, ...own, pact }]);
  });

  test('is taken apart into pacts of one interaction each, with all else that it holds', () => {
    const [first] = versions[4].interactions;
    const second = { ...first, description: 'another' };
    const interactions = interactionsOf({ ...versions[4], interactions: [first, second] });
    expect(interactions.map(({ description }) => description)).toEqual(['a case', 'another']);
    expect(interactions.map(({ pact }) => pact)).toEqual([
      { ...versions[4], interactions: [first] },
      { ...versions[4], interactions: [second] },
    ]);
  });

  test('is of the documents where it cites rows that there are', () => {
    const citing = (requirement: object) => interactionWith({ comments: { references: { requirement } } });
    expect(isOfTheDocuments(citing({ 'case-price': 'catalogue 2.1' }))).toBe(true);
    expect(isOfTheDocuments(citing({ 'no-such-row': 'nowhere' }))).toBe(false);
    // Requirements are in the order of the register, whatever their order in the pact.
    expect(citing({ 'case-price': '', 'case-data-200': '' }).requirements).toEqual(
      citing({ 'case-data-200': '', 'case-price': '' }).requirements,
    );
  });
});

describe('the states of an interaction', () => {
  const one = { name: 'one', params: {} };

  test.each([
    ['none', { providerStates: [] }, []],
    ['an empty name, which is none', { providerStates: undefined, providerState: '' }, []],
    ['one without a name, which is none', { providerStates: [{ params: {} }, 'text', null] }, []],
    ['both forms, and the list counts', { providerState: 'two', providerStates: [{ name: 'one' }] }, [one]],
    ['null in place of a list', { providerStates: null, providerState: 'one' }, [one]],
    [
      'parameters that are no object',
      { providerStates: ['text', 5, null, ['list'], true].map((params) => ({ name: 'one', params })) },
      Array(5).fill(one),
    ],
  ])('%s', (_, further, states) => {
    expect(interactionWith(further).states).toEqual(states);
  });
});

describe('the status of an interaction', () => {
  const ruled = (status: unknown) => ({ response: { status: 404, matchingRules: { status } } });
  const expecting = (...matchers: readonly object[]) => ruled({ $: { combine: 'AND', matchers } });
  const ofClass = (status: unknown) => ({ match: 'statusCode', status });

  test.each<[string, object, string]>([
    ...Object.entries({
      ...{ info: '1xx', success: '2xx', redirect: '3xx', clientError: '4xx', serverError: '5xx' },
      ...{ nonError: 'below 400', error: '400 or above' },
    }).map(([name, words]): [string, object, string] => [name, expecting(ofClass(name)), words]),
    ['several', expecting(ofClass([200, 404])), 'one of 200, 404'],
    ['a class that there is none of', expecting(ofClass('constructor')), '404'],
    ['no matcher', expecting(), '404'],
    ['rules without a path', ruled({ matchers: [ofClass('error')] }), '400 or above'],
    ['rules that are none', ruled('error'), '404'],
  ])('%s', (_, further, words) => {
    expect(interactionWith(further)).toMatchObject({ status: 404, statusInWords: words });
  });

  test('is 200 where none is written', () => {
    expect(interactionWith({ response: {} })).toMatchObject({ status: 200, statusInWords: '200' });
    expect(interactionWith({ response: undefined })).toMatchObject({ status: 200, statusInWords: '200' });
  });
});

test.each<[string, unknown, string | undefined]>([
  ['none', {}, undefined],
  ['as a list', { AUTHORIZATION: ['Bearer t'] }, 'Bearer t'],
  ['an empty text', { Authorization: '' }, ''],
  ['headers that are null', null, undefined],
])('the credentials of an interaction: %s', (_, headers, authorization) => {
  expect(interactionWith({ request: { ...request, headers } }).authorization).toBe(authorization);
});

const noParties = 'It names no consumer and provider.';
const noInteraction = 'It holds no interaction.';

test.each<[string, unknown, string]>([
  ['nothing', undefined, noParties],
  ['a list', [versions[4]], noParties],
  ['without a consumer', { ...versions[4], consumer: undefined }, noParties],
  ['without interactions', parties, noInteraction],
  ['no interaction', { ...parties, interactions: [] }, noInteraction],
  ['interactions that are a text', { ...parties, interactions: 'all' }, noInteraction],
])('what is no pact is refused: %s', (_, value, message) => {
  expect(whyNot(value)).toBe(message);
});

describe('an interaction that is not verified says why', () => {
  const message = 'is a message, and not a request over HTTP';
  const noOperation = 'is of no operation of the interface';
  const noNumber = 'expects a status that is not a number';

  test.each<[string, unknown, string]>([
    ['a message of version 3', { ...parties, messages: [{ description: 'a change' }] }, message],
    ['a message of version 4', pactWith({ type: 'Asynchronous/Messages', contents: {} }), message],
    ['null', { ...parties, interactions: [null] }, noOperation],
    ['a method that is a list', pactWith({ request: { ...request, method: ['GET'] } }), noOperation],
    ['another operation', pactWith({ request: { method: 'DELETE', path: '/api/v2/org' } }), noOperation],
    ['a status that is a text', pactWith({ response: { status: '200' } }), noNumber],
  ])('%s', (_, value, obstacle) => {
    expect(interactionsOf(value)).toMatchObject([{ consumer: 'portal', obstacle }]);
  });

  test('and those beside it are read', () => {
    const [first] = versions[4].interactions;
    const posting = { method: 'POST', path: '/api/v2/webhooks' };
    const second = { ...first, description: 'a webhook', request: posting };
    const messages = [{ description: 'a case has changed' }];
    const read = interactionsOf({ ...versions[4], interactions: [second, first], messages });
    expect(read.map(({ description }) => description)).toEqual(['a webhook', 'a case', 'a case has changed']);
    expect(read.map((one) => 'obstacle' in one)).toEqual([true, false, true]);
  });
});

test('a member that is called __proto__ is one like any other', () => {
  const json = JSON.stringify(pactWith({ __PROTO__: { pending: true, providerStates: [{ name: 'x' }] } }));
  const hostile = JSON.parse(json.replaceAll('__PROTO__', '__proto__').replace('"pending":true', '"x":1'));
  const interactions = interactionsOf(hostile);
  expect(interactions).toMatchObject([{ ...common, requirements: ['case-data-200'], isPending: false }]);
  expect(JSON.stringify(interactions[0]?.pact)).toContain('"__proto__":{');
  expect(({} as { pending?: unknown }).pending).toBeUndefined();
  expect(
    readPact(bundled, JSON.parse('{"__proto__":{"consumer":{"name":"c"},"provider":{"name":"p"}}}')).kind,
  ).toBe('not-a-pact');
});
