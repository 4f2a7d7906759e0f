import { flawOfEntry, termsInForce } from '../../acceptance/terms.ts';
import type { Waived } from '../../conformance/result.ts';
import type { Audience, EffectVerdict } from '../../regression/descriptions/difference.ts';
import type { DiffReport, OutdatedEntry, ReportedDifference } from './report.ts';

/** Which verdicts fail a comparison: the values of `--fail-on`. */
export type DiffFailOn = 'breaking' | 'undecided' | 'any';

/** The rule by which differences fail a comparison. */
export interface DiffGate {
  /** `undecided` includes `breaking`. `any` includes compatible differences, too. */
  readonly failOn: DiffFailOn;
  readonly concerned: readonly Audience[];
}

/** Differences that would fail the comparison, including accepted ones. */
export function objected(
  { differences }: DiffReport,
  { failOn, concerned }: DiffGate,
): readonly ReportedDifference[] {
  if (failOn === 'any') return differences;
  const verdicts: readonly EffectVerdict[] =
    failOn === 'undecided' ? ['breaking', 'undecided'] : ['breaking'];
  return differences.filter((one) => concerned.some((audience) => verdicts.includes(one[audience].verdict)));
}

/** Differences that fail the comparison: those that nobody accepted. */
export function failing(report: DiffReport, gate: DiffGate): readonly ReportedDifference[] {
  return objected(report, gate).filter(({ accepted }) => accepted === undefined);
}

/** A known difference that is accepted for a reason until a day. */
export interface AcceptedDifference extends Waived {
  readonly fingerprint: string;
  /** A description of the difference, for readers of the file. */
  readonly difference?: string;
}

/** Which differences a call accepts. */
export interface DiffAcceptance {
  readonly entries: readonly AcceptedDifference[];
  /** Whether to accept the removal of anything that was marked as deprecated. */
  readonly isDeprecatedAccepted: boolean;
  /** As YYYY-MM-DD. */
  readonly today: string;
}

/** Marks accepted differences in a report. Their verdicts do not change. */
export function withAccepted(
  report: DiffReport,
  { entries, isDeprecatedAccepted, today }: DiffAcceptance,
): DiffReport {
  const inForce = termsInForce(entries, ({ fingerprint }) => fingerprint, today);
  const differences = report.differences.map((one) => {
    const isOfClass = isDeprecatedAccepted && one.wasDeprecated === true;
    const accepted =
      inForce.get(one.fingerprint) ?? (isOfClass ? { reason: 'It was deprecated.' } : undefined);
    return accepted === undefined ? one : { ...one, accepted };
  });
  const met = new Set(differences.map(({ fingerprint }) => fingerprint));
  const outdated = entries.flatMap((entry): OutdatedEntry[] => {
    const { fingerprint } = entry;
    const flaw = flawOfEntry(entry, met.has(fingerprint), today);
    return flaw === undefined ? [] : [{ fingerprint, flaw, message: wordsOf(flaw, entry) }];
  });
  return { ...report, differences, ...(outdated.length === 0 ? {} : { outdated }) };
}

function wordsOf(
  flaw: OutdatedEntry['flaw'],
  { fingerprint, difference = '', until }: AcceptedDifference,
): string {
  const named = `The accepted difference ${fingerprint}${difference === '' ? '' : ` (${difference})`}`;
  return flaw === 'stale'
    ? `${named} matches no difference. Remove it from the file, unless another comparison shows it.`
    : `${named} was accepted until ${until}. Fix the difference, or accept it until a later day.`;
}

/** The number of days for which a new entry accepts a difference. */
const acceptedDays = 90;

/**
 * The entries of a file that accepts the comparison: the present ones, and a new one for each failing difference. An
 * expired entry stays expired as long as its difference exists, so somebody must decide about it.
 * @param report - with accepted differences marked
 * @param reason - for the new entries
 */
export function entriesAccepting(
  report: DiffReport,
  gate: DiffGate,
  { entries, today }: DiffAcceptance,
  reason: string,
): AcceptedDifference[] {
  const open = new Set(
    report.differences.flatMap(({ accepted, fingerprint }) => (accepted === undefined ? [fingerprint] : [])),
  );
  const kept = entries.filter(
    (one) => flawOfEntry(one, true, today) === undefined || open.has(one.fingerprint),
  );
  const known = new Set(kept.map(({ fingerprint }) => fingerprint));
  const until = new Date(Date.parse(today) + acceptedDays * 86_400_000).toISOString().slice(0, 10);
  const added = failing(report, gate)
    .filter(({ fingerprint }) => !known.has(fingerprint))
    .map(({ fingerprint, operation, part, message }) => ({
      ...{
        fingerprint,
        difference: [operation, part, message].filter((one) => one !== undefined).join(', '),
      },
      ...{ reason, until },
    }));
  return [...kept, ...new Map(added.map((one) => [one.fingerprint, one])).values()];
}
