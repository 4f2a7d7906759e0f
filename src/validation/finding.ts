/** One deviation of a value from the description. It quotes no part of the value that could be personal. */
export interface Finding {
  /** Where: a JSON pointer (RFC 6901). A missing property is pointed at where it should be. */
  readonly pointer: string;
  /** The JSON Schema keyword that is broken, or `json` for text that is no JSON. */
  readonly keyword: string;
  /** One plain sentence without its full stop. */
  readonly message: string;
}
