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
import { changeableFields } from '../../../src/rules/client-record.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Exchange } from '../../../src/trace/exchange.ts';
import { exchangeOf } from '../../support/exchange.ts';

const client = '99a439b3-87fb-4bda-bded-98a31048f0e0';
const other = '5d4de5cf-6c8e-4a6f-9a39-0d2f6c1a7b11';

interface Told {
  readonly sent?: unknown;
  readonly before?: Record<string, unknown>;
  readonly answer?: unknown;
  readonly after?: unknown;
  readonly status?: number;
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
const ofAddress = at('update-client-address-replaced');
const ofKept = at('update-client-omitted-unchanged');
const ofClient = at('update-client-of-the-client');

it('names the places where a change held, and the change, unless a field already had the value', () => {
  const before = { title: 'Mr', firstName: 'Ann' };
  const after = { ...before, title: 'Dr' };
  const change = changeOf({ sent: after, before, after });
  expect(judgedChange(bundled, change, storesSentFields)).toEqual([
    { kind: 'held', pointer: '/title', reply: change.answer.reply.number },
    { kind: 'held' },
  ]);
});

type Row = readonly [what: string, told: Told, ...said: unknown[]];

function judges(rule: ChangeRule, ...rows: readonly Row[]): void {
  it.each(rows.map(([what, told, ...said]) => [what, told, said] as const))('%s', (_what, told, said) => {
    expect(saidBy(rule, told)).toEqual(once(said));
  });
}

const dr = { title: 'Dr' };
const mr = { title: 'Mr' };
const noRecord = (found: string) => ofAnswer(0, '', `The body is ${found} instead of the client record`);
const enveloped = noRecord('an object with data and other members');
const all = Object.fromEntries(changeableFields(bundled).map((field) => [field, 'A']));
const { address: _, ...allButAddress } = all;

describe('a change is answered with the record as it then is', () => {
  const two = { before: { title: 'Mr', lastName: 'A' }, after: { title: 'Dr', lastName: 'B' } };
  const refused = { status: 400, before: mr, answer: { message: 'No.' } };

  judges(
    answersWithTheRecord,
    ['which is read back so', { sent: dr, after: dr }, 'held'],
    ['but not by what only one of the two shows', { after: dr, answer: { lastName: 'Sample' } }, 'held'],
    ['not with another status', { status: 201 }, ofAnswer(0, '', 'The status is 201 instead of 200')],
    ['not without any of its fields', { after: dr, answer: { data: dr, x: 1 } }, 'held', 'held', enveloped],
    [
      'not with fields of another spelling',
      { after: dr, answer: { Title: 'Dr', FIRST_NAME: 'A' } },
      ...['held', 'held', noRecord('an object with only Title, FIRST_NAME')],
    ],
    [
      'not with fields that no record has',
      { after: dr, answer: { jones: 'Dr' } },
      ...['held', 'held', noRecord('an object with unknown members only')],
    ],
    ['also without any, where there are none to read', { after: {}, answer: {} }, 'held'],
    ['not with something else', { after: {}, answer: { data: 1, x: 1 } }, 'held', 'held', enveloped],
    [
      'not without any, where all of them were taken',
      { sent: all, after: {} },
      ...['held', 'held', noRecord('an empty object')],
    ],
    ['also without any, where not all were taken', { sent: allButAddress, after: {} }, 'held'],
    [
      'not with the record before the change, nor with another one',
      { ...two, answer: { title: 'Mr', lastName: 'C' } },
      'held',
      ofAnswer(0, '/lastName', 'in the answer differs from the next reading'),
      ofAnswer(0, '/title', 'in the answer is still as before the change'),
    ],
    ['or refused, and changes nothing', { ...refused, after: mr }, 'held'],
    [
      'or refused, and must change nothing',
      { ...refused, after: dr },
      ofAnswer(1, '/title', 'was changed although the change was answered 400; before, it was another "Xx"'),
    ],
  );

  it.each([
    [undefined, 'empty'],
    ['ok', 'a string'],
    [[], 'an array'],
  ])('not with the body %j', (answer, found) => {
    const change = { ...changeOf({ after: {} }), answer: clientReadingOf(replyOf(0, 200, answer), client) };
    expect(answersWithTheRecord(bundled, change).map(wordsOf)).toEqual([
      'held',
      'held',
      ofAnswer(0, '', `The body is ${found} instead of the client record`),
    ]);
  });
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

describe('what is refused is not done', () => {
  judges(
    changesNothing,
    ['where the record is as before', { status: 400, before: mr }, 'held'],
    ['and nothing is said of what is accepted', { before: mr, after: dr }],
    ['nor of a record that shows nothing', { status: 400 }],
    [
      'in any field',
      { status: 409, before: mr, after: { title: 'Dr', lastName: 'Sample' } },
      ofAnswer(1, '/lastName', 'was changed although the change was answered 409; it was not shown before'),
      ofAnswer(1, '/title', 'was changed although the change was answered 409; before, it was another "Xx"'),
    ],
  );
});

describe('what is sent is taken', () => {
  const whole = { title: 'Dr', lastName: 'Sample', address: { line_1: 'A' } };
  const shownAs = (title: unknown, words: string, sent: unknown = 'Dr') =>
    [
      `but shown as ${JSON.stringify(title)}: ${JSON.stringify(sent)}`,
      { sent: { title: sent }, before: mr, after: { title } },
      ofFields(1, '/title', words),
    ] as const;
  const toTheSame = 'A change of title to what the record shows is answered';
  const mayNot = (what: string) => [
    ...['control-refused', `${what} is answered 403. Check whether tokens.member may change clients.`],
  ];

  judges(
    storesSentFields,
    ['in each field but the address', { sent: whole, before: mr, after: whole }, 'held', 'held'],
    [
      'a number with and without its plus sign',
      { sent: { telephoneNumber: '+4420' }, after: { telephoneNumber: '4420' } },
      'held',
    ],
    shownAs('Mr', 'still has its former value, which is not the sent one'),
    [
      'but shown as true, as before',
      { sent: dr, before: { title: true }, after: { title: true } },
      ofFields(1, '/title', 'is a boolean instead of a string'),
    ],
    shownAs('D', 'is cut to 1 character'),
    shownAs('DR', 'is stored in upper case'),
    shownAs(' Dr', 'is stored with other spaces around it'),
    shownAs('Doctor', 'is another text of 6 characters instead of 2'),
    shownAs(5, 'is a number instead of a string'),
    shownAs(' Zoe', 'is stored with other spaces around it', 'Zoe '),
    shownAs('5', 'is a string instead of a number', 5),
    shownAs('Zoe\u0308', 'is stored in another normalization form', 'Zoë'),
    ['but gone', { sent: dr, before: mr, after: {} }, ofFields(1, '/title', 'was sent, but is missing')],
    ['and was never shown, of which nothing is said', { sent: dr, after: {} }],
    ['an empty text as nothing', { sent: { title: '' }, before: mr, after: {} }, 'held'],
    [
      'an empty text as nothing beside others',
      { sent: { title: '' }, before: mr, after: { lastName: 'A' } },
      'held',
    ],
    ['an empty text where there was nothing', { sent: { title: '' }, after: { lastName: 'A' } }],
    [
      'but an empty text not as what was there before',
      { sent: { title: '' }, before: mr },
      ofFields(1, '/title', 'still has its former value'),
    ],
    [
      'but the target fails',
      { sent: dr, before: mr, status: 500 },
      ofFields(0, '', 'A change of title is answered 500'),
    ],
    ['but refused as it is', { sent: mr, before: mr, status: 404 }, ofFields(0, '', `${toTheSame} 404`)],
    ['or refused as a new value', { sent: dr, before: mr, status: 422 }],
    ...[409, 413, 423].map((status) => ['or refused for a state', { sent: mr, before: mr, status }] as const),
    ['or what it was', { sent: mr, before: mr }],
    ['but not permitted', { sent: dr, before: mr, status: 403 }, mayNot('A change of title')],
    ['but an empty change is not permitted', { status: 403 }, mayNot('An empty change')],
  );

  it('but refused as it is, though it is taken otherwise', () => {
    const refused = changeOf({ sent: mr, before: mr, status: 422 });
    expect(storesSentFields(bundled, refused)).toEqual([]);
    expect(storesSentFields(bundled, { ...refused, isRefusedWithoutReason: true }).map(wordsOf)).toEqual([
      ofFields(0, '', `${toTheSame} 422`),
    ]);
  });
});

describe('an address replaces the one before it', () => {
  const old = { line_1: 'A', line_3: 'B', uprn: '1' };
  const before = { address: old };
  const sent = { address: { line_1: 'C', uprn: '2' } };
  const withThird = (line_3: unknown, further = {}) => ({ address: { ...sent.address, line_3, ...further } });

  judges(
    replacesAddress,
    ['where it is shown alone', { sent, before, after: sent }, 'held'],
    [
      'be it with empty lines',
      { sent, before, after: withThird('', { county: null, country: 'GB' }) },
      'held',
    ],
    [
      'not where lines stay, are not taken or go missing',
      { sent, before, after: { address: { ...old, uprn: undefined } } },
      ofAddress(1, '/address/line_1', 'still has its former value, which is not the sent one'),
      ofAddress(1, '/address/line_3', 'is still there, although the new address does not have it'),
      ofAddress(1, '/address/uprn', 'was sent, but is missing'),
    ],
    [
      'not where a line was neither sent nor there before',
      { sent, before, after: withThird('null') },
      'held',
      ofAddress(1, '/address/line_3', 'is shown, although the new address does not have it'),
    ],
    [
      'not where a line is shown twice',
      { sent, before, after: withThird('C') },
      'held',
      ofAddress(
        1,
        '/address/line_3',
        'is what was sent as line_1, although the new address does not have it',
      ),
    ],
    // The characters of a text are not lines of an address. Another rule, `address-fields`, reports the text.
    [
      'not judged where it is shown as a text',
      { sent: { address: { county: ' ' } }, before: { address: 'A B' }, after: { address: 'C D' } },
    ],
    [
      'not where it is gone',
      { sent, before, after: {} },
      ofAddress(1, '/address', 'was sent, but is missing'),
    ],
    [
      'but for lines that the target never shows',
      { sent, before: { address: { line_1: 'A' } }, after: { address: { line_1: 'C' } } },
      'held',
    ],
    [
      'of which nothing is said where none is shown',
      { sent, before: { address: {} }, after: { address: {} } },
    ],
    ['of which nothing is said where there is none', { sent, before: {}, after: {} }],
    ['of which nothing is said in a change without one', { sent: dr, before }],
    ['of which nothing is said in one that is refused', { sent, before, status: 400 }],
    ['of which nothing is said in one to the same', { sent: before, before }],
  );
});

describe('what is left out stays as it was', () => {
  const before = { title: 'Mr', status: 'Active', address: { line_1: 'A' } };
  const after = { title: 'Dr', dob: '1974-05-08', address: {} };
  const email = { emailAddress: 'a@example.com' };
  const leftOut = 'although the change left it out';
  const changed = ofKept(1, '/title', `was changed ${leftOut}; before, it was another "Xx"`);

  judges(
    keepsFields,
    ['in each field that is shown', { sent: dr, before }, 'held'],
    [
      'and does not take the value of another field',
      { sent: { firstName: 'Dr' }, before: mr, after: { ...dr, firstName: 'Dr' } },
      ofKept(1, '/title', `was changed ${leftOut}, to what was sent as firstName`),
    ],
    ['in each field that is shown after an empty change', { sent: {}, before }, 'held', 'held'],
    [
      'not where a date moves',
      { before: { dob: '1974-05-08' }, after: { dob: '1974-05-07' } },
      ofKept(1, '/dob', `was changed ${leftOut}; it is 1 day earlier`),
    ],
    [
      'not where a field changes, goes or comes',
      { before, after },
      ofKept(1, '/status', `was removed ${leftOut}; before, it was "Active"`),
      changed,
      ofKept(1, '/dob', `was changed ${leftOut}; it was not shown before`),
    ],
    [
      'but the status where the e-mail address changes',
      { sent: email, before: { status: 'Active' }, after: { status: 'Invited' } },
    ],
    [
      'but the status alone where the e-mail address changes',
      {
        sent: email,
        before: { title: 'Mr', status: 'Active' },
        after: { title: 'Dr', status: 'Unverified', ...email },
      },
      changed,
    ],
    ['which is not said of a refusal', { before, after: {}, status: 400 }],
  );

  judges(
    keepsAddress,
    ['in the address', { sent: dr, before }, 'held'],
    [
      'not where a line of the address changes',
      { before, after },
      at('update-client-address-kept')(1, '/address', `was changed in line_1 ${leftOut}`),
    ],
    ['which is not said of an address that is named', { sent: { address: {} }, before, after: {} }],
  );
});

describe('the record', () => {
  const another = 'is that of another client than the one that was asked for';
  const wrong = { title: 5, address: { uprn: 5 } };

  judges(
    isOfTheClient,
    [
      'is that of the client, in any case of letters',
      { after: { id: client.toUpperCase() } },
      'held',
      'held',
    ],
    [
      'is not that of another',
      { answer: { id: 'other' }, after: { id: 5 } },
      ...[ofClient(0, '/id', another), ofClient(1, '/id', another)],
    ],
    [
      'is not that of the client that the body names',
      { sent: { id: other }, answer: { id: other } },
      ofClient(0, '/id', 'is that of another client: of the one that the body names'),
    ],
    ['is nobody’s without an identifier', {}],
  );

  judges(
    showsAsDescribed,
    ['shows what is taken as described', { sent: { title: 5 }, after: { title: '5' } }, 'held', 'held'],
    ['need not show it', { sent: { title: 5 }, after: { lastName: 5 } }],
    [
      'is judged by what was sent alone',
      { sent: { title: 5 }, after: { title: '5', lastName: 5 } },
      'held',
      'held',
    ],
    ['is not judged by a list', { sent: [], after: { title: 5 } }],
    [
      'is judged by the statements about it',
      { sent: wrong, after: wrong, answer: {} },
      at('client-texts')(1, '/title', 'is a number instead of a string'),
      at('address-fields')(1, '/address/uprn', 'is a number instead of a string'),
    ],
  );
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
