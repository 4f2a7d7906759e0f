import { deviates, deviatesAt, hasStatus, held, isJson } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import { unknownName } from '../http/redact.ts';
import { isObject, isSameUuid, isUuid } from '../schema/json.ts';
import { memoised } from '../schema/memoised.ts';
import { childPointer, memberOf } from '../schema/pointer.ts';
import type { CaseType } from '../specification/description.ts';
import { knownNames } from '../specification/known-names.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { Finding } from '../validation/finding.ts';
import { readerOf, type StatementReading } from './statements.ts';

export const readCaseRecord = readerOf('CaseRecord');

export function typeOfRecord({ caseTypes }: Specification, record: unknown): CaseType | undefined {
  const stated = memberOf(record, 'caseType');
  return caseTypes.find((caseType) => caseType === stated);
}

/** One object for each type, since what is known of a record is memoised by the object. */
const typedAs = memoised((record: object) => memoised((caseType: CaseType) => ({ ...record, caseType })));

function recordWithin(specification: Specification, value: unknown, caseType: CaseType) {
  if (typeof value !== 'object' || value === null) return undefined;
  const saysItsType = (one: unknown): boolean => typeOfRecord(specification, one) !== undefined;
  if (saysItsType(value)) return undefined;
  const typed = (record: object): object => (saysItsType(record) ? record : typedAs(record)(caseType));
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

const envelopes: ReadonlySet<string> = new Set([
  'data',
  'record',
  'result',
  'case',
  'item',
  'response',
  'value',
]);

/**
 * Reads a record whose type is known. A missing type and an envelope around the record are one deviation
 * each, and the record inside is still judged.
 */
export function readRecordOfType(
  specification: Specification,
  value: unknown,
  caseType: CaseType,
): StatementReading {
  const own = readCaseRecord(specification, value);
  const found = recordWithin(specification, value, caseType);
  if (found === undefined) return own;
  const { pointer, record } = found;
  const meant = readCaseRecord(specification, record);
  const findings = new Map<string, readonly Finding[]>(
    [...own.findings].map(([row, all]) => [
      row,
      pointer === ''
        ? all
        : all.map((one) => ({ ...one, message: `${one.message}, but the record is in ${pointer}` })),
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

export interface AskedCase {
  readonly id: string;
  readonly caseType?: string | undefined;
  /** The reason for the expected type; follows "is 'Purchase' instead of 'Sale': …". */
  readonly because?: string;
}

export function listedAs(caseType: CaseType, id: string): AskedCase {
  return { id, caseType, because: `this case is listed under cases.${caseType}` };
}

export function caseRecordIn({ status, body }: Exchange): unknown {
  return status === 200 && body.kind === 'json' ? body.value : undefined;
}

export function* isAnsweredWithRecord(
  reply: Exchange,
  refused = (one: Exchange): Judgement => hasStatus(one, 200, 'case-data-200'),
): Iterable<Judgement> {
  if (reply.status !== 200) return yield refused(reply);
  yield isJson(reply);
  if (reply.text === '')
    yield deviates(reply, 'case-data-200', 'The body is empty instead of a record', '', 'empty');
}

/** Judges whether the record is that of the case asked for. Judges nothing if the record has no `caseId`. */
export function isOfTheCase(
  specification: Specification,
  reply: Exchange,
  { id, caseType, because }: AskedCase,
): Judgement[] {
  const requirement = 'case-data-of-the-case';
  const record = caseRecordIn(reply);
  const shownId = memberOf(record, 'caseId');
  if (shownId === undefined) return [];
  const isShown = typeof shownId === 'string' && isSameUuid(shownId, id);
  const kind = isUuid(shownId) ? 'other' : 'no UUID';
  const ofTheId = isShown
    ? held
    : deviatesAt(reply, requirement, '/caseId', `is not ${id}, the case asked for`, kind);
  if (caseType === undefined) return [ofTheId];
  const shownType = typeOfRecord(specification, record);
  // Another check reports the missing type.
  if (shownType === undefined) return [ofTheId];
  if (shownType === caseType) return [ofTheId, held];
  const words = `is '${shownType}' instead of '${caseType}': ${because}`;
  return [ofTheId, deviatesAt(reply, requirement, '/caseType', words, 'other type')];
}

export function namesTheCase(specification: Specification, reply: Exchange, asked: AskedCase): boolean {
  const judgements = isOfTheCase(specification, reply, asked);
  return judgements.length > 0 && judgements.every(({ kind }) => kind === 'held');
}
