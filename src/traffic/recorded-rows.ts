import { getCaseData } from '../api/calls.ts';
import { checksOf } from '../checks/all.ts';
import { observationsOf } from '../checks/get-case-data/record.ts';
import { plan } from '../conformance/run.ts';
import {
  bodyInWords,
  deviates,
  handsOver,
  hasMessage,
  hasStatus,
  held,
  isJson,
  isOwnSuccess,
  observes,
} from '../harness/assertions.ts';
import type { Row, RowOf } from '../harness/check.ts';
import { ofEachItem, rowOf, unknownTarget } from '../harness/judged.ts';
import { readJson } from '../http/json.ts';
import { caseRecordIn, isAnsweredWithRecord, readCaseRecord, typeOfRecord } from '../rules/case-record.ts';
import {
  type ChangeRule,
  isNoRecord,
  isOfTheClient,
  replacesAddress,
  takesFields,
} from '../rules/change-rules.ts';
import { clientReadingOf, type ObservedChange } from '../rules/client-change.ts';
import { type ClientRecord, recordIn } from '../rules/client-record.ts';
import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';

/** The rows that judge recorded exchanges: those of runs that judge any exchange, and those of recordings alone. */
export function recordedRowsOf(specification: Specification): readonly Row[] {
  return specification.derive(recordedRows);
}

function recordedRows(specification: Specification): readonly Row[] {
  const ofRuns = plan(checksOf(specification), unknownTarget).filter(({ itemOf }) => itemOf !== undefined);
  return [...ofRuns, ...ofRecordings, ...ofChanges];
}

const ofRecordings: readonly Row[] = [
  rowOf<Exchange>({
    id: 'getCaseData.recorded-answers',
    title: 'Each answer of success is 200 with a record',
    operation: 'getCaseData',
    requirements: ['case-data-200', 'bodies-are-json'],
    itemOf: (reply, { isWithoutBody }) =>
      isOwnSuccess(reply) && !lacksIdentifier(reply) && !(reply.status === 200 && isWithoutBody)
        ? reply
        : undefined,
    rule: ofEachItem(function* (reply, { specification }) {
      yield* isAnsweredWithRecord(reply);
      const record = caseRecordIn(reply);
      const caseType = typeOfRecord(specification, record);
      if (caseType !== undefined) yield* observationsOf(specification, caseType, record);
    }),
  }),
  rowOf<Exchange>({
    id: 'getCaseData.of-a-type',
    title: 'Each record is of one of the four types',
    operation: 'getCaseData',
    requirements: ['case-type'],
    itemOf: (reply) => (caseRecordIn(reply) === undefined ? undefined : reply),
    rule: ofEachItem(function* (reply, { specification }) {
      const record = caseRecordIn(reply);
      if (typeOfRecord(specification, record) !== undefined) return yield held;
      // Without a type no shape applies, so this reports only that the type is missing or unknown.
      for (const [row, ofRow] of readCaseRecord(specification, record).findings)
        for (const { pointer, message } of ofRow) yield deviates(reply, row, message, pointer);
    }),
  }),
  rowOf<Exchange>({
    id: 'getCaseData.missing-identifier',
    title: 'A request without the case identifier is answered 400',
    operation: 'getCaseData',
    requirements: ['case-data-400'],
    itemOf: (reply) => {
      // A caller without permission is refused for that first, and a router may refuse one of several spellings.
      const isDecided = reply.status === 400 || reply.status >= 500 || isOwnSuccess(reply);
      return lacksIdentifier(reply) && isDecided ? reply : undefined;
    },
    rule: ofEachItem((reply) => [hasStatus(reply, 400, 'case-data-400')]),
  }),
  rowOf<Exchange>({
    id: 'getCaseData.recorded-refusals',
    title: 'Each refusal is an object with a message, and nothing of a case',
    operation: 'getCaseData',
    requirements: ['error-message'],
    itemOf: (reply, { isWithoutBody }) =>
      refusals[reply.status] === undefined || isWithoutBody ? undefined : reply,
    rule: ofEachItem(function* (reply) {
      yield hasMessage(reply);
      const words = 'The refusal contains the data that it refuses';
      if (handsOver(reply)) yield deviates(reply, refusals[reply.status] ?? '', words);
    }),
  }),
  ...(['getOrganisation', 'listCases'] as const).map((operation) =>
    rowOf<Exchange>({
      id: `${operation}.recorded-refusals`,
      title: 'Each refusal for its credentials is JSON',
      operation,
      requirements: ['bodies-are-json'],
      itemOf: (reply, { isWithoutBody }) =>
        [401, 403].includes(reply.status) && !isWithoutBody ? reply : undefined,
      rule: ofEachItem((reply) => [isJson(reply)]),
    }),
  ),
  rowOf<Exchange>({
    id: 'updateClient.recorded-answers',
    title: 'Each answer of success is 200 with the client record',
    operation: 'updateClient',
    requirements: ['update-client-200'],
    itemOf: (reply, { isWithoutBody }) =>
      isOwnSuccess(reply) && !(reply.status === 200 && isWithoutBody) ? reply : undefined,
    rule: ofEachItem(function* (reply, { specification }) {
      // The answer to an invalid body is open.
      if (patchIn(specification, reply) === undefined) return;
      const record = recordIn(reply);
      if (reply.status !== 200) yield hasStatus(reply, 200, 'update-client-200');
      else if (record !== undefined) yield held;
      else if (isJson(reply).kind === 'deviates') yield isJson(reply);
      else yield isNoRecord({ reply, record });
    }),
  }),
  rowOf<{ readonly reply: Exchange; readonly isWithoutBody: boolean }>({
    id: 'createOrganisation.recorded-answers',
    title: 'An organisation is created',
    operation: 'createOrganisation',
    requirements: ['create-organisation'],
    itemOf: (reply, { isWithoutBody = false }) =>
      isOwnSuccess(reply) ? { reply, isWithoutBody } : undefined,
    rule: ofEachItem(function* ({ reply, isWithoutBody }) {
      yield held;
      if (isWithoutBody) return;
      const value = `${reply.status}, ${bodyInWords(reply)}`;
      yield observes('create-organisation-answer', 'createOrganisation', value);
    }),
  }),
];

/**
 * The row that a refusal breaks if it contains a case, by status. Other statuses are not described for reading a
 * case.
 */
const refusals: Readonly<Record<number, string>> = {
  400: 'case-data-400',
  401: 'credentials-401',
  403: 'outsider-403',
  404: 'case-data-404-foreign',
};

function lacksIdentifier({ call }: Exchange): boolean {
  return call.path === getCaseData('').path;
}

/** An accepted change of a client. The client's state before the change is unknown. */
interface RecordedChange {
  readonly reply: Exchange;
  readonly client: string;
}

const accepted: RowOf<RecordedChange>['itemOf'] = (reply, { id }) =>
  reply.status === 200 ? { reply, client: id ?? '' } : undefined;

/** The rows that judge a single recorded change. */
const ofChanges: readonly Row[] = [
  rowOf<RecordedChange>({
    id: 'updateClient.recorded-changes',
    title: 'What is sent of a client is what the answer shows',
    operation: 'updateClient',
    requirements: ['update-client-fields'],
    itemOf: accepted,
    rule: byRule(takesFields),
  }),
  rowOf<RecordedChange>({
    id: 'updateClient.recorded-addresses',
    title: 'An address that is sent is the whole address that the answer shows',
    operation: 'updateClient',
    requirements: ['update-client-address-replaced'],
    itemOf: accepted,
    rule: byRule(replacesAddress),
  }),
  rowOf<RecordedChange>({
    id: 'updateClient.of-the-client',
    title: 'The record is that of the client asked for',
    operation: 'updateClient',
    requirements: ['update-client-of-the-client'],
    itemOf: (reply, origin) => (origin.id === undefined ? undefined : accepted(reply, origin)),
    rule: ofEachItem(({ reply, client }, { specification }) => {
      const answer = clientReadingOf(reply, client);
      return isOfTheClient(specification, { client, body: {}, before: {}, answer, after: answer });
    }),
  }),
];

function byRule(rule: ChangeRule): RowOf<RecordedChange>['rule'] {
  return ofEachItem((recorded, { specification }) => {
    const change = changeIn(specification, recorded);
    return change === undefined ? [] : rule(specification, change);
  });
}

/**
 * The body of a change; undefined if it is not recorded or not as described, since the result of such a body is open.
 */
function patchIn(specification: Specification, { call }: Pick<Exchange, 'call'>): ClientRecord | undefined {
  const sent = readJson(new TextEncoder().encode(call.body ?? ''));
  if (sent.kind !== 'json' || !isObject(sent.value)) return undefined;
  return specification.validate('ClientPatch', sent.value).length === 0 ? sent.value : undefined;
}

function changeIn(
  specification: Specification,
  { reply, client }: RecordedChange,
): ObservedChange | undefined {
  const record = recordIn(reply);
  const sent = patchIn(specification, reply);
  if (record === undefined || sent === undefined) return undefined;
  const reading = { reply, record, isOfAnother: false };
  return { client, body: asShown(sent, record), before: {}, answer: reading, after: reading };
}

/**
 * The sent values, spelled as in the answer where only the spelling differs: people write postcodes, numbers and
 * e-mail addresses in different ways, and a service may normalise them. Runs send values that need no normalising.
 */
function asShown(sent: ClientRecord, record: unknown): ClientRecord {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const shown = memberOf(record, name);
      if (isObject(value) && isObject(shown)) return [name, asShown(value, shown)];
      const isSame =
        typeof value === 'string' && typeof shown === 'string' && essence(value) === essence(shown);
      return [name, isSame ? shown : value];
    }),
  );
}

/** The letters and digits of a text in lower case. */
function essence(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}
