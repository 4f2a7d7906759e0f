import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json } from './corpus/pair.ts';

export type BodyOf = { readonly operation: string } & (
  | { readonly part: 'request body' }
  | { readonly part: 'response'; readonly status: string }
);

export type Acceptance = (of: BodyOf) => (body: unknown) => boolean;

export function acceptanceOf(description: Json): Acceptance {
  return judging(inJsonSchema(description, description.openapi) as Json);
}

function judging(document: Json): Acceptance {
  // Validating the schemas would take longer than everything else.
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    ownProperties: true,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  // Ajv's int64 has no limits.
  ajv.addFormat('int64', {
    type: 'number',
    validate: (one) => Number.isInteger(one) && Math.abs(one) < 2 ** 63,
  });
  ajv.addSchema({ ...document, $id: 'description' });
  return (of) => {
    const pointer = pointerOf(document, of);
    return pointer === undefined ? () => false : ajv.compile({ $ref: `description#${pointer}` });
  };
}

/**
 * The pointer to the schema of a body in a description without references to messages. A media type without a schema
 * allows everything.
 */
function pointerOf(document: Json, of: BodyOf): string | undefined {
  const [method = '', path = ''] = of.operation.split(' ');
  const steps = ['paths', path, method.toLowerCase()];
  const operation = at(document, steps);
  const message =
    of.part === 'request body'
      ? ['requestBody']
      : ['responses', statusOf(Object.keys(at(operation, ['responses']) ?? {}), of.status)];
  const media = [...message, 'content', 'application/json'];
  if (at(operation, media) === undefined) return undefined;
  const schema = at(operation, [...media, 'schema']) === undefined ? media : [...media, 'schema'];
  return [...steps, ...schema]
    .map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');
}

/** The key of the response for a status: the status, its class, or `default`. */
function statusOf(described: readonly string[], status: string): string {
  return [status, `${status.slice(0, 1)}XX`].find((one) => described.includes(one)) ?? 'default';
}

function at(value: unknown, [step, ...rest]: readonly string[]): Json | undefined {
  if (step === undefined) return value as Json | undefined;
  return isObject(value) ? at(value[step], rest) : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A schema of OpenAPI 3.0 as JSON Schema. Ajv would also apply `nullable` in 3.1. */
function inJsonSchema(value: unknown, version: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => inJsonSchema(one, version));
  if (!isObject(value)) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, inJsonSchema(member, version)]),
  );
  if (!String(version).startsWith('3.0')) return rest;
  return {
    ...rest,
    ...(nullable === true && typeof rest.type === 'string' && { type: [rest.type, 'null'] }),
    ...exclusive(rest, 'exclusiveMinimum', 'minimum'),
    ...exclusive(rest, 'exclusiveMaximum', 'maximum'),
  };
}

function exclusive(schema: Json, exclusiveLimit: string, limit: string): Json {
  if (typeof schema[exclusiveLimit] !== 'boolean') return {};
  return schema[exclusiveLimit]
    ? { [exclusiveLimit]: schema[limit], [limit]: undefined }
    : { [exclusiveLimit]: undefined };
}
