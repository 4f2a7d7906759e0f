import { parse } from 'yaml';
import { getInterfaceDescription } from '../api/calls.ts';
import {
  deviates,
  deviatesAt,
  held,
  isSuccess,
  statusKind,
  statusOf,
  undecided,
} from '../harness/assertions.ts';
import { type Check, type Judgement, Undecidable } from '../harness/check.ts';
import { provenToken } from '../harness/controls.ts';
import { noCredentials } from '../harness/forgeries.ts';
import type { Reply, Session } from '../harness/session.ts';
import { isObject } from '../schema/json.ts';
import { childPointer, memberOf } from '../schema/pointer.ts';
import { basesOf, basesOfItem } from '../specification/servers.ts';
import type { Specification } from '../specification/specification.ts';

/** The checks of GET /api/v2/doc (interface 1, 4 and 9). */
export function getInterfaceDescriptionChecks({ description }: Specification): Check[] {
  const { version } = description.info;
  return [...ownChecks, ...(version === '' ? [] : [versionCheck(version)])];
}

const ownChecks: readonly Check[] = [
  {
    id: 'getInterfaceDescription.served',
    title: 'A machine-readable description of the interface is served',
    operation: 'getInterfaceDescription',
    requirements: ['description-served'],
    needs: [],
    run: isServed,
  },
  {
    id: 'getInterfaceDescription.paths',
    title: 'Every path that the description names starts with /api/v2',
    operation: 'getInterfaceDescription',
    requirements: ['paths-prefixed'],
    needs: [],
    run: hasPrefixedPaths,
  },
];

function versionCheck(version: string): Check {
  return {
    id: 'getInterfaceDescription.version',
    title: `The description is of version ${version}`,
    operation: 'getInterfaceDescription',
    requirements: ['interface-version'],
    needs: [],
    run: (session) => hasVersion(session, version),
  };
}

async function* isServed(session: Session): AsyncIterable<Judgement> {
  const reply = await session.sendOnce(getInterfaceDescription(), 'member');
  if (reply.status === 401) await provenToken(session, 'member');
  if (reply.status === 403) {
    throw new Undecidable(
      'control-refused',
      'GET /api/v2/doc is answered 403: the permission for it may be what tokens.member lacks. Give it that permission.',
    );
  }
  if (!isSuccess(reply)) {
    const words = `The description must be served, but is answered ${statusOf(reply)}`;
    yield deviates(reply, 'description-served', words, '', statusKind(reply));
    return;
  }
  if (readDescription(reply) === undefined) {
    const words =
      'The description must be an object that is not empty, written as JSON, or as YAML of up to 1 MiB';
    yield deviates(reply, 'description-served', words, '', 'no description');
  } else yield held;
  const anonymous = await session.tryOnce(getInterfaceDescription(), noCredentials);
  if (anonymous === undefined) return;
  session.observe({
    requirement: 'description-credentials',
    subject: 'getInterfaceDescription with no token',
    value: isSuccess(anonymous) ? 'answered' : String(anonymous.status),
  });
}

/** As many are named; a hostile description has a million. */
const namedStrays = 100;

async function* hasPrefixedPaths(session: Session): AsyncIterable<Judgement> {
  const { reply, description } = await describedBy(session);
  // Below `paths`, names that start with no slash are extensions (OpenAPI, Paths Object).
  const paths = Object.entries(Object(memberOf(description, 'paths'))).filter(([path]) =>
    path.startsWith('/'),
  );
  if (paths.length === 0) {
    yield undecided(
      'no-data',
      'The served description names no paths, so that nothing can be said of their prefix.',
    );
    return;
  }
  const shared = basesOf(description) ?? [''];
  const strays = paths.filter(([path, item]) =>
    basesOfItem(item, shared).some((base) => !isPrefixed(`${base}${path}`)),
  );
  for (const [path] of strays.slice(0, namedStrays)) {
    const shown = shownPath(path);
    const words = `The path ${shown} must start with /api/v2`;
    yield deviates(reply, 'paths-prefixed', words, childPointer('/paths', shown), 'prefix');
  }
  if (strays.length === 0) yield held;
}

async function* hasVersion(session: Session, due: string): AsyncIterable<Judgement> {
  const { reply, description } = await describedBy(session);
  const version = memberOf(memberOf(description, 'info'), 'version');
  if (typeof version !== 'string' && typeof version !== 'number') {
    yield undecided(
      'no-data',
      'The served description has no info.version, so that its version is not known.',
    );
  } else if (isVersion(String(version).trim(), due)) yield held;
  else {
    const words = `must be ${due}, but is ${shortened(String(version))}`;
    yield deviatesAt(reply, 'interface-version', '/info/version', words, 'other');
  }
}

/** Whether a version is that one, or a patch or a build of it; zeros at the end may be left out. */
function isVersion(version: string, due: string): boolean {
  const [plain = ''] = version.replace(/^v/i, '').split(/[-+]/, 1);
  const [parts, dueParts] = [plain, due.replace(/^v/i, '')].map((one) => one.split('.'));
  if (parts === undefined || dueParts === undefined || !/^\d+(\.\d+)*$/.test(plain)) return version === due;
  return dueParts.every((part, place) => (parts[place] ?? '0') === part) && parts.length <= 3;
}

async function describedBy(session: Session): Promise<{ reply: Reply; description: object }> {
  const reply = await session.sendOnce(getInterfaceDescription(), 'member');
  const description = isSuccess(reply) ? readDescription(reply) : undefined;
  if (description === undefined) {
    throw new Undecidable(
      'no-data',
      'No description is served that could be read; see getInterfaceDescription.served.',
    );
  }
  return { reply, description };
}

const readings = new WeakMap<object, object | undefined>();

/** The description as a value: an object, from JSON or YAML; undefined when it is neither. Read once for a reply. */
function readDescription({ body, text }: Reply): object | undefined {
  if (!readings.has(body)) {
    const value = body.kind === 'json' ? body.value : fromYaml(text);
    readings.set(body, isObject(value) && Object.keys(value).length > 0 ? value : undefined);
  }
  return readings.get(body);
}

/** YAML takes seconds for each megabyte, and aliases the square of it, during which nothing else goes on. */
const longestYaml = 2 ** 20;
const mostAliases = 100;

function fromYaml(text: string): unknown {
  // A page of HTML may read as YAML of some kind, but is no description that a machine could use.
  if (text.length > longestYaml || text.trimStart().startsWith('<')) return undefined;
  // A star that begins a value; text with as many of them as this is no description.
  if ((text.match(/(?:^|[\s,[{])\*\S/g) ?? []).length > mostAliases && /(?:^|[\s,[{])&\S/.test(text))
    return undefined;
  try {
    // The search for keys that occur twice, and for the lines of an error, takes the square of the time.
    return parse(text, { logLevel: 'error', uniqueKeys: false, prettyErrors: false });
  } catch {
    return undefined;
  }
}

/** Whether a path starts with /api/v2, once its dots are followed (RFC 3986, section 5.2.4). */
function isPrefixed(path: string): boolean {
  // Behind a host and a slash nothing is refused, whatever the path holds.
  const { pathname } = new URL(`http://host/${path.replace(/^\/+/, '')}`);
  return /^\/api\/v2(\/|$)/.test(pathname);
}

/** The target chose it, and it goes into a pointer. */
function shownPath(path: string): string {
  return /^[\w{}./:~%-]{1,200}$/.test(path) ? path : `(a path of ${path.length} characters)`;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
