import type { ValidateFunction } from 'ajv';
import { Ajv2020, type CodeOptions } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { followed, targetsIn } from '../schema/references.ts';
import type { Schema, Schemas } from '../schema/schema.ts';
import { formats } from './formats.ts';
import { judgeByOwnKeywords, schemaId } from './own-keywords.ts';

/** Whether to report all errors of a value, or only the first. */
export type Extent = 'all' | 'first';

interface AjvOptions {
  readonly code?: CodeOptions;
  /**
   * Whether the description is not ours. Unknown keywords and formats are then ignored, as in JSON Schema; in ours they
   * are mistakes.
   */
  readonly isForeign?: boolean;
}

/** An Ajv that knows each schema of a description by its reference. */
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
    // Tests validate our schemas against the meta-schema, and those of others are validated when a specification is
    // opened. Compiling that here would take 60 ms of each start.
    ...{ meta: false, validateSchema: false },
    // A member called `constructor` exists only if the value itself has it. No schema of ours has such a name.
    ownProperties: isForeign,
    // It would refuse `required: [caseType]` next to a union when the property is declared in another part.
    strictRequired: false,
    // A JSON number beyond the range of a double parses as Infinity, and is still a number.
    strictNumbers: false,
    formats: isForeign ? { ...fullFormats, ...formats } : formats,
    // Hundreds of fields share a few small schemas: one function for each is far less code.
    inlineRefs: false,
    code,
  });
  if (isForeign) judgeByOwnKeywords(ajv, schemasWith);
  ajv.addVocabulary(['x-requirement', 'x-standing', 'x-personal']);
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, referenceTo(name));
  // A reference may lead into a schema, or to one without a name.
  for (const [reference, schema] of targetsIn(schemas))
    if (ajv.schemas[reference] === undefined) ajv.addSchema(schema, reference);
  return ajv;
}

function schemasWith(schema: Schema): readonly Schema[] {
  return [...(schema.$ref === undefined ? [] : [followed(schema)]), ...(schema.allOf ?? [])];
}

/** Ajv supports a discriminator only if every branch requires the tag and lists its own values for it. */
function hasPlainTags({ oneOf = [], discriminator, allOf = [], properties = {}, items }: Schema): boolean {
  const tag = discriminator?.propertyName;
  const branches = oneOf.map((branch) => (branch.$ref === undefined ? branch : followed(branch)));
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

/** Ajv's validator of a schema, which must exist. */
export type Compiled = (extent: Extent, schemaName: string) => ValidateFunction;

/**
 * Compiles each schema on first use.
 * @param isForeign - as in `createAjv`
 */
export function compilerOf(schemas: Schemas, isForeign = false): Compiled {
  const created = new Map<Extent, Ajv2020>();
  return (extent, schemaName) => {
    // Optimising would cost more than it saves: compiling takes longer than most runs validate.
    const ajv = created.get(extent) ?? createAjv(schemas, extent, { isForeign, code: { optimize: false } });
    created.set(extent, ajv);
    return ajv.getSchema(referenceTo(schemaName)) as ValidateFunction;
  };
}
