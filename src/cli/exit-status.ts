import type { Conclusion } from '../acceptance/conclusion.ts';
import type { FailureCode } from '../gate/failure.ts';

/** Accepted, deviates, wrong call or configuration, target not tested, suite broke. */
export type ExitStatus = 0 | 1 | 2 | 3 | 4;

export const statusOfConclusion: Readonly<Record<Conclusion, ExitStatus>> = {
  conformant: 0,
  'nothing-new': 0,
  'not-accepted': 1,
  deviates: 1,
  'not-tested': 3,
  'suite-broke': 4,
};

/** All other errors are for the caller to fix and exit with 2. */
const statusOfCode: Readonly<Partial<Record<FailureCode, ExitStatus>>> = {
  NOT_SAFE_TO_WRITE: 4,
  SUITE_BROKE: 4,
  CLIENT_LEFT_CHANGED: 3,
  TARGET_NOT_TESTED: 3,
  NOTHING_TO_VALIDATE: 3,
};

export function statusOfError(code: FailureCode): ExitStatus {
  return statusOfCode[code] ?? 2;
}
