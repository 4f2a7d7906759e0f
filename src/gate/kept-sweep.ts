import { rm } from 'node:fs/promises';
import type { SweepHooks, SweepState } from '../conformance/sweep.ts';
import { maskingOf } from '../http/masking.ts';
import { named } from '../report/quoted.ts';
import { digestOf } from '../report/report.ts';
import { suiteVersion } from '../report/suite-version.ts';
import { Failure } from './failure.ts';
import type { KeptSweep } from './files/kept-files.ts';
import type { GateTarget } from './gate-target.ts';

/** Where a call keeps how far its sweep is, and whether it goes on with an earlier one. */
export interface SweepOptions {
  /** The file that keeps it; without one, a sweep that breaks off begins anew. */
  readonly sweepFile?: string | undefined;
  /** Goes on with what the file keeps, where it keeps something. */
  readonly resume?: boolean | undefined;
}

/** What a sweep goes on with, and what keeps how far it is. */
export interface KeptSweeping extends Pick<SweepHooks, 'earlier' | 'save'> {
  /** Forgets it, once the report has what was found. */
  readonly forget: () => Promise<void>;
}

/**
 * Opens the file of a sweep.
 * @param what - what of a call decides which cases are read, beside its target
 * @throws {Failure} `FILE_WRONG` where it is of another sweep, or when it cannot be read, or not be written
 */
export async function openKeptSweep(
  { name, secrets, specification }: GateTarget,
  { sweepFile: file, resume = false }: SweepOptions,
  what: Readonly<Record<string, string>>,
): Promise<KeptSweeping | undefined> {
  if (file === undefined) return undefined;
  const { assertWritable, readKept, writeKept } = await import('./files/kept-file.ts');
  const { sweepFile } = await import('./files/kept-files.ts');
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
