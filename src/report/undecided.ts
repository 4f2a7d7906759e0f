import { isExcluded } from '../conformance/coverage.ts';
import type { CheckResult } from '../conformance/result.ts';
import type { Reason } from '../trace/gap.ts';
import { alike, inOneSentence } from './alike-remedies.ts';

/** A remedy for undecided checks. */
export interface UndecidedCause {
  readonly reason: Reason;
  /** One sentence. */
  readonly remedy: string;
  /** The ids of the undecided checks that need it. */
  readonly checks: readonly string[];
  /** How many of them test access control. */
  readonly ofAccess: number;
}

/** An undecided check with one of its reasons and remedies. */
interface Waiting {
  readonly check: CheckResult;
  readonly reason: Reason;
  readonly remedy: string;
}

/** The order of reasons: errors first, those that explain others before the rest; deliberate exclusions last. */
const ranks: Readonly<Record<Reason, number>> = {
  'token-refused': 0,
  'ended-early': 1,
  unreachable: 2,
  throttled: 2,
  'control-refused': 3,
  'not-permitted': 4,
  'not-configured': 4,
  'no-data': 4,
  excluded: 5,
};

/**
 * The undecided checks, grouped by remedy; remedies that differ only in the place are merged. Within one reason,
 * checks of access control come first, because they protect the data, then the remedies that decide most.
 */
export function undecidedCauses(results: readonly CheckResult[]): UndecidedCause[] {
  const waiting = results.flatMap((check) => check.remedies.map((one): Waiting => ({ check, ...one })));
  return alike(waiting)
    .map((group) => ({ rank: rankOf(group), cause: causeOf(group) }))
    .toSorted(
      (one, other) =>
        one.rank - other.rank ||
        Number(other.cause.ofAccess > 0) - Number(one.cause.ofAccess > 0) ||
        other.cause.checks.length - one.cause.checks.length,
    )
    .map(({ cause }) => cause);
}

function causeOf(group: readonly [Waiting, ...Waiting[]]): UndecidedCause {
  return {
    reason: group[0].reason,
    remedy: inOneSentence(group),
    checks: idsOf(group),
    ofAccess: idsOf(group.filter(isOfAccess)).length,
  };
}

/** If a check is excluded on purpose, its other remedies have no effect and rank last, too. */
function rankOf(group: readonly Waiting[]): number {
  return Math.min(...group.map(({ check, reason }) => (isExcluded(check) ? ranks.excluded : ranks[reason])));
}

function idsOf(group: readonly Waiting[]): string[] {
  return [...new Set(group.map(({ check }) => check.id))];
}

const accessRows: readonly string[] = [
  'credentials-401',
  'permissions-403',
  'outsider-403',
  'organisation-is-callers',
];

function isOfAccess({ check }: Waiting): boolean {
  return check.requirements.some((row) => accessRows.includes(row));
}
