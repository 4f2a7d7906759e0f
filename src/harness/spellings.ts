import type { Call } from '../api/calls.ts';
import type { OperationId } from '../specification/description.ts';
import { turnAt } from './forgeries.ts';
import type { Credentials } from './session.ts';
import type { Target } from './target.ts';
import {
  diverting,
  headersNaming,
  type OrganisationNames,
  parametersNaming,
  roleHeaders,
} from './token-places.ts';
import { type Extent, rowsOfTurn } from './turns.ts';

type Naming = (organisation: OrganisationNames) => Readonly<Record<string, string>>;

/** Another spelling of a path. A guard may read it differently from the service behind the guard. */
export interface Spelling {
  readonly id: string;
  /** Not set if only headers or the query are added. */
  readonly of?: (path: string) => string;
  /**
   * Set if the standards treat both spellings as the same path: UUIDs are case-insensitive (RFC 9562, section
   * 4), and a letter may be percent-encoded (RFC 3986, section 6.2.2.2). The target may answer it as the same
   * path or as an unknown one.
   */
  readonly isTheSame?: true;
  readonly headers?: Naming;
  readonly query?: Naming;
}

export function wayOf({ id, headers }: Spelling): string {
  return headers === undefined ? `A path with ${id}` : `A request with ${id}`;
}

const beginning = '/api/v2/';
const identifier = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

const slashAtTheEnd: Spelling = { id: 'a slash at the end', of: (path) => `${path}/` };

const diverted: Spelling = { id: 'headers that name another method or path', headers: () => diverting };

const slashesAtTheStart: Spelling = { id: 'two slashes at the beginning', of: (path) => `/${path}` };

const wayBack: Spelling = {
  id: 'a way back from the description',
  of: (path) => path.replace(beginning, '/api/v2/doc/../'),
};

const withinPaths: readonly Spelling[] = [
  { id: 'capitals', of: inCapitals },
  { id: 'a doubled slash', of: (path) => path.replace(beginning, '/api//v2/') },
  {
    // Nearly every router decodes the letter and ignores the query, so one request can try both.
    id: 'an encoded letter, and a query that names the description',
    of: (path) => `${encodedAt(path, beginning.length)}?path=/api/v2/doc`,
  },
  { id: 'a suffix', of: (path) => `${path}.json` },
];

const parameterOfPath: Spelling = { id: 'a parameter of the path', of: (path) => `${path};x=y` };

const pathsWithToken: readonly Spelling[] = [slashAtTheEnd, ...withinPaths, diverted, wayBack];

/** A run tries each of these on one operation that reads. The seed decides on which. */
const pathsWithoutToken: readonly Spelling[] = [
  ...withinPaths,
  parameterOfPath,
  diverted,
  wayBack,
  slashesAtTheStart,
];

/** A path with a query: a guard may know only the plain path. */
const withQuery: Spelling = { id: 'a query', of: (path) => `${path}?page=1` };

const furtherPaths: readonly Spelling[] = [
  slashesAtTheStart,
  parameterOfPath,
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
  // The path still names the same record, so one request tries both the letter case and the headers.
  id: 'its identifier in the other letter case, and with headers that claim a role',
  of: (path) => path.replace(identifier, inOtherCase),
  headers: () => roleHeaders,
  isTheSame: true,
};

export const roleClaimed: Spelling = { id: 'headers that claim a role', headers: () => roleHeaders };

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

export const tenantNamed: Spelling = { id: 'headers that name its organisation', headers: headersNaming };

/** Apart from the headers, since a strict service refuses unknown parameters. */
export const tenantQueried: Spelling = { id: 'a query that names its organisation', query: parametersNaming };

export const tenantClaimed: Spelling = {
  id: 'a query and headers that name its organisation, and headers that claim a role',
  headers: (organisation) => ({ ...roleHeaders, ...headersNaming(organisation) }),
  query: parametersNaming,
};

/** The part of a request that each of these spellings changes in addition to the headers. */
export const changedParts: ReadonlyMap<string, 'path' | 'query'> = new Map([
  [otherCase.id, 'path'],
  [tenantClaimed.id, 'query'],
]);

/** Another media type for a change: a guard may know only the one that the documents name. */
const otherMediaType: Spelling = {
  id: 'the media type application/merge-patch+json',
  headers: () => ({ 'content-type': 'application/merge-patch+json' }),
};

/** False for a spelling that changes nothing of the call. */
export function altersCall({ path }: Call, { of, headers, query }: Spelling): boolean {
  return (of !== undefined && of(path) !== path) || headers !== undefined || query !== undefined;
}

export function withSpelling(
  call: Call,
  { id, of, headers, query }: Spelling,
  organisation: OrganisationNames = { id: '', subDomain: '' },
): Call {
  return {
    ...{ ...call, path: of?.(call.path) ?? call.path, spelling: id },
    ...(headers === undefined ? {} : { headers: { ...call.headers, ...headers(organisation) } }),
    ...(query === undefined ? {} : { query: `?${new URLSearchParams(query(organisation))}` }),
  };
}

/** Whether a caller who may not create sends a payload without fields, too. Other runs send a creation with a query. */
export function sendsEmptyCreation({ thorough, seed }: Extent): boolean {
  return thorough || seed % 2 === 0;
}

/** The spellings that a caller who must be refused tries on an operation. */
export function spellingsWithToken(
  operation: OperationId,
  { thorough, seed }: Extent,
  credentials: Credentials = 'restricted',
): readonly Spelling[] {
  const [, ...others] = ofIdentifiers;
  if (thorough) {
    const ofMediaTypes = operation === 'updateClient' ? [otherMediaType] : [];
    const ofHeaders = [otherCase, tenantNamed, tenantQueried, roleClaimed, ...ofMediaTypes];
    return [...ofHeaders, ...others, ...pathsWithToken, withQuery, ...furtherPaths];
  }
  if (operation === 'getCaseData')
    return [otherCase, tenantNamed, ...rowsOfTurn([...pathsWithToken, ...others], 1, seed)];
  if (operation === 'updateClient') {
    // Two callers are refused, and try different spellings.
    const rare = [otherCase, ...others, tenantNamed, tenantQueried];
    return credentials === 'outsider'
      ? [otherMediaType, ...rowsOfTurn(rare, 1, seed + 1)]
      : [slashAtTheEnd, ...rowsOfTurn([...rare, otherMediaType], 1, seed)];
  }
  if (operation === 'createOrganisation') return sendsEmptyCreation({ thorough, seed }) ? [] : [withQuery];
  return [
    ...(operation === 'listCases' ? [withQuery] : []),
    ...rowsOfTurn([roleClaimed, ...pathsWithToken], 1, turnAt(operation, seed)),
  ];
}

/**
 * The spellings by which the member asks for a foreign case. With a restricted token, that one asks for it by the
 * identifier in the other letter case.
 */
export function spellingsOfForeign(
  { thorough, seed }: Extent,
  { tokens }: Pick<Target, 'tokens'>,
): readonly Spelling[] {
  if (thorough) return ofIdentifiers;
  return rowsOfTurn(tokens.has('restricted') ? otherIdentifiers : [...otherIdentifiers, otherCase], 1, seed);
}

/** The entries of `pathsWithoutToken` that a run with seed 0 tries on each operation. */
const turnsWithoutToken: Readonly<Partial<Record<OperationId, readonly number[]>>> = {
  getCaseData: [0, 1, 2],
  listCases: [3, 4, 5],
  getOrganisation: [6, 7],
};

/**
 * The spellings of the path that a request without a token tries: on each operation a slash at the end, which routers
 * ignore most often. A guard that knows an operation only by its documented path usually does so for all, so those that
 * read share the others.
 */
export function spellingsWithoutToken(
  operation: OperationId,
  { thorough, seed }: Extent,
): readonly Spelling[] {
  if (thorough) return [...pathsWithToken, withQuery, ...ofIdentifiers, ...furtherPaths];
  const turns = turnsWithoutToken[operation] ?? [];
  return [slashAtTheEnd, ...turns.flatMap((turn) => rowsOfTurn(pathsWithoutToken, 1, seed + turn))];
}

function withIdentifier(spelled: (id: string) => string): (path: string) => string {
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
