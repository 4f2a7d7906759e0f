import { isExcluded } from '../../conformance/coverage.ts';
import type { CheckResult } from '../../conformance/result.ts';
import type { Reason } from '../../harness/check.ts';
import { alike, inOneSentence } from '../alike-remedies.ts';
import { printable } from '../printable.ts';
import type { Paint } from './paint.ts';
import { shortened } from './shortened.ts';

/** So many things that would decide more are told. */
const shownRemedies = 6;

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
 * What was not decided, one line for each thing that would decide it: those that differ in the place alone are one. Of one
 * reason, checks of who has access come first, since they guard the data, and then what decides most.
 */
export function undecided(results: readonly CheckResult[], paint: Paint): string[] {
  const waiting = results.flatMap((check) => check.remedies.map((one): Waiting => ({ check, ...one })));
  const groups = alike(waiting)
    .map((group) => ({ group, checks: checksOf(group), ofAccess: checksOf(group.filter(isOfAccess)) }))
    .toSorted(
      (one, other) =>
        rankOf(one.group) - rankOf(other.group) ||
        Number(other.ofAccess > 0) - Number(one.ofAccess > 0) ||
        other.checks - one.checks,
    );
  if (groups.length === 0) return [];
  const lines = groups.map(({ group, checks, ofAccess }) => {
    const number = `${checks} check${checks === 1 ? '' : 's'}`;
    const some = ofAccess === 0 ? '' : `, ${ofAccess} on access`;
    const access = ofAccess === checks ? ' on access' : some;
    const details = paint('dim', `(${group[0]?.reason}: ${number}${access})`);
    return `  ${paint('yellow', '?')} ${printable(inOneSentence(group))} ${details}`;
  });
  return [[paint('bold', 'Not decided'), ...shortened(lines, shownRemedies)].join('\n')];
}

/** What else a check waits for that is left out on purpose decides nothing, as long as that is so. */
function rankOf(group: readonly Waiting[]): number {
  return Math.min(...group.map(({ check, reason }) => (isExcluded(check) ? ranks.excluded : ranks[reason])));
}

function checksOf(group: readonly Waiting[]): number {
  return new Set(group.map(({ check }) => check.id)).size;
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
