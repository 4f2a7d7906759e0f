/** A deviation of an answer from a public standard, where the documents say nothing. It does not change a verdict. */
export interface Advisory {
  /** A JSON pointer into the answer's body; empty for the whole answer. */
  readonly pointer: string;
  /** One plain sentence without its full stop. */
  readonly message: string;
  /** A row of the register whose standing is `advisory`. */
  readonly requirement: string;
  /** The kind of problem, as a word that contains no data of the target. */
  readonly kind: string;
  /** The number of the reply that shows it. */
  readonly reply: number;
}
