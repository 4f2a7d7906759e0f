import type { Call } from '../../api/calls.ts';
import { deviates, held } from '../../harness/assertions.ts';
import type { Check } from '../../harness/check.ts';
import { control } from '../../harness/controls.ts';
import { noCredentials } from '../../harness/forgeries.ts';
import type { Sampling } from '../../harness/session.ts';
import { showsAgain } from '../../harness/shown-again.ts';
import { operations } from '../../rules/operations.ts';
import type { OperationId } from '../../specification/description.ts';

/** Another way to write a path, which whatever looks for credentials may read otherwise than what answers. */
interface Spelling {
  /** Continues the word "by". */
  readonly id: string;
  readonly of: (path: string) => string;
}

const beginning = '/api/v2/';

const usual: readonly Spelling[] = [
  { id: 'a slash at the end', of: (path) => `${path}/` },
  { id: 'capitals', of: inCapitals },
  { id: 'a doubled slash', of: (path) => path.replace(beginning, '/api//v2/') },
  { id: 'a way back from the description', of: (path) => path.replace(beginning, '/api/v2/doc/../') },
  { id: 'an encoded letter', of: encodingFirstLetter },
  { id: 'a suffix', of: (path) => `${path}.json` },
  { id: 'a parameter of the path', of: (path) => `${path};x=y` },
];

const further: readonly Spelling[] = [
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

/**
 * The checks that no other way to write a path leads past the credentials (interface 4: every operation requires a token).
 * What else is answered there is open: not to be there, to be elsewhere, and to be guarded are all right.
 */
export const otherPathsChecks: readonly Check[] = Object.freeze(
  (['getCaseData', 'getOrganisation', 'listCases', 'updateClient'] as const).map(otherPathsCheck),
);

function otherPathsCheck(operation: OperationId): Check {
  const { needs, calls, isAccepted } = operations[operation];
  return {
    id: `${operation}.credentials-other-paths`,
    title: `${operation} shows nothing without credentials, however its path is written`,
    operation,
    requirements: ['credentials-401'],
    needs,
    run: async function* (session) {
      for (const call of calls(session).slice(0, 1)) {
        const accepted = await control(session, call, isAccepted);
        for (const { id, of } of spellingsFor(operation, session.sampling)) {
          const reply = await session.send(written(call, of), noCredentials);
          if (showsAgain(session.specification, reply, accepted)) {
            const words = `The path, written with ${id}, must show nothing without credentials, but does`;
            yield deviates(reply, 'credentials-401', words, '', `shown by ${id}`);
          } else yield held;
        }
      }
    },
  };
}

/** All of them where most is at stake; of the other operations one. */
function spellingsFor(operation: OperationId, { thorough }: Sampling): readonly Spelling[] {
  if (thorough) return [...usual, ...further];
  return operation === 'getCaseData' ? usual : usual.slice(0, 1);
}

function written(call: Call, of: Spelling['of']): Call {
  return { ...call, path: of(call.path) };
}

/** But for identifiers, which are the same in either case. */
function inCapitals(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment.includes('-') ? segment : segment.toUpperCase()))
    .join('/');
}

function encodingFirstLetter(path: string): string {
  const [letter = ''] = path.slice(beginning.length);
  const code = letter.charCodeAt(0).toString(16);
  return `${beginning}%${code}${path.slice(beginning.length + 1)}`;
}
