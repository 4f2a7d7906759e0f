import { checksOf } from '../checks/all.ts';
import { observationsOf, recordChecks } from '../checks/get-case-data/record.ts';
import { clientRecordChecks } from '../checks/update-client/record.ts';
import {
  bodyInWords,
  deviates,
  handsOver,
  hasMessage,
  hasStatus,
  held,
  isJson,
  isSuccess,
  jsonOf,
} from '../harness/assertions.ts';
import type { Check } from '../harness/check.ts';
import { judged } from '../harness/judged.ts';
import { isAnsweredWithRecord, isOfTheCase, readCaseRecord } from '../rules/case-record.ts';
import { isNoRecord } from '../rules/change-rules.ts';
import { readClientRecord, recordIn } from '../rules/client-record.ts';
import { judgeStatement } from '../rules/statements.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import { isUuid } from './recorded-call.ts';
import { patchIn, recordedChangeChecks } from './recorded-changes.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { recordedSession } from './recorded-session.ts';
import type { TrafficCheck } from './traffic-check.ts';

/** The checks of recorded exchanges. A check that also exists in runs has the same id there. */
export function trafficChecksOf(specification: Specification): TrafficCheck[] {
  return [
    ...checksOf(specification)
      .filter(({ id }) => ofOneReply.includes(id))
      .map(ofTheRun),
    ...ownChecks,
    ...recordedChangeChecks,
    ...recordChecks(specification).map(ofCaseRecords),
    ...clientRecordChecks(specification).map(ofClientRecords),
  ];
}

/** Checks of runs that look at a single successful answer only. */
const ofOneReply: readonly string[] = [
  'getOrganisation.succeeds',
  'listCases.exists',
  'getInterfaceDescription.served',
  'getInterfaceDescription.paths',
  'getInterfaceDescription.version',
];

function ofTheRun(check: Check): TrafficCheck {
  const { id, title, operation, requirements } = check;
  return {
    ...{ id, title, operation, requirements },
    judge: (specification, exchange, observe) =>
      isOwnSuccess(exchange) && exchange.hasBody
        ? judged(check, recordedSession(specification, exchange, observe))
        : [],
  };
}

/** Whether the service itself answered with success: 203 and 206 are changed on the way or partial. */
function isOwnSuccess(exchange: RecordedExchange): boolean {
  return isSuccess(exchange) && ![203, 206].includes(exchange.status);
}

const ownChecks: readonly TrafficCheck[] = [
  {
    id: 'getCaseData.recorded-answers',
    title: 'Each answer of success is 200 with a record',
    operation: 'getCaseData',
    requirements: ['case-data-200', 'bodies-are-json'],
    judge: function* (specification, exchange, observe) {
      if (!isOwnSuccess(exchange) || exchange.identifier === '') return;
      if (exchange.status === 200 && !exchange.hasBody) return;
      yield* isAnsweredWithRecord(exchange);
      const caseType = typeOf(specification, exchange);
      if (caseType === undefined) return;
      for (const observation of observationsOf(specification, caseType, jsonOf(exchange)))
        observe(observation);
    },
  },
  {
    id: 'getCaseData.of-a-type',
    title: 'Each record is of one of the four types',
    operation: 'getCaseData',
    requirements: ['case-type'],
    judge: function* (specification, exchange) {
      if (!showsRecord(exchange)) return;
      if (typeOf(specification, exchange) !== undefined) return yield held;
      // Without a type, only the rules that make it a record are checked.
      const { findings } = readCaseRecord(specification, jsonOf(exchange));
      for (const [row, ofRow] of findings)
        for (const { pointer, message } of ofRow) yield deviates(exchange, row, message, pointer);
    },
  },
  {
    id: 'getCaseData.of-the-case',
    title: 'The record is that of the case asked for',
    operation: 'getCaseData',
    requirements: ['case-data-of-the-case'],
    judge: (specification, exchange) => {
      const { identifier: id = '' } = exchange;
      // Whether the record has a caseId at all is checked with its contents.
      return isUuid(id) ? isOfTheCase(specification, exchange, { id }) : [];
    },
  },
  {
    id: 'getCaseData.missing-identifier',
    title: 'A request without the case identifier is answered 400',
    operation: 'getCaseData',
    requirements: ['case-data-400'],
    judge: (_specification, exchange) => {
      // A caller without permission is refused for that first, and a router may refuse one of several spellings.
      const isDecided = exchange.status === 400 || exchange.status >= 500 || isOwnSuccess(exchange);
      return exchange.identifier === '' && isDecided ? [hasStatus(exchange, 400, 'case-data-400')] : [];
    },
  },
  {
    id: 'getCaseData.recorded-refusals',
    title: 'Each refusal is an object with a message, and nothing of a case',
    operation: 'getCaseData',
    requirements: ['error-message'],
    judge: function* (_specification, exchange) {
      const row = refusals[exchange.status];
      if (row === undefined || !exchange.hasBody) return;
      yield hasMessage(exchange);
      if (handsOver(exchange))
        yield deviates(exchange, row, 'The body must be a refusal alone, but holds what is refused');
    },
  },
  ...(['getOrganisation', 'listCases'] as const).map(
    (operation): TrafficCheck => ({
      id: `${operation}.recorded-refusals`,
      title: 'Each refusal for its credentials is JSON',
      operation,
      requirements: ['bodies-are-json'],
      judge: (_specification, exchange) =>
        exchange.hasBody && [401, 403].includes(exchange.status) ? [isJson(exchange)] : [],
    }),
  ),
  {
    id: 'updateClient.recorded-answers',
    title: 'Each answer of success is 200 with the client record',
    operation: 'updateClient',
    requirements: ['update-client-200'],
    judge: function* (specification, exchange) {
      // The answer to an invalid body is open.
      if (!isOwnSuccess(exchange) || patchIn(specification, exchange) === undefined) return;
      if (exchange.status !== 200) yield hasStatus(exchange, 200, 'update-client-200');
      if (exchange.status !== 200 || !exchange.hasBody) return;
      const record = recordIn(exchange);
      if (record !== undefined) yield held;
      else if (isJson(exchange).kind === 'deviates') yield isJson(exchange);
      else yield isNoRecord({ reply: exchange, record });
    },
  },
  {
    id: 'createOrganisation.recorded-answers',
    title: 'An organisation is created',
    operation: 'createOrganisation',
    requirements: ['create-organisation'],
    judge: (_specification, exchange, observe) => {
      if (!isOwnSuccess(exchange)) return [];
      if (exchange.hasBody) {
        observe({
          requirement: 'create-organisation-answer',
          subject: 'createOrganisation',
          value: `${exchange.status}, ${bodyInWords(exchange)}`,
        });
      }
      return [held];
    },
  },
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

/** Whether an answer must be the record of a case. */
function showsRecord({ status, body }: RecordedExchange): boolean {
  return status === 200 && body.kind === 'json';
}

/** The type that the record states, if it is a known one. */
function typeOf(
  { caseTypes }: Specification,
  exchange: RecordedExchange,
): (typeof caseTypes)[number] | undefined {
  const shown = memberOf(jsonOf(exchange), 'caseType');
  return caseTypes.find((caseType) => caseType === shown);
}

/** A check of one case type and one statement, such as getCaseData.Sale.case-price. */
function ofCaseRecords({ id, title, operation, requirements }: Check): TrafficCheck {
  const [, shape] = id.split('.');
  const [row = ''] = requirements;
  return {
    ...{ id, title, operation, requirements },
    judge: (specification, exchange) =>
      showsRecord(exchange) && typeOf(specification, exchange) === shape
        ? judgeStatement(exchange, row, readCaseRecord(specification, jsonOf(exchange)))
        : [],
  };
}

function ofClientRecords({ id, title, operation, requirements }: Check): TrafficCheck {
  const [row = ''] = requirements;
  return {
    ...{ id, title, operation, requirements },
    judge: (specification, exchange) => {
      const record = exchange.status === 200 ? recordIn(exchange) : undefined;
      return record === undefined
        ? []
        : judgeStatement(exchange, row, readClientRecord(specification, record));
    },
  };
}
