/** Every way in which a call fails that is not a verdict, by its stable code. */
export const failureCodes = [
  'CALL_NOT_UNDERSTOOD',
  'CONFIGURATION_NOT_FOUND',
  'CONFIGURATION_NOT_JSON',
  'CONFIGURATION_WRONG',
  'VARIABLE_NOT_SET',
  'TOKEN_MISSING',
  'CERTIFICATES_NOT_VERIFIED',
  'FILE_NOT_READABLE',
  'FILE_WRONG',
  'FILE_NOT_WRITABLE',
  'NOT_SAFE_TO_WRITE',
  'FILE_EXISTS',
  'NOT_ANSWERED',
  'PACKAGE_MISSING',
  'PORT_NOT_FREE',
  'DATABASE_AT_RISK',
  'DATABASE_NOT_REACHED',
  'SUB_DOMAIN_TAKEN',
  'ORGANISATION_UNKNOWN',
  'USER_UNKNOWN',
  'KEY_UNKNOWN',
  'NOTHING_SELECTED',
  'BROKER_NOT_REACHED',
  'BROKER_REFUSED',
  'BROKER_WRONG',
  'NOT_PUBLISHED',
  'DESCRIPTION_NOT_READABLE',
  'DESCRIPTION_UNKNOWN',
  'DESCRIPTION_NOT_PARSED',
  'DESCRIPTION_WRONG',
  'OVERLAY_WRONG',
  'SCHEMA_UNKNOWN',
  'CODE_UNKNOWN',
  'TYPE_UNKNOWN',
  'EDITION_UNKNOWN',
  'FAULT_UNKNOWN',
  'LOCK_MISSING',
  'LOCK_OF_ANOTHER_TARGET',
  'REPORTS_DIFFER',
  'REPORT_TOO_OLD',
  'CLIENT_IN_USE',
  'JOURNAL_UNFINISHED',
  'JOURNAL_OF_ANOTHER_TARGET',
  'JOURNAL_NOT_PRIVATE',
  'CLIENT_LEFT_CHANGED',
  'TARGET_NOT_TESTED',
  'NOTHING_TO_VALIDATE',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** A call that cannot go on: the message is one or two plain sentences that say what to do. */
export class Failure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Failure';
    this.code = code;
  }
}
