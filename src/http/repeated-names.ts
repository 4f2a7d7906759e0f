/** Longer texts are not searched. */
const longest = 2 ** 18;

/**
 * Whether a JSON object has the same name twice, so a reader would lose one value (RFC 8259, section 4).
 * @param text - valid JSON; returns false if it has more than 256 Ki characters
 */
export function repeatsName(text: string): boolean {
  if (text.length > longest) return false;
  const open: Set<string>[] = [];
  for (const { 0: token, 1: name } of text.matchAll(
    /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}]/g,
  )) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    if (name === undefined) continue;
    const names = open.at(-1);
    const plain = name.includes('\\') ? String(JSON.parse(name)) : name.slice(1, -1);
    if (names?.has(plain) === true) return true;
    names?.add(plain);
  }
  return false;
}
