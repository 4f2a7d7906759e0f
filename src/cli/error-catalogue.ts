import type { FailureCode } from '../gate/failure.ts';
import { type FailureMeaning, failureMeanings } from '../gate/failure-meanings.ts';
import { type ExitStatus, statusOfError } from './exit-status.ts';

interface CataloguedError extends FailureMeaning {
  /** Printed in brackets at the end of a message. */
  readonly code: string;
  readonly status: ExitStatus;
}

/** Every error that a command can end with: the catalogue for docs/errors.md and `explain`. */
export const errorCatalogue: readonly CataloguedError[] = Object.entries(failureMeanings).map(
  ([code, meaning]) => ({ code, status: statusOfError(code as FailureCode), ...meaning }),
);
