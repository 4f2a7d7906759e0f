export type JsonBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'not-json'; readonly message: string };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body as JSON: UTF-8 without a wrong byte, then the grammar of RFC 8259. A leading byte order mark is
 * ignored, as section 8.1 allows. Never throws; `message` is one sentence and quotes nothing of the body.
 */
export function readJson(bytes: Uint8Array): JsonBody {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { kind: 'not-json', message: 'It is not UTF-8.' };
  }
  if (text === '') return { kind: 'not-json', message: 'It is empty.' };
  try {
    // Without a reviver: V8 then parses without recursion, and makes `__proto__` a plain member.
    return { kind: 'json', value: JSON.parse(text) };
  } catch (error) {
    return { kind: 'not-json', message: `It is not JSON${placeOf(error)}.` };
  }
}

/** The place that V8 names at the very end of its message; the rest of it may quote the body. */
function placeOf(error: unknown): string {
  const place = error instanceof Error ? /\(line (\d+) column (\d+)\)$/.exec(error.message) : null;
  return place === null ? '' : ` (line ${place[1]}, column ${place[2]})`;
}
