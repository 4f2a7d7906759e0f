import { parsedJson } from '../schema/json.ts';
import { remembered } from '../schema/remembered.ts';

export const masked = '(token)';

/** Shorter secrets could be ordinary words or parts of them. */
const shortest = 4;

/** This many equal characters are not a coincidence. Shorter secrets are removed only as whole words. */
export const shortestWithin = 12;

export type Masking = (text: string) => string;

/**
 * Removes secrets from texts: plain, in any letter case, escaped as in JSON, a URL or a JSON pointer, and in base64,
 * base64url or hexadecimal. Half of a long secret, and at least twelve characters, are enough, since forged tokens are
 * made from a real one; the rest of the token around them is removed too. JSON stays JSON. Other disguises are out of
 * scope.
 * @param secrets - those of fewer than four characters are ignored
 * @returns a function that returns a text without secrets unchanged
 */
export const maskingOf = remembered(
  (secrets: readonly string[]) => maskingFor([...new Set(secrets.flatMap(withParts))]),
  (secrets) => secrets,
);

/** A JSON value with all secrets masked. */
export function withoutSecrets<Value>(value: Value, secrets: readonly string[]): Value {
  return JSON.parse(maskingOf(secrets)(JSON.stringify(value)));
}

/** A secret and, of a JSON Web Token, its parts, which forged tokens are made from. */
function withParts(secret: string): string[] {
  const parts = secret.split('.');
  return parts.length === 3 ? [secret, ...parts.filter(({ length }) => length >= shortestWithin)] : [secret];
}

function maskingFor(secrets: readonly string[]): Masking {
  const short = secrets.filter(({ length }) => length >= shortest && length < shortestWithin);
  const long = secrets.filter(({ length }) => length >= shortestWithin);
  const alone = patternOf(short.map(standingAlone), 'g');
  const search = searchFor(long);
  const mask: Masking = (text) =>
    withoutTokens(short.length === 0 ? text : text.replaceAll(alone, masked), search);
  return (text) => {
    const left = mask(text);
    if (left === text || parsedJson(text) === undefined || parsedJson(left) !== undefined) return left;
    // A number with a secret becomes a string. A short secret in a number is a coincidence, and stays.
    return text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[^\s",:{}[\]]+/g, (scalar) => {
      if (scalar.startsWith('"')) return mask(scalar);
      const number = withoutTokens(scalar, search);
      return number === scalar ? scalar : JSON.stringify(number);
    });
  };
}

/** Matches nothing if the list is empty. */
function patternOf(writings: readonly string[], flags: string): RegExp {
  return new RegExp(writings.length === 0 ? '(?!)' : [...new Set(writings)].join('|'), flags);
}

/**
 * A secret on its own: not within a word, not the name of a member, which the interface chose, and not a part of the
 * replacement.
 */
function standingAlone(secret: string): string {
  return `(?<!(?<!\\\\)\\w|\\()${escaping(secret)}(?!\\w|\\)|"\\s*:)`;
}

interface TokenSearch {
  /** Its group `whole` matches a complete secret. */
  readonly pattern: RegExp;
  /** Characters that may belong to the rest of a secret. */
  readonly ofToken: ReadonlySet<string>;
  readonly longest: number;
}

function searchFor(secrets: readonly string[]): TokenSearch {
  const words = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-';
  const ofToken = new Set([...words, ...secrets.join('')].filter((one) => one !== '"' && one !== '\\'));
  const longest = Math.max(0, ...secrets.map(({ length }) => length));
  const whole = secrets.length === 0 ? [] : [`(?<whole>${secrets.flatMap(writingsOf).join('|')})`];
  return { pattern: patternOf([...whole, ...secrets.flatMap(partsOf)], 'gi'), ofToken, longest };
}

/** All encodings of a complete secret, as patterns. */
function writingsOf(secret: string): string[] {
  const inBase64 = [0, 1, 2].map((before) => base64After(before, secret));
  return [
    ...[secret, Buffer.from(secret).toString('hex')],
    ...inBase64.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]),
  ].map(escaping);
}

/** The first and the last part of a secret; either identifies it. */
function partsOf(secret: string): string[] {
  const length = Math.max(shortestWithin, Math.ceil(secret.length / 2) - 1);
  return [secret.slice(0, length), secret.slice(-length)].map(escaping);
}

/** The part of the base64 text that does not depend on what precedes and follows the secret. */
function base64After(before: number, secret: string): string {
  const written = Buffer.from('\0'.repeat(before) + secret).toString('base64');
  return written.replace(/=+$/, '').slice(before === 0 ? 0 : before + 1, -2);
}

const ofPointer: Readonly<Record<string, string>> = { '~': '|~0', '/': '|~1' };

/** A pattern for a text that may be escaped as in JSON, a URL or a JSON pointer. */
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

/**
 * Removes all matches. If only part of a secret matches, also removes the characters around it that may be the rest.
 */
function withoutTokens(text: string, { pattern, ofToken, longest }: TokenSearch): string {
  let left = '';
  let from = 0;
  for (const { 0: found, index, groups } of text.matchAll(pattern)) {
    const reach = groups?.whole === undefined ? longest : 0;
    let start = Math.max(from, index);
    let end = Math.max(from, index + found.length);
    const [least, most] = [Math.max(from, start - reach), Math.min(text.length, end + reach)];
    // A character after a backslash belongs to an escape.
    while (start > least && ofToken.has(text.charAt(start - 1)) && text.charAt(start - 2) !== '\\')
      start -= 1;
    while (end < most && ofToken.has(text.charAt(end))) end += 1;
    // A match next to the previous one belongs to the same secret.
    left += start === from && left.endsWith(masked) ? '' : text.slice(from, start) + masked;
    from = end;
  }
  return left === '' ? text : left + text.slice(from);
}
