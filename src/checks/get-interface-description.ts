import { getInterfaceDescription } from '../api/calls.ts';
import {
  deviates,
  deviatesAt,
  held,
  isSameConcurrently,
  isSuccess,
  observes,
  undecided,
  unexpectedStatus,
  wrongStatus,
} from '../harness/assertions.ts';
import { type Check, checkOf, type Judgement, ofEachItem } from '../harness/check.ts';
import { provenToken } from '../harness/controls.ts';
import { noCredentials } from '../harness/forgeries.ts';
import { completeSuccess } from '../harness/judge.ts';
import type { Session } from '../harness/session.ts';
import { tokenNames } from '../harness/target.ts';
import { childPointer, memberOf } from '../schema/pointer.ts';
import { basesOf, partsOfItem } from '../specification/servers.ts';
import type { Specification } from '../specification/specification.ts';
import { isVersion } from '../specification/versions.ts';
import type { Exchange } from '../trace/exchange.ts';
import { ifAnswered, Undecidable } from '../trace/gap.ts';
import { servedIn, unreadableDescription } from './get-interface-description/served.ts';

export function getInterfaceDescriptionChecks({ description }: Specification): Check[] {
  const { version } = description.info;
  const ofDescription = { probe: readDescription, itemOf: completeSuccess };
  const versionCheck = checkOf<Exchange>({
    ...ofDescription,
    id: 'getInterfaceDescription.version',
    title: `The description is of version ${version}, or has the paths of it`,
    requirements: ['interface-version'],
    rule: ofEachItem((reply) => hasVersion(reply, version)),
  });
  return [
    checkOf<ServedDescription>({
      id: 'getInterfaceDescription.served',
      title: 'A machine-readable description of the interface is served',
      requirements: ['description-served'],
      probe: serve,
      itemOf: (reply, origin) => {
        const success = completeSuccess(reply, origin);
        return success && { reply: success };
      },
      rule: ofEachItem(isServed),
    }),
    checkOf<Exchange>({
      ...ofDescription,
      id: 'getInterfaceDescription.paths',
      title: 'Every path that the description names starts with /api/v2',
      requirements: ['paths-prefixed'],
      rule: ofEachItem(hasPrefixedPaths),
    }),
    ...(version === '' ? [] : [versionCheck]),
  ];
}

interface ServedDescription {
  readonly reply: Exchange;
  readonly anonymous?: Exchange | undefined;
}

async function* readDescription(session: Session): AsyncIterable<Exchange> {
  yield await firstLetIn(session);
}

async function* serve(session: Session): AsyncIterable<ServedDescription> {
  const reply = await firstLetIn(session);
  if (reply.status === 401 || reply.status === 403) await provenToken(session, 'member');
  if (reply.status === 403 && session.target.tokens.size === 1) {
    const words =
      'GET /api/v2/doc is answered 403: the permission for it may be what tokens.member lacks. Give it that permission, or set another token in the configuration.';
    throw new Undecidable('control-refused', words, reply);
  }
  if (!isSuccess(reply)) yield { reply };
  else yield { reply, anonymous: await ifAnswered(session.send(getInterfaceDescription(), noCredentials)) };
}

function* isServed({ reply, anonymous }: ServedDescription): Iterable<Judgement> {
  yield* isSameConcurrently(reply, 'description-served');
  if (!isSuccess(reply))
    return yield unexpectedStatus(reply, 'description-served', 'The status is {status} instead of 2xx');
  const served = servedIn(reply);
  if (served.kind === 'no description') {
    const words = `The body ${served.which}`;
    yield deviates(reply, 'description-served', words, '', 'no description');
  } else if (served.kind === 'unknown') {
    const words =
      'GET /api/v2/doc is answered with an object that names no path of the interface. Serve a description that names its paths.';
    yield undecided('no-data', words, reply);
  } else yield held;
  if (anonymous === undefined) return;
  const value = isSuccess(anonymous) ? 'answered' : String(anonymous.status);
  yield observes('description-credentials', 'getInterfaceDescription with no token', value);
  // The description may be public or not, but the answer must not be a server error.
  if (anonymous.status < 500) return;
  const words = 'Without credentials, the description is neither served nor refused: {status}';
  yield wrongStatus(anonymous, 'description-served', words);
}

/** The answer to the first token that may read the description: the member may lack the permission. */
async function firstLetIn(session: Session): Promise<Exchange> {
  const ofMember = await session.sendOnce(getInterfaceDescription(), 'member');
  if (ofMember.status !== 403) return ofMember;
  for (const token of tokenNames.filter((name) => name !== 'member' && session.target.tokens.has(name))) {
    const reply = await session.sendOnce(getInterfaceDescription(), token);
    if (isSuccess(reply)) return reply;
  }
  return ofMember;
}

/** The maximum number of wrong paths to name: a hostile description may have a million. */
const namedStrays = 100;

function* hasPrefixedPaths(reply: Exchange): Iterable<Judgement> {
  const description = descriptionIn(reply);
  if (description === undefined) return yield undecided('no-data', unreadableDescription(reply), reply);
  const { names, strays } = pathsIn(description);
  const unnamed = 'The served description names no paths, so nothing can be said of their prefix.';
  if (names.length === 0) return yield undecided('no-data', unnamed, reply);
  for (const path of strays.slice(0, namedStrays)) {
    const shown = shownPath(path);
    const words = `The path ${shown} must start with /api/v2`;
    yield deviates(reply, 'paths-prefixed', words, childPointer('/paths', shown), 'prefix');
  }
  if (strays.length === 0) yield held;
}

/** `strays`: the paths that do not start with /api/v2. */
function pathsIn(description: object): { readonly names: string[]; readonly strays: string[] } {
  const shared = basesOf(description) ?? [''];
  // In `paths`, names without a leading slash are extensions (OpenAPI, Paths Object).
  const paths = Object.entries(Object(memberOf(description, 'paths'))).filter(([path]) =>
    path.startsWith('/'),
  );
  const strays = paths.filter(([path, item]) =>
    partsOfItem(item, shared).some(({ bases }) => bases.some((base) => !isPrefixed(`${base}${path}`))),
  );
  return { names: paths.map(([path]) => path), strays: strays.map(([path]) => path) };
}

/**
 * The paths contain the version of the interface, but in OpenAPI `info.version` is the version of the
 * document. So a different `info.version` is reported as drift, not as a deviation.
 */
function* hasVersion(reply: Exchange, due: string): Iterable<Judgement> {
  const description = descriptionIn(reply);
  if (description === undefined) return yield undecided('no-data', unreadableDescription(reply), reply);
  const version = memberOf(memberOf(description, 'info'), 'version');
  const isStated = typeof version === 'string' || typeof version === 'number';
  const { names, strays } = pathsIn(description);
  if ((isStated && isVersion(String(version).trim(), due)) || strays.length < names.length) yield held;
  else if (!isStated || names.length === 0) {
    const words = `The served description has ${isStated ? 'no paths' : 'no info.version'}, so its version is not known.`;
    yield undecided('no-data', words, reply);
  } else {
    const words = `is ${shortened(String(version))} instead of ${due}, and no path starts with /api/v2`;
    yield deviatesAt(reply, 'interface-version', '/info/version', words, 'other');
  }
}

function descriptionIn(reply: Exchange): object | undefined {
  const served = isSuccess(reply) ? servedIn(reply) : undefined;
  return served?.kind === 'description' ? served.value : undefined;
}

/** Whether the path is below /api/v2 after its `..` segments are resolved (RFC 3986, section 5.2.4). */
function isPrefixed(path: string): boolean {
  // The URL constructor throws for a bare path, but accepts any path after `http://host/`.
  const { pathname } = new URL(`http://host/${path.replace(/^\/+/, '')}`);
  return /^\/api\/v2(\/|$)/.test(pathname);
}

/** The target chose the path. A path with unusual characters is printed only as its length. */
function shownPath(path: string): string {
  return /^[\w{}./:~%-]{1,200}$/.test(path) ? path : `(a path of ${path.length} characters)`;
}

function shortened(text: string): string {
  // Never print the start of a long text: it could be half a token, which masking would not recognise.
  return text.length > 60 ? `(a text of ${text.length} characters)` : text;
}
