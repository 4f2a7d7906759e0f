import { createHash, createHmac } from 'node:crypto';

/** A token that nobody was given: as long as the token, so that it is not refused for its length, and always the same. */
export function unknownOf(token: string): string {
  const digest = createHash('sha512').update(`not ${token}`).digest('base64url');
  return digest.repeat(Math.ceil(token.length / digest.length)).slice(0, token.length);
}

/** The token with four characters from the place on altered, each to another of its kind. */
export function alteredAt(token: string, place: number): string {
  const four = token.slice(place, place + 4).replaceAll(/./g, (character) => successors[character] ?? 'a');
  return `${token.slice(0, place)}${four}${token.slice(place + 4)}`;
}

const successors: Readonly<Record<string, string>> = Object.fromEntries(
  ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'].flatMap((kind) =>
    [...kind].map((character, index) => [character, kind.charAt((index + 7) % kind.length)]),
  ),
);

/**
 * The token with the one character at the place altered. Where a token ends with a signature in base64, the last bits of
 * it mean nothing, but the first of a character always does.
 */
export function oneAlteredAt(token: string, place: number): string {
  const bits = base64.indexOf(token.charAt(place));
  const other = bits === -1 ? 'a' : base64.charAt(bits ^ 0b100000);
  return `${token.slice(0, place)}${other}${token.slice(place + 1)}`;
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The token with every letter in the other case; null where it has none. */
export function swappedCase(token: string): string | null {
  const swapped = [...token]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');
  return swapped === token ? null : swapped;
}

/** The token in one case, the lower where it is not in that already; null where it has no letters. */
export function singleCase(token: string): string | null {
  return [token.toLowerCase(), token.toUpperCase()].find((one) => one !== token) ?? null;
}

/** How the signature of a forged JSON Web Token is made of what it signs; undefined where it is left empty. */
type Signing = ((signed: string) => string) | undefined;

/** Signed with HMAC and a key that everybody guesses. */
export function signedWith(key: string): Signing {
  return (signed) => createHmac('sha256', key).update(signed).digest('base64url');
}

/**
 * A JSON Web Token (RFC 7519) that says what the token says, where that is one, and otherwise that it is an
 * administrator's; null where that is the token itself.
 */
export function jsonWebToken(token: string, algorithm: string, signing: Signing): string | null {
  const [, payload = ''] = isJsonWebToken(token) ? token.split('.') : ['', encoded(administrator)];
  const signed = `${encoded({ alg: algorithm, typ: 'JWT' })}.${payload}`;
  const forged = `${signed}.${signing?.(signed) ?? ''}`;
  return forged === token ? null : forged;
}

/** With times that are in order, so that it is refused for what it is. */
const administrator = {
  sub: 'case-conformance',
  name: 'admin',
  role: 'admin',
  iat: 1_700_000_000,
  exp: 4_102_444_800,
};

function isJsonWebToken(token: string): boolean {
  return /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*$/.test(token);
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
