/** One deviation of a value from its schema. It never quotes personal data. */
export interface Finding {
  /** A JSON pointer (RFC 6901). For a missing property, it is where the property should be. */
  readonly pointer: string;
  /** The broken JSON Schema keyword, or `json` for text that is not JSON. */
  readonly keyword: string;
  /** One plain sentence without a full stop. */
  readonly message: string;
  /** The allowed values as the message lists them: `'Yes', 'No'`. */
  readonly allowed?: string;
  /** The message without pointer and value, to group findings: `is not one of 'Yes', 'No'`. */
  readonly alike?: string;
}
