import { deviates, held, isJson, statusKind, statusOf } from '../../harness/assertions.ts';
import type { Check, Judgement, SweptJudgement } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import {
  caseRecordIn,
  isAnsweredWithRecord,
  isOfTheCase,
  readCaseRecord,
  readRecordOfType,
} from '../../rules/case-record.ts';
import { isRefusalAsDescribed } from '../../rules/refusal-bodies.ts';
import { judgeStatement } from '../../rules/statements.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { CaseType } from '../../specification/description.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { idOfRecordCheck } from './record.ts';

const id = 'getCaseData.discovered';

/** What the list of cases leads to, in a run that discovers cases: what is not among those that are tested as listed. */
export const readingsCheck: Check = {
  id,
  title: 'What the list of cases leads to is answered as a case, or refused as none',
  operation: 'getCaseData',
  requirements: ['case-data-200', 'bodies-are-json', 'error-message'],
  needs: [],
  ofEachCase: true,
  applies: ({ discovered }) => discovered !== undefined,
  // Each reading was judged by `judgeReading` as it came.
  probe: async function* (session) {
    yield await provenToken(session, 'member');
  },
  rule: (proven) => proven.map(() => held),
};

/**
 * The statuses of 4.1, without that of a token that is not valid: the member's is proven. An identifier of which nobody
 * says that it is a case's may be refused with any of them.
 */
const refusals: readonly number[] = [400, 403, 404];

/**
 * Judges the answer to the reading of an identifier that the list of cases shows.
 * @param shown - the identifier, and the type that the list shows beside it
 */
export function* judgeReading(
  specification: Specification,
  reply: Exchange,
  shown: { readonly id: string; readonly caseType?: CaseType | undefined },
): Iterable<SweptJudgement> {
  for (const judgement of judgeAnswer(specification, reply)) yield { check: id, judgement };
  const record = caseRecordIn(reply);
  if (record === undefined) return;
  for (const judgement of isOfTheCase(specification, reply, { id: shown.id }))
    yield { check: 'getCaseData.of-the-case', judgement };
  const { caseTypes } = specification;
  const named = caseTypes.find((caseType) => caseType === memberOf(record, 'caseType'));
  const caseType = named ?? shown.caseType ?? caseTypes[0];
  if (caseType === undefined) return;
  const reading =
    shown.caseType === undefined
      ? readCaseRecord(specification, record)
      : readRecordOfType(specification, record, shown.caseType);
  for (const row of new Set([...reading.findings.keys(), ...reading.shown])) {
    for (const judgement of judgeStatement(reply, row, reading))
      yield { check: idOfRecordCheck(caseType, row), judgement };
  }
}

/** Whether an answer is a record, or a refusal as described; none of the others is allowed for any identifier. */
function* judgeAnswer(specification: Specification, reply: Exchange): Iterable<Judgement> {
  if (!refusals.includes(reply.status)) yield* isAnsweredWithRecord(reply, neitherCaseNorNone);
  else if (reply.body.kind === 'json') yield* isRefusalAsDescribed(specification, reply);
  else yield isJson(reply);
}

function neitherCaseNorNone(reply: Exchange): Judgement {
  const words = `An identifier that the list of cases shows must be answered 200, or refused with 404, but the status is ${statusOf(reply)}`;
  return deviates(reply, 'case-data-200', words, '', statusKind(reply));
}
