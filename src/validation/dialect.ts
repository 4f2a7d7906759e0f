import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isObject } from '../schema/json.ts';
import { childPointer, memberOf } from '../schema/pointer.ts';
import { findingOf, literal } from './words.ts';

let isSchema: ValidateFunction | undefined;

export function objectionToSchema(value: unknown, pointer: string): string | undefined {
  isSchema ??= new Ajv2020({ strict: false, verbose: true, code: { optimize: false } }).compile({
    $ref: 'https://json-schema.org/draft/2020-12/schema',
    properties: { enum: { minItems: 1 } },
  });
  if (!isSchema(value)) {
    const [error] = isSchema.errors ?? [];
    return error && findingOf({ ...error, instancePath: `${pointer}${error.instancePath}` }).message;
  }
  if (!isObject(value)) return undefined;
  // Ajv ignores the schema of a property `__proto__`.
  if (memberOf(value.properties, '__proto__') !== undefined)
    return `${pointer}/properties/__proto__ must have another name, since members with this one are not judged`;
  return objectionToPatterns(value, pointer);
}

function objectionToPatterns(schema: Readonly<Record<string, unknown>>, pointer: string): string | undefined {
  const { pattern, patternProperties = {} } = schema;
  const places = [
    ...(pattern === undefined ? [] : [[childPointer(pointer, 'pattern'), String(pattern)] as const]),
    ...Object.keys(patternProperties as object).map(
      (name) => [childPointer(childPointer(pointer, 'patternProperties'), name), name] as const,
    ),
  ];
  return places
    .map(([place, expression]) => {
      const why = whyNoExpression(expression);
      return (
        why && `${place} must be a regular expression with the flag u, but is ${literal(expression)} (${why})`
      );
    })
    .find((objection) => objection !== undefined);
}

function whyNoExpression(expression: string): string | undefined {
  try {
    new RegExp(expression, 'u');
    return undefined;
  } catch (error) {
    return (error as Error).message.split(': ').at(-1);
  }
}
