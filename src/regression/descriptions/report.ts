import { createHash } from 'node:crypto';
import type { Description } from '../../specification/description.ts';
import { compareDescriptions, type Document } from './compare.ts';
import type { Audience, DescriptionDifference, EffectVerdict } from './difference.ts';
import { canonical } from './json.ts';

/** What a comparison of two descriptions came to; the format has a schema, `diff.schema.json`. */
export interface DiffReport {
  readonly formatVersion: '1.0';
  readonly before: ComparedDescription;
  readonly after: ComparedDescription;
  /** How many differences mean what for whom. */
  readonly summary: Readonly<Record<Audience, Readonly<Record<EffectVerdict, number>>>>;
  readonly differences: readonly DescriptionDifference[];
}

/** A description that was compared. */
export interface ComparedDescription {
  /** What the call named it by. */
  readonly source: string;
  readonly title: string;
  readonly version: string;
  /** SHA-256 of its value, whose members are ordered by their names. */
  readonly digest: string;
}

/** A description to be compared, whose references are within it. */
export interface NamedDescription {
  readonly source: string;
  /** What was read: OpenAPI 3.0 or 3.1. */
  readonly document: Document;
  /** The same as OpenAPI 3.1, which says nothing of a direction. */
  readonly description: Description;
}

const audiences: readonly Audience[] = ['consumers', 'providers'];
const verdicts: readonly EffectVerdict[] = ['breaking', 'undecided', 'compatible'];

/** Compares two descriptions. */
export function diffReport(before: NamedDescription, after: NamedDescription): DiffReport {
  const differences = compareDescriptions(before.document, after.document);
  const counted = (audience: Audience) =>
    Object.fromEntries(
      verdicts.map((verdict) => [
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
  };
}

function asCompared({ source, description }: NamedDescription): ComparedDescription {
  const { title, version } = description.info;
  const digest = createHash('sha256').update(canonical(description)).digest('hex');
  return { source, title, version, digest };
}

/** What of a comparison does not hold. */
export type DiffFailOn = 'breaking' | 'undecided' | 'any';

/**
 * Whether a comparison does not hold for any of those on whose behalf it is made.
 * @param failOn - `undecided` fails on what breaks too; `any` on every difference
 */
export function isObjectedTo(
  { differences }: DiffReport,
  failOn: DiffFailOn,
  concerned: readonly Audience[],
): boolean {
  if (failOn === 'any') return differences.length > 0;
  const objected: readonly EffectVerdict[] =
    failOn === 'undecided' ? ['breaking', 'undecided'] : ['breaking'];
  return differences.some((one) => concerned.some((audience) => objected.includes(one[audience].verdict)));
}
