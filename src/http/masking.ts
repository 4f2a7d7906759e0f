import { parsedJson } from '../schema/json.ts';
import { memoised } from '../schema/memoised.ts';

export const masked = '(token)';

/** Shorter secrets are not masked, since they could be ordinary words or parts of them. */
const minSecretLength = 4;

/**
 * A secret of at least this length is masked anywhere in a text. A shorter one is masked only as a whole
 * word, since a match within a word may be chance.
 */
export const minLengthWithinWords = 12;

export type Masking = (text: string) => string;

/**
 * Returns a function that masks secrets in texts. It finds them in any letter case, escaped as in JSON, a URL
 * or a JSON pointer, and in base64, base64url or hexadecimal, but in no other disguise. JSON stays valid
 * JSON.
 * @param secrets - those of fewer than four characters are ignored
 * @returns a function that returns a text without secrets unchanged
 */
export const maskingOf = memoised((secrets: readonly string[]) => maskingFor([...new Set(secrets)]));

export function withoutSecrets<Value>(value: Value, secrets: readonly string[]): Value {
  return JSON.parse(maskingOf(secrets)(JSON.stringify(value)));
}

function maskingFor(secrets: readonly string[]): Masking {
  const short = secrets.filter(({ length }) => length >= minSecretLength && length < minLengthWithinWords);
  // The longest first, since a secret may contain another.
  const long = secrets
    .filter(({ length }) => length >= minLengthWithinWords)
    .toSorted((one, other) => other.length - one.length);
  const alone = maskingBy(short.map(wholeWordPattern), 'g');
  const within = maskingBy(long.flatMap(encodedPatterns), 'gi');
  const mask: Masking = (text) => within(alone(text));
  return (text) => {
    const left = mask(text);
    if (left === text || parsedJson(text) === undefined || parsedJson(left) !== undefined) return left;
    // A number that contains a long secret becomes a masked string. A short secret in a number is chance, and
    // stays.
    return text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[^\s",:{}[\]]+/g, (scalar) => {
      if (scalar.startsWith('"')) return mask(scalar);
      const number = within(scalar);
      return number === scalar ? scalar : JSON.stringify(number);
    });
  };
}

function maskingBy(patterns: readonly string[], flags: string): Masking {
  // Without patterns, no expression is used: one that matches nothing would still be tried at each character.
  if (patterns.length === 0) return (text) => text;
  const any = new RegExp([...new Set(patterns)].join('|'), flags);
  return (text) => text.replaceAll(any, masked);
}

/**
 * A pattern for a short secret that is a whole word. Names of members do not match, since the interface chose
 * them, nor does the replacement text.
 */
function wholeWordPattern(secret: string): string {
  return `(?<!(?<!\\\\)\\w|\\()${escapablePattern(secret)}(?!\\w|\\)|"\\s*:)`;
}

function encodedPatterns(secret: string): string[] {
  const inBase64 = [0, 1, 2].map((before) => base64After(before, secret));
  return [
    ...[secret, Buffer.from(secret).toString('hex')],
    ...inBase64.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]),
  ].map(escapablePattern);
}

/** The part of a secret's base64 form that is the same whatever precedes and follows the secret. */
function base64After(before: number, secret: string): string {
  const written = Buffer.from('\0'.repeat(before) + secret).toString('base64');
  return written.replace(/=+$/, '').slice(before === 0 ? 0 : before + 1, -2);
}

const pointerEscapes: Readonly<Record<string, string>> = { '~': '|~0', '/': '|~1' };

function escapablePattern(text: string): string {
  return [...text]
    .map((character) => {
      if (/[0-9A-Za-z]/.test(character)) return character;
      const itself = character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
      const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
      return `(?:\\\\?${itself}|\\\\u00${hex}|%${hex}${pointerEscapes[character] ?? ''})`;
    })
    .join('');
}
