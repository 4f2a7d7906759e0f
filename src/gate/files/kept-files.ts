import type { Lock } from '../../acceptance/lock.ts';
import type { FieldCoverage } from '../../conformance/field-coverage.ts';
import type { SweepState } from '../../conformance/sweep.ts';
import coverageSchema from './field-coverage.schema.json' with { type: 'json' };
import { fileForm } from './json-file.ts';
import type { KeptFile } from './kept-file.ts';
import lockSchema from './lock.schema.json' with { type: 'json' };
import sweepSchema from './sweep.schema.json' with { type: 'json' };

/** What was observed and is accepted. */
export const lockFile: KeptFile<Lock> = {
  name: 'The lock',
  label: 'Lock',
  option: '--lock',
  form: fileForm('a lock', lockSchema),
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
  form: fileForm('a field coverage file', coverageSchema),
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
  form: fileForm('a file of a sweep', sweepSchema),
};
