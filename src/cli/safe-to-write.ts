import type { LeakSearch } from '../gate/leaks.ts';
import { ProgramFailure } from './program-failure.ts';

/**
 * Looks through what a run is about to write.
 * @param name - what it would be, as a sentence begins with it
 * @throws {Failure} `NOT_SAFE_TO_WRITE` where it holds what must not be written: the suite broke
 */
export function assertSafe(name: string, text: string, leakIn: LeakSearch): void {
  const leak = leakIn(text);
  if (leak === undefined) return;
  throw new ProgramFailure(
    'NOT_SAFE_TO_WRITE',
    `${name} would have held ${leak}, and was not written. case-conformance broke, which says nothing of the target. Report it, with the command alone.`,
  );
}
