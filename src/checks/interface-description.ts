import { parse } from 'yaml';
import { getInterfaceDescription } from '../client/calls.ts';
import { childPointer, memberOf } from '../specification/pointer.ts';
import { type Check, type Judgement, Undecidable } from './check.ts';
import { provenToken } from './controls.ts';
import { forgeries } from './forgeries.ts';
import { deviates, held, isSuccess, statusOf, undecided } from './judgements.ts';
import type { Reply, Session } from './session.ts';

/** The checks of GET /api/v2/doc (interface 1, 4 and 9). */
export const interfaceDescriptionChecks: readonly Check[] = Object.freeze([
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
  {
    id: 'getInterfaceDescription.version',
    title: 'The description is of version 2.0',
    operation: 'getInterfaceDescription',
    requirements: ['interface-version'],
    needs: [],
    run: hasVersion,
  },
]);

async function* isServed(session: Session): AsyncIterable<Judgement> {
  const reply = await session.recall(getInterfaceDescription(), 'member');
  if (reply.status === 401) await provenToken(session, 'member');
  if (!isSuccess(reply)) {
    yield deviates(
      reply,
      'description-served',
      `The description must be served, but is answered ${statusOf(reply)}`,
    );
    return;
  }
  if (readDescription(reply) === undefined) {
    yield deviates(reply, 'description-served', 'The description must be an object, written as JSON or YAML');
  } else yield held;
  const [absent] = forgeries;
  if (absent === undefined) return;
  const anonymous = await session.send(getInterfaceDescription(), absent);
  session.observe({
    requirement: 'description-credentials',
    subject: 'getInterfaceDescription with no token',
    value: isSuccess(anonymous) ? 'answered' : String(anonymous.status),
  });
}

async function* hasPrefixedPaths(session: Session): AsyncIterable<Judgement> {
  const { reply, description } = await describedBy(session);
  const paths = memberOf(description, 'paths');
  if (typeof paths !== 'object' || paths === null || Object.keys(paths).length === 0) {
    yield undecided(
      'no-data',
      'The served description names no paths, so that nothing can be said of their prefix.',
    );
    return;
  }
  for (const [path, item] of Object.entries(paths)) {
    const bases = basesOf(item) ?? basesOf(description) ?? [''];
    const strays = bases.filter((base) => !/^\/api\/v2(\/|$)/.test(`${base}${path}`));
    if (strays.length === 0) yield held;
    else {
      const words = `The path ${shortened(path)} must start with /api/v2`;
      yield deviates(reply, 'paths-prefixed', words, childPointer('/paths', path));
    }
  }
}

async function* hasVersion(session: Session): AsyncIterable<Judgement> {
  const { reply, description } = await describedBy(session);
  const version = memberOf(memberOf(description, 'info'), 'version');
  if (typeof version !== 'string' && typeof version !== 'number') {
    yield undecided(
      'no-data',
      'The served description has no info.version, so that its version is not known.',
    );
  } else if (/^v?2(\.0(\.\d.*)?)?$/i.test(String(version).trim())) yield held;
  else {
    const words = `/info/version must be 2.0, but is ${shortened(String(version))}`;
    yield deviates(reply, 'interface-version', words, '/info/version');
  }
}

async function describedBy(session: Session): Promise<{ reply: Reply; description: object }> {
  const reply = await session.recall(getInterfaceDescription(), 'member');
  const description = isSuccess(reply) ? readDescription(reply) : undefined;
  if (description === undefined) {
    throw new Undecidable(
      'no-data',
      'No description is served that could be read; see getInterfaceDescription.served.',
    );
  }
  return { reply, description };
}

/** The description as a value: an object, from JSON or YAML; undefined when it is neither. */
function readDescription(reply: Reply): object | undefined {
  const value = reply.body.kind === 'json' ? reply.body.value : fromYaml(reply.text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

function fromYaml(text: string): unknown {
  // A page of HTML may read as YAML of some kind, but is no description that a machine could use.
  if (text.trimStart().startsWith('<')) return undefined;
  try {
    return parse(text, { logLevel: 'error' });
  } catch {
    return undefined;
  }
}

/** The paths that servers put before the paths of an item or a document: `servers` of OpenAPI 3, `basePath` of 2. */
function basesOf(holder: unknown): string[] | undefined {
  const basePath = memberOf(holder, 'basePath');
  if (typeof basePath === 'string') return [withoutSlash(basePath)];
  const servers = memberOf(holder, 'servers');
  if (!Array.isArray(servers) || servers.length === 0) return undefined;
  return servers.map((server) => basePathOf(String(memberOf(server, 'url') ?? '')));
}

/** The path of a server's URL, which may be relative, or begin with a variable that stands for its origin. */
function basePathOf(url: string): string {
  const path =
    /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*(\/.*)?$/i.exec(url)?.[1] ?? /^\{[^}]*\}(\/.*)?$/.exec(url)?.[1];
  return withoutSlash(path ?? (url.startsWith('/') ? url : ''));
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '');
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
