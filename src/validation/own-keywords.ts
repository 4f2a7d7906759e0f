import { _, type Ajv2020, type KeywordCxt, str } from 'ajv/dist/2020.js';
import { isMultipleOf } from './multiples.ts';
import { replaceUnevaluated, type SchemasWith } from './unevaluated.ts';

/**
 * A keyword that no schema has, for Ajv to read instead of `$id`. References are JSON pointers into the description, so
 * `$id` has no use here, and Ajv fails on an `$id` that is repeated or in an example.
 */
export const schemaId = 'x-no-identifier' as '$id';

/** Values of `$schema` that are read as JSON Schema 2020-12, including older drafts and OpenAPI's dialects. */
const dialects = /^https?:\/\/(json-schema\.org|spec\.openapis\.org\/oas)\//;

const refused: Readonly<Record<string, (value: string) => string | undefined>> = {
  $dynamicRef: () => 'a $dynamicRef is not supported. Use $ref.',
  $schema: (value) =>
    dialects.test(value) ? undefined : `the dialect of $schema, '${value}', is not supported.`,
};

/** Replaces Ajv's implementations of `multipleOf`, `unevaluated…` and `id`: they are wrong for some users' schemas. */
export function replaceKeywords(ajv: Ajv2020, schemasWith: SchemasWith): void {
  replaceUnevaluated(ajv, schemasWith);
  // Ajv throws at `id`, which has had no meaning since draft 6.
  ajv.removeKeyword('id');
  ajv.removeKeyword('multipleOf').addKeyword({
    ...{ keyword: 'multipleOf', type: 'number', schemaType: 'number' },
    validate: (divisor: number, value: number) => isMultipleOf(value, divisor),
    error: {
      message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`,
      params: ({ schemaCode }) => _`{ multipleOf: ${schemaCode} }`,
    },
  });
  for (const [keyword, objectionTo] of Object.entries(refused))
    ajv.removeKeyword(keyword).addKeyword({
      keyword,
      schemaType: 'string',
      code: ({ schema }: KeywordCxt) => {
        const objection = objectionTo(schema);
        if (objection !== undefined) throw new Error(objection);
      },
    });
}
