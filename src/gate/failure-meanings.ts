/** The general meaning of an error code; the message of a failure has the details. */
export interface FailureMeaning {
  readonly meaning: string;
  readonly remedy: string;
}

/** Every error code of the library's functions, with its meaning and remedy. */
export const failureMeanings = {
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
    meaning: 'The configuration file is no JSON. Comments are allowed in it.',
    remedy: 'Correct the line and column that the message names.',
  },
  CONFIGURATION_WRONG: {
    meaning: 'The configuration, or an option put over it, says something that a configuration cannot say.',
    remedy: 'Correct the key that the message names. docs/configuration.md explains each.',
  },
  VARIABLE_NOT_SET: {
    meaning: 'The configuration or an option names an environment variable that is not set, or empty.',
    remedy: 'Set the variable, or take its name out.',
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
    meaning: 'A file that the call names is not there, or may not be read.',
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
    remedy: 'See whether its URL is right, and whether it can be reached from here.',
  },
  BROKER_REFUSED: {
    meaning: 'The Pact Broker answers with an error, such as 401.',
    remedy: 'See the credentials for it, and whether the provider has that name there.',
  },
  BROKER_WRONG: {
    meaning: 'What answers at the URL of the broker answers as no Pact Broker does.',
    remedy: 'Correct --broker-url.',
  },
  NOT_PUBLISHED: {
    meaning: 'The verification has ended, but not all its results could be published to the broker.',
    remedy: 'See the reason in the message, and run it again.',
  },
  DESCRIPTION_NOT_READABLE: {
    meaning: 'A description or overlay that the call names cannot be read, from a file or a URL.',
    remedy: 'Correct its name, or see why its host does not serve it.',
  },
  DESCRIPTION_UNKNOWN: {
    meaning: 'There is no bundled description of that version.',
    remedy: 'Name one that the message lists, or a file as ./name.',
  },
  DESCRIPTION_NOT_PARSED: {
    meaning: 'A description is neither YAML nor JSON.',
    remedy: 'Correct the line that the message names.',
  },
  DESCRIPTION_WRONG: {
    meaning: 'A description is no OpenAPI 3.0 or 3.1, or uses what cannot be decided here.',
    remedy: 'Correct the line that the message names. docs/changed-descriptions.md says what can be used.',
  },
  OVERLAY_WRONG: {
    meaning: 'An overlay is no OpenAPI Overlay 1.0, or does not fit the description.',
    remedy: 'Correct the line that the message names.',
  },
  SCHEMA_UNKNOWN: {
    meaning: 'The description has no schema of that name.',
    remedy: 'Name one of its schemas with --schema; describe prints them.',
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
    meaning: 'The folder of the journal is of another user, or open to others, and would hold personal data.',
    remedy: 'Close it with chmod 700, or name another as journal in the configuration.',
  },
  CLIENT_LEFT_CHANGED: {
    meaning:
      'A client could not be put back, or not be seen to be as it was. Its record stays in the journal.',
    remedy: 'Correct the client at the target, and run restore, with --force where the message says so.',
  },
} as const satisfies Readonly<Record<string, FailureMeaning>>;
