import leven from 'leven';

export function mostSimilar(word: string, known: readonly string[]): string | undefined {
  const [best] = known.toSorted((one, other) => leven(word, one) - leven(word, other));
  return best !== undefined && leven(word, best) <= Math.max(3, best.length / 3) ? best : undefined;
}

/** Returns "Did you mean '…'?" with a known word and `rest`, or `otherwise` if no known word is similar. */
export function didYouMean(word: string, known: readonly string[], otherwise: string, rest = ''): string {
  const near = mostSimilar(word, known);
  return near === undefined ? otherwise : `Did you mean '${near}${rest}'?`;
}
