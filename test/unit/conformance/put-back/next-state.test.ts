import { describe, expect, test } from 'vitest';
import {
  type ClientState,
  listedState,
  mustSettle,
  obstacleToChange,
  originalsOfDiffering,
  originalsOfSent,
} from '../../../../src/conformance/put-back/client-state.ts';
import {
  type ClientEvent,
  journalEventsOf,
  nextState,
} from '../../../../src/conformance/put-back/next-state.ts';
import { bundled } from '../../../../src/specification/bundled.ts';

const record = {
  id: 'one',
  title: 'Ms',
  firstName: 'Rosalind',
  lastName: 'Ollerenshaw',
  companyName: 'Ollerenshaw',
  status: 'Active',
};

const stateAfter = (...events: readonly ClientEvent[]): ClientState =>
  events.reduce((state, event) => nextState(bundled, state, event), listedState('one', false));

const kept: ClientEvent = { kind: 'kept', record };
const sent = (fields: Record<string, unknown>): ClientEvent => ({ kind: 'sent', fields });
const accepted = (fields: Record<string, unknown>): ClientEvent => ({ kind: 'accepted', fields });
const shown = (fields: Record<string, unknown>): ClientEvent => ({
  kind: 'shown',
  record: { ...record, ...fields },
  number: 1,
});
const readBack = (fields: Record<string, unknown>, at = 0): ClientEvent => ({
  kind: 'read-back',
  record: { ...record, ...fields },
  at,
});

const unknown = (fields: Record<string, unknown>, mayBeLate = false): ClientEvent => ({
  kind: 'unknown',
  ...{ fields, mayBeLate },
});
const shownOtherwise = (...fields: string[]): ClientEvent => ({ kind: 'shown-otherwise', fields });
const unsettled: ClientEvent = { kind: 'unsettled' };

const changed = (fields: Record<string, unknown>): ClientEvent[] => [sent(fields), accepted(fields)];

const sample = { lastName: 'Sample' };
const avery = { lastName: 'Avery' };
const dr = { title: 'Dr' };

type Row = readonly [title: string, events: readonly ClientEvent[], state: object];

describe('the state of a client', () => {
  test.each<Row>([
    ['is empty at first', [], listedState('one', false)],
    ['has the original record', [kept], { phase: 'kept', record, shown: record }],
    ['is left to a set-up', [{ kind: 'set-up' }, kept], { phase: 'set-up', record: {} }],
    [
      'holds each value once, by its field, in its order',
      [
        sent({ title: 'Dr', address: { line_1: '1 Street' } }),
        sent({ title: 'Mr', address: { line_1: '1 Street' } }),
        { kind: 'refused', fields: { title: 'Mr' } },
        sent({ title: 'Dr', lastName: 'Sample' }),
      ],
      {
        sent: { title: ['Dr', 'Mr'], address: [{ line_1: '1 Street' }], lastName: ['Sample'] },
        refused: { title: ['Mr'] },
        isUnsettled: false,
      },
    ],
    ['is unsettled for good', [unsettled, sent(dr)], { isUnsettled: true }],
    [
      'names what is shown otherwise, until it is shown exactly',
      [
        shownOtherwise('title', 'lastName'),
        shownOtherwise('lastName', 'firstName'),
        { kind: 'shown-exactly', fields: ['lastName'] },
      ],
      { shownOtherwise: ['title', 'firstName'], isShownExactly: true },
    ],
    [
      'of an interrupted run is unsettled',
      [{ kind: 'interrupted' }],
      { isInterrupted: true, isUnsettled: true },
    ],
  ])('%s', (_title, events, state) => {
    expect(stateAfter(...events)).toMatchObject(state);
  });

  test('is the same value where an event adds nothing', () => {
    const events: ClientEvent[] = [
      sent(dr),
      { kind: 'refused', fields: dr },
      unsettled,
      shownOtherwise('title'),
      { kind: 'hidden', fields: ['title'] },
      { kind: 'of-another', number: 1 },
      { kind: 'status-changed' },
    ];
    const state = stateAfter(...events);
    for (const event of events) expect(nextState(bundled, state, event), event.kind).toBe(state);
    expect(nextState(bundled, state, sent({}))).toBe(state);
  });
});

describe('what a reading shows of a sent value', () => {
  const trusted = { trusted: ['lastName'], doubted: [], stop: undefined };
  const doubted = { trusted: [], doubted: ['lastName'], stop: undefined };
  const nothing = { trusted: [], doubted: [], stop: undefined };
  const otherwise = { trusted: [], stop: { reason: 'not-permitted' } };

  test.each<Row>([
    ['is it exactly', [...changed(sample), shown(sample)], trusted],
    ['is the previous one', [...changed(sample), shown({})], doubted],
    ['is another', [...changed(sample), shown({ lastName: 'SAMPLE' })], otherwise],
    ['is masked', [...changed(sample), shown({ lastName: 'S****' })], otherwise],
    ['is cut', [...changed(sample), shown({ lastName: 'Sam' })], otherwise],
    ['has single spaces', [...changed({ lastName: 'A  B' }), shown({ lastName: 'A B' })], otherwise],
    ['is empty', [...changed(sample), shown({ lastName: '' })], otherwise],
    [
      'is without its plus sign, which would be lost for good',
      [
        { kind: 'kept', record: { ...record, telephoneNumber: '+441632960147' } },
        ...changed({ telephoneNumber: '+441632960001' }),
        shown({ telephoneNumber: '441632960001' }),
      ],
      otherwise,
    ],
    ['is gone', [...changed(sample), shown({ lastName: undefined })], otherwise],
    ['proves nothing if it was shown before', [...changed({ lastName: 'Ollerenshaw' }), shown({})], nothing],
    ['is judged of the last value alone', [...changed(sample), ...changed(avery), shown(avery)], trusted],
    [
      'is judged once',
      [
        ...changed(dr),
        ...changed(sample),
        shown({ title: 'Dr', lastName: 'Sample' }),
        shown({ lastName: 'X', title: 'X' }),
      ],
      { trusted: ['title', 'lastName'], doubted: [], stop: undefined },
    ],
    [
      'is not judged again once it was shown exactly',
      [...changed(sample), shown(sample), ...changed(avery), shown({ lastName: 'A' })],
      trusted,
    ],
    [
      'is judged anew if as before',
      [...changed(sample), shown({}), ...changed(avery), shown(avery)],
      trusted,
    ],
    ['may be the previous one of a refused change', [sent(sample), shown({})], nothing],
    ['may be the previous one of a change of unknown outcome', [unknown(sample), shown({})], nothing],
    ['may be the value of a change of unknown outcome', [unknown(sample), shown(sample)], trusted],
    [
      'may be changed by the target, if it is a text with space around it, or no text',
      [...changed({ lastName: ' Sample ', title: 5 }), shown(sample)],
      nothing,
    ],
  ])('%s', (_title, events, state) => {
    expect(stateAfter(kept, ...events)).toMatchObject(state);
  });

  test('is nothing of disposable data', () => {
    const disposable = [kept, ...changed(sample), shown({})].reduce(
      (state, event) => nextState(bundled, state, event),
      listedState('one', true),
    );
    expect(disposable).toMatchObject({ isShownExactly: true, doubted: [], stop: undefined });
  });

  const journalEvents = (event: ClientEvent, ...events: readonly ClientEvent[]) => {
    const other = { ...stateAfter(kept, sent({ title: 'Dr', firstName: 'Avery' })), client: 'other' };
    const state = stateAfter(kept, ...events);
    return [state, other].map((of) => journalEventsOf(bundled, state, event)(of));
  };

  test('says something of all clients', () => {
    const exactly = { kind: 'shown-exactly', fields: ['title'] };
    const both = [...changed(dr), ...changed(sample)];
    expect(journalEvents(shown({ title: 'Dr', lastName: 'Sample' }), ...changed(dr))).toEqual([
      [exactly],
      [exactly],
    ]);
    expect(journalEvents(shown(dr), ...both)).toEqual([[shownOtherwise('lastName'), exactly], [exactly]]);
    expect(journalEvents(shown({ title: 'Dr', lastName: 'X' }), ...both)).toEqual([
      [shownOtherwise('title', 'lastName'), exactly],
      [shownOtherwise('title', 'firstName'), exactly],
    ]);
    const none = [{ kind: 'shown-exactly', fields: [] }];
    expect(journalEvents(readBack(dr), ...both)).toEqual([none, none]);
    expect(journalEvents(readBack({}), ...both)).toEqual([[], []]);
    expect(journalEvents(unknown({}, true))).toEqual([[unsettled], []]);
  });
});

describe('whether a client may be changed', () => {
  const late = unknown({}, true);
  const doubted = [...changed(dr), shown({})];
  const four = { title: 'Dr', firstName: 'Avery', lastName: 'Sample', companyName: 'Sample' };

  const none = /^None\.$/;
  const another = /the record of another client/;
  const unanswered = /not known of 6 changes/;
  const otherwise = /one does not show what it was sent/;
  const closed = /shows status changed/;

  test.each<readonly [title: string, events: readonly ClientEvent[], own: RegExp, other: RegExp]>([
    ['at first', [], none, none],
    ['after an accepted change', changed(dr), none, none],
    ['after the record of another', [{ kind: 'of-another', number: 1 }], another, another],
    ['after five unknown outcomes', [late, late, late, late, late], none, none],
    ['after six', [late, late, late, late, late, late], unanswered, unanswered],
    ['while it is doubted', doubted, none, otherwise],
    ['once it is shown', [...doubted, ...changed({ title: 'Mr' }), shown({ title: 'Mr' })], none, none],
    ['with four doubted fields', [...changed(four), shown({})], otherwise, otherwise],
    ['after a lost field', [shown({ status: 'Closed' })], closed, closed],
    ['after a status that moves', [{ kind: 'status-changed' }, shown({ status: 'Closed' })], none, none],
  ])('%s', (_title, events, own, other) => {
    const states = [stateAfter(kept, ...events), listedState('other', false)];
    const messageFor = (client: string): string =>
      obstacleToChange(bundled, states, client)?.message ?? 'None.';
    expect(messageFor('one')).toMatch(own);
    expect(messageFor('other')).toMatch(other);
  });
});

test.each([
  ['the same record without an id', { id: undefined }, { id: undefined }, true],
  ['the same record with an id that is no text', { id: 5 }, { id: 5 }, true],
  ['another record without an id', { id: undefined }, { id: undefined, lastName: 'Okafor' }, false],
])('two clients that show %s', (_, own, others, isObstacle) => {
  const states = Object.entries({ one: own, other: others }).map(([client, fields]) =>
    nextState(bundled, listedState(client, false), { kind: 'kept', record: { ...record, ...fields } }),
  );
  const message =
    'The clients one and other show the same record, without an id: one may be shown for the other, so nothing is changed.';
  expect(obstacleToChange(bundled, states, 'one')?.message).toBe(isObstacle ? message : undefined);
});

describe('while it is put back', () => {
  const whole = [kept, ...changed({ title: 'Dr', lastName: 'Sample' })];
  const exactly: ClientEvent = { kind: 'shown-exactly', fields: [] };
  const mixedCase: ClientEvent = {
    kind: 'kept',
    record: { ...record, emailAddress: 'Rosalind@Sample.test' },
  };
  const found = (kind: string, further: object): object => ({ found: { kind, ...further } });
  const restored = (since: number, until = since) => found('restored', { since, until });
  const stays = (why: string) => found('changed', { why });
  const silence: ClientEvent = { kind: 'not-read', why: 'it is silent', isAnswered: false };

  test.each<Row>([
    ['it is restored', [readBack({}, 7)], restored(7)],
    ['it stays so', [readBack({}, 7), readBack({}, 9)], restored(7, 9)],
    ['it is changed', [readBack({}, 7), readBack(dr)], stays('the target did not take back title')],
    [
      'it is restored in the form in which the target keeps it',
      [mixedCase, readBack({ emailAddress: 'rosalind@sample.test' }, 7)],
      restored(7),
    ],
    [
      'it is in no form in which targets keep it',
      [mixedCase, readBack({ emailAddress: 'ROSALIND@sample.test' })],
      stays('the target did not take back emailAddress'),
    ],
    ['it is restored anew', [readBack({}, 7), readBack(dr, 8), readBack({}, 9)], restored(9)],
    ['a field is lost', [readBack({ status: 'Closed' })], stays('the interface cannot put back status')],
    ['it is silent', [silence, silence], found('unread', { why: 'it is silent', silent: 2 })],
    [
      'it is answered without its record',
      [silence, { kind: 'not-read', why: 'it is not there', isAnswered: true }],
      found('unread', { why: 'it is not there', silent: 0 }),
    ],
    ['it is seen anew', [unsettled, readBack({}), { kind: 'watched' }], { found: { kind: 'not-checked' } }],
    ['it is given up', [{ kind: 'given-up', why: 'it is late' }], stays('it is late')],
    ['a field is hidden', [readBack({ title: 'D*' })], { hidden: ['title'], isShownExactly: false }],
    ['a field shows a value of the run', [readBack(dr)], { hidden: [], isShownExactly: true }],
    [
      'a field that was doubted shows it',
      [shownOtherwise('title', 'lastName'), readBack(dr)],
      { shownOtherwise: ['lastName'], isShownExactly: true },
    ],
  ])('%s', (_title, events, state) => {
    expect(stateAfter(...whole, ...events)).toMatchObject(state);
  });

  test.each<readonly [title: string, events: readonly ClientEvent[], sentBack: object]>([
    ['nothing of an unproven target', [], {}],
    ['all that was sent', [exactly], { title: 'Ms', lastName: 'Ollerenshaw' }],
    ['also what may be lost', [exactly, shownOtherwise('title')], { title: 'Ms', lastName: 'Ollerenshaw' }],
    [
      'but not after the run',
      [exactly, shownOtherwise('title'), { kind: 'interrupted' }],
      { lastName: 'Ollerenshaw' },
    ],
  ])('is sent back, whatever is shown, %s', (_title, events, sentBack) => {
    expect(originalsOfSent(bundled, stateAfter(...whole, ...events))).toEqual(sentBack);
  });

  test('is sent back what differs', () => {
    const state = stateAfter(...whole, readBack({ firstName: 'Ada', status: 'Closed' }));
    expect(originalsOfDiffering(bundled, state)).toEqual({ firstName: 'Rosalind' });
  });

  test.each<readonly [title: string, events: readonly ClientEvent[], mustWait: boolean]>([
    ['has nothing to wait for', [readBack({})], false],
    ['waits after an unknown outcome', [unsettled, readBack({})], true],
    ['has stayed restored', [unsettled, readBack({}, 1), readBack({}, 6)], false],
    ['has not stayed so for long enough', [unsettled, readBack({}, 1), readBack({}, 5)], true],
    ['is silent', [unsettled, silence, silence, silence, silence], true],
    ['is gone', [unsettled, silence, silence, silence, silence, silence], false],
    ['is changed', [unsettled, readBack(dr)], true],
  ])('%s', (_title, events, mustWait) => {
    expect(mustSettle(stateAfter(...whole, ...events), 5)).toBe(mustWait);
  });
});
