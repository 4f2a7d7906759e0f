import { failureCodes } from '../gate/failure.ts';
import { type FailureMeaning, failureMeanings } from '../gate/failure-meanings.ts';
import { type ExitStatus, statusOfFailure } from './exit-status.ts';

/** An error as its catalogue has it. */
interface CataloguedError extends FailureMeaning {
  /** Stands in brackets at the end of a message. */
  readonly code: string;
  readonly status: ExitStatus;
}

/** What the program alone says: no function of the library fails so. */
const ofProgram: readonly CataloguedError[] = [
  {
    code: 'OUTPUT_NOT_WRITABLE',
    status: 2,
    meaning: 'The standard output cannot be written, as on a full disk.',
    remedy: 'Write it elsewhere.',
  },
  {
    code: 'NODE_TOO_OLD',
    status: 2,
    meaning: 'This Node is older than the package needs.',
    remedy: 'Install a version that package.json names under engines.',
  },
  {
    code: 'SUITE_BROKE',
    status: 4,
    meaning: 'case-conformance itself broke, which says nothing of the target.',
    remedy: 'Run again with --debug, and report it.',
  },
];

/** Every error that a command can end with. */
export const errorCatalogue: readonly CataloguedError[] = [
  ...failureCodes.map((code) => ({ code, status: statusOfFailure(code), ...failureMeanings[code] })),
  ...ofProgram,
];
