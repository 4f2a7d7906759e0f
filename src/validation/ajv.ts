import type { ValidateFunction } from 'ajv';
import { Ajv2020, type CodeOptions } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { memoised } from '../schema/memoised.ts';
import { dereferenced, targetsIn } from '../schema/references.ts';
import type { Schema, Schemas } from '../schema/schema.ts';
import { formats } from './formats.ts';
import { replaceKeywords, schemaId } from './own-keywords.ts';

export type Extent = 'all' | 'first';

interface AjvOptions {
  readonly code?: CodeOptions;
  /**
   * Whether the user supplied the description. Unknown keywords and formats are then ignored, as JSON Schema says; in
   * the bundled description they are errors.
   */
  readonly isForeign?: boolean;
}

export function createAjv(
  schemas: Schemas,
  extent: Extent,
  { code = {}, isForeign = false }: AjvOptions = {},
): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: extent === 'all',
    verbose: true,
    discriminator: !isForeign || Object.values(schemas).every(hasPlainTags),
    strict: !isForeign,
    ...(isForeign && { logger: false, schemaId }),
    // Schemas are already valid: tests check ours, and opening a user's description checks theirs. Compiling the
    // meta-schema here would add 60 ms to each start.
    ...{ meta: false, validateSchema: false },
    // Without this option, a missing member `constructor` would count as present, since every object inherits one. The
    // bundled description has no such name.
    ownProperties: isForeign,
    // Strict mode refuses `required: [caseType]` in a schema that declares `caseType` only in a part of its `allOf`.
    strictRequired: false,
    // JSON.parse reads 1e999 as Infinity, which must still count as a number.
    strictNumbers: false,
    formats: isForeign ? { ...fullFormats, ...formats } : formats,
    inlineRefs: false,
    code,
  });
  if (isForeign) replaceKeywords(ajv, schemasWith);
  ajv.addVocabulary(['x-requirement', 'x-standing', 'x-personal']);
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, referenceTo(name));
  // A reference may point inside a named schema, or at one outside `components`.
  for (const [reference, schema] of targetsIn(schemas))
    if (ajv.schemas[reference] === undefined) ajv.addSchema(schema, reference);
  return ajv;
}

function schemasWith(schema: Schema): readonly Schema[] {
  return [...(schema.$ref === undefined ? [] : [dereferenced(schema)]), ...(schema.allOf ?? [])];
}

/** Ajv supports a discriminator only if every branch requires the tag and gives its values as `const` or `enum`. */
function hasPlainTags({ oneOf = [], discriminator, allOf = [], properties = {}, items }: Schema): boolean {
  const tag = discriminator?.propertyName;
  const branches = oneOf.map((branch) => (branch.$ref === undefined ? branch : dereferenced(branch)));
  const values = branches.flatMap((branch) => {
    const { const: only, enum: several = [only] } = branch.properties?.[tag ?? ''] ?? {};
    return several;
  });
  const arePlain =
    values.every((value) => typeof value === 'string') &&
    new Set(values).size === values.length &&
    branches.every(({ required = [] }) => tag !== undefined && required.includes(tag));
  return (
    (tag === undefined || arePlain) &&
    [...allOf, ...Object.values(properties), ...(items === undefined ? [] : [items])].every(hasPlainTags)
  );
}

export function referenceTo(schemaName: string): string {
  return `#/components/schemas/${schemaName}`;
}

export type Compiled = (extent: Extent, schemaName: string) => ValidateFunction;

export function compilerOf(schemas: Schemas, isForeign = false): Compiled {
  // Ajv's optimiser takes longer than most runs validate.
  const ajvOf = memoised((extent: Extent) =>
    createAjv(schemas, extent, { isForeign, code: { optimize: false } }),
  );
  return (extent, schemaName) => ajvOf(extent).getSchema(referenceTo(schemaName)) as ValidateFunction;
}
