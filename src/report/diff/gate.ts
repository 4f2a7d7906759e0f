import { flawOf, termsInForce } from '../../acceptance/terms.ts';
import type { Waived } from '../../conformance/result.ts';
import type { Audience, EffectVerdict } from '../../regression/descriptions/difference.ts';
import type { DiffReport, OutdatedEntry, ReportedDifference } from './report.ts';

/** The differences that fail a comparison. */
export type DiffFailOn = 'breaking' | 'undecided' | 'any';

/** Which differences fail a comparison, and for whom. */
export interface DiffGate {
  /** `undecided` includes `breaking`; `any` is every difference. */
  readonly failOn: DiffFailOn;
  readonly concerned: readonly Audience[];
}

/** The differences that fail a comparison, accepted or not. */
export function objected(
  { differences }: DiffReport,
  { failOn, concerned }: DiffGate,
): readonly ReportedDifference[] {
  if (failOn === 'any') return differences;
  const verdicts: readonly EffectVerdict[] =
    failOn === 'undecided' ? ['breaking', 'undecided'] : ['breaking'];
  return differences.filter((one) => concerned.some((audience) => verdicts.includes(one[audience].verdict)));
}

/** The differences that fail a comparison. */
export function failing(report: DiffReport, gate: DiffGate): readonly ReportedDifference[] {
  return objected(report, gate).filter(({ accepted }) => accepted === undefined);
}

/** A difference that is known and accepted, for a reason until a day. */
export interface AcceptedDifference extends Waived {
  readonly fingerprint: string;
  /** The difference in words, for readers of the file. */
  readonly difference?: string;
}

/** The differences that a call accepts. */
export interface DiffAcceptance {
  readonly entries: readonly AcceptedDifference[];
  /** Whether it accepts that what was deprecated is removed. */
  readonly isDeprecatedAccepted: boolean;
  /** As YYYY-MM-DD. */
  readonly today: string;
}

/** Marks the accepted differences. Verdicts stay as they are. */
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
    const flaw = flawOf(entry, met.has(fingerprint), today);
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

/** Days for which a call accepts what it writes. */
const acceptedDays = 90;

/**
 * The entries that accept a comparison: those there are, and one for each difference that fails. An entry that has
 * expired stays, and is not renewed, while its difference is there: somebody has to decide on it.
 * @param report - with the accepted differences marked
 * @param reason - of the new entries
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
  const kept = entries.filter((one) => flawOf(one, true, today) === undefined || open.has(one.fingerprint));
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
