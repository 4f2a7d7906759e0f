import fc from 'fast-check';
import type { Kind } from '../schema/kinds.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import { type Defect, type DefectName, defectsOf, type Keyword } from './defects.ts';
import { type EdgeCase, type EdgeCaseName, edgeCasesOf } from './edge-cases.ts';
import { complete, coveringKinds, specified, withBranch } from './narrowing.ts';
import { repaired } from './repair.ts';
import { sitesOf, withValueAt } from './sites.ts';
import { type TextStyle, valuesOf } from './values.ts';

const otherTypes = ['Client', 'ClientPatch', 'OrganisationPayload'] as const;

/** Names of the schemas that records can be generated for: the case types and the other payloads. */
export const generatedTypes = [...bundled.caseTypes, ...otherTypes] as const;

export function generatedTypesOf({ caseTypes, describesSchema }: Specification): GeneratedType[] {
  return [...caseTypes, ...otherTypes.filter(describesSchema)];
}

export type GeneratedType = (typeof generatedTypes)[number];

export interface Wanted {
  readonly type: GeneratedType;
  /** Default: the bundled specification. */
  readonly specification?: Specification;
  /** The edition of a form that every record has, such as TA6_5th. */
  readonly edition?: string;
  readonly isComplete?: boolean;
  /** Whether records leave out the fields that the documents do not specify. */
  readonly isSpecified?: boolean;
  /** Default: `realistic`. */
  readonly texts?: TextStyle;
}

export function schemaNameOf(type: GeneratedType): string {
  return isCaseType(type) ? 'CaseRecord' : type;
}

export function editionsOf(wanted: Wanted): string[] {
  return [...sitesOf(kindOfType(wanted))].flatMap(({ kind, steps }) =>
    kind.kind === 'union' && steps.length > 0 ? kind.tags : [],
  );
}

/** A record with one defect, and where a validator must find it. */
export interface InvalidRecord {
  readonly record: unknown;
  readonly pointer: string;
  readonly keyword: Keyword;
  readonly defect: DefectName;
}

export interface EdgeCaseRecord {
  readonly record: unknown;
  readonly pointer: string;
  readonly edgeCase: EdgeCaseName;
}

/**
 * Random valid records.
 * @throws {Error} if the type has no edition of the name `wanted.edition`
 */
export function records(wanted: Wanted): fc.Arbitrary<unknown> {
  return recordsOf(kindOfRecords(wanted), wanted);
}

/** Valid records with exactly one defect each. They shrink to the smallest record that can have it. */
export function invalidRecords(wanted: Wanted): fc.Arbitrary<InvalidRecord> {
  const defects = fc.constantFrom(...defectsOf(kindOfRecords(wanted)));
  return fc
    .tuple(records(wanted), defects)
    .map(([record, defect]) => invalidRecord(record, defect))
    .filter((one) => isInvalid(wanted, one));
}

export function edgeCaseRecords(wanted: Wanted): fc.Arbitrary<EdgeCaseRecord> {
  const edgeCases = fc.constantFrom(...edgeCasesOfRecords(wanted));
  return fc.tuple(records(wanted), edgeCases).map(([record, edgeCase]) => edgeCaseRecord(record, edgeCase));
}

/**
 * The smallest set of valid records that covers every edition of a form, every field both present and absent, and every
 * value of every choice.
 */
export function* coveringRecords(wanted: Wanted, seed: number): Generator<unknown> {
  let row = 0;
  for (const kind of coveringKinds(kindOfRecords(wanted))) {
    yield* fc.sample(recordsOf(kind, wanted), { numRuns: 1, seed: seed + row });
    row += 1;
  }
}

export function* coveringInvalidRecords(wanted: Wanted, seed: number): Generator<InvalidRecord> {
  const around = [...coveringRecords(wanted, seed)];
  for (const [row, defect] of interleaved(defectsOf(kindOfRecords(wanted))).entries()) {
    const invalid = invalidRecord(around[row % around.length], defect);
    if (isInvalid(wanted, invalid)) yield invalid;
  }
}

/**
 * Whether a record with a defect is invalid. A defect against the bundled description may be valid in a user's
 * description. If only complete records or one edition are wanted, an incomplete record, or one of another edition, may
 * still be valid.
 */
function isInvalid(
  { type, specification = bundled, edition, isComplete = false }: Wanted,
  { record, pointer, keyword }: InvalidRecord,
): boolean {
  if (specification === bundled && edition === undefined && !isComplete) return true;
  const findings = specification.validate(schemaNameOf(type), record);
  return findings.some((finding) => finding.pointer === pointer && finding.keyword === keyword);
}

export function* coveringEdgeCaseRecords(wanted: Wanted, seed: number): Generator<EdgeCaseRecord> {
  const around = [...coveringRecords(wanted, seed)];
  for (const [row, edgeCase] of edgeCasesOfRecords(wanted).entries())
    yield edgeCaseRecord(around[row % around.length], edgeCase);
}

export function* recordStream(wanted: Wanted, seed: number): Generator<unknown> {
  yield* coveringRecords(wanted, seed);
  yield* endless(records(wanted), seed);
}

export function* invalidRecordStream(wanted: Wanted, seed: number): Generator<InvalidRecord> {
  yield* coveringInvalidRecords(wanted, seed);
  yield* endless(invalidRecords(wanted), seed);
}

export function recordsOf(kind: Kind, wanted: Wanted): fc.Arbitrary<unknown> {
  const { specification = bundled, texts = 'realistic' } = wanted;
  const values = valuesOf(kind, texts);
  return specification === bundled ? values : values.map((value) => repairedFor(wanted, value));
}

export function repairedFor({ type, specification = bundled }: Wanted, value: unknown): unknown {
  return specification === bundled ? value : repaired(specification, schemaNameOf(type), value);
}

function kindOfType({ type, specification = bundled }: Wanted): Kind {
  const kind = specification.kindNamed(schemaNameOf(type));
  return isCaseType(type) ? (withBranch(kind, type) ?? kind) : kind;
}

function isCaseType(type: GeneratedType): boolean {
  return !otherTypes.some((other) => other === type);
}

export function kindOfRecords(wanted: Wanted): Kind {
  const { edition, isComplete = false, isSpecified = false } = wanted;
  const isThere = edition === undefined || editionsOf(wanted).includes(edition);
  const whole = kindOfType(wanted);
  const kind = edition === undefined ? whole : isThere && withBranch(whole, edition);
  if (!kind) throw new Error(`A ${wanted.type} has no edition '${edition}'.`);
  const narrowed = isSpecified ? specified(kind) : kind;
  return isComplete ? complete(narrowed) : narrowed;
}

export function edgeCasesOfRecords(wanted: Wanted): EdgeCase[] {
  const { specification = bundled } = wanted;
  return edgeCasesOf(kindOfRecords(wanted), otherTypesOf(wanted).map(specification.kindNamed));
}

export function otherTypesOf({ type, specification = bundled }: Wanted): GeneratedType[] {
  return isCaseType(type) ? specification.caseTypes.filter((other) => other !== type) : [];
}

function invalidRecord(record: unknown, defect: Defect): InvalidRecord {
  const { pointer, keyword, name, steps, value } = defect;
  return { record: withValueAt(record, steps, value), pointer, keyword, defect: name };
}

function edgeCaseRecord(record: unknown, { pointer, name, steps, value }: EdgeCase): EdgeCaseRecord {
  return { record: withValueAt(record, steps, value), pointer, edgeCase: name };
}

const batch = 100;

function* endless<Value>(values: fc.Arbitrary<Value>, seed: number): Generator<Value> {
  // Starts with 1: `seed ^ 0` is the seed of the covering records, whose identifiers would repeat.
  for (let number = 1; ; number += 1)
    yield* fc.sample(values, { numRuns: batch, seed: seed ^ Math.imul(number, seedPrime) });
}

/** A prime whose multiples differ in many of 32 bits, so the batches of neighbouring seeds differ. */
export const seedPrime = 0x9e3779b1;

/** Takes one defect of each name in turn, so the first few cover as many kinds of defect as possible. */
function interleaved(defects: readonly Defect[]): Defect[] {
  const { within = [], instead = [] } = Object.groupBy(defects, ({ pointer }) =>
    pointer === '' ? 'instead' : 'within',
  );
  const groups = [...Map.groupBy(within, ({ name }) => name).values()];
  const longest = Math.max(...groups.map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, place) =>
    groups.flatMap((group) => group.slice(place, place + 1)),
  );
  return [...rounds.flat(), ...instead];
}
