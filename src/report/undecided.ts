import { isExcluded } from '../conformance/coverage.ts';
import type { CheckResult } from '../conformance/result.ts';
import type { Reason } from '../trace/gap.ts';
import { alike, inOneSentence } from './alike-remedies.ts';

/** Something that would decide what was not decided. */
export interface UndecidedCause {
  readonly reason: Reason;
  /** What would decide it, in one sentence. */
  readonly remedy: string;
  /** The ids of the checks that wait for it. */
  readonly checks: readonly string[];
  /** How many of them are about who has access. */
  readonly ofAccess: number;
}

/** What keeps a check from being decided, and what would decide it. */
interface Waiting {
  readonly check: CheckResult;
  readonly reason: Reason;
  readonly remedy: string;
}

/** What went wrong comes first, and of that what explains the rest; last comes what was left out on purpose. */
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
 * What was not decided, once for each thing that would decide it: those that differ in the place alone are one. Of one
 * reason, checks of who has access come first, since they guard the data, and then what decides most.
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

/** What else a check waits for that is left out on purpose decides nothing, as long as that is so. */
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
