/** Why something could not be decided. */
export type Reason =
  /** The configuration lacks a token, a case or a client. */
  | 'not-configured'
  /** The configuration does not permit what would have to be sent. */
  | 'not-permitted'
  /** No listed record shows what it is about. */
  | 'no-data'
  /** The target asked to be left alone, for longer than is waited. */
  | 'throttled'
  /** There was no complete answer. */
  | 'unreachable'
  /** The same request with valid credentials was refused too. */
  | 'control-refused';
