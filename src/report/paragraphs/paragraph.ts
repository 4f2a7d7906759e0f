import { printable } from '../printable.ts';
import type { Paint } from './paint.ts';

export function paragraph(heading: string, entries: readonly string[], paint: Paint): string[] {
  return entries.length === 0 ? [] : [[paint('bold', heading), ...entries].join('\n')];
}

/** An entry that does not count against the target, with its details below. */
export function entry(words: string, details: string, paint: Paint): string {
  return `  ${paint('yellow', '~')} ${printable(words)}\n${paint('dim', `      ${printable(details)}`)}`;
}
