/** Thrown for a description that nothing can be checked against. Its message is one or two plain sentences. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
  readonly code = 'DESCRIPTION_WRONG';
}
