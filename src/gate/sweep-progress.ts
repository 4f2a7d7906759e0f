import { rm } from 'node:fs/promises';
import type { SweepHooks, SweepState } from '../conformance/sweep.ts';
import { maskingOf } from '../http/masking.ts';
import { named } from '../report/quoted.ts';
import { digestOf } from '../report/report.ts';
import { suiteVersion } from '../report/suite.ts';
import { Failure } from './failure.ts';
import type { KeptSweep } from './files/kept-file.ts';
import type { GateTarget } from './gate-target.ts';

/** Where a call saves the progress of its sweep, and whether it resumes an earlier one. */
export interface SweepOptions {
  /** The file with the saved progress; without it, an interrupted sweep starts again. */
  readonly sweepFile?: string | undefined;
  /** Resumes from the file, if it has saved progress. */
  readonly resume?: boolean | undefined;
}

/** The saved progress of a sweep, and the function that saves it. */
export interface KeptSweeping extends Pick<SweepHooks, 'earlier' | 'save'> {
  /** Deletes the saved progress, once the report contains the results. */
  readonly forget: () => Promise<void>;
}

/**
 * Opens the progress file of a sweep.
 * @param what - the options of the call, other than the target, that determine which cases are read
 * @throws {Failure} `FILE_WRONG` if it belongs to another sweep, or if it cannot be read or written
 */
export async function openKeptSweep(
  { name, secrets, specification }: GateTarget,
  { sweepFile: file, resume = false }: SweepOptions,
  what: Readonly<Record<string, string>>,
): Promise<KeptSweeping | undefined> {
  if (file === undefined) return undefined;
  const { assertWritable, readKept, sweepFile, writeKept } = await import('./files/kept-file.ts');
  const of = { target: name, suite: suiteVersion, description: digestOf(specification), ...what };
  const kept = resume ? await readKept(file, sweepFile) : undefined;
  if (kept !== undefined) assertSame(file, kept.of, of);
  await assertWritable(file, sweepFile);
  const mask = maskingOf(secrets);
  return {
    earlier: kept?.state,
    save: async (state: SweepState) => {
      const value: KeptSweep = { formatVersion: '1.0', of, state };
      await writeKept(file, JSON.parse(mask(JSON.stringify(value))) as KeptSweep, sweepFile);
    },
    forget: () => rm(file, { force: true }),
  };
}

function assertSame(file: string, kept: KeptSweep['of'], of: KeptSweep['of']): void {
  const other = Object.keys(of).find((key) => kept[key] !== of[key]);
  if (other === undefined) return;
  throw new Failure(
    'FILE_WRONG',
    `${named(file)} is of another sweep: its ${other} is ${named(kept[other] ?? 'missing')}, and that of this call ${named(of[other] ?? '')}. Leave --resume out to begin anew.`,
  );
}
