import { memberOf } from '../schema/pointer.ts';

/** As many servers, and characters of the URL of each, are looked at. */
const examinedServers = 20;
const examinedCharacters = 2_000;

/** The bases of a path's operations: each operation may have servers of its own, and so may the path. */
export function basesOfItem(item: unknown, shared: readonly string[]): string[] {
  const inherited = basesOf(item) ?? shared;
  const operations = methods
    .map((method) => memberOf(item, method))
    .filter((operation) => operation !== undefined);
  return operations.length === 0
    ? [...inherited]
    : operations.flatMap((operation) => basesOf(operation) ?? inherited);
}

/** The names of operations in a path item (OpenAPI 3.1, Path Item Object). */
export const methods: readonly string[] = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
];

/** The paths that servers put before the paths of an item or a document: `servers` of OpenAPI 3, `basePath` of 2. */
export function basesOf(holder: unknown): string[] | undefined {
  const basePath = memberOf(holder, 'basePath');
  if (typeof basePath === 'string')
    return [withoutSlash(basePath.startsWith('/') ? basePath : `/${basePath}`)];
  const servers = memberOf(holder, 'servers');
  if (!Array.isArray(servers) || servers.length === 0) return undefined;
  return servers.slice(0, examinedServers).map(basePathOf);
}

/**
 * The path of a server's URL, its variables at their defaults (OpenAPI 3.1, Server Object). It may be relative to
 * where the description is served, and may begin with a variable, or a host, that stands for its origin.
 */
function basePathOf(server: unknown): string {
  const variables = memberOf(server, 'variables');
  const filled = textOf(memberOf(server, 'url')).replaceAll(
    /\{([^{}]*)\}/g,
    (whole, name: string) => textOf(memberOf(memberOf(variables, name), 'default')) || whole,
  );
  const url = textOf(filled).replace(
    /^(?:\{[^{}]*\}|[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?|localhost(?::\d+)?)(?=\/|$)/i,
    origin,
  );
  if (url === '' || !URL.canParse(url, `${origin}/api/v2/doc`)) return '';
  return withoutSlash(new URL(url, `${origin}/api/v2/doc`).pathname);
}

const origin = 'http://organisation.example';

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, examinedCharacters) : '';
}

function withoutSlash(path: string): string {
  let end = path.length;
  while (path.charAt(end - 1) === '/') end -= 1;
  return path.slice(0, end);
}
