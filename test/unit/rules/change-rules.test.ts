import { describe, expect, it } from 'vitest';
import { updateClient } from '../../../src/api/calls.ts';
import type { Judgement } from '../../../src/harness/check.ts';
import {
  answersWithTheRecord,
  type ChangeRule,
  changesNothing,
  isOfTheClient,
  judgedChange,
  keepsAddress,
  keepsFields,
  refusesWithoutEffect,
  replacesAddress,
  showsAsDescribed,
  storesSentFields,
} from '../../../src/rules/change-rules.ts';
import { clientReadingOf, type ObservedChange, sendsShownValues } from '../../../src/rules/client-change.ts';
import type { JsonObject } from '../../../src/schema/json.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Exchange } from '../../../src/trace/exchange.ts';
import { exchangeOf } from '../../support/exchange.ts';
import {
  anything,
  each,
  type Form,
  list,
  maybe,
  named,
  number,
  object,
  tableOf,
  yamlOf,
} from '../../support/yaml-rows.ts';

const client = '99a439b3-87fb-4bda-bded-98a31048f0e0';

interface Told {
  readonly sent?: unknown;
  readonly before?: JsonObject | undefined;
  readonly answer?: unknown;
  readonly after?: unknown;
  readonly status?: number | undefined;
}

function changeOf({
  sent = {},
  before = {},
  after = before,
  answer = after,
  status = 200,
}: Told): ObservedChange {
  return {
    client,
    body: sent,
    before,
    answer: clientReadingOf(replyOf(0, status, answer, sent), client),
    after: clientReadingOf(replyOf(1, 200, after), client),
  };
}

function replyOf(number: number, status: number, value: unknown, sent: unknown = {}): Exchange {
  const text = value === undefined ? '' : JSON.stringify(value);
  return exchangeOf(status, text, { number, call: updateClient(client, JSON.stringify(sent)) });
}

function saidBy(rule: ChangeRule, told: Told): unknown[] {
  return once(rule(bundled, changeOf(told)).map(wordsOf));
}

function once(said: readonly unknown[]): unknown[] {
  return said.filter((one, place) => one !== 'held' || said.indexOf('held') === place);
}

function wordsOf(judgement: Judgement): unknown {
  if (judgement.kind === 'held') return 'held';
  if (judgement.kind === 'undecided') return [judgement.reason, judgement.message];
  if (judgement.kind === 'observes') return judgement.observation;
  const { reply, requirement, pointer, message } = judgement.finding;
  return [reply, requirement, pointer, message];
}

const at =
  (requirement: string) =>
  (reply: number, pointer: string, words: string): unknown[] => [
    ...[reply, requirement, pointer, `${pointer} ${words}`.trimStart()],
  ];
const ofAnswer = at('update-client-200');
const ofFields = at('update-client-fields');
const ofKept = at('update-client-omitted-unchanged');

it('names the places where a change held, and the change, unless a field already had the value', () => {
  const before = { title: 'Mr', firstName: 'Ann' };
  const after = { ...before, title: 'Dr' };
  const change = changeOf({ sent: after, before, after });
  expect(judgedChange(bundled, change, storesSentFields)).toEqual([
    { kind: 'held', pointer: '/title', reply: change.answer.reply.number },
    { kind: 'held' },
  ]);
});

const change = each<Told>({
  ...{ sent: maybe(anything), before: maybe(object), answer: maybe(anything), after: maybe(anything) },
  status: maybe(number),
});
const toldAndSaid: Form<readonly [told: Told, said: readonly unknown[]]> = (value, place) => {
  const [told, ...said] = list(value, place);
  return [change(told, place), said];
};
const rules: Readonly<Record<string, ChangeRule>> = {
  ...{ answersWithTheRecord, changesNothing, storesSentFields, replacesAddress },
  ...{ keepsFields, keepsAddress, isOfTheClient, showsAsDescribed },
};

const tables = yamlOf(
  new URL('./change-rules.yaml', import.meta.url),
  each(Object.fromEntries(Object.keys(rules).map((name) => [name, tableOf(toldAndSaid)]))),
);

describe.each(Object.entries(rules))('the rule %s', (name, rule) => {
  it.each(named(tables[name] ?? {}))('%s', (_what, told, said) => {
    expect(saidBy(rule, told)).toEqual(once(said));
  });
});

const dr = { title: 'Dr' };
const mr = { title: 'Mr' };

it.each([
  [undefined, 'empty'],
  ['ok', 'a string'],
  [[], 'an array'],
])('a change is not answered with the body %j', (answer, found) => {
  const change = { ...changeOf({ after: {} }), answer: clientReadingOf(replyOf(0, 200, answer), client) };
  const deviation = ofAnswer(0, '', `The body is ${found} instead of the client record`);
  expect(answersWithTheRecord(bundled, change).map(wordsOf)).toEqual(['held', 'held', deviation]);
});

describe('where the client cannot be read back', () => {
  const unread = (told: Told, status = 500): ObservedChange => ({
    ...changeOf(told),
    after: clientReadingOf(replyOf(1, status, {}), client),
  });

  it('that is told of the change, and nothing of its fields', () => {
    const change = unread({ sent: { title: 'Dr', address: {} } });
    const words = 'is answered 500 instead of 200 with the record';
    expect(answersWithTheRecord(bundled, change).map(wordsOf)).toEqual([
      ofAnswer(1, '', `An empty change after a change of title, address ${words}`),
    ]);
    const before = { title: 'Mr', lastName: 'A' };
    const others = [{ title: '' }, dr].map((sent) => unread({ sent, before }));
    expect(
      others.flatMap((one) => [...storesSentFields(bundled, one), ...keepsFields(bundled, one)]),
    ).toEqual([]);
  });
});

describe('what is refused is refused in good order', () => {
  const said = (told: Told, after = 200): unknown[] => {
    const change = changeOf({ before: mr, ...told });
    const reading = clientReadingOf(replyOf(1, after, mr), client);
    return refusesWithoutEffect(bundled, { ...change, after: reading }).map(wordsOf);
  };

  it.each<[string, Told, number, ...unknown[]]>([
    ['with any status', { sent: dr, status: 422 }, 200, 'held'],
    [
      'but one of a failure',
      { sent: dr, status: 500 },
      200,
      ...[ofFields(0, '', 'A change of title makes the service fail (500)'), 'held'],
    ],
    [
      'but one of a failure over a wrong body',
      { sent: { title: 5 }, status: 502 },
      200,
      ...[ofAnswer(0, '', 'A wrong body makes the service fail (502)'), 'held'],
    ],
    [
      'so that the client can be read',
      { sent: { title: 5 }, status: 400 },
      400,
      ofAnswer(
        1,
        '',
        'An empty change after a change of title is answered 400 instead of 200 with the record',
      ),
    ],
    ['unless it is locked', { sent: { title: 5 }, status: 400 }, 423],
    ['which is nothing of what is taken', { sent: dr }, 200],
  ])('%s', (_what, told, after, ...expected) => {
    expect(said(told, after)).toEqual(expected);
  });
});

describe('a status that moves', () => {
  const active = { status: 'Active' };
  const deviating = (rule: ChangeRule, told: Told): unknown[] =>
    rule(bundled, changeOf(told))
      .filter(({ kind }) => kind === 'deviates')
      .map(wordsOf);

  it.each(['Active', 'Closed', 'Invited'])('is left aside by every rule, with an answer of %s', (status) => {
    const told = { sent: dr, before: active, answer: { status }, after: { status: 'Invited' } };
    for (const rule of [keepsFields, answersWithTheRecord]) expect(deviating(rule, told)).toEqual([]);
    expect(deviating(changesNothing, { ...told, status: 400 })).toEqual([]);
  });

  it('also from nothing', () => {
    expect(deviating(keepsFields, { sent: dr, before: {}, after: active })).toEqual([]);
  });

  it('is not one that is gone', () => {
    const told = { sent: dr, before: active, after: {} };
    const gone = [expect.any(Number), expect.any(String), '/status', expect.any(String)];
    expect(deviating(keepsFields, told)).toEqual([gone]);
    expect(deviating(changesNothing, { ...told, status: 400 })).toEqual([gone]);
    expect(deviating(keepsFields, { ...told, sent: { emailAddress: 'a@example.com' } })).toEqual([gone]);
  });
});

it('What is gone once an empty change leaves it out is told by the rule of the field', () => {
  const change = { ...changeOf({ sent: { title: 'Dr', address: {} } }), gone: ['title', 'address'] };
  const words = 'is missing after an empty change, although it was shown before';
  expect(keepsFields(bundled, change).map(wordsOf)).toEqual([ofKept(1, '/title', words)]);
  expect(keepsAddress(bundled, change).map(wordsOf)).toEqual([
    at('update-client-address-kept')(1, '/address', words),
  ]);
});

it('what is sent as it is, and refused, deviates only where it is taken otherwise', () => {
  const refused = changeOf({ sent: mr, before: mr, status: 422 });
  expect(storesSentFields(bundled, refused)).toEqual([]);
  const words = 'A change of title to what the record shows is answered 422';
  expect(storesSentFields(bundled, { ...refused, isRefusedWithoutReason: true }).map(wordsOf)).toEqual([
    ofFields(0, '', words),
  ]);
});

it('A change is to the same where everything that it sends is shown so', () => {
  const before = { title: 'Mr', lastName: 'Sample' };
  const isSo = (sent: unknown): boolean => sendsShownValues(bundled, changeOf({ sent, before }));
  const others = [dr, { ...before, dob: '' }];
  expect([[{}, mr, before].map(isSo), others.map(isSo)]).toEqual([
    [true, true, true],
    [false, false],
  ]);
});
