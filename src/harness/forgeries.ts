import { createHash, createHmac } from 'node:crypto';
import type { Additions } from '../api/request.ts';
import { minLengthWithinWords } from '../http/masking.ts';
import type { OperationId } from '../specification/description.ts';
import { type Extent, rowsOfTurn } from './turns.ts';

/** Invalid credentials: a changed valid token, or something else in its place. */
export interface Forgery {
  readonly id: string;
  /** Continues the sentence "… with". */
  readonly title: string;
  /**
   * Makes the value of the Authorization header, or of two such headers. Undefined sends no header. Null
   * means that this token cannot be forged in this way.
   * @param token - the member's token
   */
  readonly authorization: (token: string) => string | readonly string[] | undefined | null;
  readonly additions?: (token: string) => Additions;
  /** Set if a firewall or a proxy may block the request before the service sees it. Any refusal is then right. */
  readonly mayBeBlocked?: true;
  /**
   * Set to use a connection of its own. Jetty caches headers per connection ignoring letter case: it would
   * take a token in another case for the valid token sent before, and the reverse.
   */
  readonly isAloneOnConnection?: true;
}

/** Forgeries that a service would accept because of the same mistake. */
export interface ForgeryFamily {
  readonly id: string;
  readonly title: string;
  readonly forgeries: readonly Forgery[];
}

type Header = Forgery['authorization'];

function forgery(id: string, title: string, header: string | Header): Forgery {
  const authorization: Header =
    typeof header === 'string' ? (token) => header.replaceAll('{token}', () => token) : header;
  return Object.freeze({ id, title, authorization });
}

function bearer(id: string, title: string, forged: string | ((token: string) => string | null)): Forgery {
  if (typeof forged === 'string') return forgery(id, title, `Bearer ${forged}`);
  return forgery(id, title, (token) => {
    const sent = forged(token);
    return sent === null ? null : `Bearer ${sent}`;
  });
}

function blocked(one: Forgery): Forgery {
  return Object.freeze({ ...one, mayBeBlocked: true });
}

function aloneOnConnection(one: Forgery): Forgery {
  return Object.freeze({ ...one, isAloneOnConnection: true });
}

function basic(user: string): string {
  return `Basic ${Buffer.from(user).toString('base64')}`;
}

export const noCredentials = forgery('absent', 'no Authorization header', () => undefined);

export const unknownToken = bearer('unknown', 'a token that nobody was given', unknownOf);

function family(
  forgeries: readonly [Forgery, ...(readonly Forgery[])],
  title: string = forgeries[0].title,
): ForgeryFamily {
  return Object.freeze({ id: forgeries[0].id, title, forgeries });
}

const unsigned = 'a JSON Web Token that says that it is not signed';
const badlySigned = 'a JSON Web Token that is signed with';

/**
 * Every kind of credentials that must be refused (interface 5). A scheme in lower case is not among them:
 * HTTP accepts schemes in any case (RFC 9110, section 11.1).
 */
export const forgeryFamilies: readonly ForgeryFamily[] = Object.freeze<ForgeryFamily[]>([
  family([noCredentials]),
  family(
    [
      // Most tools accept `*/*`. A service may redirect a caller who does not ask for JSON to a sign-in page.
      Object.freeze({
        ...forgery('empty', 'an empty Authorization header', ''),
        additions: () => ({ headers: { accept: '*/*' } }),
      }),
      forgery('scheme-alone', 'the scheme Bearer and no token', 'Bearer'),
    ],
    'an Authorization header without a token',
  ),
  family([forgery('token-alone', 'a valid token without its scheme', '{token}')]),
  family(
    [
      blocked(
        bearer('malformed', 'a token with characters that no token has ({"token": 1}, é)', '{"token": 1}, é'),
      ),
      blocked(bearer('sql', "a condition of SQL for a token (' OR '1'='1' --)", "' OR '1'='1' --")),
      blocked(bearer('long', 'a token of 4,000 characters', 'sample-0'.repeat(500))),
      blocked(bearer('star', 'an asterisk for a token', '*')),
      bearer('word-secret', 'the word secret for a token', 'secret'),
    ],
    'a token that nobody has, such as a condition of SQL',
  ),
  family(
    [
      forgery('basic-scheme', 'a valid token under the scheme Basic', 'Basic {token}'),
      forgery('basic-user', 'a valid token as the user of the scheme Basic', (token) => basic(`${token}:`)),
      forgery('basic-password', 'a valid token as a password of the scheme Basic', (token) =>
        basic(`:${token}`),
      ),
      forgery('basic-pair', 'a valid token as the password of a user', (token) => basic(`token:${token}`)),
      forgery(
        'basic-reversed',
        'a valid token under the scheme Basic, written backwards',
        (token) => `Basic ${[...token].reverse().join('')}`,
      ),
    ],
    'a valid token with the scheme Basic',
  ),
  family(
    [
      forgery('other-scheme', 'a valid token under the scheme Token', 'Token {token}'),
      forgery('api-key-scheme', 'a valid token under the scheme ApiKey', 'ApiKey {token}'),
      forgery('jwt-scheme', 'a valid token under the scheme JWT', 'JWT {token}'),
      forgery('token-parameter', 'a valid token as a parameter of the scheme Token', 'Token token="{token}"'),
      forgery(
        'unknown-lower-case-scheme',
        'a token that nobody was given, under the scheme in lower case',
        (token) => `bearer ${unknownOf(token)}`,
      ),
    ],
    'a valid token under a scheme that is not Bearer, or another one under bearer',
  ),
  family(
    [
      forgery('no-space', 'a valid token that follows its scheme without a space', 'Bearer{token}'),
      forgery('colon', 'a valid token that follows its scheme and a colon', 'Bearer:{token}'),
      forgery('equals', 'a valid token that follows its scheme and an equals sign', 'Bearer={token}'),
      blocked(bearer('quoted', 'a valid token in quotation marks', '"{token}"')),
      bearer('scheme-twice', 'a valid token that follows its scheme twice', 'Bearer {token}'),
    ],
    'a valid token that is written in another way',
  ),
  family(
    [
      unknownToken,
      bearer('null', 'the word null for a token', 'null'),
      bearer('undefined', 'the word undefined for a token', 'undefined'),
      bearer('constructor', 'a name that every object of JavaScript has (constructor)', 'constructor'),
      bearer('word-admin', 'the word admin for a token', 'admin'),
    ],
    'a token that nobody was given, such as the word null',
  ),
  family(
    [
      bearer('unsigned', unsigned, (token) => jsonWebToken(token, 'none')),
      bearer('unsigned-nOnE', `${unsigned}, spelled nOnE`, (token) => jsonWebToken(token, 'nOnE')),
      bearer('no-signature', 'a JSON Web Token without its signature', (token) =>
        jsonWebToken(token, 'HS256'),
      ),
      bearer('guessed-key', `${badlySigned} a key that is easily guessed`, (token) =>
        jsonWebToken(token, 'HS256', 'secret'),
      ),
      bearer('empty-key', `${badlySigned} an empty key`, (token) => jsonWebToken(token, 'HS256', '')),
    ],
    'a JSON Web Token that is not signed, or wrongly',
  ),
  family([bearer('lengthened', 'a valid token, a dot and one more character', '{token}.x')]),
  family(
    [
      // Fewer characters, or an equals sign, would mean nothing to lenient decoders of base64.
      bearer('longer', 'a valid token and four more letters', '{token}xxxx'),
      bearer('further-word', 'a valid token and the word admin after it', '{token} admin'),
    ],
    'a valid token and more after it',
  ),
  family(
    [
      bearer('further-token', 'a valid token, a comma and another token', (token) =>
        [token, unknownOf(token)].join(', Bearer '),
      ),
      bearer('token-after', 'a token that nobody was given, a comma and a valid one', (token) =>
        [unknownOf(token), token].join(', Bearer '),
      ),
      // A proxy may read one header and the service the other. Two such headers would form a list (RFC 9110,
      // section 5.3).
      blocked(
        forgery('two-headers', 'two Authorization headers, of which the second has a valid token', (token) =>
          [unknownOf(token), token].map((one) => `Bearer ${one}`),
        ),
      ),
    ],
    'a valid token and another one',
  ),
  family(
    [
      bearer('no-prefix', 'a valid token without its prefix', withoutPrefix),
      bearer('altered-start', 'a valid token whose first characters are altered', altered('start')),
    ],
    'a valid token whose start is altered',
  ),
  family([
    // A database may take these signs for any characters (LIKE).
    blocked(
      bearer('altered-middle', 'a valid token whose middle characters are percent signs', wildcardsWithin),
    ),
  ]),
  family(
    [
      bearer('cut-short', 'a valid token less its last character', (token) => token.slice(0, -1)),
      bearer('altered-end', 'a valid token whose last characters are altered', altered('end')),
      bearer('altered-last', 'a valid token whose last character is altered', lastAltered),
    ],
    'a valid token whose end is altered',
  ),
  family([
    aloneOnConnection(bearer('other-case', 'a valid token with upper and lower case swapped', swappedCase)),
  ]),
  family(
    [
      bearer('base64', 'a valid token in base64', (token) => Buffer.from(token).toString('base64')),
      bearer('hashed', 'the SHA-256 of a valid token', sha256),
      blocked(
        bearer('percent-encoded', 'a valid token with a percent-encoded character', (token) =>
          token.replace(/./, percentEncoded),
        ),
      ),
      bearer(
        'spaced',
        'a valid token with a space in it',
        (token) => `${firstHalf(token)} ${token.slice(firstHalf(token).length)}`,
      ),
    ],
    'a valid token that is encoded, hashed or taken apart',
  ),
]);

export const forgeriesOfFamilies = forgeryFamilies.flatMap((one) => one.forgeries);

export function forgedFrom(token: string): string[] {
  const wordsSent = (from: string): string[] =>
    forgeriesOfFamilies
      .flatMap(({ authorization }) => authorization(from) ?? [])
      .flatMap((header) => header.split(/[ ,"]+/));
  const ofAnyToken = new Set(wordsSent(unknownOf(token)));
  return wordsSent(token).filter((word) => word.length >= minLengthWithinWords && !ofAnyToken.has(word));
}

/** The simplest forgery of each family. */
export const forgeries: readonly Forgery[] = Object.freeze(
  forgeryFamilies.flatMap((one) => one.forgeries.slice(0, 1)),
);

/** Titles of forgeries that not every run sends to every operation. */
export const forgeriesTakingTurns: ReadonlySet<string> = new Set(
  forgeryFamilies
    .filter((one) => one.forgeries.length > 1)
    .flatMap((one) => one.forgeries.map(({ title }) => title)),
);

export const seedsOfAllForgeries = 5;

/**
 * Operations that need credentials. The index of an operation decides at which row it starts in a table that rotates
 * with the seed.
 */
const guarded: readonly OperationId[] = [
  'getCaseData',
  'getOrganisation',
  'listCases',
  'updateClient',
  'createOrganisation',
];

/**
 * The forgeries of a family that a run tries on an operation. Neighbouring operations get different ones, and
 * the next seed gives each operation the next ones.
 */
export function forgeriesFor(
  { forgeries: all }: ForgeryFamily,
  operation: OperationId,
  { thorough, seed }: Extent,
): readonly Forgery[] {
  if (thorough) return all;
  return rowsOfTurn(all, Math.ceil(all.length / seedsOfAllForgeries), turnAt(operation, seed));
}

export function turnAt(operation: OperationId, seed: number): number {
  return seed + Math.max(0, guarded.indexOf(operation));
}

/**
 * `placeFor` spreads the families with a Bearer token over the first listed cases or clients, at most this
 * many.
 */
const placesWithToken = 10;

/**
 * The index of the listed case or client to try the family on. A service may guard each separately, so
 * families are spread over them. The last families, which forge tokens, get the first items.
 */
export function placeFor(family: ForgeryFamily, listed: number, { thorough }: Extent): number {
  return thorough ? 0 : (forgeryFamilies.length - 1 - forgeryFamilies.indexOf(family)) % listed;
}

/**
 * No token, and an unknown token. A service that wrongly looks up the record first may do so in both cases, or only
 * without a token.
 */
export const simplestForgeries: readonly Forgery[] = [noCredentials, unknownToken];

export function simplestOfTurn(place: number, { thorough, seed }: Extent): readonly Forgery[] {
  return thorough ? simplestForgeries : rowsOfTurn(simplestForgeries, 1, seed + place);
}

export function simplestFor(place: number, { thorough }: Extent): readonly Forgery[] {
  return thorough || (place >= placesWithToken && place % 2 === 1) ? simplestForgeries : [noCredentials];
}

/**
 * A token that was never issued. As long as the real one, so it is not refused for its length; always the
 * same for one real token.
 */
function unknownOf(token: string): string {
  const digest = createHash('sha512').update(`not ${token}`).digest('base64url');
  return digest.repeat(Math.ceil(token.length / digest.length)).slice(0, token.length);
}

function firstHalf(token: string): string {
  return token.slice(0, Math.ceil(token.length / 2) - 1);
}

function altered(at: 'start' | 'end'): (token: string) => string {
  return (token) => {
    const place = at === 'start' ? 0 : Math.max(0, token.length - 4);
    const four = token.slice(place, place + 4).replaceAll(/./g, (character) => successors[character] ?? 'a');
    return `${token.slice(0, place)}${four}${token.slice(place + 4)}`;
  };
}

/**
 * Changes the highest bit of the last character: the lowest bits of a signature's last base64 character have no
 * meaning.
 */
function lastAltered(token: string): string {
  const bits = base64.indexOf(token.slice(-1));
  return `${token.slice(0, -1)}${bits < 0 ? 'a' : base64.charAt(bits ^ 0b100000)}`;
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function wildcardsWithin(token: string): string {
  const place = Math.floor(token.length / 2);
  return `${token.slice(0, place)}${token.slice(place, place + 4).replaceAll(/./g, '%')}${token.slice(place + 4)}`;
}

/** Without the part before the first separator, or without its first character. */
function withoutPrefix(token: string): string {
  return token.replace(/^.+?[_.-](?=.)|^./, '');
}

const successors: Readonly<Record<string, string>> = Object.fromEntries(
  ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'].flatMap((kind) =>
    [...kind].map((character, index) => [character, kind.charAt((index + 7) % kind.length)]),
  ),
);

function swappedCase(token: string): string | null {
  const swapped = [...token]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');
  return swapped === token ? null : swapped;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

/** A service that stores hashes of its tokens may wrongly accept a hash as a token. */
function sha256(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * A JSON Web Token (RFC 7519) with the token's own payload, or with an administrator's if the token is not a
 * JSON Web Token. Never equal to the token.
 * @param key - signs with HMAC-SHA256; without it, the signature is empty
 */
function jsonWebToken(token: string, alg: string, key?: string): string {
  const [, payload = ''] = isJsonWebToken(token) ? token.split('.') : ['', encoded(administrator)];
  const forged = (header: object): string => {
    const signed = `${encoded(header)}.${payload}`;
    const signature = key === undefined ? '' : createHmac('sha256', key).update(signed).digest('base64url');
    return `${signed}.${signature}`;
  };
  // A token that is really signed with a guessable key must be forged in another form.
  const first = forged({ alg, typ: 'JWT' });
  return first === token ? forged({ typ: 'JWT', alg }) : first;
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
