/**
 * Compiles a `pattern`: with the Unicode flag as JSON Schema requires, else without it, since many patterns are invalid
 * with it. A pattern that is invalid in both ways matches every text.
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
