import { describe, expect, test } from 'vitest';
import { updateClient } from '../../../src/api/calls.ts';
import {
  clientReadingOf,
  type ObservedChange,
  withRelatedChanges,
} from '../../../src/rules/client-change.ts';
import type { ClientRecord } from '../../../src/rules/client-record.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { exchangeOf } from '../../support/exchange.ts';
import { first, second } from '../harness/hand-made-clients.ts';

interface Told {
  readonly sent: ClientRecord;
  readonly before?: ClientRecord;
  readonly answer?: ClientRecord;
  readonly after?: ClientRecord;
  readonly status?: number;
  readonly client?: string;
}

function changeOf({ sent, before = {}, after = before, answer = after, status = 200, client = first }: Told) {
  const reading = (of: number, record: ClientRecord) => {
    const reply = { ...exchangeOf(of, JSON.stringify(record)), call: updateClient(client, '{}') };
    return clientReadingOf(reply, client);
  };
  const change: ObservedChange = {
    ...{ client, body: sent, before },
    answer: reading(status, answer),
    after: reading(200, after),
  };
  return change;
}

const inTheirContext = (...told: readonly Told[]): ObservedChange[] =>
  withRelatedChanges(bundled, told.map(changeOf));

describe('a refusal of what a client shows cannot be laid to its values', () => {
  const before = { title: 'Mr', lastName: 'Sample', telephoneNumber: '+442079460001', status: 'Active' };
  const isRefusedWithoutReason = (...told: readonly Told[]): unknown =>
    inTheirContext(...told.map((one) => ({ before, ...one })))[0]?.isRefusedWithoutReason;
  const telephone = { sent: { telephoneNumber: before.telephoneNumber }, status: 422 };
  const title = { sent: { title: 'Mr' }, status: 400 };

  test('where the same values are taken with others, or each of them alone', () => {
    expect(isRefusedWithoutReason(telephone)).toBe(false);
    expect(isRefusedWithoutReason(telephone, { sent: { ...telephone.sent, title: 'Mr' } })).toBe(true);
    expect(isRefusedWithoutReason(telephone, { sent: { telephoneNumber: '+442079460002' } })).toBe(false);
    const together = { sent: { ...telephone.sent, title: 'Mr' }, status: 422 };
    expect(isRefusedWithoutReason(together, { ...telephone, status: 200 })).toBe(false);
    expect(isRefusedWithoutReason(together, { ...telephone, status: 200 }, { ...title, status: 200 })).toBe(
      true,
    );
    // A value that is accepted for another client says nothing: each client has its own number.
    expect(isRefusedWithoutReason(telephone, { ...telephone, status: 200, client: second })).toBe(false);
  });

  test('where none of several is taken, names among them', () => {
    expect(isRefusedWithoutReason(telephone, title)).toBe(false);
    const lastName = { sent: { lastName: 'Sample' }, status: 422 };
    expect(isRefusedWithoutReason(telephone, lastName)).toBe(true);
    expect(isRefusedWithoutReason(lastName)).toBe(false);
    expect(isRefusedWithoutReason(telephone, lastName, { ...title, status: 200 })).toBe(false);
  });

  test('where no value of the field is taken, though others were tried', () => {
    const fresh = { sent: { telephoneNumber: '+442079460002' } };
    const others = { sent: { title: 'Mr' }, status: 200 };
    expect(isRefusedWithoutReason(telephone, others, { ...fresh, status: 422 })).toBe(true);
    expect(isRefusedWithoutReason(telephone, others, fresh)).toBe(false);
    expect(
      isRefusedWithoutReason(telephone, others, { sent: { ...fresh.sent, title: 'Dr' }, status: 422 }),
    ).toBe(false);
  });

  test('where it is a conflict each time, also next to a change that is taken', () => {
    const conflict = { ...telephone, status: 409 };
    const others = { sent: { title: 'Dr' } };
    expect(isRefusedWithoutReason(conflict, others, conflict)).toBe(true);
    expect(isRefusedWithoutReason(conflict, others)).toBe(false);
    expect(isRefusedWithoutReason(conflict, { ...others, status: 409 }, conflict)).toBe(false);
    // The client may have been locked, or a value may have awaited confirmation.
    expect(isRefusedWithoutReason(conflict, others, telephone, conflict)).toBe(false);
  });

  test('but of a client that is closed, or in another way than for a value, or of a new one', () => {
    const taken = { sent: { ...telephone.sent, title: 'Mr' } };
    expect(isRefusedWithoutReason({ ...telephone, before: { ...before, status: 'Closed' } }, taken)).toBe(
      false,
    );
    expect(isRefusedWithoutReason({ ...telephone, status: 409 }, taken)).toBe(false);
    expect(isRefusedWithoutReason({ sent: { title: 'Dr' }, status: 422 }, { sent: { title: 'Dr' } })).toBe(
      false,
    );
    expect(isRefusedWithoutReason({ sent: {}, status: 400 }, taken)).toBe(false);
  });
});

describe('a field is gone', () => {
  const gone = (...told: readonly Told[]): unknown => inTheirContext(...told).map((change) => change.gone);
  const title = { sent: { title: 'Dr' }, answer: { title: 'Dr' }, after: {} };
  const other = { sent: { lastName: 'A' }, after: { lastName: 'A' } };

  test('where it was shown when it was sent, and never when it was left out', () => {
    expect(gone(title, other)).toEqual([['title'], []]);
    expect(gone({ ...title, after: { title: null } }, other)).toEqual([['title'], []]);
  });

  test('not where an empty change alone leaves it out, which may show less than there is', () => {
    expect(gone(title)).toEqual([[]]);
    expect(gone(title, { ...other, client: second })).toEqual([[], []]);
    // An earlier answer could not show the field yet.
    expect(gone(other, title)).toEqual([[], []]);
  });

  test('not where any answer shows it to a change that leaves it out', () => {
    expect(gone(title, { ...other, answer: { lastName: 'A', title: 'Dr' } })).toEqual([[], []]);
    expect(gone({ ...title, after: { title: 'Ms' } }, other)).toEqual([[], []]);
  });

  test('not where the answer is all that was read', () => {
    const [first = changeOf(title), second = changeOf(other)] = [title, other].map(changeOf);
    const unread = { ...first, after: first.answer };
    expect(withRelatedChanges(bundled, [unread, second]).map((one) => one.gone)).toEqual([[], []]);
    const showing = changeOf({ ...other, answer: { lastName: 'A', title: 'Dr' } });
    const shown = [first, { ...showing, after: showing.answer }, second];
    expect(withRelatedChanges(bundled, shown).map((one) => one.gone)).toEqual([[], [], []]);
    // A change of all fields omits none, so it shows nothing about omitted ones.
    expect(withRelatedChanges(bundled, [first, unread, second]).map((one) => one.gone)).toEqual([
      ['title'],
      [],
      [],
    ]);
  });

  test('not where its answer did not show it either', () => {
    expect(gone({ ...title, answer: { lastName: 'A' } }, other)).toEqual([[], []]);
  });
});
