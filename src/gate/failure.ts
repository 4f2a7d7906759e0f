import type { FailureCode } from './error-catalogue.ts';

/**
 * An error that the caller can fix. Its message says in one or two sentences what is wrong and what to do.
 */
export class Failure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Failure';
    this.code = code;
  }
}

export function configurationWrong(message: string, cause?: unknown): Failure {
  return new Failure('CONFIGURATION_WRONG', message, { cause });
}

/**
 * @param name - the subject of the message, such as a file name in quotes
 * @param advice - a sentence that says what to name instead
 */
export function notReadable(
  name: string,
  cause: unknown,
  advice: string,
  code: FailureCode = 'FILE_NOT_READABLE',
): Failure {
  const { code: given } = cause as NodeJS.ErrnoException;
  const why = given === 'ENOENT' ? 'The file does not exist.' : `The system says ${given}.`;
  return new Failure(code, `${name} cannot be read. ${why} ${advice}`, { cause });
}

export function notWritable(name: string, cause: unknown, advice: string): Failure {
  return new Failure('FILE_NOT_WRITABLE', `${name} cannot be written. ${advice}`, { cause });
}
