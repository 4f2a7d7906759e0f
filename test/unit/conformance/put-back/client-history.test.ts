import { describe, expect, test } from 'vitest';
import {
  type ClientHistory,
  type HistoryEvent,
  noHistory,
  withEvent,
} from '../../../../src/conformance/put-back/client-history.ts';

const historyAfter = (...events: HistoryEvent[]): ClientHistory => events.reduce(withEvent, noHistory);

describe('the history of a client', () => {
  test('holds each value that was sent or refused once, by its field, in its order', () => {
    const address = { line_1: '1 Street' };
    const history = historyAfter(
      { kind: 'sent', fields: { title: 'Dr', address } },
      { kind: 'sent', fields: { title: 'Mr', address: { ...address } } },
      { kind: 'refused', fields: { title: 'Mr' } },
      { kind: 'sent', fields: { title: 'Dr', lastName: 'Sample' } },
    );
    expect(history).toEqual({
      ...noHistory,
      sent: { title: ['Dr', 'Mr'], address: [address], lastName: ['Sample'] },
      refused: { title: ['Mr'] },
    });
  });

  test('is the same value where an event says nothing that was not said', () => {
    const events: HistoryEvent[] = [
      { kind: 'sent', fields: { title: 'Dr' } },
      { kind: 'refused', fields: { title: 'Dr' } },
      { kind: 'unsettled' },
      { kind: 'shown-otherwise', fields: ['title'] },
    ];
    const history = historyAfter(...events);
    for (const event of events) expect(withEvent(history, event), event.kind).toBe(history);
    expect(withEvent(history, { kind: 'sent', fields: {} })).toBe(history);
  });

  test('is unsettled from the first change on of which nobody knows', () => {
    expect(historyAfter({ kind: 'sent', fields: { title: 'Dr' } }).isUnsettled).toBe(false);
    expect(historyAfter({ kind: 'unsettled' }, { kind: 'sent', fields: { title: 'Dr' } }).isUnsettled).toBe(
      true,
    );
  });

  test('names what is shown otherwise, until it is shown exactly', () => {
    const doubted = historyAfter(
      { kind: 'shown-otherwise', fields: ['title', 'lastName'] },
      { kind: 'shown-otherwise', fields: ['lastName', 'firstName'] },
    );
    expect(doubted).toMatchObject({
      shownOtherwise: ['title', 'lastName', 'firstName'],
      isShownExactly: false,
    });
    expect(withEvent(doubted, { kind: 'shown-exactly', fields: ['lastName'] })).toMatchObject({
      shownOtherwise: ['title', 'firstName'],
      isShownExactly: true,
    });
  });
});
