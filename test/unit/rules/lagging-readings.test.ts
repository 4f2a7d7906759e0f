import { describe, expect, test } from 'vitest';
import { updateClient } from '../../../src/api/calls.ts';
import { judgedChange, keepsFields, replacesAddress, takesFields } from '../../../src/rules/change-rules.ts';
import { clientReadingOf, type ObservedChange } from '../../../src/rules/client-change.ts';
import type { ClientRecord } from '../../../src/rules/client-record.ts';
import { isLagSeen, lagOf } from '../../../src/rules/lagging-readings.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { first } from '../harness/hand-made-clients.ts';
import { replyWith } from '../harness/hand-made-session.ts';

interface Told {
  readonly sent: ClientRecord;
  readonly before: ClientRecord;
  readonly earlier?: readonly ClientRecord[];
  readonly answer: ClientRecord;
  readonly after: ClientRecord;
  readonly isLagging?: boolean;
}

function changeOf({ sent, before, earlier = [], answer, after, isLagging = false }: Told): ObservedChange {
  const reading = (record: ClientRecord) =>
    clientReadingOf({ ...replyWith(200, JSON.stringify(record)), call: updateClient(first, '{}') }, first);
  const answered = { ...reading(answer), earlier };
  const series = { isLagging, values: new Map(), kept: new Map() };
  return { client: first, body: sent, before, answer: answered, after: reading(after), series };
}

const a: ClientRecord = { firstName: 'Avery' };
const b: ClientRecord = { firstName: 'Robin' };
const c: ClientRecord = { firstName: 'Morgan' };

describe('A reading', () => {
  test.each<[string, Told, ReturnType<typeof lagOf>]>([
    ['shows what was sent', { sent: c, before: b, earlier: [a, b], answer: c, after: c }, undefined],
    [
      'shows what an earlier answer showed',
      { sent: c, before: b, earlier: [a, b], answer: c, after: a },
      'behind',
    ],
    [
      'shows the value before, which may be lost',
      { sent: b, before: a, earlier: [a], answer: b, after: a },
      undefined,
    ],
    [
      'shows the value before, as others do',
      { sent: b, before: a, earlier: [], answer: b, after: a, isLagging: true },
      'behind',
    ],
    [
      'shows an altered value',
      { sent: c, before: b, earlier: [a, b], answer: c, after: { firstName: 'MORGAN' } },
      undefined,
    ],
    [
      'shows an earlier value, as the answer does',
      { sent: c, before: b, earlier: [a, b], answer: a, after: a, isLagging: true },
      undefined,
    ],
    [
      'shows an earlier value after an answer that is wrong',
      { sent: c, before: b, earlier: [a, b], answer: { firstName: 'MORGAN' }, after: a },
      undefined,
    ],
    [
      'shows a field that was left out as an earlier answer did',
      { sent: { title: 'Dr' }, before: b, earlier: [a, b], answer: b, after: a },
      'behind',
    ],
    [
      'shows only now what the latest answer showed',
      { sent: { title: 'Dr' }, before: a, earlier: [a, b], answer: b, after: b },
      'caught up',
    ],
    [
      'shows a field that was left out as before the latest change, as the answer does',
      { sent: { title: 'Dr' }, before: b, earlier: [a, b], answer: a, after: a, isLagging: true },
      undefined,
    ],
  ])('%s', (_, told, lag) => {
    expect(lagOf(bundled, changeOf(told), 'firstName')).toBe(lag);
  });
});

test('A lost change that is echoed shows no lag, however often', () => {
  const changes = [b, c].map((sent) =>
    changeOf({ sent, before: a, earlier: [b, c], answer: sent, after: a }),
  );
  expect(isLagSeen(bundled, changes)).toBe(false);
});

test('Fields and lines of all statements deviate in the same way', () => {
  const address = (town: string): ClientRecord => ({ address: { line_1: '1 High Street', post_town: town } });
  const before = { ...a, ...address('Leeds'), lastName: 'Sample' };
  const answer = { ...b, ...address('York'), lastName: 'Tester' };
  const change = changeOf({
    sent: { ...b, ...address('York') },
    before: { ...before, lastName: 'Sample' },
    earlier: [{ ...before, lastName: 'Tester' }],
    answer,
    after: { ...before, lastName: 'Tester' },
    isLagging: true,
  });
  const judged = [takesFields, replacesAddress, keepsFields].flatMap((rule) =>
    judgedChange(bundled, change, rule),
  );
  const findings = judged.flatMap((one) => (one.kind === 'deviates' ? [one.finding] : []));
  expect(findings.map(({ requirement, pointer, kind }) => [requirement, pointer, kind])).toEqual([
    ['update-client-fields', '/firstName', 'lag'],
    ['update-client-address-replaced', '/address/post_town', 'lag'],
    ['update-client-omitted-unchanged', '/lastName', 'lag'],
  ]);
  expect(findings.map(({ message }) => message)).toEqual([
    '/firstName shows an earlier value than the answer to the change',
    '/address/post_town shows an earlier value than the answer to the change',
    '/lastName shows only now what the answer to an earlier change showed',
  ]);
});
