import { describe, expect, it } from 'vitest';
import { updateClient } from '../../../src/api/calls.ts';
import type { Judgement } from '../../../src/harness/check.ts';
import { readJson } from '../../../src/http/json.ts';
import {
  answersWithTheRecord,
  type ChangeRule,
  changesNothing,
  isOfTheClient,
  keepsAddress,
  keepsFields,
  refusesInGoodOrder,
  replacesAddress,
  showsAsDescribed,
  takesFields,
} from '../../../src/rules/change-rules.ts';
import { changesToTheSame, clientReadingOf, type ObservedChange } from '../../../src/rules/client-change.ts';
import { changeableFields } from '../../../src/rules/client-record.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Exchange } from '../../../src/trace/exchange.ts';

const client = '99a439b3-87fb-4bda-bded-98a31048f0e0';

interface Told {
  readonly sent?: unknown;
  readonly before?: Record<string, unknown>;
  /** What the change is answered with; as is read afterwards, unless told. */
  readonly answer?: unknown;
  readonly after?: unknown;
  readonly status?: number;
}

/** A change whose answer has the number 0, and the reading after it the number 1. */
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
    answer: clientReadingOf(replyOf(0, status, answer), client),
    after: clientReadingOf(replyOf(1, 200, after), client),
  };
}

function replyOf(number: number, status: number, value: unknown): Exchange {
  const text = value === undefined ? '' : JSON.stringify(value);
  const body = readJson(new TextEncoder().encode(text));
  return {
    number,
    call: updateClient(client, '{}'),
    credentials: 'member',
    status,
    headers: {},
    body,
    text,
    bodyBytes: text.length,
    durationMs: 0,
  };
}

/** What a rule says of a change: `held`, or the reply, the requirement and the message of each deviation. */
function saidBy(rule: ChangeRule, told: Told): unknown[] {
  return rule(bundled, changeOf(told)).map(wordsOf);
}

function wordsOf(judgement: Judgement): unknown {
  if (judgement.kind === 'held') return 'held';
  if (judgement.kind === 'undecided') return [judgement.reason, judgement.message];
  if (judgement.kind === 'observes') return judgement.observation;
  const { reply, requirement, pointer, message } =
    judgement.kind === 'advises' ? judgement.advisory : judgement.finding;
  return [reply, requirement, pointer, message];
}

describe('a change is answered with the record as it then is', () => {
  const row = 'update-client-200';

  it('holds of a record that is read back so', () => {
    expect(saidBy(answersWithTheRecord, { sent: { title: 'Dr' }, after: { title: 'Dr' } })).toEqual(['held']);
  });

  it('does not judge what only one of the two shows', () => {
    const told = { after: { title: 'Dr' }, answer: { lastName: 'Sample' } };
    expect(saidBy(answersWithTheRecord, told)).toEqual(['held']);
  });

  it('is broken by another status', () => {
    expect(saidBy(answersWithTheRecord, { status: 201 })).toEqual([
      [0, row, '', 'The status is 201 instead of 200'],
    ]);
  });

  it.each([
    [undefined, 'empty'],
    ['ok', 'a string'],
    [[], 'an array'],
  ])('is broken by the body %j', (answer, found) => {
    const change = { ...changeOf({ after: {} }), answer: clientReadingOf(replyOf(0, 200, answer), client) };
    expect(answersWithTheRecord(bundled, change).map(wordsOf)).toEqual([
      'held',
      'held',
      [0, row, '', `The body is ${found} instead of the client record`],
    ]);
  });

  it('is broken by an object without any of its fields, where there is one to read', () => {
    expect(saidBy(answersWithTheRecord, { after: { title: 'Dr' }, answer: { done: true } })).toEqual([
      'held',
      'held',
      [0, row, '', 'The body is an object without any of its fields instead of the client record'],
    ]);
    expect(saidBy(answersWithTheRecord, { after: {}, answer: {} })).toEqual(['held']);
    expect(saidBy(answersWithTheRecord, { after: {}, answer: { done: true } })).toHaveLength(3);
  });

  it('is broken by the record before the change, and by another one', () => {
    const told = { before: { title: 'Mr', lastName: 'A' }, after: { title: 'Dr', lastName: 'B' } };
    expect(saidBy(answersWithTheRecord, { ...told, answer: { title: 'Mr', lastName: 'C' } })).toEqual([
      'held',
      [0, row, '/lastName', '/lastName in the answer differs from the next reading'],
      [0, row, '/title', '/title in the answer is still as before the change'],
    ]);
  });

  it('asks of a refusal that it changes nothing', () => {
    const told = { status: 400, before: { title: 'Mr' }, answer: { message: 'No.' } };
    expect(saidBy(answersWithTheRecord, { ...told, after: { title: 'Mr' } })).toEqual(['held']);
    expect(saidBy(answersWithTheRecord, { ...told, after: { title: 'Dr' } })).toEqual([
      [
        1,
        row,
        '/title',
        '/title was changed although the change was answered 400; before, it was another "Xx"',
      ],
    ]);
  });

  it('is broken where the client cannot be read back', () => {
    const change = {
      ...changeOf({ sent: { title: 'Dr', address: {} } }),
      after: clientReadingOf(replyOf(1, 500, {}), client),
    };
    expect(answersWithTheRecord(bundled, change).map(wordsOf)).toEqual([
      [
        1,
        row,
        '',
        'After a change of title, address, an empty change is answered 500 instead of 200 with the record',
      ],
    ]);
  });
});

describe('what is refused is refused in good order', () => {
  const said = (told: Told, after = 200): unknown[] => {
    const change = changeOf({ before: { title: 'Mr' }, ...told });
    const reading = clientReadingOf(replyOf(1, after, { title: 'Mr' }), client);
    return refusesInGoodOrder(bundled, { ...change, after: reading }).map(wordsOf);
  };

  it('with any status but one of a failure', () => {
    expect(said({ sent: { title: 'Dr' }, status: 422 })).toEqual(['held']);
    expect(said({ sent: { title: 'Dr' }, status: 500 })).toEqual([
      [0, 'update-client-fields', '', 'A change of title makes the service fail (500)'],
      'held',
    ]);
    expect(said({ sent: { title: 5 }, status: 502 })).toEqual([
      [0, 'update-client-200', '', 'A wrong body makes the service fail (502)'],
      'held',
    ]);
  });

  it('so that the client can be read, unless it is locked', () => {
    expect(said({ sent: { title: 5 }, status: 400 }, 400)).toEqual([
      [
        1,
        'update-client-200',
        '',
        'After a change of title, an empty change is answered 400 instead of 200 with the record',
      ],
    ]);
    expect(said({ sent: { title: 5 }, status: 400 }, 423)).toEqual([]);
  });

  it('which is nothing of what is taken', () => {
    expect(said({ sent: { title: 'Dr' } })).toEqual([]);
  });
});

describe('a status that moves', () => {
  const active = { status: 'Active' };
  const deviating = (rule: ChangeRule, told: Told): unknown[] =>
    rule(bundled, changeOf(told))
      .filter(({ kind }) => kind === 'deviates')
      .map(wordsOf);

  it.each(['Active', 'Closed', 'Invited'])('is left aside by every rule, with an answer of %s', (status) => {
    const told = { sent: { title: 'Dr' }, before: active, answer: { status }, after: { status: 'Invited' } };
    for (const rule of [keepsFields, answersWithTheRecord]) expect(deviating(rule, told)).toEqual([]);
    expect(deviating(changesNothing, { ...told, status: 400 })).toEqual([]);
  });

  it('also from nothing', () => {
    expect(deviating(keepsFields, { sent: { title: 'Dr' }, before: {}, after: active })).toEqual([]);
  });

  it('is not one that is gone', () => {
    const told = { sent: { title: 'Dr' }, before: active, after: {} };
    const at = [expect.any(Number), expect.any(String), '/status', expect.any(String)];
    expect(deviating(keepsFields, told)).toEqual([at]);
    expect(deviating(changesNothing, { ...told, status: 400 })).toEqual([at]);
    expect(deviating(keepsFields, { ...told, sent: { emailAddress: 'a@example.com' } })).toEqual([at]);
  });
});

describe('what is gone once an empty change leaves it out', () => {
  it('is told by the rule of the field', () => {
    const change = { ...changeOf({ sent: { title: 'Dr', address: {} } }), gone: ['title', 'address'] };
    const words = (field: string): string =>
      `/${field} is missing after an empty change, although it was shown before`;
    expect(keepsFields(bundled, change).map(wordsOf)).toEqual([
      [1, 'update-client-omitted-unchanged', '/title', words('title')],
    ]);
    expect(keepsAddress(bundled, change).map(wordsOf)).toEqual([
      [1, 'update-client-address-kept', '/address', words('address')],
    ]);
  });
});

it('A record without any of its fields is none where all of them were taken', () => {
  const all = Object.fromEntries(changeableFields(bundled).map((field) => [field, 'A']));
  const empty = { sent: all, after: {} };
  expect(saidBy(answersWithTheRecord, empty)).toContainEqual([
    0,
    'update-client-200',
    '',
    'The body is an object without any of its fields instead of the client record',
  ]);
  const { address: _, ...others } = all;
  expect(saidBy(answersWithTheRecord, { ...empty, sent: others })).toEqual(['held']);
});

describe('what is refused is not done', () => {
  it('holds where the record is as before', () => {
    expect(saidBy(changesNothing, { status: 400, before: { title: 'Mr' } })).toEqual(['held']);
  });

  it('says nothing of what is accepted, and of a record that shows nothing', () => {
    expect(saidBy(changesNothing, { before: { title: 'Mr' }, after: { title: 'Dr' } })).toEqual([]);
    expect(saidBy(changesNothing, { status: 400 })).toEqual([]);
  });

  it('is broken by each field that changed', () => {
    const told = { status: 409, before: { title: 'Mr' }, after: { title: 'Dr', lastName: 'Sample' } };
    expect(saidBy(changesNothing, told)).toEqual([
      [
        1,
        'update-client-200',
        '/lastName',
        '/lastName was changed although the change was answered 409; it was not shown before',
      ],
      [
        1,
        'update-client-200',
        '/title',
        '/title was changed although the change was answered 409; before, it was another "Xx"',
      ],
    ]);
  });
});

describe('what is sent is taken', () => {
  const row = 'update-client-fields';
  const before = { title: 'Mr' };

  it('holds for each field but the address', () => {
    const sent = { title: 'Dr', lastName: 'Sample', address: { line_1: 'A' } };
    expect(saidBy(takesFields, { sent, before, after: sent })).toEqual(['held', 'held']);
  });

  it('takes a number for the same with and without its plus sign', () => {
    const told = { sent: { telephoneNumber: '+4420' }, after: { telephoneNumber: '4420' } };
    expect(saidBy(takesFields, told)).toEqual(['held']);
  });

  it.each([
    ['Mr', 'still has its former value, which is not the sent one'],
    ['D', 'is cut to 1 character'],
    ['DR', 'is stored in upper case'],
    [' Dr', 'is stored with other spaces around it'],
    ['Doctor', 'is another text of 6 characters instead of 2'],
    [5, 'is a number instead of a string'],
  ])('is broken by %j', (title, difference) => {
    expect(saidBy(takesFields, { sent: { title: 'Dr' }, before, after: { title } })).toEqual([
      [1, row, '/title', `/title ${difference}`],
    ]);
  });

  it('is broken by a text that is normalised', () => {
    expect(saidBy(takesFields, { sent: { lastName: 'Zoë' }, after: { lastName: 'Zoe\u0308' } })).toEqual([
      [1, row, '/lastName', '/lastName is stored in another normalization form'],
    ]);
  });

  it('is broken by a field that is gone, and says nothing of one that was never shown', () => {
    expect(saidBy(takesFields, { sent: { title: 'Dr' }, before, after: {} })).toEqual([
      [1, row, '/title', '/title was sent, but is missing'],
    ]);
    expect(saidBy(takesFields, { sent: { title: 'Dr' }, after: {} })).toEqual([]);
  });

  it('holds of an empty text that is shown as nothing', () => {
    expect(saidBy(takesFields, { sent: { title: '' }, before, after: {} })).toEqual(['held']);
  });

  it('is broken where the target fails, or refuses what it shows itself and takes otherwise', () => {
    expect(saidBy(takesFields, { sent: { title: 'Dr' }, before, status: 500 })).toEqual([
      [0, row, '', 'A change of title is answered 500'],
    ]);
    const words = 'A change of title to what the record shows is answered';
    expect(saidBy(takesFields, { sent: before, before, status: 404 })).toEqual([
      [0, row, '', `${words} 404`],
    ]);
    const refused = changeOf({ sent: before, before, status: 422 });
    expect(takesFields(bundled, refused)).toEqual([]);
    expect(takesFields(bundled, { ...refused, isTakenOtherwise: true }).map(wordsOf)).toEqual([
      [0, row, '', `${words} 422`],
    ]);
  });

  it('says nothing where a new value is refused, or a client for its state, or a value is what it was', () => {
    expect(saidBy(takesFields, { sent: { title: 'Dr' }, before, status: 422 })).toEqual([]);
    for (const status of [409, 413, 423])
      expect(saidBy(takesFields, { sent: before, before, status })).toEqual([]);
    expect(saidBy(takesFields, { sent: before, before })).toEqual([]);
  });

  it('is not decided with a token that may not change clients', () => {
    expect(saidBy(takesFields, { sent: { title: 'Dr' }, before, status: 403 })).toEqual([
      [
        'control-refused',
        'A change of title is answered 403. Check whether tokens.member may change clients.',
      ],
    ]);
  });
});

describe('an address replaces the one before it', () => {
  const row = 'update-client-address-replaced';
  const old = { line_1: 'A', line_3: 'B', uprn: '1' };
  const before = { address: old };
  const sent = { address: { line_1: 'C', uprn: '2' } };

  it('holds where it is shown alone, be it with empty lines', () => {
    expect(saidBy(replacesAddress, { sent, before, after: sent })).toEqual(['held']);
    const after = { address: { ...sent.address, line_3: '', county: null, country: 'GB' } };
    expect(saidBy(replacesAddress, { sent, before, after })).toEqual(['held']);
  });

  it('is broken by lines that stay, that are not taken and that go missing', () => {
    expect(
      saidBy(replacesAddress, { sent, before, after: { address: { ...old, uprn: undefined } } }),
    ).toEqual([
      [1, row, '/address/line_1', '/address/line_1 still has its former value, which is not the sent one'],
      [
        1,
        row,
        '/address/line_3',
        '/address/line_3 is still there, although the new address does not have it',
      ],
      [1, row, '/address/uprn', '/address/uprn was sent, but is missing'],
    ]);
  });

  it('is broken by a line that was neither sent nor there before', () => {
    const after = (line_3: string) => ({ address: { ...sent.address, line_3 } });
    expect(
      ['null', 'C'].flatMap((line) => saidBy(replacesAddress, { sent, before, after: after(line) })),
    ).toEqual([
      [1, row, '/address/line_3', '/address/line_3 is shown, although the new address does not have it'],
      [
        ...[1, row, '/address/line_3'],
        '/address/line_3 is what was sent as line_1, although the new address does not have it',
      ],
    ]);
  });

  it('is broken by an address that is gone', () => {
    expect(saidBy(replacesAddress, { sent, before, after: {} })).toEqual([
      [1, row, '/address', '/address was sent, but is missing'],
    ]);
  });

  it('does not judge lines that the target never shows', () => {
    const shown = { address: { line_1: 'A' } };
    expect(saidBy(replacesAddress, { sent, before: shown, after: { address: { line_1: 'C' } } })).toEqual([
      'held',
    ]);
    expect(saidBy(replacesAddress, { sent, before: { address: {} }, after: { address: {} } })).toEqual([]);
    expect(saidBy(replacesAddress, { sent, before: {}, after: {} })).toEqual([]);
  });

  it('says nothing of changes without an address, that are refused, or to the same', () => {
    expect(saidBy(replacesAddress, { sent: { title: 'Dr' }, before })).toEqual([]);
    expect(saidBy(replacesAddress, { sent, before, status: 400 })).toEqual([]);
    expect(saidBy(replacesAddress, { sent: before, before })).toEqual([]);
  });
});

describe('what is left out stays as it was', () => {
  const before = { title: 'Mr', status: 'Active', address: { line_1: 'A' } };

  it('holds for each field that is shown', () => {
    expect(saidBy(keepsFields, { sent: { title: 'Dr' }, before })).toEqual(['held']);
    expect(saidBy(keepsFields, { sent: {}, before })).toEqual(['held', 'held']);
    expect(saidBy(keepsAddress, { sent: { title: 'Dr' }, before })).toEqual(['held']);
  });

  it('is broken by a field that changes, goes or comes', () => {
    const after = { title: 'Dr', dob: '1974-05-08', address: {} };
    expect(saidBy(keepsFields, { before, after })).toEqual(
      [
        ['status', 'removed', 'before, it was "Active"'],
        ['title', 'changed', 'before, it was another "Xx"'],
        ['dob', 'changed', 'it was not shown before'],
      ].map(([field, how, former]) => [
        1,
        'update-client-omitted-unchanged',
        `/${field}`,
        `/${field} was ${how} although the change left it out; ${former}`,
      ]),
    );
    expect(saidBy(keepsAddress, { before, after })).toEqual([
      [
        1,
        'update-client-address-kept',
        '/address',
        '/address was changed in line_1 although the change left it out',
      ],
    ]);
  });

  it('leaves the status free where the e-mail address changes', () => {
    const told = { sent: { emailAddress: 'a@example.com' }, before: { status: 'Active' } };
    expect(saidBy(keepsFields, { ...told, after: { status: 'Invited' } })).toEqual([]);
  });

  it('says nothing of changes that are refused, or name an address', () => {
    expect(saidBy(keepsFields, { before, after: {}, status: 400 })).toEqual([]);
    expect(saidBy(keepsAddress, { sent: { address: {} }, before, after: {} })).toEqual([]);
  });
});

describe('the record is that of the client', () => {
  it('holds in any case of letters, of the answer and of the reading', () => {
    expect(saidBy(isOfTheClient, { after: { id: client.toUpperCase() } })).toEqual(['held', 'held']);
  });

  it('is broken by another identifier', () => {
    const wrong = [
      'update-client-of-the-client',
      '/id',
      '/id is that of another client than the one that was asked for',
    ];
    expect(saidBy(isOfTheClient, { answer: { id: 'other' }, after: { id: 5 } })).toEqual([
      [0, ...wrong],
      [1, ...wrong],
    ]);
  });

  it('says nothing where there is no identifier', () => {
    expect(saidBy(isOfTheClient, {})).toEqual([]);
  });
});

describe('what is taken is shown as described', () => {
  it('holds of what is right, and says nothing of what is not shown', () => {
    expect(saidBy(showsAsDescribed, { sent: { title: 5 }, after: { title: '5' } })).toEqual(['held', 'held']);
    expect(saidBy(showsAsDescribed, { sent: { title: 5 }, after: { lastName: 5 } })).toEqual([]);
    const besides = { title: '5', lastName: 5 };
    expect(saidBy(showsAsDescribed, { sent: { title: 5 }, after: besides })).toEqual(['held', 'held']);
    expect(saidBy(showsAsDescribed, { sent: [], after: { title: 5 } })).toEqual([]);
  });

  it('is broken by what is wrong, by the statement about it', () => {
    const sent = { title: 5, address: { uprn: 5 } };
    expect(saidBy(showsAsDescribed, { sent, after: sent, answer: {} })).toEqual([
      [1, 'client-texts', '/title', '/title is a number instead of a string'],
      [1, 'address-fields', '/address/uprn', '/address/uprn is a number instead of a string'],
    ]);
  });
});

describe('what a rule says in words', () => {
  it('of an empty change', () => {
    expect(saidBy(takesFields, { status: 403 })).toEqual([
      ['control-refused', 'An empty change is answered 403. Check whether tokens.member may change clients.'],
    ]);
  });

  it.each([
    ['Zoe ', ' Zoe', 'is stored with other spaces around it'],
    [5, '5', 'is a string instead of a number'],
  ])('of %j that is shown as %j', (title, shown, words) => {
    expect(
      saidBy(takesFields, { sent: { title }, before: { title: 'Mr' }, after: { title: shown } }),
    ).toEqual([[1, 'update-client-fields', '/title', `/title ${words}`]]);
  });
});

describe('an empty text', () => {
  const sent = { title: '' };

  it('may be shown as nothing, where there was something', () => {
    expect(saidBy(takesFields, { sent, before: { title: 'Mr' }, after: { lastName: 'A' } })).toEqual([
      'held',
    ]);
    expect(saidBy(takesFields, { sent, before: {}, after: { lastName: 'A' } })).toEqual([]);
  });

  it('is not what was there before', () => {
    expect(saidBy(takesFields, { sent, before: { title: 'Mr' } })).toEqual([
      [1, 'update-client-fields', '/title', '/title still has its former value'],
    ]);
  });
});

it('Nothing is said of fields where the client cannot be read back', () => {
  const change = {
    ...changeOf({ sent: { title: '' }, before: { title: 'Mr', lastName: 'A' } }),
    after: clientReadingOf(replyOf(1, 500, {}), client),
  };
  const other = { ...change, body: { title: 'Dr' } };
  expect(
    [change, other].flatMap((one) => [...takesFields(bundled, one), ...keepsFields(bundled, one)]),
  ).toEqual([]);
});

it('A new e-mail address frees the status, and nothing else', () => {
  const sent = { emailAddress: 'a@example.com' };
  const before = { title: 'Mr', status: 'Active' };
  const after = { title: 'Dr', status: 'Unverified', ...sent };
  expect(saidBy(keepsFields, { sent, before, after })).toEqual([
    [
      1,
      'update-client-omitted-unchanged',
      '/title',
      '/title was changed although the change left it out; before, it was another "Xx"',
    ],
  ]);
});

it('A change is to the same where everything that it sends is shown so', () => {
  const before = { title: 'Mr', lastName: 'Sample' };
  const isSo = (sent: unknown): boolean => changesToTheSame(bundled, changeOf({ sent, before }));
  expect([{}, { title: 'Mr' }, before, { title: 'Dr' }, { ...before, dob: '' }].map(isSo)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
