import { access, stat } from 'node:fs/promises';
import type { Lock } from '../../acceptance/lock.ts';
import type { SweepState } from '../../conformance/sweep.ts';
import { removeParts, tryToMake, writeWhole } from '../../files/whole-file.ts';
import type { FieldCoverage } from '../../folds/field-coverage.ts';
import type { AcceptedDifference } from '../../report/diff/gate.ts';
import { printableJson } from '../../report/printable.ts';
import { named } from '../../report/quoted.ts';
import { type Failure, notWritable } from '../failure.ts';
import { compiledForm } from './compiled-forms.ts';
import { type FileForm, readJsonFile } from './json-file.ts';

/** A kind of file that is kept from run to run. */
export interface KeptFile<Value> extends FileForm<Value> {
  readonly option: string;
}

/**
 * Reads such a file.
 * @returns undefined if it does not exist
 * @throws {Failure} if it cannot be read, or is of another kind
 */
export async function readKept<Value>(file: string, kept: KeptFile<Value>): Promise<Value | undefined> {
  return (await isThere(file)) ? readJsonFile(file, kept) : undefined;
}

/** Whether the file exists, readable or not. */
async function isThere(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/**
 * Checks before the run that the file can be written.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function assertWritable(file: string, kept: Named): Promise<void> {
  try {
    if ((await isThere(file)) && !(await stat(file)).isFile()) throw new Error(`${file} is not a file.`);
    await tryToMake(file);
    await removeParts(file);
  } catch (cause) {
    throw keptNotWritable(file, kept, cause);
  }
}

/**
 * Writes such a file atomically, replacing the existing one.
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function writeKept<Value>(file: string, value: Value, kept: KeptFile<Value>): Promise<void> {
  await writeWhole(file, `${printableJson(value, 2)}\n`).catch((cause: unknown) => {
    throw keptNotWritable(file, kept, cause);
  });
}

type Named = Pick<KeptFile<unknown>, 'noun' | 'option'>;

function keptNotWritable(file: string, { noun, option }: Named, cause: unknown): Failure {
  return notWritable(`The ${noun} ${named(file)}`, cause, `Name another with ${option}.`);
}

export const lockFile: KeptFile<Lock> = {
  noun: 'lock',
  option: '--lock',
  conforms: compiledForm('lock'),
};

/** The content of a field coverage file: what case records showed in the runs so far. */
export interface KeptFieldCoverage extends FieldCoverage {
  readonly formatVersion: '1.0';
}

export const fieldCoverageFile: KeptFile<KeptFieldCoverage> = {
  noun: 'field coverage file',
  option: '--field-coverage',
  conforms: compiledForm('fieldCoverage'),
};

/** The saved progress of a sweep. It contains no token and no personal data. */
export interface KeptSweep {
  readonly formatVersion: '1.0';
  /** Identifies the sweep; only the same sweep can resume from it. */
  readonly of: Readonly<Record<string, string>>;
  readonly state: SweepState;
}

export const sweepFile: KeptFile<KeptSweep> = {
  noun: 'file of a sweep',
  option: '--report-dir',
  conforms: compiledForm('sweep'),
};

/** The differences of descriptions that are accepted. */
export interface KeptAcceptedDifferences {
  readonly accepted: readonly AcceptedDifference[];
}

export const acceptedDifferencesFile: KeptFile<KeptAcceptedDifferences> = {
  noun: 'file of accepted differences',
  option: '--accept',
  conforms: compiledForm('acceptedDifferences'),
};
