/**
 * The regular expression of a pattern: with Unicode, as JSON Schema requires, or without, as many are written. An
 * invalid one matches everything.
 */
export function expressionOf(pattern: string): RegExp {
  for (const flags of ['u', ''])
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Try the other flags.
    }
  return /(?:)/;
}
