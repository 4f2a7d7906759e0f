interface CataloguedError {
  /** The exit code of a command that fails with this error. If absent, it is 2: the call is wrong. */
  readonly status?: 3 | 4;
  /** What the code means in general. The message of a failure adds the details. */
  readonly meaning: string;
  readonly remedy: string;
}

const rows = {
  CALL_NOT_UNDERSTOOD: {
    meaning:
      'The command or function was called with options or arguments that it does not have, or that contradict each other.',
    remedy: 'See --help of the command, or the types of the function.',
  },
  NODE_TOO_OLD: {
    meaning: 'This Node is older than the package needs.',
    remedy: 'Install a version that package.json names under engines.',
  },
  CONFIGURATION_NOT_FOUND: {
    meaning: 'The configuration file is not there, or may not be read.',
    remedy: 'Name it with --config, or write one with init.',
  },
  CONFIGURATION_NOT_JSON: {
    meaning: 'The configuration file is not JSON. Comments and trailing commas are allowed in it.',
    remedy: 'Correct the line and column that the message names.',
  },
  CONFIGURATION_WRONG: {
    meaning: 'The configuration, or an option put over it, has a key or a value that is not allowed.',
    remedy: 'Correct the key that the message names. docs/configuration.md explains each.',
  },
  VARIABLE_NOT_SET: {
    meaning: 'The configuration or an option names an environment variable that is not set, or empty.',
    remedy: 'Set the variable, or remove its name.',
  },
  TOKEN_MISSING: {
    meaning: "There is no member's token for the target.",
    remedy: 'Put it into CASE_API_TOKEN, or into the variable that tokens.member or --token-env names.',
  },
  CERTIFICATES_NOT_VERIFIED: {
    meaning:
      'NODE_TLS_REJECT_UNAUTHORIZED=0 asks to accept any certificate: then anyone on the way could read the tokens.',
    remedy:
      'Unset the variable. Name the authority of the certificate as caFile, or set insecureTls for a test system.',
  },
  FILE_NOT_READABLE: {
    meaning: 'A file that the call names does not exist, or may not be read.',
    remedy: 'Correct its name, or its permissions.',
  },
  FILE_WRONG: {
    meaning: 'A file was read, but does not hold what it should, such as a report, waivers, a pact or a HAR.',
    remedy: 'Name another file, or correct what the message names.',
  },
  FILE_NOT_WRITABLE: {
    meaning: 'A file or folder cannot be written: a report, a lock, the journal.',
    remedy: 'Name another place, or make room. Without its journal, a run changes nothing.',
  },
  PACKAGE_MISSING: {
    meaning: 'The command needs a package that is optional, and not installed.',
    remedy: 'Install it with the command that the message shows.',
  },
  NOTHING_SELECTED: {
    meaning:
      'Nothing is left to run: --only or --shard leaves everything out, or there is no pact or no operation.',
    remedy:
      'Correct what the message names. --only looks for its text in ids and titles, which a report shows.',
  },
  BROKER_NOT_REACHED: {
    meaning: 'The Pact Broker does not answer.',
    remedy: 'Check its URL, and whether it can be reached from here.',
  },
  BROKER_REFUSED: {
    meaning: 'The Pact Broker answers with an error, such as 401.',
    remedy: 'Check the credentials for it, and whether the provider has that name there.',
  },
  BROKER_WRONG: {
    meaning: 'The server at the URL of the broker does not answer as a Pact Broker.',
    remedy: 'Correct --broker-url.',
  },
  NOT_PUBLISHED: {
    meaning: 'The verification has ended, but not all its results could be published to the broker.',
    remedy: 'See the reason in the message, and run it again.',
  },
  DESCRIPTION_NOT_READABLE: {
    meaning:
      'A description or overlay that the call names cannot be read, from a file, a URL or a Git revision.',
    remedy: 'Correct its name, or see why its host does not serve it.',
  },
  DESCRIPTION_NOT_PARSED: {
    meaning: 'A description is neither YAML nor JSON.',
    remedy: 'Correct the line that the message names.',
  },
  DESCRIPTION_WRONG: {
    meaning: 'A description is not OpenAPI 3.0, 3.1 or 3.2, or uses what cannot be decided here.',
    remedy: 'Correct the line that the message names. docs/changed-descriptions.md says what can be used.',
  },
  OVERLAY_WRONG: {
    meaning: 'An overlay is not an OpenAPI Overlay 1.0 or 1.1, or does not fit the description.',
    remedy: 'Correct the line that the message names.',
  },
  NAME_UNKNOWN: {
    meaning:
      'The call names something that does not exist: a schema, a type or edition of records, a code, a fault, a bundled description, or an organisation, a user or a key of the database.',
    remedy: 'Give one that exists: the message lists them, names a similar one, or says where they are.',
  },
  LOCK_MISSING: {
    meaning: 'There is no lock file of that name to compare with.',
    remedy: 'Make it with --update-lock.',
  },
  LOCK_OF_ANOTHER_TARGET: {
    meaning: 'The lock file was made from another target.',
    remedy: 'Name that of this target, or replace it with --update-lock.',
  },
  REPORTS_DIFFER: {
    meaning: 'The reports are not those of all shards of one run.',
    remedy: 'Give each shard the same configuration, --only, --seed and version, and merge all of them.',
  },
  CLIENT_IN_USE: {
    meaning:
      'Another run on this machine is changing one of the listed clients, or one that the same journal keeps.',
    remedy:
      'Wait until it has ended. For another deployment with clients of the same identifiers, name another folder as journal in the configuration.',
  },
  JOURNAL_UNFINISHED: {
    meaning: 'An earlier run may have left a client changed, whose record is kept in the journal.',
    remedy:
      'Run restore with the configuration of that run. For another deployment with clients of the same identifiers, name another folder as journal in the configuration. To accept the client as it is, remove its file from the journal.',
  },
  JOURNAL_OF_ANOTHER_TARGET: {
    meaning: 'The journal holds clients of another target than the one to be restored.',
    remedy: 'Name the configuration of that target.',
  },
  JOURNAL_NOT_PRIVATE: {
    meaning:
      'The folder of the journal belongs to another user, or is open to others, and would hold personal data.',
    remedy: 'Close it with chmod 700, or name another as journal in the configuration.',
  },
  CLIENT_LEFT_CHANGED: {
    status: 3,
    meaning:
      'A client could not be restored, or that could not be confirmed. Its record stays in the journal.',
    remedy: 'Correct the client at the target, and run restore, with --force where the message says so.',
  },
  // The library never throws the codes below; only commands do.
  NOT_SAFE_TO_WRITE: {
    status: 4,
    meaning: 'The output contained a token or personal data of a record. It was not written.',
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
    remedy: 'Check its URL, and whether it can be reached from here. An import goes on where it was.',
  },
  SUB_DOMAIN_TAKEN: {
    meaning:
      'The database has an organisation with the sub-domain of one that serve would store, and they are not the same.',
    remedy: 'Name another database with --database.',
  },
  TARGET_NOT_TESTED: {
    status: 3,
    meaning:
      'Nothing can be concluded of the target: it does not answer, no token is known to be valid, or time was up.',
    remedy: 'See the reason in the message, and run again.',
  },
  NOTHING_TO_VALIDATE: {
    status: 3,
    meaning: 'The files hold no record.',
    remedy: 'Give one JSON record a line, or a JSON file.',
  },
  OUTPUT_NOT_WRITABLE: {
    meaning: 'The standard output cannot be written, as on a full disk.',
    remedy: 'Write it elsewhere.',
  },
  SUITE_BROKE: {
    status: 4,
    meaning: 'case-conformance itself broke, which says nothing of the target.',
    remedy: 'Run again with --debug, and report it.',
  },
} satisfies Readonly<Record<string, CataloguedError>>;

/** A code that identifies the kind of a failure. Codes do not change between versions. */
export type FailureCode = keyof typeof rows;

/**
 * Every error of the library and the commands, by its code. docs/errors.md and `explain` are made from this
 * table.
 */
export const errorCatalogue: Readonly<Record<FailureCode, CataloguedError>> = rows;

/** All codes of failures. A failure means that there is no verdict. */
export const failureCodes = Object.keys(rows) as readonly FailureCode[];
