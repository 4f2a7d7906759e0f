import type { CheckResult } from '../../conformance/result.ts';
import { printable } from '../printable.ts';
import type { Paint } from './paint.ts';

/** So many checks that one thing keeps from being decided are named. */
const shownChecks = 3;

/** What was not decided, one line for each thing that would decide it. Refusals come first: they guard the data. */
export function undecided(results: readonly CheckResult[], paint: Paint): string[] {
  const waiting = results.flatMap((result) => result.remedies.map((remedy) => ({ result, ...remedy })));
  const byRemedy = [...Map.groupBy(waiting, ({ remedy }) => remedy)].map(([remedy, held]) => ({
    remedy,
    reason: held[0]?.reason,
    checks: held.map(({ result }) => result),
  }));
  if (byRemedy.length === 0) return [];
  const guarding = byRemedy.filter(({ checks }) => checks.some(guardsData));
  const others = byRemedy.filter(({ checks }) => !checks.some(guardsData));
  const lines = [
    ...guarding.map((one) => ({ ...one, note: paint('yellow', ' Refusals of access are among them.') })),
    ...others.map((one) => ({ ...one, note: '' })),
  ].map(({ remedy, reason, checks, note }) => {
    const names =
      checks.length > shownChecks ? `${checks.length} checks` : checks.map(({ id }) => id).join(', ');
    return `  ${paint('yellow', '?')} ${printable(remedy)}${note}\n${paint('dim', `      ${reason}: ${names}`)}`;
  });
  return [[paint('bold', 'Not decided'), ...lines].join('\n')];
}

const guardingRows: readonly string[] = [
  'credentials-401',
  'permissions-403',
  'outsider-403',
  'organisation-is-callers',
];

function guardsData({ requirements }: CheckResult): boolean {
  return requirements.some((row) => guardingRows.includes(row));
}
