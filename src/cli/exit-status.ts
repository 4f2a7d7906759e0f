import type { Conclusion } from '../acceptance/conclusion.ts';
import type { FailureCode } from '../gate/failure.ts';

/** 0: accepted. 1: deviations. 2: wrong call or configuration. 3: target not tested. 4: bug of the suite. */
export type ExitStatus = 0 | 1 | 2 | 3 | 4;

export const statusOfConclusion: Readonly<Record<Conclusion, ExitStatus>> = {
  conformant: 0,
  'nothing-new': 0,
  'not-accepted': 1,
  deviates: 1,
  'not-tested': 3,
  'suite-broke': 4,
};

const statusOfCode: Readonly<Partial<Record<FailureCode, ExitStatus>>> = {
  CLIENT_LEFT_CHANGED: 3,
  TARGET_NOT_TESTED: 3,
  NOTHING_TO_VALIDATE: 3,
  NOT_SAFE_TO_WRITE: 4,
  SUITE_BROKE: 4,
};

export function statusOfError(code: FailureCode): ExitStatus {
  return statusOfCode[code] ?? 2;
}
