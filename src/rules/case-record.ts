import { deviatesAt, held, jsonOf } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import { unknownName } from '../http/redact.ts';
import { isObject, isSameUuid } from '../schema/json.ts';
import { childPointer, memberOf } from '../schema/pointer.ts';
import type { CaseType } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { Finding } from '../validation/finding.ts';
import { knownNames } from './known-names.ts';
import { readerOf, type StatementReading } from './statements.ts';

/** What a case record has to do with each statement about it. */
export function readCaseRecord(specification: Specification, record: unknown): StatementReading {
  return specification.derive(caseRecordReader)(record);
}

function caseRecordReader(specification: Specification): (record: unknown) => StatementReading {
  return readerOf(specification, 'CaseRecord');
}

/**
 * The same of a record that is known to be of a type. Where it does not say so, or stands in an envelope, that is one thing that
 * is wrong: it is read as what it should be, too, so that all others are seen.
 */
export function readRecordOfType(
  specification: Specification,
  value: unknown,
  caseType: CaseType,
): StatementReading {
  return specification.derive(readerOfTypes)(value, caseType);
}

function readerOfTypes(
  specification: Specification,
): (value: unknown, caseType: CaseType) => StatementReading {
  const readings = new WeakMap<object, Map<CaseType, StatementReading>>();
  return (value, caseType) => {
    if (!isObjectOrArray(value)) return readCaseRecord(specification, value);
    const ofValue = readings.get(value) ?? new Map<CaseType, StatementReading>();
    readings.set(value, ofValue);
    const known = ofValue.get(caseType) ?? readingAs(specification, value, caseType);
    ofValue.set(caseType, known);
    return known;
  };
}

/** The record that an answer means, and the pointer to it. */
interface MeantRecord {
  readonly pointer: string;
  readonly record: object;
}

/** Undefined where the value says of which type it is, or is nothing that could be read as a record. */
function meantRecord(
  specification: Specification,
  value: object,
  caseType: CaseType,
): MeantRecord | undefined {
  const { caseTypes } = specification;
  const saysItsType = (one: unknown): boolean =>
    caseTypes.some((known) => known === memberOf(one, 'caseType'));
  if (saysItsType(value)) return undefined;
  const typed = (record: object): object => (saysItsType(record) ? record : { ...record, caseType });
  const isRecord = (one: unknown): one is object =>
    isObject(one) && (saysItsType(one) || typeof memberOf(one, 'caseId') === 'string');
  const isBare = memberOf(value, 'caseId') === undefined && memberOf(value, 'caseType') === undefined;
  const [name, record] = (isBare && Object.entries(value).find(([, one]) => isRecord(one))) || [];
  if (name !== undefined && isRecord(record)) {
    const isShown = Array.isArray(value) || envelopes.has(name) || knownNames(specification).has(name);
    return { pointer: childPointer('', isShown ? name : unknownName), record: typed(record) };
  }
  return isObject(value) ? { pointer: '', record: typed(value) } : undefined;
}

/** Names of envelopes, which are nobody's. */
const envelopes: ReadonlySet<string> = new Set([
  'data',
  'record',
  'result',
  'case',
  'item',
  'response',
  'value',
]);

/** What is wrong with a value as it is, and with the record that it means. */
function readingAs(specification: Specification, value: object, caseType: CaseType): StatementReading {
  const own = readCaseRecord(specification, value);
  const found = meantRecord(specification, value, caseType);
  if (found === undefined) return own;
  const { pointer, record } = found;
  const meant = readCaseRecord(specification, record);
  const findings = new Map<string, readonly Finding[]>(
    [...own.findings].map(([row, all]) => [
      row,
      pointer === ''
        ? all
        : all.map((one) => ({ ...one, message: `${one.message}, but the record stands in ${pointer}` })),
    ]),
  );
  for (const [row, all] of meant.findings) {
    const moved = all.map((one) => ({
      ...one,
      pointer: `${pointer}${one.pointer}`,
      message: `${pointer}${one.message}`,
    }));
    findings.set(row, [...(findings.get(row) ?? []), ...moved]);
  }
  return { findings, shown: new Set([...own.shown, ...meant.shown]) };
}

function isObjectOrArray(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
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
  reply: Exchange,
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
  // That it names no type is one thing that is wrong, and said of the type.
  if (other === undefined) return [ofTheId];
  const words = `must be '${caseType}', as ${because}, but is '${other}'`;
  return [ofTheId, deviatesAt(reply, requirement, '/caseType', words, 'other')];
}
