/** What stands where a secret stood. */
export const masked = '(token)';

/** A shorter text is found by chance in any other. A secret that is shorter is none. */
const shortestNeedle = 12;

/** From one window of a secret to the next. */
const stride = 4;

/**
 * Takes secrets out of a text, for a target that tells a token back may do so in any place; also most of one, since
 * forged tokens are made from a real one. What looks like the rest of the secret, on both sides, goes with it.
 * Letters are found in either case, as the name of a host comes in lower case.
 * @param secrets - taken out where they are of twelve characters or more
 * @returns what takes them out; a text without them is returned as it is
 */
export function maskingOf(secrets: readonly string[]): (text: string) => string {
  const needles = [...new Set(secrets.filter(({ length }) => length >= shortestNeedle).flatMap(needlesOf))];
  const mask = (text: string): string => {
    const lower = text.toLowerCase();
    // Nearly every text is without them, and is looked through once.
    const isFree = lower.length === text.length && !needles.some((needle) => lower.includes(needle));
    return isFree ? text : needles.reduce(without, text);
  };
  return (text) => {
    // JSON may write any character as an escape.
    if (!text.includes('\\u') && mask(text) === text) return text;
    return isJson(text) ? inStrings(text, mask) : mask(text);
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON with its strings masked, so that it stays JSON whatever a secret or what stands before it is written like. */
function inStrings(json: string, mask: (text: string) => string): string {
  let kept = '';
  let end = 0;
  for (let start = json.indexOf('"'); start !== -1; start = json.indexOf('"', end)) {
    kept += json.slice(end, start);
    end = endOfString(json, start);
    const written = json.slice(start, end);
    const text: string = JSON.parse(written);
    const masking = mask(text);
    kept += masking === text ? written : JSON.stringify(masking);
  }
  return kept + json.slice(end);
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
  const lower = text.toLowerCase();
  // A few letters change their length with their case, and then the places would not match.
  const searched = lower.length === text.length ? lower : text;
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
