import type { FailureMeaning } from '../gate/failure-meanings.ts';

/** The error codes of the program only; no function of the library uses them. */
export const programMeanings = {
  NOT_SAFE_TO_WRITE: {
    meaning:
      'What was about to be written held a token, or what a record showed of a person. It was not written.',
    remedy: 'Report it: this is a fault of case-conformance.',
  },
  FILE_EXISTS: {
    meaning: 'init found a file in the place of one that it would write, and left it as it is.',
    remedy: 'Name another file, or remove that one.',
  },
  NOT_ANSWERED: {
    meaning: 'The questions of init ended before all were answered, and nothing was written.',
    remedy: 'Answer them all, or use options instead of answers.',
  },
  PORT_NOT_FREE: {
    meaning: 'Another program uses the port that serve is to answer on, or this user may not use it.',
    remedy: 'Name another with the option that the message names; 0 takes any that is free.',
  },
  DATABASE_AT_RISK: {
    meaning: 'serve would let provider states change a database that keeps its data.',
    remedy: 'Leave --database out, or add --force if the data may be lost.',
  },
  DATABASE_NOT_REACHED: {
    meaning: 'The PostgreSQL database that --database names does not answer, or no longer does.',
    remedy:
      'See whether its URL is right, and whether it can be reached from here. An import goes on where it was.',
  },
  SUB_DOMAIN_TAKEN: {
    meaning:
      'The database has an organisation with the sub-domain of one that serve would store, and they are not the same.',
    remedy: 'Name another database with --database.',
  },
  ORGANISATION_UNKNOWN: {
    meaning: 'The database has no organisation of that sub-domain.',
    remedy: 'Name one that it has, or create it with POST /api/v2/org.',
  },
  USER_UNKNOWN: {
    meaning: 'The organisation has no such user, or several, and none was named.',
    remedy: 'Name one of its users with --user.',
  },
  KEY_UNKNOWN: {
    meaning: 'The database has no key of that name.',
    remedy: 'Name one that keys list shows, by its 16 hexadecimal digits.',
  },
  CODE_UNKNOWN: {
    meaning: 'explain knows no such code of a deviation, requirement, check or error.',
    remedy: 'Copy the code from a report or a message.',
  },
  TYPE_UNKNOWN: {
    meaning: 'There are no records of that type to generate.',
    remedy: 'Give one of those that the message lists.',
  },
  EDITION_UNKNOWN: {
    meaning: 'The type holds no form of that edition.',
    remedy: 'Give one of those that the message lists, or none.',
  },
  FAULT_UNKNOWN: {
    meaning: 'There is no fault of that id, which --broken of serve names.',
    remedy:
      'Give one of docs/faults.md; the message names one that is written nearly so, where there is one.',
  },
  TARGET_NOT_TESTED: {
    meaning:
      'Nothing can be concluded of the target: it does not answer, no token is known to be valid, or time was up.',
    remedy: 'See the reason in the message, and run again.',
  },
  NOTHING_TO_VALIDATE: {
    meaning: 'The files hold no record.',
    remedy: 'Give one JSON record a line, or a JSON file.',
  },
  OUTPUT_NOT_WRITABLE: {
    meaning: 'The standard output cannot be written, as on a full disk.',
    remedy: 'Write it elsewhere.',
  },
  SUITE_BROKE: {
    meaning: 'case-conformance itself broke, which says nothing of the target.',
    remedy: 'Run again with --debug, and report it.',
  },
} as const satisfies Readonly<Record<string, FailureMeaning>>;

export type ProgramCode = keyof typeof programMeanings;

/** A command that cannot go on for a reason of the program; otherwise as a `Failure`. */
export class ProgramFailure extends Error {
  readonly code: ProgramCode;

  constructor(code: ProgramCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProgramFailure';
    this.code = code;
  }
}
