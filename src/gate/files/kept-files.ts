import type { Lock } from '../../acceptance/lock.ts';
import type { SweepState } from '../../conformance/sweep.ts';
import type { FieldCoverage } from '../../folds/field-coverage.ts';
import { compiledForm } from './compiled-forms.ts';
import type { KeptFile } from './kept-file.ts';

export const lockFile: KeptFile<Lock> = {
  name: 'The lock',
  label: 'Lock',
  option: '--lock',
  form: { name: 'a lock', conforms: compiledForm('lock') },
};

/** The content of a field coverage file: what case records showed in the runs so far. */
export interface KeptFieldCoverage extends FieldCoverage {
  readonly formatVersion: '1.0';
}

export const fieldCoverageFile: KeptFile<KeptFieldCoverage> = {
  name: 'The field coverage file',
  label: 'Field coverage',
  option: '--field-coverage',
  form: { name: 'a field coverage file', conforms: compiledForm('fieldCoverage') },
};

/** The saved progress of a sweep. It contains no token and no personal data. */
export interface KeptSweep {
  readonly formatVersion: '1.0';
  /** Identifies the sweep; only the same sweep can resume from it. */
  readonly of: Readonly<Record<string, string>>;
  readonly state: SweepState;
}

export const sweepFile: KeptFile<KeptSweep> = {
  name: 'The file of the sweep',
  label: 'Sweep',
  option: '--report-dir',
  form: { name: 'a file of a sweep', conforms: compiledForm('sweep') },
};
