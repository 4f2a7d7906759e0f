import { isObject } from '../../schema/json.ts';
import { childPointer, memberOf, valueAt } from '../../schema/pointer.ts';
import { pointerOf } from '../../schema/references.ts';
import { methods } from '../../specification/parts.ts';
import { canonical } from './json.ts';

export interface Operation {
  readonly name: string;
  readonly pointer: string;
  readonly parameters: readonly Parameter[];
  readonly request: RequestBody | undefined;
  readonly responses: Responses;
  /** Alternative sets of credentials, of which one suffices. An empty set means that no credentials are needed. */
  readonly security: readonly Credentials[];
  readonly uncompared: Uncompared;
}

/** Members that are compared only as text, such as `callbacks`: the text of each by its OpenAPI name. */
export type Uncompared = Readonly<Partial<Record<OperationFlag | ParameterFlag, string>>>;

type OperationFlag = 'flows' | 'callbacks' | 'servers' | 'encoding';
type ParameterFlag = 'allowReserved' | 'allowEmptyValue' | 'explode';

/**
 * The security schemes of one alternative, each with the scopes that it needs. The keys are made of the properties of a
 * scheme, since its name may differ between descriptions.
 */
export type Credentials = ReadonlyMap<string, Credential>;

interface Credential {
  readonly name: string;
  readonly kind: string;
  readonly scopes: readonly string[];
  readonly flows: readonly unknown[];
}

export interface Header {
  readonly name: string;
  readonly pointer: string;
  readonly isRequired: boolean;
  readonly uncompared: Uncompared;
  readonly schema: Located;
}

export interface Parameter extends Header {
  readonly place: string;
  /**
   * Identifies the parameter in both descriptions: by its location and name, or in a path by its position, since the
   * name may differ.
   */
  readonly key: string;
  readonly form: string;
}

interface RequestBody {
  readonly pointer: string;
  readonly isRequired: boolean;
  readonly media: Media;
}

export interface Response {
  readonly pointer: string;
  readonly media: Media;
  readonly headers: ReadonlyMap<string, Header>;
}

export type Responses = ReadonlyMap<string, Response>;

export type Media = ReadonlyMap<string, Located>;

export interface Located {
  readonly pointer: string;
  readonly schema: unknown;
}

/**
 * The operations of a description by method and path. A path parameter may have any name, unless two paths differ only
 * in the names of parameters.
 * @param holder - `paths`, or `webhooks`: calls from the provider to the consumer
 */
export function operationsIn(
  document: unknown,
  holder: 'paths' | 'webhooks' = 'paths',
): ReadonlyMap<string, Operation> {
  const resolver = resolverOf(document);
  // `security` and `servers` at the top level do not apply to webhooks.
  const above = holder === 'paths' ? [resolver.root] : [];
  const operations = new Map<string, Operation>();
  for (const [template, path] of resolver.all(resolver.one(resolver.root, holder)))
    for (const method of methods) {
      const operation = resolver.one(path, method);
      if (!isObject(operation.schema)) continue;
      const written = `${method} ${template}`;
      const key = withoutNames(written);
      const name = holder === 'paths' ? `${method.toUpperCase()} ${template}` : `webhook ${written}`;
      operations.set(operations.has(key) ? written : key, {
        name,
        ...operationIn(resolver, template, operation, [path, ...above]),
      });
    }
  return operations;
}

/** The key of the response that describes a status: the status, its class (`4XX`), or `default`. */
export function describedStatus(responses: Responses | undefined, status: string): string | undefined {
  return [status, `${status[0]}XX`, 'default'].find((one) => responses?.has(one));
}

export function withoutNames(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}');
}

type Resolver = ReturnType<typeof resolverOf>;

function resolverOf(document: unknown) {
  const one = ({ pointer, schema }: Located, name: string): Located => {
    let here: Located = { pointer: childPointer(pointer, name), schema: memberOf(schema, name) };
    const seen = new Set<string>();
    while (isObject(here.schema) && typeof here.schema.$ref === 'string' && !seen.has(here.schema.$ref)) {
      const { $ref } = here.schema;
      seen.add($ref);
      const target = pointerOf($ref);
      here = { pointer: target, schema: valueAt(document, target) };
    }
    return here;
  };
  const all = (holder: Located): ReadonlyMap<string, Located> => {
    const names =
      typeof holder.schema === 'object' && holder.schema !== null ? Object.keys(holder.schema) : [];
    return new Map(names.map((name) => [name, one(holder, name)]));
  };
  const root: Located = { pointer: '', schema: document };
  return { root, one, all };
}

/** @param around - the path item, and the description if its members apply to the operation */
function operationIn(
  resolver: Resolver,
  template: string,
  operation: Located,
  around: readonly [path: Located, ...above: Located[]],
): Omit<Operation, 'name'> {
  const [path, ...above] = around;
  const body = resolver.one(operation, 'requestBody');
  const positions = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const parameters = [path, operation]
    .flatMap((holder) => [...resolver.all(resolver.one(holder, 'parameters')).values()])
    .map((parameter) => parameterIn(resolver, parameter, positions))
    .filter(({ place, name }) => !(place === 'header' && ignoredHeaders.has(name.toLowerCase())));
  const security = securityIn(resolver, [operation, ...above]);
  return {
    pointer: operation.pointer,
    parameters: [...new Map(parameters.map((one) => [one.key, one])).values()],
    request: isObject(body.schema)
      ? {
          pointer: body.pointer,
          isRequired: memberOf(body.schema, 'required') === true,
          media: mediaIn(resolver, body),
        }
      : undefined,
    responses: new Map(
      [...resolver.all(resolver.one(operation, 'responses'))].map(([status, response]) => [
        status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase(),
        {
          pointer: response.pointer,
          media: mediaIn(resolver, response),
          headers: new Map(
            [...resolver.all(resolver.one(response, 'headers'))]
              .filter(([name]) => name.toLowerCase() !== 'content-type')
              .map(([name, header]) => [name.toLowerCase(), headerIn(resolver, name, header, ['explode'])]),
          ),
        },
      ]),
    ),
    security,
    uncompared: {
      flows: canonical(security.flatMap((one) => [...one.values()].flatMap(({ flows }) => flows))),
      callbacks: canonical(memberOf(operation.schema, 'callbacks') ?? {}),
      servers: canonical(
        [operation, ...around]
          .map(({ schema }) => memberOf(schema, 'servers'))
          .find(Array.isArray)
          ?.map(serverIn) ?? [],
      ),
      encoding: canonical(
        [...resolver.all(resolver.one(body, 'content')).values()].flatMap(
          ({ schema }) => memberOf(schema, 'encoding') ?? [],
        ),
      ),
    },
  };
}

function serverIn(server: unknown): unknown {
  const variables = Object.entries((memberOf(server, 'variables') ?? {}) as object);
  return {
    url: memberOf(server, 'url'),
    variables: Object.fromEntries(
      variables.map(([name, one]) => [
        name,
        { values: memberOf(one, 'enum'), usual: memberOf(one, 'default') },
      ]),
    ),
  };
}

function securityIn(resolver: Resolver, saying: readonly Located[]): Credentials[] {
  const schemes = resolver.one(resolver.one(resolver.root, 'components'), 'securitySchemes');
  const own = saying.map(({ schema }) => memberOf(schema, 'security')).find((one) => one !== undefined);
  const written = Array.isArray(own) ? own.filter(isObject) : [];
  const alternatives = written.length > 0 ? written : [{}];
  return alternatives.map(
    (alternative) =>
      new Map(
        Object.entries(alternative).map(([name, scopes]) => {
          const scheme = resolver.one(schemes, name).schema ?? { type: name };
          const kind = kindOf(scheme);
          const asked = Array.isArray(scopes) ? scopes.map(String) : [];
          const flows = urlsIn(memberOf(scheme, 'flows'));
          return [`${kind} ${memberOf(scheme, 'openIdConnectUrl')}`, { name, kind, scopes: asked, flows }];
        }),
      ),
  );
}

function kindOf(scheme: unknown): string {
  const { type, scheme: kind, in: place, name } = scheme as Readonly<Record<string, unknown>>;
  return [type, String(kind ?? '').toLowerCase(), ...(place === undefined ? [] : [name, 'in', place])]
    .filter((word) => typeof word === 'string' && word !== '')
    .join(' ');
}

/** The URLs of OAuth flows. The scopes are left out, since each operation lists the scopes that it needs. */
function urlsIn(flows: unknown): unknown[] {
  return Object.entries(isObject(flows) ? flows : {}).map(([name, flow]) => [
    name,
    ['authorizationUrl', 'tokenUrl', 'refreshUrl'].map((url) => memberOf(flow, url)),
  ]);
}

/** OpenAPI ignores header parameters of these names (3.1, Parameter Object, `name`). */
const ignoredHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

function parameterIn(
  resolver: Resolver,
  parameter: Located,
  positions: readonly (string | undefined)[],
): Parameter {
  const place = String(memberOf(parameter.schema, 'in'));
  const name = String(memberOf(parameter.schema, 'name'));
  const [media] = resolver.all(resolver.one(parameter, 'content')).keys();
  const { style, explode } = (parameter.schema ?? {}) as Readonly<Record<string, unknown>>;
  const known =
    place === 'path' ? positions.indexOf(name) + 1 : place === 'header' ? name.toLowerCase() : name;
  return {
    ...headerIn(resolver, name, parameter, ['allowReserved', 'allowEmptyValue']),
    ...{ place, key: `${place} ${known}` },
    form: media === undefined ? formOf(place, style, explode) : mediaType(media),
  };
}

function headerIn(
  resolver: Resolver,
  name: string,
  header: Located,
  flags: readonly ParameterFlag[],
): Header {
  const [content] = resolver.all(resolver.one(header, 'content')).values();
  return {
    ...{ name, pointer: header.pointer },
    isRequired: memberOf(header.schema, 'required') === true,
    uncompared: Object.fromEntries(
      flags.map((flag) => [flag, String(memberOf(header.schema, flag) === true)]),
    ),
    schema: schemaIn(content ?? header),
  };
}

/** How a parameter is serialised, with OpenAPI's default styles (3.1, Parameter Object). */
function formOf(place: string, style: unknown, explode: unknown): string {
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const written = typeof style === 'string' ? style : usual;
  return (explode ?? written === 'form') === true ? `${written}, exploded` : written;
}

function mediaIn(resolver: Resolver, holder: Located): Media {
  const media = resolver.all(resolver.one(holder, 'content'));
  return new Map([...media].map(([type, one]) => [mediaType(type), schemaIn(one)]));
}

/** The media type in lower case, without a charset: JSON has none. */
function mediaType(type: string): string {
  return type.toLowerCase().replaceAll(/\s|;\s*charset=[^;]*/g, '');
}

/** The schema of a part. A `$ref` is not resolved, since the keywords next to it also apply. */
function schemaIn({ pointer, schema }: Located): Located {
  return { pointer: childPointer(pointer, 'schema'), schema: memberOf(schema, 'schema') };
}
