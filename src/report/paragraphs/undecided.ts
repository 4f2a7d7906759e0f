import type { CheckResult } from '../../conformance/result.ts';
import type { Reason } from '../../harness/check.ts';
import { printable } from '../printable.ts';
import type { Paint } from './paint.ts';
import { shortened } from './shortened.ts';

/** So many things that would decide more are told, and of so many places each. */
const shownRemedies = 6;
const shownPlaces = 3;

/** What keeps a check from being decided, and what would decide it. */
interface Waiting {
  readonly check: CheckResult;
  readonly reason: Reason;
  readonly remedy: string;
}

/**
 * What was not decided, one line for each thing that would decide it: those that differ in the place alone are one. Checks
 * of who has access come first, since they guard the data, and then what decides most.
 */
export function undecided(results: readonly CheckResult[], paint: Paint): string[] {
  const waiting = results.flatMap((check) => check.remedies.map((one): Waiting => ({ check, ...one })));
  const groups = [...Map.groupBy(waiting, ({ remedy }) => withPlace(remedy, '…')).values()]
    .map((group) => ({ group, checks: checksOf(group), ofAccess: checksOf(group.filter(isOfAccess)) }))
    .toSorted(
      (one, other) => Number(other.ofAccess > 0) - Number(one.ofAccess > 0) || other.checks - one.checks,
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

/** What remedies of one kind differ in: a path or pointer, else the cases of a type. */
const places: readonly RegExp[] = [/(?<=^|\s)\/[^\s,]*[^\s,.:]/, /\bcases\.\w+/];

/** The remedy with another word for its place. */
function withPlace(remedy: string, word: string): string {
  const place = placeIn(remedy);
  return place === undefined ? remedy : remedy.replace(place, () => word);
}

function placeIn(remedy: string): string | undefined {
  return places.map((place) => place.exec(remedy)?.[0]).find((found) => found !== undefined);
}

/** Remedies of one kind as one, which names the first places of all. */
function inOneSentence(group: readonly Waiting[]): string {
  const remedy = group[0]?.remedy ?? '';
  const all = [...new Set(group.map((one) => placeIn(one.remedy) ?? ''))];
  const more = all.length - shownPlaces;
  const named = all.slice(0, shownPlaces).join(', ');
  return withPlace(remedy, more > 0 ? `${named} and ${more} more` : named);
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
