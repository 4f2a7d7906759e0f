import { createHash } from 'node:crypto';
import type { Waived } from '../../conformance/result.ts';
import type { Description } from '../../specification/description.ts';
import { compareDescriptions, type Document } from './compare.ts';
import type { Audience, DescriptionDifference, EffectVerdict } from './difference.ts';
import { canonical } from './json.ts';

/** The result of comparing two descriptions. Its JSON Schema is `diff.schema.json`. */
export interface DiffReport {
  readonly formatVersion: '1.0';
  readonly before: ComparedDescription;
  readonly after: ComparedDescription;
  /** Differences counted by audience and verdict. */
  readonly summary: Readonly<Record<Audience, Readonly<Record<EffectVerdict, number>>>>;
  readonly differences: readonly ReportedDifference[];
  /** Entries of the accepted differences that should be changed. */
  readonly outdated?: readonly OutdatedEntry[];
}

export interface ReportedDifference extends DescriptionDifference {
  /** The terms on which it is accepted. */
  readonly accepted?: Waived;
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
interface NamedDescription {
  readonly source: string;
  /** The document as it was read: OpenAPI 3.0 or 3.1. */
  readonly document: Document;
  /** The same as OpenAPI 3.1, without regard to direction. */
  readonly description: Description;
}

const audiences: readonly Audience[] = ['consumers', 'providers'];
const verdicts: readonly EffectVerdict[] = ['breaking', 'undecided', 'compatible'];

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
