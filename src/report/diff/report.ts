import { createHash } from 'node:crypto';
import type { Waived } from '../../conformance/result.ts';
import { compareDescriptions, type Document } from '../../regression/descriptions/compare.ts';
import {
  type Audience,
  audiences,
  type DescriptionDifference,
  type EffectVerdict,
  effectVerdicts,
  type Side,
} from '../../regression/descriptions/difference.ts';
import { canonical } from '../../regression/descriptions/json.ts';
import type { Description } from '../../specification/description.ts';
import { type HarmlessChange, harmlessChanges } from './harmless.ts';
import { isDeprecated, placeOf } from './places.ts';

/** The result of comparing two descriptions. Its JSON Schema is `diff.schema.json`. */
export interface DiffReport {
  readonly formatVersion: '1.0';
  readonly before: ComparedDescription;
  readonly after: ComparedDescription;
  /** Differences counted by audience and verdict. */
  readonly summary: Readonly<Record<Audience, Readonly<Record<EffectVerdict, number>>>>;
  readonly differences: readonly ReportedDifference[];
  /** Changes of texts, names, tags, examples and deprecations. */
  readonly harmless: readonly HarmlessChange[];
  /** Entries of the accepted differences that should be changed. */
  readonly outdated?: readonly OutdatedEntry[];
}

export interface ReportedDifference extends Omit<DescriptionDifference, 'written'> {
  /** Where it is written; a description that does not have the part has no place. */
  readonly at: Partial<Readonly<Record<Side, Place>>>;
  /** It was removed, and the earlier description deprecated it. */
  readonly wasDeprecated?: true;
  /** The terms on which it is accepted; without a day, since it was deprecated. */
  readonly accepted?: Partial<Waived> & Pick<Waived, 'reason'>;
}

/** A place in a description. */
export interface Place extends Partial<Position> {
  /** Leads to what differs, or to the schema that no longer has it. */
  readonly pointer: string;
}

/** Line and column, from 1. Absent for the bundled description. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface OutdatedEntry {
  readonly fingerprint: string;
  readonly flaw: 'stale' | 'expired';
  /** Two sentences: what is wrong, and what to do. */
  readonly message: string;
}

export interface ComparedDescription {
  /** The name that the call gave for it. */
  readonly source: string;
  readonly title: string;
  readonly version: string;
  /** SHA-256 of its value with sorted members. */
  readonly digest: string;
}

/** A description to be compared; its references must be internal. */
export interface NamedDescription {
  readonly source: string;
  /** The document as it was read: OpenAPI 3.0, 3.1 or 3.2. */
  readonly document: Document;
  /** The same as OpenAPI 3.1, without regard to direction. */
  readonly description: Description;
  /** Finds the lines of pointers in its text. */
  readonly positionsOf: (pointers: readonly string[]) => ReadonlyMap<string, Position>;
}

export function diffReport(before: NamedDescription, after: NamedDescription): DiffReport {
  const differences = withPlaces(compareDescriptions(before.document, after.document), { before, after });
  const counted = (audience: Audience) =>
    Object.fromEntries(
      effectVerdicts.map((verdict) => [
        verdict,
        differences.filter((one) => one[audience].verdict === verdict).length,
      ]),
    );
  return {
    formatVersion: '1.0',
    before: asCompared(before),
    after: asCompared(after),
    summary: Object.fromEntries(audiences.map((one) => [one, counted(one)])) as DiffReport['summary'],
    differences,
    harmless: harmlessChanges(before.document, after.document),
  };
}

function withPlaces(
  found: readonly DescriptionDifference[],
  descriptions: Readonly<Record<Side, NamedDescription>>,
): ReportedDifference[] {
  const placesIn = (side: Side) => {
    const { document, positionsOf } = descriptions[side];
    const places = found.map((one) => placeOf(document, one, side));
    const positions = positionsOf(places.flatMap((one) => one?.pointer ?? []));
    return places.map(
      (one) => one && { ...one, at: { pointer: one.pointer, ...positions.get(one.pointer) } },
    );
  };
  const [old, now] = [placesIn('before'), placesIn('after')];
  return found.map(({ written, ...difference }, index) => {
    const [was, is] = [old[index], now[index]];
    const isGone = was?.isThere === true && is?.isThere !== true;
    const wasDeprecated = isGone && isDeprecated(descriptions.before.document, was.pointer);
    return {
      ...difference,
      ...(wasDeprecated ? { wasDeprecated } : {}),
      at: { ...(was && { before: was.at }), ...(is && { after: is.at }) },
    };
  });
}

function asCompared({ source, description }: NamedDescription): ComparedDescription {
  const { title, version } = description.info;
  const digest = createHash('sha256').update(canonical(description)).digest('hex');
  return { source, title, version, digest };
}
