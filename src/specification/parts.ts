import { isObject, type JsonObject } from '../schema/json.ts';
import { childPointer } from '../schema/pointer.ts';

/** The type of an object in an OpenAPI description. A `leaf`, such as an example, has no parts of its own. */
export type Part =
  | 'description'
  | 'components'
  | 'path-item'
  | 'operation'
  | 'callback'
  | 'parameter'
  | 'request-body'
  | 'response'
  | 'header'
  | 'media-type'
  | 'encoding'
  | 'schema'
  | 'leaf';

/**
 * How a member holds parts: one, a list or a map of them. `rest` is a schema for everything that other keywords do not
 * cover, such as `additionalProperties`; a boolean there is kept.
 */
type Form = 'one' | 'list' | 'map' | 'rest';

type Members = Readonly<Record<string, readonly [Form, Part]>>;

/** The names of operations in a path item (OpenAPI 3.1, Path Item Object; `query` is new in 3.2). */
export const methods: readonly string[] = [
  ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'],
];

function each(names: readonly string[], form: Form, part: Part): Members {
  return Object.fromEntries(names.map((name) => [name, [form, part] as const]));
}

const content: Members = { content: ['map', 'media-type'] };
const valued: Members = { schema: ['one', 'schema'], ...content, examples: ['map', 'leaf'] };

const members: Readonly<Record<Part, Members>> = {
  description: { ...each(['paths', 'webhooks'], 'map', 'path-item'), components: ['one', 'components'] },
  components: {
    schemas: ['map', 'schema'],
    responses: ['map', 'response'],
    parameters: ['map', 'parameter'],
    requestBodies: ['map', 'request-body'],
    headers: ['map', 'header'],
    callbacks: ['map', 'callback'],
    pathItems: ['map', 'path-item'],
    ...each(['examples', 'links', 'securitySchemes'], 'map', 'leaf'),
  },
  'path-item': { ...each(methods, 'one', 'operation'), parameters: ['list', 'parameter'] },
  operation: {
    parameters: ['list', 'parameter'],
    requestBody: ['one', 'request-body'],
    responses: ['map', 'response'],
    callbacks: ['map', 'callback'],
  },
  callback: {},
  parameter: valued,
  header: valued,
  'request-body': content,
  response: { ...content, headers: ['map', 'header'], links: ['map', 'leaf'] },
  'media-type': { schema: ['one', 'schema'], encoding: ['map', 'encoding'], examples: ['map', 'leaf'] },
  encoding: { headers: ['map', 'header'] },
  schema: {
    ...each(['allOf', 'anyOf', 'oneOf', 'prefixItems'], 'list', 'schema'),
    ...each(['properties', 'patternProperties', 'dependentSchemas', '$defs'], 'map', 'schema'),
    ...each(['items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'], 'one', 'schema'),
    ...each(['contentSchema'], 'one', 'schema'),
    ...each(['additionalProperties', 'unevaluatedItems', 'unevaluatedProperties'], 'rest', 'schema'),
  },
  leaf: {},
};

/**
 * A description with each part replaced by the result of `change`. What does not change is shared with the description;
 * if nothing does, the result is the description itself.
 * @param change - called with each part that is an object, children first, and the pointer to it
 * @param ofBoolean - called with a boolean schema; default: keeps it
 */
export function withParts(
  description: JsonObject,
  change: (part: Part, value: JsonObject, pointer: string) => unknown,
  ofBoolean: (schema: boolean) => unknown = (schema) => schema,
): JsonObject {
  const changed = (part: Part, value: unknown, pointer: string): unknown => {
    if (part === 'schema' && typeof value === 'boolean') return ofBoolean(value);
    if (!isObject(value)) return value;
    const copy = withMembers(value, (member, name) => {
      const holding = heldBy(part, name);
      return holding === undefined ? member : held(holding, member, childPointer(pointer, name));
    });
    return change(part, copy as JsonObject, pointer);
  };
  const held = ([form, part]: Members[string], value: unknown, pointer: string): unknown => {
    if (form === 'rest' && typeof value === 'boolean') return value;
    if (form === 'one' || form === 'rest') return changed(part, value, pointer);
    if (form === 'list' ? !Array.isArray(value) : !isObject(value)) return value;
    return withMembers(value as object, (member, name) => changed(part, member, childPointer(pointer, name)));
  };
  return changed('description', description, '') as JsonObject;
}

function withMembers(holder: object, change: (member: unknown, name: string) => unknown): unknown {
  const old = Object.entries(holder);
  const now = old.map(([name, member]) => [name, change(member, name)] as const);
  if (now.every(([, member], index) => member === old[index]?.[1])) return holder;
  return Array.isArray(holder) ? now.map(([, member]) => member) : Object.fromEntries(now);
}

/** The object that is equivalent to a boolean schema (JSON Schema 2020-12, section 4.3.2). */
export function objectSchema(schema: boolean): JsonObject {
  return schema ? {} : { not: {} };
}

/** Visits each part that is an object, children first. */
export function visitParts(
  description: JsonObject,
  visit: (part: Part, value: JsonObject, pointer: string) => void,
): void {
  withParts(description, (part, value, pointer) => {
    visit(part, value, pointer);
    return value;
  });
}

function heldBy(part: Part, name: string): Members[string] | undefined {
  if (part === 'callback') return name.startsWith('x-') ? undefined : ['one', 'path-item'];
  return Object.hasOwn(members[part], name) ? members[part][name] : undefined;
}
