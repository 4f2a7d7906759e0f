import { createHash } from 'node:crypto';

/** Credentials that are not valid: made from a valid token, or in its place. */
export interface Forgery {
  readonly id: string;
  /** Continues the sentence "… with". */
  readonly title: string;
  /**
   * The value of the Authorization header; undefined sends none. `null` says that this token cannot be forged so.
   * @param token - the member's token
   */
  readonly authorization: (token: string) => string | undefined | null;
}

function forgery(id: string, title: string, authorization: Forgery['authorization']): Forgery {
  return Object.freeze({ id, title, authorization });
}

/** No credentials at all. */
export const noCredentials = forgery('absent', 'no Authorization header', () => undefined);

/** Credentials of the right form, which are nobody's. */
export const unknownToken = forgery(
  'unknown',
  'a token that nobody was given',
  (token) => `Bearer ${unknown(token)}`,
);

/**
 * Every kind of credentials that must be refused (interface 5). A scheme in lower case is none of them: HTTP takes
 * schemes in any case (RFC 9110, section 11.1).
 */
export const forgeries: readonly Forgery[] = Object.freeze<Forgery[]>([
  noCredentials,
  forgery('empty', 'an empty Authorization header', () => ''),
  forgery('scheme-alone', 'the scheme Bearer and no token', () => 'Bearer'),
  forgery('token-alone', 'a valid token without its scheme', (token) => token),
  forgery('malformed', 'a token of characters that no token has', () => 'Bearer {"token": 1}, ;'),
  forgery('basic-scheme', 'a valid token under the scheme Basic', (token) => `Basic ${token}`),
  forgery('other-scheme', 'a valid token under a scheme that is not Bearer', (token) => `Token ${token}`),
  forgery('no-space', 'a valid token that follows its scheme without a space', (token) => `Bearer${token}`),
  forgery('null', 'the word null for a token', () => 'Bearer null'),
  unknownToken,
  forgery('cut-short', 'a valid token less its last character', (token) => `Bearer ${token.slice(0, -1)}`),
  forgery('lengthened', 'a valid token and one more character', (token) => `Bearer ${token}x`),
  forgery('altered-start', 'a valid token whose first characters are altered', (token) => altered(token, 0)),
  forgery('altered-middle', 'a valid token whose middle characters are altered', (token) =>
    altered(token, Math.floor(token.length / 2)),
  ),
  forgery('altered-end', 'a valid token whose last characters are altered', (token) =>
    altered(token, Math.max(0, token.length - 4)),
  ),
  forgery('other-case', 'a valid token in the other case', otherCase),
]);

/** As long as the token, so that it is not refused for its length. The same for the same token. */
function unknown(token: string): string {
  const digest = createHash('sha512').update(`not ${token}`).digest('base64url');
  return digest.repeat(Math.ceil(token.length / digest.length)).slice(0, token.length);
}

/**
 * The token with four characters from the place on altered, each to another of its kind. One would not do: where a
 * token ends with a signature in base64, the last bits of it may mean nothing.
 */
function altered(token: string, place: number): string {
  const four = token.slice(place, place + 4).replaceAll(/./g, (character) => successors[character] ?? 'a');
  return `Bearer ${token.slice(0, place)}${four}${token.slice(place + 4)}`;
}

const successors: Readonly<Record<string, string>> = Object.fromEntries(
  ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'].flatMap((kind) =>
    [...kind].map((character, index) => [character, kind.charAt((index + 7) % kind.length)]),
  ),
);

function otherCase(token: string): string | null {
  const swapped = [...token]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');
  return swapped === token ? null : `Bearer ${swapped}`;
}
