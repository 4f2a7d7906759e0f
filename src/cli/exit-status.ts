import type { Conclusion } from '../acceptance/conclusion.ts';
import { errorCatalogue, type FailureCode } from '../gate/error-catalogue.ts';

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

export function statusOfError(code: FailureCode): ExitStatus {
  return errorCatalogue[code].status ?? 2;
}
