import leven from 'leven';

/** The known word that was probably intended; undefined if none is similar. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known.toSorted((one, other) => leven(word, one) - leven(word, other));
  return best !== undefined && leven(word, best) <= Math.max(3, best.length / 3) ? best : undefined;
}

/** Asks for the known word that was probably intended, or says something else if none is similar. */
export function didYouMean(word: string, known: readonly string[], otherwise: string, rest = ''): string {
  const near = nearest(word, known);
  return near === undefined ? otherwise : `Did you mean '${near}${rest}'?`;
}
