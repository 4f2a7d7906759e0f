import { deviatesAt, held, jsonOf } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import type { Reply } from '../harness/session.ts';
import { isSameUuid } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import { readerOf, type StatementReading } from './statements.ts';

/** What a case record has to do with each statement about it. */
export function readCaseRecord(specification: Specification, record: unknown): StatementReading {
  return specification.derive(caseRecordReader)(record);
}

function caseRecordReader(specification: Specification): (record: unknown) => StatementReading {
  return readerOf(specification, 'CaseRecord');
}

/** The case that a record must be of. */
interface ExpectedCase {
  readonly caseId: string;
  /** Undefined where nobody says of which type it is. */
  readonly caseType: string | undefined;
  /** Why it is of that type: continues "must be 'Sale', as". */
  readonly because: string;
}

/** A record that names its case is that of the case asked for, and of its type (interface 4.1). */
export function isOfTheCase(
  { caseTypes }: Specification,
  reply: Reply,
  { caseId, caseType, because }: ExpectedCase,
): Judgement[] {
  const requirement = 'case-data-of-the-case';
  const shownId = memberOf(jsonOf(reply), 'caseId');
  const shownType = memberOf(jsonOf(reply), 'caseType');
  const ofTheId =
    typeof shownId === 'string' && isSameUuid(shownId, caseId)
      ? held
      : deviatesAt(reply, requirement, '/caseId', `must be ${caseId}, the case asked for`, 'other');
  if (caseType === undefined) return [ofTheId];
  if (shownType === caseType) return [ofTheId, held];
  const other = caseTypes.find((one) => one === shownType);
  const words = `must be '${caseType}', as ${because}${other === undefined ? '' : `, but is '${other}'`}`;
  return [ofTheId, deviatesAt(reply, requirement, '/caseType', words, 'other')];
}
