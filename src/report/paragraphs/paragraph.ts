import { printable } from '../printable.ts';
import type { Paint } from './paint.ts';

/** The entries under their heading; where there are none, nothing. */
export function paragraph(heading: string, entries: readonly string[], paint: Paint): string[] {
  return entries.length === 0 ? [] : [[paint('bold', heading), ...entries].join('\n')];
}

/** What does not count against the target, and below it the details. */
export function entry(words: string, details: string, paint: Paint): string {
  return `  ${paint('yellow', '~')} ${printable(words)}\n${paint('dim', `      ${printable(details)}`)}`;
}
