import { createHash, createHmac } from 'node:crypto';

/**
 * A token that was never issued. As long as the real one, so it is not refused for its length; always the
 * same for one real token.
 */
export function unknownOf(token: string): string {
  const digest = createHash('sha512').update(`not ${token}`).digest('base64url');
  return digest.repeat(Math.ceil(token.length / digest.length)).slice(0, token.length);
}

export function firstHalf(token: string): string {
  return token.slice(0, Math.ceil(token.length / 2) - 1);
}

export function altered(at: 'start' | 'middle' | 'end'): (token: string) => string {
  return (token) => {
    const { length } = token;
    const place = { start: 0, middle: Math.floor(length / 2), end: Math.max(0, length - 4) }[at];
    const four = token.slice(place, place + 4).replaceAll(/./g, (character) => successors[character] ?? 'a');
    return `${token.slice(0, place)}${four}${token.slice(place + 4)}`;
  };
}

const successors: Readonly<Record<string, string>> = Object.fromEntries(
  ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'].flatMap((kind) =>
    [...kind].map((character, index) => [character, kind.charAt((index + 7) % kind.length)]),
  ),
);

/**
 * Changes the highest bit of a character: the lowest bits of a signature's last base64 character have no
 * meaning.
 */
export function oneAltered(at: 'first' | 'last'): (token: string) => string {
  return (token) => {
    const place = at === 'first' ? 0 : token.length - 1;
    const bits = base64.indexOf(token.charAt(place));
    const other = bits === -1 ? 'a' : base64.charAt(bits ^ 0b100000);
    return `${token.slice(0, place)}${other}${token.slice(place + 1)}`;
  };
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function swappedCase(token: string): string | null {
  const swapped = [...token]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');
  return swapped === token ? null : swapped;
}

export function singleCase(token: string): string | null {
  return [token.toLowerCase(), token.toUpperCase()].find((one) => one !== token) ?? null;
}

export function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

/** A service that stores hashes of its tokens may wrongly accept a hash as a token. */
export function sha256(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * A JSON Web Token (RFC 7519) with the token's own payload, or with an administrator's if the token is not a
 * JSON Web Token. Null if the result equals the token.
 * @param key - signs with HMAC-SHA256; without it, the signature is empty
 */
export function jsonWebToken(token: string, algorithm: string, key?: string): string | null {
  const [, payload = ''] = isJsonWebToken(token) ? token.split('.') : ['', encoded(administrator)];
  const signed = `${encoded({ alg: algorithm, typ: 'JWT' })}.${payload}`;
  const signature = key === undefined ? '' : createHmac('sha256', key).update(signed).digest('base64url');
  const forged = `${signed}.${signature}`;
  return forged === token ? null : forged;
}

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
