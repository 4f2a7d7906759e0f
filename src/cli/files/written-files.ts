import { readFile, rm } from 'node:fs/promises';
import { Failure } from '../../gate/failure.ts';
import type { LeakSearch } from '../../gate/leaks.ts';
import { named } from '../../report/quoted.ts';

/**
 * Reads again what a run wrote, and removes what should not have been written.
 * @param files - those that are not there are left out
 * @throws {Failure} `FILE_NOT_SAFE` where something was removed: the suite broke
 */
export async function assertSafe(files: readonly string[], leakIn: LeakSearch): Promise<void> {
  const removed: string[] = [];
  for (const file of files) {
    const leak = leakIn(await readFile(file, 'utf8').catch(() => ''));
    if (leak === undefined) continue;
    await rm(file);
    removed.push(`${named(file)} held ${leak}, and was removed.`);
  }
  if (removed.length === 0) return;
  throw new Failure(
    'FILE_NOT_SAFE',
    `${removed.join(' ')} case-conformance broke, which says nothing of the target. Report it, without the file.`,
  );
}
