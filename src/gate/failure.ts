/** Every way in which a call fails that is not a verdict, by its stable code; the status that it ends with. */
const statusOfCode = {
  CALL_NOT_UNDERSTOOD: 2,
  CONFIGURATION_NOT_FOUND: 2,
  CONFIGURATION_NOT_JSON: 2,
  CONFIGURATION_WRONG: 2,
  VARIABLE_NOT_SET: 2,
  TOKEN_MISSING: 2,
  FILE_NOT_READABLE: 2,
  FILE_WRONG: 2,
  FILE_NOT_WRITABLE: 2,
  FILE_EXISTS: 2,
  NOT_ANSWERED: 2,
  PACKAGE_MISSING: 2,
  PORT_NOT_FREE: 2,
  DATABASE_AT_RISK: 2,
  NOTHING_SELECTED: 2,
  BROKER_NOT_REACHED: 2,
  BROKER_REFUSED: 2,
  BROKER_WRONG: 2,
  NOT_PUBLISHED: 2,
  TYPE_UNKNOWN: 2,
  EDITION_UNKNOWN: 2,
  LOCK_MISSING: 2,
  LOCK_OF_ANOTHER_TARGET: 2,
  REPORTS_DIFFER: 2,
  CLIENT_IN_USE: 2,
  JOURNAL_UNFINISHED: 2,
  JOURNAL_OF_ANOTHER_TARGET: 2,
  CLIENT_LEFT_CHANGED: 3,
  TARGET_NOT_TESTED: 3,
  NOTHING_TO_VALIDATE: 3,
} as const;

export type FailureCode = keyof typeof statusOfCode;

/** A call that cannot go on: the message is one or two plain sentences that say what to do. */
export class Failure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Failure';
    this.code = code;
  }

  /** What the process ends with. */
  get exitStatus(): ExitStatus {
    return statusOfCode[this.code];
  }
}

/** Holds, deviates, called or configured wrongly, target not tested, suite broke. */
export type ExitStatus = 0 | 1 | 2 | 3 | 4;
