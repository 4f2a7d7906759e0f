/**
 * All codes of failures. A failure means that there is no verdict. Codes do not change between versions;
 * docs/errors.md says what each means and what to do.
 */
export const failureCodes = [
  'CALL_NOT_UNDERSTOOD',
  'NODE_TOO_OLD',
  'CONFIGURATION_NOT_FOUND',
  'CONFIGURATION_NOT_JSON',
  'CONFIGURATION_WRONG',
  'VARIABLE_NOT_SET',
  'TOKEN_MISSING',
  'CERTIFICATES_NOT_VERIFIED',
  'FILE_NOT_READABLE',
  'FILE_WRONG',
  'FILE_NOT_WRITABLE',
  'PACKAGE_MISSING',
  'NOTHING_SELECTED',
  'BROKER_NOT_REACHED',
  'BROKER_REFUSED',
  'BROKER_WRONG',
  'NOT_PUBLISHED',
  'DESCRIPTION_NOT_READABLE',
  'DESCRIPTION_NOT_PARSED',
  'DESCRIPTION_WRONG',
  'OVERLAY_WRONG',
  'NAME_UNKNOWN',
  'LOCK_MISSING',
  'LOCK_OF_ANOTHER_TARGET',
  'REPORTS_DIFFER',
  'CLIENT_IN_USE',
  'JOURNAL_UNFINISHED',
  'JOURNAL_OF_ANOTHER_TARGET',
  'JOURNAL_NOT_PRIVATE',
  'CLIENT_LEFT_CHANGED',
  // The library never throws the codes below. Only commands do.
  'NOT_SAFE_TO_WRITE',
  'FILE_EXISTS',
  'NOT_ANSWERED',
  'PORT_NOT_FREE',
  'DATABASE_AT_RISK',
  'DATABASE_NOT_REACHED',
  'SUB_DOMAIN_TAKEN',
  'TARGET_NOT_TESTED',
  'NOTHING_TO_VALIDATE',
  'OUTPUT_NOT_WRITABLE',
  'SUITE_BROKE',
] as const;

export type FailureCode = (typeof failureCodes)[number];

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

export function callWrong(message: string): Failure {
  return new Failure('CALL_NOT_UNDERSTOOD', message);
}

export function configurationWrong(message: string, cause?: unknown): Failure {
  return new Failure('CONFIGURATION_WRONG', message, { cause });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'The file does not exist.',
  EISDIR: 'It is a folder.',
};

/**
 * Returns a function that throws the error for a file that cannot be read, or the cause itself if that is not an error
 * of the system or of Node.
 * @param name - the subject of the message, such as a file name in quotes
 * @param advice - a sentence that says what to name instead
 */
export function notReadable(
  name: string,
  advice: string,
  code: FailureCode = 'FILE_NOT_READABLE',
): (cause: unknown) => never {
  return (cause) => {
    const { code: given } = cause as NodeJS.ErrnoException;
    if (given === undefined || cause instanceof Failure) throw cause;
    const why = reasons[given] ?? `The system says ${given}.`;
    throw new Failure(code, `${name} cannot be read. ${why} ${advice}`, { cause });
  };
}

export function notWritable(name: string, advice: string): (cause: unknown) => never {
  return (cause) => {
    throw new Failure('FILE_NOT_WRITABLE', `${name} cannot be written. ${advice}`, { cause });
  };
}
