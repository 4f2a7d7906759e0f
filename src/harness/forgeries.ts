import type { Besides } from '../api/request.ts';
import {
  alteredAt,
  jsonWebToken,
  oneAlteredAt,
  signedWith,
  singleCase,
  swappedCase,
  unknownOf,
} from './forged-tokens.ts';

/** Invalid credentials, derived from a valid token or sent instead of one. */
export interface Forgery {
  readonly id: string;
  /** Continues the sentence "… with". */
  readonly title: string;
  /**
   * The value of the Authorization header, or of two such headers; undefined sends none. `null` means that this token
   * cannot be forged this way.
   * @param token - the member's token
   */
  readonly authorization: (token: string) => string | readonly string[] | undefined | null;
  /** Parts of the request to send in addition to the Authorization header. */
  readonly besides?: (token: string) => Besides;
  /** A firewall or a proxy may block it before the service sees it, so any refusal is accepted. */
  readonly mayBeBlocked?: true;
}

/** Forgeries that a service would accept because of the same mistake. */
export interface ForgeryFamily {
  readonly id: string;
  /** Continues the sentence "… with". */
  readonly title: string;
  /** A run tries one forgery of each group; other runs try the rest. The plainest group comes first. */
  readonly choices: readonly (readonly Forgery[])[];
  /** Set if the first forgery is tried on every operation, since a single operation may accept it. */
  readonly isFirstForAll?: true;
}

type Header = Forgery['authorization'];

function forgery(id: string, title: string, authorization: Header): Forgery {
  return Object.freeze({ id, title, authorization });
}

/** A Bearer token; null if the token cannot be forged this way. */
function bearer(id: string, title: string, forged: (token: string) => string | null): Forgery {
  return forgery(id, title, (token) => {
    const sent = forged(token);
    return sent === null ? null : `Bearer ${sent}`;
  });
}

function word(text: string): Forgery {
  return bearer(`word-${text}`, `the word ${text} for a token`, () => text);
}

function blocked(one: Forgery): Forgery {
  return Object.freeze({ ...one, mayBeBlocked: true });
}

export const noCredentials = forgery('absent', 'no Authorization header', () => undefined);

/** Well-formed credentials that were never issued. */
export const unknownToken = bearer('unknown', 'a token that nobody was given', unknownOf);

/** A family of groups in order. It takes its id and title from its first forgery. */
function family(
  first: Forgery,
  others: readonly (readonly Forgery[])[] = [],
  facts: Partial<Pick<ForgeryFamily, 'title' | 'isFirstForAll'>> = {},
): ForgeryFamily {
  return Object.freeze({ id: first.id, title: first.title, ...facts, choices: [[first], ...others] });
}

const basic = (user: (token: string) => string): Header => {
  return (token) => `Basic ${Buffer.from(user(token)).toString('base64')}`;
};

const unsigned = 'a JSON Web Token that says that it is not signed';

/**
 * Every kind of credentials that must be refused (interface 5). A scheme in lower case is not included: HTTP accepts
 * schemes in any case (RFC 9110, section 11.1).
 */
export const forgeryFamilies: readonly ForgeryFamily[] = Object.freeze<ForgeryFamily[]>([
  family(noCredentials),
  family(forgery('empty', 'an empty Authorization header', () => '')),
  family(forgery('scheme-alone', 'the scheme Bearer and no token', () => 'Bearer')),
  family(forgery('token-alone', 'a valid token without its scheme', (token) => token)),
  family(blocked(bearer('malformed', 'a token of characters that no token has', () => '{"token": 1}, ;')), [
    [blocked(bearer('sql', 'a condition of SQL for a token', () => "' OR '1'='1' --"))],
    [
      bearer('star', 'an asterisk for a token', () => '*'),
      bearer('percent', 'a percent sign for a token', () => '%'),
    ],
  ]),
  family(
    forgery('basic-scheme', 'a valid token under the scheme Basic', (token) => `Basic ${token}`),
    [
      [
        forgery(
          'basic-user',
          'a valid token as the user of the scheme Basic',
          basic((token) => `${token}:`),
        ),
      ],
      [
        forgery(
          'basic-password',
          'a valid token as a password of the scheme Basic',
          basic((token) => `:${token}`),
        ),
        forgery(
          'basic-pair',
          'a valid token as the password of a user',
          basic((token) => `token:${token}`),
        ),
      ],
    ],
    { isFirstForAll: true },
  ),
  family(
    forgery('other-scheme', 'a valid token under a scheme that is not Bearer', (token) => `Token ${token}`),
    [
      [forgery('api-key-scheme', 'a valid token under the scheme ApiKey', (token) => `ApiKey ${token}`)],
      [forgery('jwt-scheme', 'a valid token under the scheme JWT', (token) => `JWT ${token}`)],
    ],
  ),
  family(
    forgery('no-space', 'a valid token that follows its scheme without a space', (token) => `Bearer${token}`),
    [
      [forgery('colon', 'a valid token that follows its scheme and a colon', (token) => `Bearer:${token}`)],
      [
        forgery(
          'equals',
          'a valid token that follows its scheme and an equals sign',
          (token) => `Bearer=${token}`,
        ),
      ],
    ],
  ),
  family(
    bearer('null', 'the word null for a token', () => 'null'),
    [
      [bearer('undefined', 'the word undefined for a token', () => 'undefined')],
      [bearer('object', 'the words [object Object] for a token', () => '[object Object]')],
    ],
    { title: 'what a client sends that has no token, such as null' },
  ),
  family(
    unknownToken,
    [
      ['admin', 'secret', 'password', 'root', 'demo', 'guest', 'changeme', '123456'].map(word),
      ['test', 'token', 'user', 'bearer', 'debug', 'true', '0', '1'].map(word),
    ],
    { title: 'a token that nobody was given, or a word that is easily guessed' },
  ),
  family(
    bearer('unsigned', unsigned, (token) => jsonWebToken(token, 'none', undefined)),
    [
      [
        bearer('no-signature', 'a JSON Web Token without its signature', (token) =>
          jsonWebToken(token, 'HS256', undefined),
        ),
        bearer('two-dots', 'a text with two dots for a JSON Web Token', () => 'a.b.c'),
        ...['None', 'NONE', 'nOnE'].map((spelling) =>
          bearer(`unsigned-${spelling}`, `${unsigned}, spelled ${spelling}`, (token) =>
            jsonWebToken(token, spelling, undefined),
          ),
        ),
      ],
      // It also contains two dots, as a JSON Web Token does.
      [
        bearer('guessed-key', 'a JSON Web Token that is signed with a key that is easily guessed', (token) =>
          jsonWebToken(token, 'HS256', signedWith('secret')),
        ),
        bearer('empty-key', 'a JSON Web Token that is signed with an empty key', (token) =>
          jsonWebToken(token, 'HS256', signedWith('')),
        ),
      ],
    ],
    { title: 'a JSON Web Token that is not signed, or wrongly' },
  ),
  family(
    bearer('cut-short', 'a valid token less its last character', (token) => token.slice(0, -1)),
    [
      [
        bearer('half', 'the first half of a valid token', (token) =>
          token.slice(0, Math.ceil(token.length / 2) - 1),
        ),
      ],
    ],
    { title: 'a part of a valid token' },
  ),
  family(
    bearer('lengthened', 'a valid token and one more character', (token) => `${token}x`),
    [
      [bearer('further-word', 'a valid token and a word after it', (token) => `${token} admin`)],
      [
        bearer(
          'further-token',
          'a valid token, a comma and another token',
          (token) => `${token}, Bearer ${unknownOf(token)}`,
        ),
      ],
      [
        bearer(
          'token-after',
          'a token that nobody was given, a comma and a valid one',
          (token) => `${unknownOf(token)}, Bearer ${token}`,
        ),
      ],
      [
        // A proxy may read one header and the service the other. Together they form a list (RFC 9110, section 5.3).
        blocked(
          forgery(
            'two-headers',
            'two Authorization headers, of which the second has a valid token',
            (token) => [`Bearer ${unknownOf(token)}`, `Bearer ${token}`],
          ),
        ),
      ],
    ],
    { title: 'a valid token and something more' },
  ),
  family(
    bearer('altered-start', 'a valid token whose first characters are altered', (token) =>
      alteredAt(token, 0),
    ),
    [
      [
        bearer('altered-first', 'a valid token whose first character is altered', (token) =>
          oneAlteredAt(token, 0),
        ),
      ],
    ],
  ),
  family(
    bearer('altered-middle', 'a valid token whose middle characters are altered', (token) =>
      alteredAt(token, Math.floor(token.length / 2)),
    ),
  ),
  family(
    bearer('altered-end', 'a valid token whose last characters are altered', (token) =>
      alteredAt(token, Math.max(0, token.length - 4)),
    ),
    [
      [
        bearer('altered-last', 'a valid token whose last character is altered', (token) =>
          oneAlteredAt(token, token.length - 1),
        ),
      ],
    ],
  ),
  family(bearer('other-case', 'a valid token in the other case', swappedCase), [
    [bearer('single-case', 'a valid token in one case', singleCase)],
  ]),
]);

/** The plainest forgery of each family. */
export const forgeries: readonly Forgery[] = Object.freeze(
  forgeryFamilies.flatMap(({ choices }) => choices[0]?.slice(0, 1) ?? []),
);
