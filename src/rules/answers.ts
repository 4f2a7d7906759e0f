import { deviatesAsFound, discloses, handsOver, isJson, isSuccess } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { isOfTheCase, readCaseRecord } from './case-record.ts';
import { readClientRecord } from './client-record.ts';
import { operations } from './operations.ts';
import { holdsDetails } from './organisation.ts';
import { isRefusalAsDescribed } from './refusal.ts';
import type { StatementReading } from './statements.ts';

interface ExpectedAnswer {
  readonly operation: OperationId;
  readonly status: number;
  readonly requirements: readonly string[];
  /** The type of the requested case, if it is known. */
  readonly caseType: string | undefined;
}

/**
 * Judges an answer by the rules that hold for every caller. An answer with an unexpected status is judged by few of
 * them.
 */
export function* judgeAnswer(
  specification: Specification,
  expected: ExpectedAnswer,
  reply: Exchange,
): Iterable<Judgement> {
  const { operation, status, caseType } = expected;
  const { json, hasMessages, success } = operations[operation];
  if (operation === 'getOrganisation' && status < 300 && isSuccess(reply)) yield* holdsDetails(reply);
  if (reply.status !== status) return;
  if (json === 'all' || (json === 'of a success' && status === success)) yield isJson(reply);
  if (hasMessages === true && status >= 400) yield* isRefusalAsDescribed(specification, reply);
  if (status >= 400 && handsOver(reply)) {
    const [refusal = 'error-message'] = expected.requirements.filter((row) => row !== 'error-message');
    const words = 'The refusal contains the data that it refuses';
    yield discloses(reply, refusal, words);
  }
  if (status !== success || reply.body.kind === 'not-json') return;
  const { findings } = readers[operation]?.(specification, reply.body.value) ?? { findings: [] };
  const places = new Set<string>();
  for (const [row, ofRow] of findings) {
    for (const found of ofRow) {
      places.add(found.pointer);
      yield deviatesAsFound(reply, row, found);
    }
  }
  if (operation !== 'getCaseData') return;
  const [, id = ''] = /^\/api\/v2\/cases\/([^/]*)\/data/.exec(reply.call.path) ?? [];
  const ofTheCase = { id, caseType, because: 'the case was set up' };
  for (const judgement of isOfTheCase(specification, reply, ofTheCase)) {
    // Report only one problem per place.
    if (judgement.kind !== 'deviates' || !places.has(judgement.finding.pointer)) yield judgement;
  }
}

const readers: Readonly<
  Record<OperationId, ((specification: Specification, value: unknown) => StatementReading) | undefined>
> = {
  getCaseData: readCaseRecord,
  updateClient: readClientRecord,
  listCases: undefined,
  getOrganisation: undefined,
  createOrganisation: undefined,
  getInterfaceDescription: undefined,
};
