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

/** The result of `diff`. `diff.schema.json` is its JSON Schema. */
export interface DiffReport {
  readonly formatVersion: '1.0';
  readonly before: ComparedDescription;
  readonly after: ComparedDescription;
  readonly summary: Readonly<Record<Audience, Readonly<Record<EffectVerdict, number>>>>;
  readonly differences: readonly ReportedDifference[];
  readonly harmless: readonly HarmlessChange[];
  /** Entries of the file of accepted differences that accept nothing or have expired. */
  readonly outdated?: readonly OutdatedEntry[];
}

export interface ReportedDifference extends Omit<DescriptionDifference, 'written'> {
  /** Where the difference is in each description. Absent for a description without the differing part. */
  readonly at: Partial<Readonly<Record<Side, Place>>>;
  readonly wasDeprecated?: true;
  /** Has no `until` if the difference is accepted because the part was deprecated before. */
  readonly accepted?: Partial<Waived> & Pick<Waived, 'reason'>;
}

export interface Place extends Partial<Position> {
  /** A JSON pointer to the differing part, or, if this description lacks the part, to the schema that had it. */
  readonly pointer: string;
}

/** Where the part is in the file of the description. Line and column are counted from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface OutdatedEntry {
  readonly fingerprint: string;
  readonly flaw: 'stale' | 'expired';
  readonly message: string;
}

export interface ComparedDescription {
  readonly source: string;
  readonly title: string;
  readonly version: string;
  /** SHA-256 (hexadecimal) of the description with members sorted by name. */
  readonly digest: string;
}

export interface NamedDescription {
  readonly source: string;
  /** The description as OpenAPI 3.0, 3.1 or 3.2, with external references resolved. */
  readonly document: Document;
  /** `document` converted to OpenAPI 3.1, before `readOnly` and `writeOnly` are applied. */
  readonly description: Description;
  readonly positionOf: (pointer: string) => Position | undefined;
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
    const { document, positionOf } = descriptions[side];
    return found.map((one) => {
      const place = placeOf(document, one, side);
      return place && { ...place, at: { pointer: place.pointer, ...positionOf(place.pointer) } };
    });
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
