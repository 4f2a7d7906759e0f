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
  /** The number of differences by audience and verdict. */
  readonly summary: Readonly<Record<Audience, Readonly<Record<EffectVerdict, number>>>>;
  readonly differences: readonly ReportedDifference[];
  /** Changes of texts, names, tags, examples and deprecation marks. */
  readonly harmless: readonly HarmlessChange[];
  /** Entries in the file of accepted differences that the user should change. */
  readonly outdated?: readonly OutdatedEntry[];
}

export interface ReportedDifference extends Omit<DescriptionDifference, 'written'> {
  /** The place of the difference in each description; absent if the description lacks the part. */
  readonly at: Partial<Readonly<Record<Side, Place>>>;
  /** Set if the old description marked the removed part as deprecated. */
  readonly wasDeprecated?: true;
  /**
   * Why the difference is accepted, and the last day. Without a day if it is accepted since the part was deprecated.
   */
  readonly accepted?: Partial<Waived> & Pick<Waived, 'reason'>;
}

/** A place in a description file. */
export interface Place extends Partial<Position> {
  /** A JSON pointer to what differs. If it no longer exists, to the schema that had it. */
  readonly pointer: string;
}

/** A line and column, counted from 1. Absent for the bundled description. */
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
  /** The file, URL or version as given on the command line. */
  readonly source: string;
  readonly title: string;
  readonly version: string;
  /** SHA-256 of the description with members sorted by name. */
  readonly digest: string;
}

/** A description to compare. It has no external references. */
export interface NamedDescription {
  readonly source: string;
  /** The parsed document: OpenAPI 3.0, 3.1 or 3.2. */
  readonly document: Document;
  /** The document converted to OpenAPI 3.1, before `readOnly` and `writeOnly` are applied. */
  readonly description: Description;
  /** Finds the lines and columns of JSON pointers in the file. */
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
