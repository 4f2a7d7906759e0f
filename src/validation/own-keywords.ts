import { _, type Ajv2020, type KeywordCxt, str } from 'ajv/dist/2020.js';
import { isMultipleOf } from './multiples.ts';
import { judgeUnevaluated, type SchemasWith } from './unevaluated.ts';

/**
 * The keyword that Ajv takes for `$id`. References lead into the description by JSON pointers, so identifiers are not
 * read: they may be repeated, as in schemas that were inlined, and appear in examples.
 */
export const schemaId = 'x-no-identifier' as '$id';

/** Dialects that are read as JSON Schema 2020-12: its own, its earlier drafts, and those of OpenAPI. */
const dialects = /^https?:\/\/(json-schema\.org|spec\.openapis\.org\/oas)\//;

/** Keywords that Ajv judges wrongly, and why a schema with such a value does not compile. */
const refused: Readonly<Record<string, (value: string) => string | undefined>> = {
  $dynamicRef: () => 'a $dynamicRef is not supported. Use $ref.',
  $schema: (value) =>
    dialects.test(value) ? undefined : `the dialect of $schema, '${value}', is not supported.`,
};

/** Replaces the keywords of Ajv that judge wrongly what descriptions by others may say. */
export function judgeByOwnKeywords(ajv: Ajv2020, schemasWith: SchemasWith): void {
  judgeUnevaluated(ajv, schemasWith);
  // Since draft 6, it means nothing.
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
