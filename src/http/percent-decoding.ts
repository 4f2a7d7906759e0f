/** @param otherwise - the result for a text that is not validly encoded */
export function percentDecoded(text: string, otherwise = text): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return otherwise;
  }
}
