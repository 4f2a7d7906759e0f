import type { Json } from './pair.ts';

export type Schema = Json | boolean;

export interface Own {
  readonly openapi?: string;
  readonly request?: Schema;
  readonly answer?: Schema;
  readonly schemas?: Json;
  readonly operation?: Json;
  readonly paths?: Json;
  readonly components?: Json;
  readonly top?: Json;
}

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

export const postPets = 'POST /pets';

export function json(schema: Schema): Json {
  return { 'application/json': { schema } };
}

export function answering(schema: Schema, more: Json = {}): Json {
  return { description: 'An answer', content: json(schema), ...more };
}

export const text = { type: 'string' };
export const number = { type: 'number' };
export const integer = { type: 'integer' };
export const truth = { type: 'boolean' };

export function object(members: Readonly<Record<string, Schema>>, more: Json = {}): Json {
  const names = Object.keys(members);
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name.replace('!', ''), schema]),
  );
  const required = names.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1));
  return { type: 'object', properties, ...(required.length > 0 && { required }), ...more };
}

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
