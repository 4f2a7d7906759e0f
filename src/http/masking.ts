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
 * base64url or hexadecimal. JSON stays JSON. Other disguises are out of scope.
 * @param secrets - those of fewer than four characters are ignored
 * @returns a function that returns a text without secrets unchanged
 */
export const maskingOf = remembered(
  (secrets: readonly string[]) => maskingFor([...new Set(secrets)]),
  (secrets) => secrets,
);

/** A JSON value with all secrets masked. */
export function withoutSecrets<Value>(value: Value, secrets: readonly string[]): Value {
  return JSON.parse(maskingOf(secrets)(JSON.stringify(value)));
}

function maskingFor(secrets: readonly string[]): Masking {
  const short = secrets.filter(({ length }) => length >= shortest && length < shortestWithin);
  // The longest first: a secret may contain another.
  const long = secrets
    .filter(({ length }) => length >= shortestWithin)
    .toSorted((one, other) => other.length - one.length);
  const alone = patternOf(short.map(standingAlone), 'g');
  const within = patternOf(long.flatMap(writingsOf), 'gi');
  const mask: Masking = (text) => text.replaceAll(alone, masked).replaceAll(within, masked);
  return (text) => {
    const left = mask(text);
    if (left === text || parsedJson(text) === undefined || parsedJson(left) !== undefined) return left;
    // A number with a secret becomes a string. A short secret in a number is a coincidence, and stays.
    return text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[^\s",:{}[\]]+/g, (scalar) => {
      if (scalar.startsWith('"')) return mask(scalar);
      const number = scalar.replaceAll(within, masked);
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

/** All encodings of a secret, as patterns. */
function writingsOf(secret: string): string[] {
  const inBase64 = [0, 1, 2].map((before) => base64After(before, secret));
  return [
    ...[secret, Buffer.from(secret).toString('hex')],
    ...inBase64.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]),
  ].map(escaping);
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
