/** One deviation of a value from the description. It quotes no part of the value that could be personal. */
export interface Finding {
  /** A JSON pointer (RFC 6901). For a missing property, it is where the property should be. */
  readonly pointer: string;
  /** The broken JSON Schema keyword, or `json` for text that is not JSON. */
  readonly keyword: string;
  /** One plain sentence without a full stop. */
  readonly message: string;
  /** The allowed values, as the message lists them. */
  readonly allowed?: string;
  /** What is wrong of this value and others alike: continues the name of a field. */
  readonly alike?: string;
}
