/**
 * What a public standard says against an answer where the documents say nothing. It changes no verdict.
 */
export interface Advisory {
  /** Where in the answer's body: a JSON pointer, empty for the answer as a whole. */
  readonly pointer: string;
  /** One plain sentence without its full stop. */
  readonly message: string;
  /** A row of the register whose standing is `advisory`. */
  readonly requirement: string;
  /** What is wrong there, in a word that holds no value. */
  readonly kind: string;
  /** The number of the reply that shows it. */
  readonly reply: number;
}
