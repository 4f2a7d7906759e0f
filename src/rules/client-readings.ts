import {
  deviates,
  deviatesAt,
  hasStatus,
  held,
  isJson,
  isSameAtOnce,
  observes,
  statusKind,
  statusOf,
  undecided,
} from '../harness/assertions.ts';
import type { About, Judgement } from '../harness/check.ts';
import { childPointer } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { judgeAnswer } from './answers.ts';
import { isNoRecord, refusedForItsState, showsOtherAlone } from './change-rules.ts';
import { type ClientReading, refusedForItsValues, unreadInWords } from './client-change.ts';
import { readClientRecord, recordIn, shows } from './client-record.ts';
import { missingFields } from './known-fields.ts';
import { operations } from './operations.ts';
import { holdsDetails } from './organisation.ts';
import { judgeStatement } from './statements.ts';

/** A client with its first reading of a run. */
export interface FirstReading extends ClientReading {
  readonly client: string;
}

/** A change of nothing is answered 200 with the record. */
export function* answersWithRecords(
  readings: readonly FirstReading[],
  { specification }: About,
): Iterable<Judgement> {
  // If another client can be read, this one may be closed.
  const mayBeClosed = readings.some(({ reply }) => reply.status === 200) ? refusedForItsValues : [];
  for (const reading of readings) {
    const { client, reply, isOfAnother, record } = reading;
    // A service may change one client at a time, and say so.
    if (!refusedForItsState.includes(reply.whenConcurrent?.status ?? 200))
      yield* isSameAtOnce(reply, 'update-client-200');
    // A missing permission, a missing client and one closed to changes are not judged here.
    if ([403, 404, ...refusedForItsState, ...mayBeClosed].includes(reply.status)) {
      yield notRead(client, String(reply.status));
      continue;
    }
    yield hasStatus(reply, 200, 'update-client-200');
    if (reply.status !== 200) continue;
    yield isJson(reply);
    if (isOfAnother) continue;
    if (record === undefined || showsOtherAlone(specification, record)) yield isNoRecord(reading);
    const shown = specification.fieldsOf('Client').filter((field) => shows(record ?? {}, field));
    yield observes('client-fields-present', 'updateClient', shown.join(', '));
  }
}

/** The first reading of a client shows what the configuration says that it shows. */
export function* showsKnownFields(readings: readonly FirstReading[], { target }: About): Iterable<Judgement> {
  for (const reading of readings) {
    const { client, reply, record } = reading;
    if (record === undefined) {
      yield notRead(client, unreadInWords([reading]));
      continue;
    }
    const missing = missingFields(target, client, record);
    if (missing.length === 0) yield held;
    for (const field of missing) {
      const words =
        'must be there, since clients says that this client shows it, and a change of nothing leaves it out. If it was not there before, correct the configuration';
      const row = field === 'address' ? 'update-client-address-kept' : 'update-client-omitted-unchanged';
      yield deviatesAt(reply, row, childPointer('', field), words, 'gone by reading');
    }
  }
}

function notRead(client: string, how: string): Judgement {
  const words = `A change of nothing of the client ${client} is answered ${how}. Check clients, and whether tokens.member may change them.`;
  return undecided('control-refused', words);
}

/**
 * Every record of a client is as one statement says.
 * @param example - a field that the statement is about
 */
export function* areAsStated(
  replies: readonly Exchange[],
  { specification, isCutShort }: About,
  row: string,
  example: string,
): Iterable<Judgement> {
  const judgements = replies.flatMap((reply) =>
    judgeStatement(reply, row, readClientRecord(specification, recordIn(reply))),
  );
  yield* judgements;
  if (judgements.length === 0 && !isCutShort)
    yield undecided('no-data', `List a fuller client in clients: none shows ${example}.`);
}

/** The answers to a call before clients were changed and afterwards. The first is a success. */
export interface ReadAfterwards {
  readonly before: Exchange;
  readonly reply: Exchange;
  /** The row that says that it can be read. */
  readonly requirement: string;
  /** Whether the organisation has a different id afterwards. */
  readonly hasOtherId: boolean;
}

/** Everything that could be read before clients were changed can still be read afterwards. */
export function* canBeReadAfterwards(
  { before, reply, requirement, hasOtherId }: ReadAfterwards,
  { specification }: About,
): Iterable<Judgement> {
  const { operation } = reply.call;
  if (!operations[operation].isAccepted(reply.status)) {
    const words = `The status must be ${before.status} once clients were changed, as it was before, but is ${statusOf(reply)}`;
    yield deviates(reply, requirement, words, '', `afterwards: ${statusKind(reply)}`);
    return;
  }
  if (operation !== 'getOrganisation' || reply.text !== '') yield isJson(reply);
  if (operation === 'getCaseData') yield* newlyWrong(specification, before, reply);
  // Changing a client must not move the user out of their organisation.
  if (operation === 'getOrganisation') yield* holdsDetails(reply);
  if (hasOtherId) {
    const words =
      "The record must be that of the caller's organisation, but has another id since clients were changed";
    yield deviates(reply, 'organisation-is-callers', words, '', 'other afterwards');
  }
}

/** Deviations of the case record that it did not have before clients were changed. */
function newlyWrong(specification: Specification, before: Exchange, reply: Exchange): Judgement[] {
  const expected = { operation: 'getCaseData', status: 200, requirements: [], caseType: undefined } as const;
  const wrongIn = (one: Exchange) =>
    [...judgeAnswer(specification, expected, one)].flatMap((judgement) =>
      judgement.kind === 'deviates' ? [judgement.finding] : [],
    );
  const known = new Set(wrongIn(before).map(({ pointer }) => pointer));
  return wrongIn(reply)
    .filter(({ pointer }) => !known.has(pointer))
    .map(({ pointer, message, kind }) => {
      const words = `${message}, since clients were changed`;
      return deviates(reply, 'case-data-200', words, pointer, `afterwards: ${kind ?? 'other'}`);
    });
}
