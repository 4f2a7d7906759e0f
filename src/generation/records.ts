import fc from 'fast-check';
import type { Kind } from '../schema/kinds.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import { coveringKinds } from './covering.ts';
import { type Defect, type DefectName, defectsOf, type Keyword, withDefect } from './defects.ts';
import { type EdgeCase, type EdgeCaseName, edgeCasesOf, withEdgeCase } from './edge-cases.ts';
import { mended } from './mending.ts';
import { complete, specified, withBranch } from './narrowing.ts';
import { sitesOf } from './sites.ts';
import { type TextStyle, valuesOf } from './values.ts';

const otherTypes = ['Client', 'ClientPatch', 'OrganisationPayload'] as const;

/** What the interface exchanges, and can be generated. */
export const generatedTypes = [...bundled.caseTypes, ...otherTypes] as const;

/** What can be generated of a specification. */
export function generatedTypesOf({ caseTypes, describesSchema }: Specification): GeneratedType[] {
  return [...caseTypes, ...otherTypes.filter(describesSchema)];
}

export type GeneratedType = (typeof generatedTypes)[number];

/** Which records are wanted. */
export interface Wanted {
  readonly type: GeneratedType;
  /** What describes them; the bundled specification where nothing is said. */
  readonly specification?: Specification;
  /** The edition of a form that every record has, such as TA6_5th. */
  readonly edition?: string;
  /** Whether every record has every field. */
  readonly isComplete?: boolean;
  /** Whether no record has a field of which the documents say nothing. */
  readonly isSpecified?: boolean;
  /** What stands in texts: `realistic` where nothing is said. */
  readonly texts?: TextStyle;
}

/** The name of the schema that judges such records: of a case, the union of all types. */
export function schemaNameOf(type: GeneratedType): string {
  return isCaseType(type) ? 'CaseRecord' : type;
}

/** The editions of forms that such records can have. */
export function editionsOf(wanted: Wanted): string[] {
  return [...sitesOf(kindOfType(wanted))].flatMap(({ kind, steps }) =>
    kind.kind === 'union' && steps.length > 0 ? kind.tags : [],
  );
}

/** A record with one defect, and where a validator must find it. */
export interface InvalidRecord {
  readonly record: unknown;
  /** A JSON pointer. */
  readonly pointer: string;
  readonly keyword: Keyword;
  readonly defect: DefectName;
}

/** A valid record with something in it that merely looks wrong. */
export interface EdgeCaseRecord {
  readonly record: unknown;
  readonly pointer: string;
  readonly edgeCase: EdgeCaseName;
}

/**
 * Valid records: any members, any values.
 * @throws {Error} when the type has no such edition
 */
export function records(wanted: Wanted): fc.Arbitrary<unknown> {
  return rightly(wanted, valuesOf(wantedKind(wanted), wanted.texts ?? 'realistic'));
}

/** Valid records, each with exactly one defect; they shrink to the least record that can have it. */
export function invalidRecords(wanted: Wanted): fc.Arbitrary<InvalidRecord> {
  const defects = fc.constantFrom(...defectsOf(wantedKind(wanted)));
  return fc
    .tuple(records(wanted), defects)
    .map(([record, defect]) => invalidRecord(record, defect))
    .filter((one) => isInvalid(wanted, one));
}

/** Valid records that merely look wrong. */
export function edgeCaseRecords(wanted: Wanted): fc.Arbitrary<EdgeCaseRecord> {
  const edgeCases = fc.constantFrom(...wantedEdgeCases(wanted));
  return fc.tuple(records(wanted), edgeCases).map(([record, edgeCase]) => edgeCaseRecord(record, edgeCase));
}

/** The fewest valid records that show every edition, every field there and absent, and every value of every choice. */
export function coveringRecords(wanted: Wanted, seed: number): unknown[] {
  return [...coveringRecordsOneByOne(wanted, seed)];
}

function* coveringRecordsOneByOne(wanted: Wanted, seed: number): Generator<unknown> {
  let rowSeed = seed;
  for (const kind of coveringKinds(wantedKind(wanted))) {
    yield* fc.sample(rightly(wanted, valuesOf(kind, wanted.texts ?? 'realistic')), {
      numRuns: 1,
      seed: rowSeed,
    });
    rowSeed += 1;
  }
}

/** A record for every defect at every pointer, each on another of the covering records. */
export function coveringInvalidRecords(wanted: Wanted, seed: number): InvalidRecord[] {
  return [...coveringInvalidRecordsOneByOne(wanted, seed)];
}

/** The same, each made when it is asked for: for who needs the first that fits. */
export function* coveringInvalidRecordsOneByOne(wanted: Wanted, seed: number): Generator<InvalidRecord> {
  const around = coveringRecords(wanted, seed);
  for (const [row, defect] of interleaved(defectsOf(wantedKind(wanted))).entries()) {
    const invalid = invalidRecord(around[row % around.length], defect);
    if (isInvalid(wanted, invalid)) yield invalid;
  }
}

/**
 * What is wrong by our own description may be right by another; and where only some of the valid records are wanted, one that
 * is none of them may be valid all the same.
 */
function isInvalid(
  { type, specification = bundled, edition, isComplete = false }: Wanted,
  { record, pointer, keyword }: InvalidRecord,
): boolean {
  if (specification === bundled && edition === undefined && !isComplete) return true;
  const findings = specification.validate(schemaNameOf(type), record);
  return findings.some((finding) => finding.pointer === pointer && finding.keyword === keyword);
}

/** A record for everything that merely looks wrong, at every pointer. */
export function coveringEdgeCaseRecords(wanted: Wanted, seed: number): EdgeCaseRecord[] {
  const around = coveringRecords(wanted, seed);
  return wantedEdgeCases(wanted).map((edgeCase, row) =>
    edgeCaseRecord(around[row % around.length], edgeCase),
  );
}

/** First the covering records, then random ones without end; the same for a seed. */
export function* recordStream(wanted: Wanted, seed: number): Generator<unknown> {
  yield* coveringRecordsOneByOne(wanted, seed);
  yield* endless(records(wanted), seed);
}

/** First every defect at every pointer, then random ones without end; the same for a seed. */
export function* invalidRecordStream(wanted: Wanted, seed: number): Generator<InvalidRecord> {
  yield* coveringInvalidRecordsOneByOne(wanted, seed);
  yield* endless(invalidRecords(wanted), seed);
}

/** The values, mended where the specification refuses one: what its schemas alone say, no kind knows. */
export function rightly(wanted: Wanted, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return (wanted.specification ?? bundled) === bundled ? values : values.map((value) => right(wanted, value));
}

/** A value as the specification has it. */
export function right({ type, specification = bundled }: Wanted, value: unknown): unknown {
  return specification === bundled ? value : mended(specification, schemaNameOf(type), value);
}

function kindOfType({ type, specification = bundled }: Wanted): Kind {
  const kind = specification.kindNamed(schemaNameOf(type));
  return isCaseType(type) ? (withBranch(kind, type) ?? kind) : kind;
}

function isCaseType(type: GeneratedType): boolean {
  return !otherTypes.some((other) => other === type);
}

/** What the wanted records may be. */
export function wantedKind(wanted: Wanted): Kind {
  const { edition, isComplete = false, isSpecified = false } = wanted;
  const kind = edition === undefined ? kindOfType(wanted) : kindOfEdition(wanted, edition);
  const narrowed = isSpecified ? specified(kind) : kind;
  return isComplete ? complete(narrowed) : narrowed;
}

function kindOfEdition(wanted: Wanted, edition: string): Kind {
  const narrowed = editionsOf(wanted).includes(edition) ? withBranch(kindOfType(wanted), edition) : undefined;
  if (narrowed === undefined) throw new Error(`A ${wanted.type} has no edition '${edition}'.`);
  return narrowed;
}

/** Everything in the wanted records that may merely look wrong. */
export function wantedEdgeCases(wanted: Wanted): EdgeCase[] {
  const { specification = bundled } = wanted;
  return edgeCasesOf(wantedKind(wanted), otherTypesOf(wanted).map(specification.kindNamed));
}

/** The other types of the same record, none of whose fields a record of the type constrains. */
export function otherTypesOf({ type, specification = bundled }: Wanted): GeneratedType[] {
  return isCaseType(type) ? specification.caseTypes.filter((other) => other !== type) : [];
}

function invalidRecord(record: unknown, defect: Defect): InvalidRecord {
  const { pointer, keyword, name } = defect;
  return { record: withDefect(record, defect), pointer, keyword, defect: name };
}

function edgeCaseRecord(record: unknown, edgeCase: EdgeCase): EdgeCaseRecord {
  return { record: withEdgeCase(record, edgeCase), pointer: edgeCase.pointer, edgeCase: edgeCase.name };
}

/** So many are made at a time. */
const batch = 100;

function* endless<Value>(values: fc.Arbitrary<Value>, seed: number): Generator<Value> {
  // Not the seed itself, which the covering records have: no two records are to have one identifier.
  for (let number = 1; ; number += 1)
    yield* fc.sample(values, { numRuns: batch, seed: seed ^ Math.imul(number, spread) });
}

/** A prime that spreads numbers over 32 bits, so that the batches of neighbouring seeds are not the same. */
export const spread = 0x9e3779b1;

/**
 * One of each name, then the second of each, and so on, so that the first few show as many kinds as they can; and last,
 * what is no record at all.
 */
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
