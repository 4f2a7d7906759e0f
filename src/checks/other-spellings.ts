import type { Call } from '../api/calls.ts';
import { deviates, handsOver, held, isSuccess, statusKind, statusOf } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import type { Sampling, Session } from '../harness/session.ts';
import { showsAgain } from '../harness/shown-again.ts';
import { is4xx } from '../http/status.ts';
import type { Refusee } from '../rules/telling-refusals.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type Refused, refusalOf } from './refused.ts';
import { tellNothing } from './telling-refusals.ts';

/** Another way to write a path, which whatever guards it may read otherwise than what answers. */
export interface Spelling {
  /** Continues the words "written with". */
  readonly id: string;
  readonly of: (path: string) => string;
  /**
   * Whether it is the same path to whoever reads it by the standards: UUIDs compare in any letter case (RFC 9562,
   * section 4), and a letter may be encoded (RFC 3986, section 6.2.2.2). There may be no such thing by it, but nothing
   * else.
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

/** The usual ones lead past what looks for credentials by the path: the first is the most common. */
export const usualPaths: readonly Spelling[] = [
  slashAtEnd,
  { id: 'capitals', of: inCapitals },
  doubledSlash,
  { id: 'a way back from the description', of: (path) => path.replace(beginning, '/api/v2/doc/../') },
  { id: 'an encoded letter', of: (path) => encodedAt(path, beginning.length) },
  { id: 'a suffix', of: (path) => `${path}.json` },
  { id: 'a parameter of the path', of: (path) => `${path};x=y` },
];

export const furtherPaths: readonly Spelling[] = [
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

/** What leads past a guard that compares identifiers as texts, or looks for them at one place of the path. */
export const ofIdentifiers: readonly Spelling[] = [
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

/**
 * That what is refused is not shown by other spellings either. They are dealt over what is refused, since what guards
 * one guards them all. By another path there may be nothing, or a page for people: how else it is answered is open.
 * @param requirement - the row by which it is refused
 */
export async function* keepsFromOtherSpellings(
  session: Session,
  refused: readonly Refused[],
  requirement: string,
  refusee: Refusee = 'stranger',
): AsyncIterable<Judgement> {
  const otherwise: Refused[] = [];
  for (const [place, spelling] of spellingsFor(session.sampling).entries()) {
    const one = refused[place % refused.length];
    if (one === undefined || spelling.of(one.reply.call.path) === one.reply.call.path) continue;
    const reply = await session.send(written(one.reply.call, spelling), one.credentials);
    const isShown = spelling.isTheSame
      ? isSuccess(reply) || handsOver(reply, one.accepted)
      : showsAgain(session.specification, reply, one.accepted);
    const words = `What is refused must not be shown where its path is written with ${spelling.id}, but is answered ${statusOf(reply)}`;
    yield isShown ? deviates(reply, requirement, words, '', kindOf(spelling, reply)) : held;
    if (is4xx(reply.status)) otherwise.push(...refusalOf({ ...one, reply }));
  }
  yield* tellNothing(session, otherwise, requirement, refusee);
}

function kindOf({ id }: Spelling, reply: Exchange): string {
  return `${statusKind(reply)}, written with ${id}`;
}

/** What is tried on whoever has a token that does not suffice. */
export function spellingsFor({ thorough }: Sampling): readonly Spelling[] {
  const usual = [...ofIdentifiers, slashAtEnd, doubledSlash];
  return thorough ? [...new Set([...usual, ...usualPaths, ...furtherPaths])] : usual;
}

function inOtherCase(id: string): string {
  return id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase();
}

/** But for identifiers, which are the same in either case. */
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
