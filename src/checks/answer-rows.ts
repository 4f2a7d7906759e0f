import { getCaseData } from '../api/calls.ts';
import {
  bodyInWords,
  deviates,
  hasStatus,
  held,
  isJson,
  isOwnSuccess,
  observes,
} from '../harness/assertions.ts';
import { ofEachItem, type Row, rowOf } from '../harness/check.ts';
import { unknownTarget } from '../harness/target.ts';
import { caseRecordIn, isAnsweredWithRecord, readCaseRecord, typeOfRecord } from '../rules/case-record.ts';
import { isNoRecord } from '../rules/change-rules.ts';
import { type ClientRecord, recordIn } from '../rules/client-record.ts';
import { operations } from '../rules/operations.ts';
import { refuses } from '../rules/refusal.ts';
import { isObject, parsedJson } from '../schema/json.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { checksOf } from './all.ts';
import { observationsOf } from './get-case-data/record.ts';

/** Checks without a probe, for exchanges that no probe of this suite sent: those of a recording or of a pact. */
export function answerRowsOf(specification: Specification): readonly Row[] {
  return specification.derive(answerRows);
}

function answerRows(specification: Specification): readonly Row[] {
  const ofChecks = checksOf(specification).filter(
    ({ itemOf, applies }) => itemOf !== undefined && (applies === undefined || applies(unknownTarget)),
  );
  return [...ofChecks, ...furtherRows];
}

const furtherRows: readonly Row[] = [
  rowOf<Exchange>({
    id: 'getCaseData.recorded-answers',
    title: 'Each answer of success is 200 with a record',
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
    requirements: ['case-type'],
    // If the type is known, the checks of that type judge the record.
    itemOf: (reply, { caseType }) =>
      caseType === undefined && caseRecordIn(reply) !== undefined ? reply : undefined,
    rule: ofEachItem(function* (reply, { specification }) {
      const record = caseRecordIn(reply);
      if (typeOfRecord(specification, record) !== undefined) return yield held;
      // Without a type, no schema applies. So only the missing or unknown type is reported.
      for (const [row, ofRow] of readCaseRecord(specification, record).findings)
        for (const { pointer, message } of ofRow) yield deviates(reply, row, message, pointer);
    }),
  }),
  rowOf<Exchange>({
    id: 'getCaseData.missing-identifier',
    title: 'A request without the case identifier is answered 400',
    requirements: ['case-data-400'],
    itemOf: (reply) => {
      // Other statuses decide nothing: a caller without permission is refused earlier (403), and a router may
      // answer `//` itself (404).
      const isDecided = reply.status === 400 || reply.status >= 500 || isOwnSuccess(reply);
      return lacksIdentifier(reply) && isDecided ? reply : undefined;
    },
    rule: ofEachItem((reply) => [hasStatus(reply, 400, 'case-data-400')]),
  }),
  ...(['getCaseData', 'getOrganisation', 'listCases'] as const).map((operation) => {
    const hasMessages = operations[operation].refusalBody === 'message';
    const statuses = hasMessages ? [400, 401, 403, 404] : [401, 403];
    return rowOf<Refusal>({
      id: `${operation}.recorded-refusals`,
      title: hasMessages
        ? 'Each refusal is an object with a message, and nothing of a case'
        : 'Each refusal for its credentials is JSON, and nothing of a case',
      requirements: [hasMessages ? 'error-message' : 'bodies-are-json'],
      itemOf: (reply, { isWithoutBody, refusedBy = requirementByStatus[reply.status] }) =>
        refusedBy === undefined || !statuses.includes(reply.status) || isWithoutBody
          ? undefined
          : { reply, refusedBy },
      rule: ofEachItem(({ reply, refusedBy }, { specification }) =>
        refuses(specification, reply, reply.status, refusedBy),
      ),
    });
  }),
  rowOf<Exchange>({
    id: 'updateClient.recorded-answers',
    title: 'Each answer of success is 200 with the client record',
    requirements: ['update-client-200'],
    itemOf: (reply, { isWithoutBody }) =>
      isOwnSuccess(reply) && !(reply.status === 200 && isWithoutBody) ? reply : undefined,
    rule: ofEachItem(function* (reply, { specification }) {
      // The documents leave the answer to an invalid body open, so only answers to valid bodies are judged.
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

interface Refusal {
  readonly reply: Exchange;
  readonly refusedBy: string;
}

const requirementByStatus: Readonly<Record<number, string>> = {
  400: 'case-data-400',
  401: 'credentials-401',
  403: 'outsider-403',
  404: 'case-data-404-foreign',
};

function lacksIdentifier({ call }: Exchange): boolean {
  return call.path === getCaseData('').path;
}

/**
 * The body of a change. Undefined if the body was not recorded or is invalid: the documents do not say what an invalid
 * body changes.
 */
export function patchIn(
  specification: Specification,
  { call }: Pick<Exchange, 'call'>,
): ClientRecord | undefined {
  const sent = parsedJson(call.body ?? '');
  return isObject(sent) && specification.validate('ClientPatch', sent).length === 0 ? sent : undefined;
}
