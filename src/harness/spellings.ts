import type { Call } from '../api/calls.ts';
import type { OperationId } from '../specification/description.ts';
import type { Sampling } from './session.ts';

/** Another way to write a path, which a guard may read differently from the service behind it. */
export interface Spelling {
  /** Continues the words "written with". */
  readonly id: string;
  readonly of: (path: string) => string;
  /**
   * Whether it is the same path by the standards: UUIDs compare in any letter case (RFC 9562, section 4), and a letter
   * may be encoded (RFC 3986, section 6.2.2.2). It may be answered as the same path or as an unknown one.
   */
  readonly isTheSame?: true;
}

const beginning = '/api/v2/';
const identifier = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

const slashAtEnd: Spelling = { id: 'a slash at the end', of: (path) => `${path}/` };
const doubledSlash: Spelling = {
  id: 'a doubled slash',
  of: (path) => path.replace(beginning, '/api//v2/'),
};

/** Spellings that often lead past a guard that looks at the path. The first is the most common. */
const usualPaths: readonly Spelling[] = [
  slashAtEnd,
  { id: 'capitals', of: inCapitals },
  doubledSlash,
  { id: 'a way back from the description', of: (path) => path.replace(beginning, '/api/v2/doc/../') },
  { id: 'an encoded letter', of: (path) => encodedAt(path, beginning.length) },
  { id: 'a suffix', of: (path) => `${path}.json` },
  { id: 'a parameter of the path', of: (path) => `${path};x=y` },
];

const furtherPaths: readonly Spelling[] = [
  { id: 'two slashes at the beginning', of: (path) => `/${path}` },
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
  { id: 'a query that names the description', of: (path) => `${path}?path=/api/v2/doc` },
  { id: 'a suffix of a page', of: (path) => `${path}.css` },
  { id: 'another version', of: (path) => path.replace(beginning, '/api/v1/') },
  { id: 'no version', of: (path) => path.replace(beginning, '/api/') },
  { id: 'no prefix', of: (path) => path.replace(beginning, '/') },
];

/** Spellings that lead past a guard that compares identifiers as texts, or expects them at one place of the path. */
const ofIdentifiers: readonly Spelling[] = [
  {
    id: 'its identifier in the other letter case',
    of: (path) => path.replace(identifier, inOtherCase),
    isTheSame: true,
  },
  {
    id: 'an encoded letter of its identifier',
    of: (path) => encodedAt(path, path.search(identifier)),
    isTheSame: true,
  },
];

/** The call by another path. */
export function written(call: Call, { of }: Spelling): Call {
  return { ...call, path: of(call.path) };
}

/** The spellings to try with a valid token that lacks permission. */
export function spellingsWithToken({ thorough }: Sampling): readonly Spelling[] {
  const usual = [...ofIdentifiers, slashAtEnd, doubledSlash];
  return thorough ? [...new Set([...usual, ...usualPaths, ...furtherPaths])] : usual;
}

/** The spellings to try without credentials: of cases, where most is at stake, more than of the rest. */
export function spellingsWithoutToken(operation: OperationId, { thorough }: Sampling): readonly Spelling[] {
  if (thorough) return [...usualPaths, ...ofIdentifiers, ...furtherPaths];
  return operation === 'getCaseData' ? usualPaths : usualPaths.slice(0, 1);
}

function inOtherCase(id: string): string {
  return id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase();
}

/** All segments but identifiers, which are the same in any letter case. */
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
