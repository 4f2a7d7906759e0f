import type { Json } from './pair.ts';

export type Schema = Json | boolean;

/** What a description has of its own; all else is that of every description here. */
export interface Own {
  readonly openapi?: string;
  /** The schema of the request of `POST /pets`. */
  readonly request?: Schema;
  /** The schema of its answer 200. */
  readonly answer?: Schema;
  readonly schemas?: Json;
  /** Of `POST /pets`: parameters, responses, security… */
  readonly operation?: Json;
  /** Paths beside `/pets`, or in its place. */
  readonly paths?: Json;
  readonly components?: Json;
  /** What stands at the top of the description. */
  readonly top?: Json;
}

/** A small description with one operation, `POST /pets`. */
export function describing({
  openapi = '3.1.0',
  request = { type: 'object' },
  answer = { type: 'object' },
  schemas = {},
  operation = {},
  paths = {},
  components = {},
  top = {},
}: Own): Json {
  const post = {
    requestBody: { required: true, content: json(request) },
    responses: { '200': answering(answer) },
    ...operation,
  };
  return {
    openapi,
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { post }, ...paths },
    components: { schemas, ...components },
    ...top,
  };
}

/** The one operation of every description. */
export const postPets = 'POST /pets';

export function json(schema: Schema): Json {
  return { 'application/json': { schema } };
}

/** A response with a body. */
export function answering(schema: Schema, more: Json = {}): Json {
  return { description: 'An answer', content: json(schema), ...more };
}

export const text = { type: 'string' };
export const number = { type: 'number' };
export const integer = { type: 'integer' };
export const truth = { type: 'boolean' };

/** An object with these members; those whose name ends in `!` are required. */
export function object(members: Readonly<Record<string, Schema>>, more: Json = {}): Json {
  const names = Object.keys(members);
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name.replace('!', ''), schema]),
  );
  const required = names.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1));
  return { type: 'object', properties, ...(required.length > 0 && { required }), ...more };
}

/** The same object, without members that it does not list. */
export function closed(members: Readonly<Record<string, Schema>>): Json {
  return object(members, { additionalProperties: false });
}

export function listOf(items: Schema, more: Json = {}): Json {
  return { type: 'array', items, ...more };
}

export function choice(...values: readonly unknown[]): Json {
  return { enum: values };
}

export function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}
