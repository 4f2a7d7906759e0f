import { memberOf } from '../schema/pointer.ts';
import { methods } from './parts.ts';

/** Limits for hostile descriptions: the number of servers, and the length of each URL. */
const maxServers = 20;
const maxUrlLength = 2_000;

/**
 * A path item in parts, one for each operation, with its base paths: the path item and each operation may override
 * `servers`.
 */
export function partsOfItem(
  item: unknown,
  shared: readonly string[],
): readonly { readonly bases: readonly string[]; readonly members: object }[] {
  const inherited = basesOf(item) ?? shared;
  const members = Object.entries(Object(item));
  const common = Object.fromEntries(members.filter(([name]) => !methods.includes(name)));
  const operations = members.filter(([name]) => methods.includes(name));
  if (operations.length === 0) return [{ bases: inherited, members: common }];
  return operations.map(([method, operation]) => ({
    bases: basesOf(operation) ?? inherited,
    members: { ...common, [method]: operation },
  }));
}

/**
 * The base paths of a document, path item or operation, from `servers` (OpenAPI 3) or `basePath` (Swagger 2). Undefined
 * if it has neither.
 */
export function basesOf(holder: unknown): string[] | undefined {
  const basePath = memberOf(holder, 'basePath');
  if (typeof basePath === 'string')
    return [withoutSlash(basePath.startsWith('/') ? basePath : `/${basePath}`)];
  const servers = memberOf(holder, 'servers');
  if (!Array.isArray(servers) || servers.length === 0) return undefined;
  return servers.slice(0, maxServers).map(basePathOf);
}

/**
 * The path of a server's URL, with variables replaced by their defaults (OpenAPI 3.1, Server Object). The URL may be
 * relative, or begin with a variable or a bare host.
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
  return typeof value === 'string' ? value.slice(0, maxUrlLength) : '';
}

function withoutSlash(path: string): string {
  let end = path.length;
  while (path.charAt(end - 1) === '/') end -= 1;
  return path.slice(0, end);
}
