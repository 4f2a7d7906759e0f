import {
  deviatesAt,
  hasStatus,
  held,
  isJson,
  isSameConcurrently,
  observes,
  undecided,
} from '../harness/assertions.ts';
import type { About, Judgement } from '../harness/check.ts';
import { grouped } from '../schema/grouped.ts';
import { childPointer } from '../schema/pointer.ts';
import type { Exchange } from '../trace/exchange.ts';
import { isNoRecord, isNotClientRecord, removedByReading, stateRefusals } from './change-rules.ts';
import { type ClientReading, unreadInWords, valueRefusals } from './client-change.ts';
import { missingFields, readClientRecord, recordIn, shows } from './client-record.ts';
import { judgeStatement, type Statement } from './statements.ts';

export function* answersWithRecords(
  readings: readonly ClientReading[],
  { specification }: About,
): Iterable<Judgement> {
  // If at least one client can be read, a client whose reading is answered 400 or 422 may be closed.
  const mayBeClosed = readings.some(({ reply }) => reply.status === 200) ? valueRefusals : [];
  for (const reading of readings) {
    const { reply, isOfAnother, record } = reading;
    yield* isSameConcurrently(reply, 'update-client-200');
    // These statuses leave the check undecided: no permission, no such client, or a client closed to changes.
    if ([403, 404, ...stateRefusals, ...mayBeClosed].includes(reply.status)) {
      yield notRead(reading, String(reply.status));
      continue;
    }
    yield hasStatus(reply, 200, 'update-client-200');
    if (reply.status !== 200) continue;
    yield isJson(reply);
    if (isOfAnother) continue;
    if (record === undefined || isNotClientRecord(specification, record)) yield isNoRecord(reading);
    const shown = specification.fieldsOf('Client').filter((field) => shows(record ?? {}, field));
    yield observes('client-fields-present', 'updateClient', shown.join(', '));
  }
}

export function* showsKnownFields(
  readings: readonly ClientReading[],
  { target, specification }: About,
): Iterable<Judgement> {
  for (const reading of readings) {
    const { client, reply, record } = reading;
    if (record === undefined || isNotClientRecord(specification, record)) {
      yield notRead(reading, unreadInWords([reading]));
      continue;
    }
    const missing = missingFields(target, client, record);
    if (missing.length === 0) yield held;
    for (const field of missing) {
      const words =
        'is missing after an empty change, although clients says that this client shows it. If the client never had it, correct the configuration';
      const row = field === 'address' ? 'update-client-address-kept' : 'update-client-omitted-unchanged';
      yield deviatesAt(reply, row, childPointer('', field), words, removedByReading);
    }
  }
}

function notRead({ client, reply }: ClientReading, how: string): Judgement {
  const words = `An empty change of the client ${client} is answered ${how}. Check clients, and whether tokens.member may change them.`;
  return undecided('control-refused', [words, client], reply);
}

export function* judgeByStatement(
  replies: readonly Exchange[],
  { specification, isCutShort }: About,
  { row, example }: Statement,
): Iterable<Judgement> {
  const judgements = replies.flatMap((reply) =>
    judgeStatement(reply, row, readClientRecord(specification, recordIn(reply))),
  );
  yield* judgements;
  if (judgements.length > 0 || isCutShort) return;
  // The report names these exchanges as the problem to fix first: a client's last answer that is not a record, or that
  // lost its fields to a change.
  const lastOfEach = grouped(replies.toReversed(), ({ call }) => call.path).map(([last]) => last);
  const blockers = lastOfEach.flatMap((reply) => [
    { number: reply.number, pointer: example },
    ...(isNotClientRecord(specification, recordIn(reply) ?? {}) ? [reply] : []),
  ]);
  const words = `List a fuller client in clients: none shows ${example}.`;
  yield undecided('no-data', [words, example], ...blockers);
}
