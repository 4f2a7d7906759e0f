/** What stands where a secret stood. */
export const masked = '(token)';

/** A shorter text is found by chance in any other. A secret that is shorter is none. */
const shortestNeedle = 12;

/** From one window of a secret to the next. */
const stride = 4;

/**
 * Takes secrets out of a text, for a target that tells a token back may do so in any place; also most of one, since
 * forged tokens are made from a real one. What looks like the rest of the secret, on both sides, goes with it.
 * Letters are found in either case, as the name of a host comes in lower case. JSON stays JSON.
 * @param secrets - taken out where they are of twelve characters or more
 * @returns what takes them out; a text without them is returned as it is
 */
export function maskingOf(secrets: readonly string[]): (text: string) => string {
  const needles = [...new Set(secrets.filter(({ length }) => length >= shortestNeedle).flatMap(needlesOf))];
  return (text) => {
    const read = unescaped(text);
    // Nearly every text is without them, and is looked through once.
    const held = heldBy(read, needles);
    if (held.length === 0 && read === text) return text;
    if (isJson(text)) return held.length === 0 ? text : inJson(text, (part) => withoutAll(part, held));
    const left = withoutAll(text, needles);
    // What is no JSON as a whole may hold some, or be cut short.
    return held.length === 0 ? left : withoutAll(unescaped(left), held);
  };
}

/** The text without those needles, and without what else of a secret is around them. */
function withoutAll(text: string, needles: readonly string[]): string {
  return heldBy(text, needles).reduce(without, text);
}

/** Those of the needles that are in the text. */
function heldBy(text: string, needles: readonly string[]): string[] {
  const lower = inLowerCase(text);
  return needles.filter((needle) => lower.includes(needle));
}

/** A text with the characters that JSON may have written as escapes, and that a secret may have. */
function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:u([0-9a-fA-F]{4})|(["\\/]))/g,
    (_, code: string | undefined, character: string) =>
      code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * JSON with its strings and numbers masked, so that it stays JSON whatever a secret or what stands before it is
 * written like. A masked number becomes a string.
 */
function inJson(json: string, mask: (text: string) => string): string {
  const scalars = (between: string): string =>
    between.replaceAll(/[^\s,:{}[\]]+/g, (written) => rewritten(written, written, mask));
  let kept = '';
  let end = 0;
  for (let start = json.indexOf('"'); start !== -1; start = json.indexOf('"', end)) {
    kept += scalars(json.slice(end, start));
    end = endOfString(json, start);
    const written = json.slice(start, end);
    kept += rewritten(written, JSON.parse(written), mask);
  }
  return kept + scalars(json.slice(end));
}

/** A scalar of JSON as it is written, unless what it says is masked. */
function rewritten(written: string, text: string, mask: (text: string) => string): string {
  const left = mask(text);
  return left === text ? written : JSON.stringify(left);
}

/** Where the string of JSON that begins there ends. */
function endOfString(json: string, start: number): number {
  let end = start + 1;
  while (json.charAt(end) !== '"') end += json.charAt(end) === '\\' ? 2 : 1;
  return end + 1;
}

/** The secret in the writings of JSON, URLs, JSON pointers and base64, and windows of it. */
function needlesOf(secret: string): string[] {
  const windows: string[] = [];
  for (let start = 0; start + shortestNeedle <= secret.length; start += stride) {
    windows.push(secret.slice(start, start + shortestNeedle));
  }
  windows.push(secret.slice(-shortestNeedle));
  const writings = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('/', '\\/'),
    encodeURIComponent(secret),
    secret.replaceAll('~', '~0').replaceAll('/', '~1'),
    // The last characters of base64 depend on what follows.
    Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -2),
  ];
  return [...writings, ...windows].map((needle) => needle.toLowerCase());
}

function without(text: string, needle: string): string {
  const searched = inLowerCase(text);
  let found = searched.indexOf(needle);
  if (found === -1) return text;
  let kept = '';
  let end = 0;
  for (; found !== -1; found = searched.indexOf(needle, end)) {
    kept += text.slice(end, startOfWord(text, found, end)) + masked;
    end = endOfWord(text, found + needle.length);
  }
  return kept + text.slice(end);
}

/** As long as the text: one letter alone has a longer lower case, and then the places would not match. */
function inLowerCase(text: string): string {
  return text.replaceAll('\u0130', 'i').toLowerCase();
}

function startOfWord(text: string, from: number, least: number): number {
  let start = from;
  while (start > least && isOfToken(text.charAt(start - 1))) start -= 1;
  return start;
}

function endOfWord(text: string, from: number): number {
  let end = from;
  while (end < text.length && isOfToken(text.charAt(end))) end += 1;
  return end;
}

/** Letters and digits alone: other characters of tokens also end words, paths and pointers. */
function isOfToken(character: string): boolean {
  return /^[A-Za-z0-9_]$/.test(character);
}
