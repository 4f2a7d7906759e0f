import type { Lock } from '../../acceptance/lock.ts';
import type { FieldCoverage } from '../../conformance/field-coverage.ts';
import type { SweepState } from '../../conformance/sweep.ts';
import { compiledForm } from './compiled-forms.ts';
import type { KeptFile } from './kept-file.ts';

/** What was observed and is accepted. */
export const lockFile: KeptFile<Lock> = {
  name: 'The lock',
  label: 'Lock',
  option: '--lock',
  form: { name: 'a lock', conforms: compiledForm('lock') },
};

/** What case records showed in the runs so far, as its file holds it. */
export interface KeptFieldCoverage extends FieldCoverage {
  readonly formatVersion: '1.0';
}

/** What case records showed up to now. */
export const fieldCoverageFile: KeptFile<KeptFieldCoverage> = {
  name: 'The field coverage file',
  label: 'Field coverage',
  option: '--field-coverage',
  form: { name: 'a field coverage file', conforms: compiledForm('fieldCoverage') },
};

/** How far a sweep has come, as its file holds it: no token and nothing personal is in it. */
export interface KeptSweep {
  readonly formatVersion: '1.0';
  /** What the sweep is of: another one cannot go on with it. */
  readonly of: Readonly<Record<string, string>>;
  readonly state: SweepState;
}

/** How far a sweep has come. */
export const sweepFile: KeptFile<KeptSweep> = {
  name: 'The file of the sweep',
  label: 'Sweep',
  option: '--report-dir',
  form: { name: 'a file of a sweep', conforms: compiledForm('sweep') },
};
