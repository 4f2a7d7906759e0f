import { remembered } from '../schema/remembered.ts';

/** What stands where a secret stood. */
export const masked = '(token)';

/** A shorter secret is a word, or a part of one. */
const shortest = 4;

/** So many characters in a row are no coincidence. A shorter secret is taken out only where it stands by itself. */
export const shortestWithin = 12;

/** Takes secrets out of a text. */
export type Masking = (text: string) => string;

/**
 * Takes secrets out of a text: as they are, in either case, as JSON, a URL or a JSON pointer escapes them, in base64,
 * base64url and hexadecimal. Half of a long secret, or twelve characters of it, are enough, since forged tokens are made
 * from a real one; the rest of the token around them goes with it. JSON stays JSON. Other disguises are out of scope.
 * @param secrets - of fewer than four characters, they are left
 * @returns what takes them out; a text without them is returned as it is
 */
export const maskingOf = remembered(
  (secrets: readonly string[]) => maskingFor([...new Set(secrets)]),
  (secrets) => secrets,
);

function maskingFor(secrets: readonly string[]): Masking {
  const short = secrets.filter(({ length }) => length >= shortest && length < shortestWithin);
  const long = secrets.filter(({ length }) => length >= shortestWithin);
  const alone = patternOf(short.map(standingAlone), 'g');
  const search = searchFor(long);
  const mask: Masking = (text) => withoutTokens(text.replaceAll(alone, masked), search);
  return (text) => {
    const left = mask(text);
    if (left === text || !isJson(text) || isJson(left)) return left;
    // A number becomes a string, but for one that is a short secret by chance.
    return text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[^\s",:{}[\]]+/g, (scalar) => {
      if (scalar.startsWith('"')) return mask(scalar);
      const number = withoutTokens(scalar, search);
      return number === scalar ? scalar : JSON.stringify(number);
    });
  };
}

/** Matches nothing where there are no writings. */
function patternOf(writings: readonly string[], flags: string): RegExp {
  return new RegExp(writings.length === 0 ? '(?!)' : [...new Set(writings)].join('|'), flags);
}

/** Neither a part of a word, nor the name of a member, which the interface chose, nor what stands where a secret stood. */
function standingAlone(secret: string): string {
  return `(?<!(?<!\\\\)\\w|\\()${escaping(secret)}(?!\\w|\\)|"\\s*:)`;
}

/** What finds secrets within a text. */
interface TokenSearch {
  /** Its group `whole` holds what is all of a secret. */
  readonly pattern: RegExp;
  /** Characters that may be of the rest of a secret. */
  readonly ofToken: ReadonlySet<string>;
  /** How many characters a secret has at most. */
  readonly longest: number;
}

function searchFor(secrets: readonly string[]): TokenSearch {
  const words = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-';
  const ofToken = new Set([...words, ...secrets.join('')].filter((one) => one !== '"' && one !== '\\'));
  const longest = Math.max(0, ...secrets.map(({ length }) => length));
  const whole = secrets.length === 0 ? [] : [`(?<whole>${secrets.flatMap(writingsOf).join('|')})`];
  return { pattern: patternOf([...whole, ...secrets.flatMap(partsOf)], 'gi'), ofToken, longest };
}

/** The ways to write all of a secret, as patterns. */
function writingsOf(secret: string): string[] {
  const inBase64 = [0, 1, 2].map((before) => base64After(before, secret));
  return [
    ...[secret, Buffer.from(secret).toString('hex')],
    ...inBase64.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]),
  ].map(escaping);
}

/** Its first and its last part, either of which is enough to recognise it. */
function partsOf(secret: string): string[] {
  const length = Math.max(shortestWithin, Math.ceil(secret.length / 2) - 1);
  return [secret.slice(0, length), secret.slice(-length)].map(escaping);
}

/** What of base64 is the same wherever the secret begins in what is written, and whatever follows it. */
function base64After(before: number, secret: string): string {
  const written = Buffer.from('\0'.repeat(before) + secret).toString('base64');
  return written.replace(/=+$/, '').slice(before === 0 ? 0 : before + 1, -2);
}

const ofPointer: Readonly<Record<string, string>> = { '~': '|~0', '/': '|~1' };

/** A pattern for a text whose characters may be escaped as JSON, a URL or a JSON pointer does it. */
function escaping(text: string): string {
  return [...text]
    .map((character) => {
      if (/[0-9A-Za-z]/.test(character)) return character;
      const itself = character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
      const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
      return `(?:\\\\?${itself}|\\\\u00${hex}|%${hex}${ofPointer[character] ?? ''})`;
    })
    .join('');
}

/** Takes out what is found; of a part of a secret, also what looks like the rest of it. */
function withoutTokens(text: string, { pattern, ofToken, longest }: TokenSearch): string {
  let left = '';
  let from = 0;
  for (const { 0: found, index, groups } of text.matchAll(pattern)) {
    const reach = groups?.whole === undefined ? longest : 0;
    let start = Math.max(from, index);
    let end = Math.max(from, index + found.length);
    const [least, most] = [Math.max(from, start - reach), Math.min(text.length, end + reach)];
    // What stands behind a backslash is of an escape.
    while (start > least && ofToken.has(text.charAt(start - 1)) && text.charAt(start - 2) !== '\\')
      start -= 1;
    while (end < most && ofToken.has(text.charAt(end))) end += 1;
    // What touches the one before is the rest of it.
    left += start === from && left.endsWith(masked) ? '' : text.slice(from, start) + masked;
    from = end;
  }
  return left === '' ? text : left + text.slice(from);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
