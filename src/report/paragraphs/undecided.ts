import type { CheckResult } from '../../conformance/result.ts';
import { printable } from '../printable.ts';
import { type UndecidedCause, undecidedCauses } from '../undecided.ts';
import { plural } from '../words.ts';
import type { Paint } from './paint.ts';
import { shortened } from './shortened.ts';

const shownCauses = 6;

/** The undecided checks, one line for each remedy. */
export function undecided(results: readonly CheckResult[], paint: Paint): string[] {
  const lines = undecidedCauses(results).map(
    (cause) =>
      `  ${paint('yellow', '?')} ${printable(cause.remedy)} ${paint('dim', `(${cause.reason}: ${waitingFor(cause)})`)}`,
  );
  return lines.length === 0
    ? []
    : [[paint('bold', 'Not decided'), ...shortened(lines, shownCauses)].join('\n')];
}

function waitingFor({ checks, ofAccess }: UndecidedCause): string {
  const number = plural(checks.length, 'check');
  if (ofAccess === 0) return number;
  return ofAccess === checks.length ? `${number} on access` : `${number}, ${ofAccess} on access`;
}
