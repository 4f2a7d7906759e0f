import type { failureMeanings } from './failure-meanings.ts';

export type FailureCode = keyof typeof failureMeanings;

/** A call that cannot go on. The message is one or two plain sentences that say what to do. */
export class Failure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Failure';
    this.code = code;
  }
}

export function whyNotRead(cause: unknown): string {
  const { code } = cause as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'The file does not exist.' : `The system says ${code}.`;
}
