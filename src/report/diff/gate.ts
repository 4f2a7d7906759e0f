import { flawOfEntry, termsInForce } from '../../acceptance/terms.ts';
import type { Waived } from '../../conformance/result.ts';
import type { Audience, EffectVerdict } from '../../regression/descriptions/difference.ts';
import { distinct } from '../../schema/grouped.ts';
import type { DiffReport, OutdatedEntry, ReportedDifference } from './report.ts';

export type DiffFailOn = 'breaking' | 'undecided' | 'any';

export interface DiffGate {
  /**
   * `breaking` fails for differences that break an audience, `undecided` also for those that may break one, `any` for
   * all.
   */
  readonly failOn: DiffFailOn;
  readonly concerned: readonly Audience[];
}

export function failingOrAccepted(
  { differences }: DiffReport,
  { failOn, concerned }: DiffGate,
): readonly ReportedDifference[] {
  if (failOn === 'any') return differences;
  const verdicts: readonly EffectVerdict[] =
    failOn === 'undecided' ? ['breaking', 'undecided'] : ['breaking'];
  return differences.filter((one) => concerned.some((audience) => verdicts.includes(one[audience].verdict)));
}

export function failing(report: DiffReport, gate: DiffGate): readonly ReportedDifference[] {
  return failingOrAccepted(report, gate).filter(({ accepted }) => accepted === undefined);
}

export interface AcceptedDifference extends Waived {
  readonly fingerprint: string;
  readonly difference?: string;
}

export interface DiffAcceptance {
  readonly entries: readonly AcceptedDifference[];
  readonly isDeprecatedAccepted: boolean;
  readonly today: string;
}

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

const acceptedDays = 90;

/** Keeps an expired entry while its difference exists, so somebody must decide about the difference again. */
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
  return [...kept, ...distinct(added, ({ fingerprint }) => fingerprint)];
}
