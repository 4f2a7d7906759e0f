import type { Call } from '../api/calls.ts';
import type { OperationId } from '../specification/description.ts';
import { turnAt } from './forgeries.ts';
import type { Asked, Sampling } from './session.ts';
import type { Target } from './target.ts';
import { diverting, headersNaming, type OrganisationNames, roleHeaders } from './token-places.ts';
import { rowsOfTurn } from './turns.ts';

/** Another spelling of a path. A guard may read it differently from the service behind the guard. */
export interface Spelling {
  readonly id: string;
  readonly of: (path: string) => string;
  /**
   * Set if the standards treat both spellings as the same path: UUIDs are case-insensitive (RFC 9562, section
   * 4), and a letter may be percent-encoded (RFC 3986, section 6.2.2.2). The target may answer it as the same
   * path or as an unknown one.
   */
  readonly isTheSame?: true;
  readonly headers?: (organisation: OrganisationNames) => Readonly<Record<string, string>>;
}

export function wayOf({ id, headers }: Spelling): string {
  return headers === undefined ? `A path with ${id}` : `A request with ${id}`;
}

const beginning = '/api/v2/';
const identifier = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

const usualPaths: readonly Spelling[] = [
  { id: 'a slash at the end', of: (path) => `${path}/` },
  { id: 'capitals', of: inCapitals },
  { id: 'a doubled slash', of: (path) => path.replace(beginning, '/api//v2/') },
  { id: 'a way back from the description', of: (path) => path.replace(beginning, '/api/v2/doc/../') },
  {
    // Nearly every router decodes the letter and ignores the query, so one request can try both of these and the
    // headers.
    id: 'an encoded letter, a query that names the description, and headers that name another method or path',
    of: (path) => `${encodedAt(path, beginning.length)}?path=/api/v2/doc`,
    headers: () => diverting,
  },
  { id: 'a suffix', of: (path) => `${path}.json` },
  { id: 'a parameter of the path', of: (path) => `${path};x=y` },
];

/** A path with a query: a guard may know only the plain path. */
const withQuery: Spelling = { id: 'a query', of: (path) => `${path}?page=1` };

const furtherPaths: readonly Spelling[] = [
  { id: 'two slashes at the beginning', of: (path) => `/${path}` },
  { id: 'an encoded letter', of: (path) => encodedAt(path, beginning.length) },
  { id: 'a query that names the description', of: (path) => `${path}?path=/api/v2/doc` },
  { id: 'a dot for a segment', of: (path) => path.replace(beginning, '/api/v2/./') },
  { id: 'an encoded way back', of: (path) => path.replace(beginning, '/api/v2/doc/%2e%2e/') },
  { id: 'a parameter and a way back', of: (path) => path.replace(beginning, '/api/v2/doc/..;/') },
  { id: 'an encoded slash', of: (path) => path.replace(beginning, '/api/v2%2f') },
  { id: 'a backslash', of: (path) => path.replace(beginning, '/api/v2%5c') },
  { id: 'capitals of a segment', of: (path) => path.replace(beginning, '/api/V2/') },
  { id: 'a space at the end', of: (path) => `${path}%20` },
  { id: 'a null character at the end', of: (path) => `${path}%00` },
  { id: 'a line break at the end', of: (path) => `${path}%0a` },
  { id: 'a dot at the end', of: (path) => `${path}.` },
  { id: 'a question mark', of: (path) => `${path}?` },
  { id: 'a suffix of a page', of: (path) => `${path}.css` },
  { id: 'another version', of: (path) => path.replace(beginning, '/api/v1/') },
  { id: 'no version', of: (path) => path.replace(beginning, '/api/') },
  { id: 'no prefix', of: (path) => path.replace(beginning, '/') },
];

const otherCase: Spelling = {
  // The path means the same, so one request tries both the letter case and the headers.
  id: 'its identifier in the other letter case, and with headers that claim a role',
  of: (path) => path.replace(identifier, inOtherCase),
  headers: () => roleHeaders,
  isTheSame: true,
};

export const roleClaimed: Spelling = {
  id: 'headers that claim a role',
  of: (path) => path,
  headers: () => roleHeaders,
};

/** Forms of an identifier that libraries and databases read as the same UUID. */
const otherIdentifiers: readonly Spelling[] = [
  { id: 'its identifier without hyphens', of: withIdentifier((id) => id.replaceAll('-', '')) },
  { id: 'its identifier in braces', of: withIdentifier((id) => `{${id}}`) },
  { id: 'its identifier as a URN', of: withIdentifier((id) => `urn:uuid:${id}`) },
  { id: 'a space after its identifier', of: withIdentifier((id) => `${id} `) },
];

/** Spellings for guards that compare identifiers as texts, or expect them at one position of the path. */
const ofIdentifiers: readonly Spelling[] = [
  otherCase,
  ...otherIdentifiers,
  {
    id: 'an encoded letter of its identifier',
    of: (path) => encodedAt(path, path.search(identifier)),
    isTheSame: true,
  },
];

/** The ids of spellings that differ in both the path and the headers. */
export const spellingsWithHeaders: ReadonlySet<string> = new Set(
  [...usualPaths, otherCase].filter(({ headers }) => headers !== undefined).map(({ id }) => id),
);

export const tenantNamed: Spelling = {
  id: 'headers that name its organisation',
  of: (path) => path,
  headers: headersNaming,
};

/** Another media type for a change: a guard may know only the one that the documents name. */
const otherMediaType: Spelling = {
  id: 'the media type application/merge-patch+json',
  of: (path) => path,
  headers: () => ({ 'content-type': 'application/merge-patch+json' }),
};

export function withSpelling(
  call: Call,
  { id, of, headers }: Spelling,
  organisation: OrganisationNames = { id: '', subDomain: '' },
): Call {
  const further = headers === undefined ? {} : { headers: { ...call.headers, ...headers(organisation) } };
  return { ...call, path: of(call.path), spelling: id, ...further };
}

/** A run tries the first `max` of the spellings that the target serves to the member. */
export interface SpellingChoice {
  readonly spellings: readonly Spelling[];
  readonly max: number;
  /**
   * Set to try the first `max` spellings without asking whether the target serves them: it may serve them on this
   * operation alone.
   */
  readonly isUnasked?: true;
}

const usualPathsOfCase = 2;

/**
 * The spellings that the member tries on an operation. A router that serves a spelling usually does so for
 * all paths, so most are tried on a case.
 */
export function spellingsWithToken(
  operation: OperationId,
  { thorough, seed }: Pick<Sampling, 'thorough' | 'seed'>,
  credentials: Asked['credentials'] = 'restricted',
): readonly SpellingChoice[] {
  const [, ...others] = ofIdentifiers;
  const ofMediaTypes = operation === 'updateClient' ? [otherMediaType] : [];
  if (thorough)
    return [
      unasked(every([otherCase, tenantNamed, roleClaimed, ...ofMediaTypes, ...others])),
      every([...usualPaths, withQuery, ...furtherPaths]),
    ];
  if (operation === 'getCaseData')
    return [
      every([otherCase, tenantNamed]),
      some(usualPaths, usualPathsOfCase, seed),
      every(rowsOfTurn(others, 1, seed)),
    ];
  if (operation === 'updateClient') {
    // Two callers are refused, and try different spellings.
    const turn = credentials === 'outsider' ? seed + 1 : seed;
    return [every(ofMediaTypes), unasked(some([otherCase, ...others, tenantNamed], 1, turn))];
  }
  return [
    every(operation === 'listCases' ? [withQuery] : []),
    some([roleClaimed, ...usualPaths], 1, turnAt(operation, seed)),
  ];
}

/** In each run, the restricted token asks for a foreign case by its identifier in the other letter case. */
export function spellingsOfForeign(
  { thorough, seed }: Pick<Sampling, 'thorough' | 'seed'>,
  { tokens }: Pick<Target, 'tokens'>,
): readonly Spelling[] {
  if (thorough) return ofIdentifiers;
  return rowsOfTurn(tokens.has('restricted') ? otherIdentifiers : [otherCase, ...otherIdentifiers], 1, seed);
}

export function spellingsWithoutToken(
  operation: OperationId,
  { thorough, seed }: Pick<Sampling, 'thorough' | 'seed'>,
): readonly SpellingChoice[] {
  if (thorough) return [every([...usualPaths, withQuery, ...ofIdentifiers, ...furtherPaths])];
  if (operation === 'getCaseData') return [some(usualPaths, usualPathsOfCase, seed)];
  // The member requests a case with these spellings anyway, so no further request is needed.
  const choice = some(usualPaths, 1, seed + (turnAt(operation, 1) % usualPathsOfCase));
  return [turnAt(operation, seed) % 3 === 1 ? unasked(choice) : choice];
}

function every(spellings: readonly Spelling[]): SpellingChoice {
  return { spellings, max: spellings.length };
}

function unasked(choice: SpellingChoice): SpellingChoice {
  return { ...choice, isUnasked: true };
}

function some(spellings: readonly Spelling[], max: number, turn: number): SpellingChoice {
  const first = turn % spellings.length;
  return { spellings: [...spellings.slice(first), ...spellings.slice(0, first)], max };
}

function withIdentifier(spelled: (id: string) => string): Spelling['of'] {
  return (path) => path.replace(identifier, (id) => encodeURIComponent(spelled(id)));
}

function inOtherCase(id: string): string {
  return id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase();
}

function inCapitals(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment.includes('-') ? segment : segment.toUpperCase()))
    .join('/');
}

function encodedAt(path: string, place: number): string {
  if (place < 0) return path;
  const code = path.charCodeAt(place).toString(16);
  return `${path.slice(0, place)}%${code}${path.slice(place + 1)}`;
}
