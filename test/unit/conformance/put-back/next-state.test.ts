import { describe, expect, test } from 'vitest';
import {
  type ClientState,
  listedState,
  mustSettle,
  obstacleToChange,
  originalsOfDiffering,
  originalsOfSent,
} from '../../../../src/conformance/put-back/client-state.ts';
import { type ClientEvent, learntFrom, next } from '../../../../src/conformance/put-back/next-state.ts';
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
  events.reduce((state, event) => next(bundled, state, event), listedState('one', false));

const kept: ClientEvent = { kind: 'kept', record };
const sent = (fields: Record<string, unknown>): ClientEvent => ({ kind: 'sent', fields });
const accepted = (fields: Record<string, unknown>): ClientEvent => ({ kind: 'accepted', fields });
const shown = (fields: Record<string, unknown>): ClientEvent => ({
  kind: 'shown',
  record: { ...record, ...fields },
});
const readBack = (fields: Record<string, unknown>, at = 0): ClientEvent => ({
  kind: 'read-back',
  record: { ...record, ...fields },
  at,
});

/** The events of an accepted change. */
const changed = (fields: Record<string, unknown>): ClientEvent[] => [sent(fields), accepted(fields)];

type Row = readonly [title: string, events: readonly ClientEvent[], state: object];

describe('the state of a client', () => {
  test.each<Row>([
    ['is empty at first', [], listedState('one', false)],
    ['has the original record', [kept], { standing: 'kept', record, shown: record }],
    ['is left to a set-up', [{ kind: 'set-up' }, kept], { standing: 'set-up', record: {} }],
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
    ['is unsettled for good', [{ kind: 'unsettled' }, sent({ title: 'Dr' })], { isUnsettled: true }],
    [
      'names what is shown otherwise, until it is shown exactly',
      [
        { kind: 'shown-otherwise', fields: ['title', 'lastName'] },
        { kind: 'shown-otherwise', fields: ['lastName', 'firstName'] },
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
      sent({ title: 'Dr' }),
      { kind: 'refused', fields: { title: 'Dr' } },
      { kind: 'unsettled' },
      { kind: 'shown-otherwise', fields: ['title'] },
      { kind: 'of-another' },
      { kind: 'status-moved' },
    ];
    const state = stateAfter(...events);
    for (const event of events) expect(next(bundled, state, event), event.kind).toBe(state);
    expect(next(bundled, state, sent({}))).toBe(state);
  });
});

describe('what a reading shows of a sent value', () => {
  const trusted = { trusted: ['lastName'], doubted: [], stop: undefined };
  const doubted = { trusted: [], doubted: ['lastName'], stop: undefined };
  const nothing = { trusted: [], doubted: [], stop: undefined };
  const otherwise = { trusted: [], stop: { reason: 'not-permitted' } };

  test.each<Row>([
    ['is it exactly', [...changed({ lastName: 'Sample' }), shown({ lastName: 'Sample' })], trusted],
    ['is the previous one', [...changed({ lastName: 'Sample' }), shown({})], doubted],
    ['is another', [...changed({ lastName: 'Sample' }), shown({ lastName: 'SAMPLE' })], otherwise],
    ['is masked', [...changed({ lastName: 'Sample' }), shown({ lastName: 'S****' })], otherwise],
    ['is cut', [...changed({ lastName: 'Sample' }), shown({ lastName: 'Sam' })], otherwise],
    ['is trimmed', [...changed({ lastName: 'A  B' }), shown({ lastName: 'A B' })], otherwise],
    ['is empty', [...changed({ lastName: 'Sample' }), shown({ lastName: '' })], otherwise],
    [
      'is without its plus sign, which would be lost for good',
      [
        { kind: 'kept', record: { ...record, telephoneNumber: '+441632960147' } },
        ...changed({ telephoneNumber: '+441632960001' }),
        shown({ telephoneNumber: '441632960001' }),
      ],
      otherwise,
    ],
    ['is gone', [...changed({ lastName: 'Sample' }), shown({ lastName: undefined })], otherwise],
    ['proves nothing if it was shown before', [...changed({ lastName: 'Ollerenshaw' }), shown({})], nothing],
    [
      'is judged of the last value alone',
      [...changed({ lastName: 'Sample' }), ...changed({ lastName: 'Avery' }), shown({ lastName: 'Avery' })],
      trusted,
    ],
    [
      'is judged once',
      [
        ...changed({ title: 'Dr' }),
        ...changed({ lastName: 'Sample' }),
        shown({ title: 'Dr', lastName: 'Sample' }),
        shown({ lastName: 'X', title: 'X' }),
      ],
      { trusted: ['title', 'lastName'], doubted: [], stop: undefined },
    ],
    [
      'is not judged again once it was shown exactly',
      [
        ...changed({ lastName: 'Sample' }),
        shown({ lastName: 'Sample' }),
        ...changed({ lastName: 'Avery' }),
        shown({ lastName: 'A' }),
      ],
      trusted,
    ],
    [
      'is judged again where it was as before',
      [
        ...changed({ lastName: 'Sample' }),
        shown({}),
        ...changed({ lastName: 'Avery' }),
        shown({ lastName: 'Avery' }),
      ],
      trusted,
    ],
    ['may be the previous one of a refused change', [sent({ lastName: 'Sample' }), shown({})], nothing],
    [
      'may be the previous one of a change of unknown outcome',
      [{ kind: 'unknown', fields: { lastName: 'Sample' }, mayBeLate: false }, shown({})],
      nothing,
    ],
    [
      'may be the value of a change of unknown outcome',
      [{ kind: 'unknown', fields: { lastName: 'Sample' }, mayBeLate: false }, shown({ lastName: 'Sample' })],
      trusted,
    ],
    [
      'may be changed by the target, if it is a text with space around it, or no text',
      [...changed({ lastName: ' Sample ', title: 5 }), shown({ lastName: 'Sample' })],
      nothing,
    ],
  ])('%s', (_title, events, state) => {
    expect(stateAfter(kept, ...events)).toMatchObject(state);
  });

  test('is nothing of disposable data', () => {
    const disposable = [kept, ...changed({ lastName: 'Sample' }), shown({})].reduce(
      (state, event) => next(bundled, state, event),
      listedState('one', true),
    );
    expect(disposable).toMatchObject({ isShownExactly: true, doubted: [], stop: undefined });
  });

  const learnt = (event: ClientEvent, ...events: readonly ClientEvent[]) => {
    const other = { ...stateAfter(kept, sent({ title: 'Dr', firstName: 'Avery' })), client: 'other' };
    const state = stateAfter(kept, ...events);
    return [state, other].map((of) => learntFrom(bundled, state, event)(of));
  };

  test('says something of all clients', () => {
    const exactly = { kind: 'shown-exactly', fields: ['title'] };
    const both = [...changed({ title: 'Dr' }), ...changed({ lastName: 'Sample' })];
    const otherwise = (...fields: string[]) => ({ kind: 'shown-otherwise', fields });
    expect(learnt(shown({ title: 'Dr', lastName: 'Sample' }), ...changed({ title: 'Dr' }))).toEqual([
      [exactly],
      [exactly],
    ]);
    expect(learnt(shown({ title: 'Dr' }), ...both)).toEqual([[otherwise('lastName'), exactly], [exactly]]);
    expect(learnt(shown({ title: 'Dr', lastName: 'X' }), ...both)).toEqual([
      [otherwise('title', 'lastName'), exactly],
      [otherwise('title', 'firstName'), exactly],
    ]);
    expect(learnt(readBack({ title: 'Dr' }), ...both)).toEqual([
      [{ kind: 'shown-exactly', fields: [] }],
      [{ kind: 'shown-exactly', fields: [] }],
    ]);
    expect(learnt(readBack({}), ...both)).toEqual([[], []]);
    expect(learnt({ kind: 'unknown', fields: {}, mayBeLate: true })).toEqual([[{ kind: 'unsettled' }], []]);
  });
});

describe('whether a client may be changed', () => {
  const late: ClientEvent = { kind: 'unknown', fields: {}, mayBeLate: true };
  const doubted = [...changed({ title: 'Dr' }), shown({})];
  const four = { title: 'Dr', firstName: 'Avery', lastName: 'Sample', companyName: 'Sample' };

  const none = /^None\.$/;
  const another = /the record of another client/;
  const unanswered = /not known of 6 changes/;
  const otherwise = /one does not show what it was sent/;
  const closed = /shows status changed/;

  test.each<readonly [title: string, events: readonly ClientEvent[], own: RegExp, other: RegExp]>([
    ['at first', [], none, none],
    ['after an accepted change', changed({ title: 'Dr' }), none, none],
    ['after the record of another', [{ kind: 'of-another' }], another, another],
    ['after five unknown outcomes', [late, late, late, late, late], none, none],
    ['after six', [late, late, late, late, late, late], unanswered, unanswered],
    ['while it is doubted', doubted, none, otherwise],
    ['once it is shown', [...doubted, ...changed({ title: 'Mr' }), shown({ title: 'Mr' })], none, none],
    ['with four doubted fields', [...changed(four), shown({})], otherwise, otherwise],
    ['after a lost field', [shown({ status: 'Closed' })], closed, closed],
    ['after a status that moves', [{ kind: 'status-moved' }, shown({ status: 'Closed' })], none, none],
  ])('%s', (_title, events, own, other) => {
    const states = [stateAfter(kept, ...events), listedState('other', false)];
    const messageFor = (client: string): string =>
      obstacleToChange(bundled, states, client)?.message ?? 'None.';
    expect(messageFor('one')).toMatch(own);
    expect(messageFor('other')).toMatch(other);
  });
});

describe('while it is put back', () => {
  const sample = [kept, ...changed({ title: 'Dr', lastName: 'Sample' })];
  const exactly: ClientEvent = { kind: 'shown-exactly', fields: [] };
  const mixedCase: ClientEvent = {
    kind: 'kept',
    record: { ...record, emailAddress: 'Rosalind@Sample.test' },
  };
  const silence: ClientEvent = { kind: 'not-read', why: 'it is silent', isAnswered: false };

  test.each<Row>([
    ['it is restored', [readBack({}, 7)], { found: { kind: 'restored', since: 7, until: 7 } }],
    ['it stays so', [readBack({}, 7), readBack({}, 9)], { found: { kind: 'restored', since: 7, until: 9 } }],
    [
      'it is changed',
      [readBack({}, 7), readBack({ title: 'Dr' })],
      { found: { kind: 'changed', why: 'the target did not take back title' } },
    ],
    [
      'it is restored in the form in which the target keeps it',
      [mixedCase, readBack({ emailAddress: 'rosalind@sample.test' }, 7)],
      { found: { kind: 'restored', since: 7, until: 7 } },
    ],
    [
      'it is in no form in which targets keep it',
      [mixedCase, readBack({ emailAddress: 'ROSALIND@sample.test' })],
      { found: { kind: 'changed', why: 'the target did not take back emailAddress' } },
    ],
    [
      'it is restored anew',
      [readBack({}, 7), readBack({ title: 'Dr' }, 8), readBack({}, 9)],
      { found: { kind: 'restored', since: 9, until: 9 } },
    ],
    [
      'a field is lost',
      [readBack({ status: 'Closed' })],
      { found: { kind: 'changed', why: 'the interface cannot put back status' } },
    ],
    ['it is silent', [silence, silence], { found: { kind: 'unread', why: 'it is silent', silent: 2 } }],
    [
      'it is answered without its record',
      [silence, { kind: 'not-read', why: 'it is not there', isAnswered: true }],
      { found: { kind: 'unread', why: 'it is not there', silent: 0 } },
    ],
    [
      'it is looked at anew',
      [{ kind: 'unsettled' }, readBack({}), { kind: 'watched' }],
      { found: { kind: 'not-checked' } },
    ],
    [
      'it is given up',
      [{ kind: 'given-up', why: 'it is late' }],
      { found: { kind: 'changed', why: 'it is late' } },
    ],
    ['a field is hidden', [readBack({ title: 'D*' })], { hidden: ['title'], isShownExactly: false }],
    ['a field shows a value of the run', [readBack({ title: 'Dr' })], { hidden: [], isShownExactly: true }],
    [
      'a field that was doubted shows it',
      [{ kind: 'shown-otherwise', fields: ['title', 'lastName'] }, readBack({ title: 'Dr' })],
      { shownOtherwise: ['lastName'], isShownExactly: true },
    ],
  ])('%s', (_title, events, state) => {
    expect(stateAfter(...sample, ...events)).toMatchObject(state);
  });

  test.each<readonly [title: string, events: readonly ClientEvent[], sentBack: object]>([
    ['nothing of an unproven target', [], {}],
    ['all that was sent', [exactly], { title: 'Ms', lastName: 'Ollerenshaw' }],
    [
      'also what may be lost',
      [exactly, { kind: 'shown-otherwise', fields: ['title'] }],
      { title: 'Ms', lastName: 'Ollerenshaw' },
    ],
    [
      'but not after the run',
      [exactly, { kind: 'shown-otherwise', fields: ['title'] }, { kind: 'interrupted' }],
      { lastName: 'Ollerenshaw' },
    ],
  ])('is sent back, whatever is shown, %s', (_title, events, sentBack) => {
    expect(originalsOfSent(bundled, stateAfter(...sample, ...events))).toEqual(sentBack);
  });

  test('is sent back what differs', () => {
    expect(
      originalsOfDiffering(bundled, stateAfter(...sample, readBack({ firstName: 'Ada', status: 'Closed' }))),
    ).toEqual({
      firstName: 'Rosalind',
    });
  });

  test.each<readonly [title: string, events: readonly ClientEvent[], mustWait: boolean]>([
    ['has nothing to wait for', [readBack({})], false],
    ['waits after an unknown outcome', [{ kind: 'unsettled' }, readBack({})], true],
    ['has stayed restored', [{ kind: 'unsettled' }, readBack({}, 1), readBack({}, 6)], false],
    ['has not stayed so for long enough', [{ kind: 'unsettled' }, readBack({}, 1), readBack({}, 5)], true],
    ['is silent', [{ kind: 'unsettled' }, silence, silence, silence, silence], true],
    ['is gone', [{ kind: 'unsettled' }, silence, silence, silence, silence, silence], false],
    ['is changed', [{ kind: 'unsettled' }, readBack({ title: 'Dr' })], true],
  ])('%s', (_title, events, mustWait) => {
    expect(mustSettle(stateAfter(...sample, ...events), 5)).toBe(mustWait);
  });
});
