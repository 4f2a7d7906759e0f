import type { LeakSearch } from '../gate/leaks.ts';
import { ProgramFailure } from './program-failure.ts';

/**
 * Searches a text for leaks before it is written.
 * @param name - the name of the file or output, as the beginning of a sentence
 * @throws {Failure} `NOT_SAFE_TO_WRITE` if it contains one, which is a fault of the suite
 */
export function assertSafe(name: string, text: string, leakIn: LeakSearch): void {
  const leak = leakIn(text);
  if (leak === undefined) return;
  throw new ProgramFailure(
    'NOT_SAFE_TO_WRITE',
    `${name} would have held ${leak}, and was not written. case-conformance broke, which says nothing of the target. Report it, with the command alone.`,
  );
}
