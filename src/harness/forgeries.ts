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

/** No credentials at all. */
export const noCredentials: Forgery = Object.freeze({
  id: 'absent',
  title: 'no Authorization header',
  authorization: () => undefined,
});

/** Credentials of the right form, which are nobody's. */
export const unknownToken: Forgery = Object.freeze({
  id: 'unknown',
  title: 'a token that nobody was given',
  authorization: (token: string) => `Bearer ${unknown(token)}`,
});

/**
 * Every kind of credentials that must be refused (interface 5). A scheme in lower case is none of them: HTTP takes
 * schemes in any case (RFC 9110, section 11.1).
 */
export const forgeries: readonly Forgery[] = Object.freeze<Forgery[]>([
  noCredentials,
  { id: 'empty', title: 'an empty Authorization header', authorization: () => '' },
  { id: 'scheme-alone', title: 'the scheme Bearer and no token', authorization: () => 'Bearer' },
  { id: 'token-alone', title: 'a valid token without its scheme', authorization: (token) => token },
  {
    id: 'malformed',
    title: 'a token of characters that no token has',
    authorization: () => 'Bearer {"token": 1}, ;',
  },
  {
    id: 'basic-scheme',
    title: 'a valid token under the scheme Basic',
    authorization: (token) => `Basic ${token}`,
  },
  {
    id: 'other-scheme',
    title: 'a valid token under a scheme that is not Bearer',
    authorization: (token) => `Token ${token}`,
  },
  {
    id: 'no-space',
    title: 'a valid token that follows its scheme without a space',
    authorization: (token) => `Bearer${token}`,
  },
  { id: 'null', title: 'the word null for a token', authorization: () => 'Bearer null' },
  unknownToken,
  {
    id: 'cut-short',
    title: 'a valid token less its last character',
    authorization: (token) => `Bearer ${token.slice(0, -1)}`,
  },
  {
    id: 'lengthened',
    title: 'a valid token and one more character',
    authorization: (token) => `Bearer ${token}x`,
  },
  {
    id: 'altered-start',
    title: 'a valid token whose first characters are altered',
    authorization: (token) => `Bearer ${altered(token, 0)}`,
  },
  {
    id: 'altered-middle',
    title: 'a valid token whose middle characters are altered',
    authorization: (token) => `Bearer ${altered(token, Math.floor(token.length / 2))}`,
  },
  {
    id: 'altered-end',
    title: 'a valid token whose last characters are altered',
    authorization: (token) => `Bearer ${altered(token, Math.max(0, token.length - 4))}`,
  },
  { id: 'other-case', title: 'a valid token in the other case', authorization: otherCase },
]);

/** As long as the token, so that it is not refused for its length. The same for the same token. */
function unknown(token: string): string {
  const digest = createHash('sha512').update(`not ${token}`).digest('base64url');
  return digest.repeat(Math.ceil(token.length / digest.length)).slice(0, token.length);
}

/**
 * Four characters of the token from the place on, each altered to another of its kind. One would not do: where a
 * token ends with a signature in base64, the last bits of it may mean nothing.
 */
function altered(token: string, place: number): string {
  const four = token.slice(place, place + 4).replaceAll(/./g, (character) => successors[character] ?? 'a');
  return token.slice(0, place) + four + token.slice(place + 4);
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
