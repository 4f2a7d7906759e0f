import type { Conclusion } from '../conformance/verdict.ts';
import type { ExitStatus } from '../gate/failure.ts';

/** What a run ends the process with. */
export const statusOfConclusion: Readonly<Record<Conclusion, ExitStatus>> = {
  conformant: 0,
  'not-accepted': 1,
  deviates: 1,
  'not-tested': 3,
  'suite-broke': 4,
};
