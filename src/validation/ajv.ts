import { Ajv2020, type CodeOptions } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { followed, targetsIn } from '../schema/references.ts';
import type { Schema, Schemas } from '../schema/schema.ts';
import { formats } from './formats.ts';

/** What is found in a value: all that is wrong with it, or the first thing. */
export type Extent = 'all' | 'first';

/** How the schemas are compiled. */
interface AjvOptions {
  readonly code?: CodeOptions;
  /**
   * Whether others wrote the description: then a keyword or a format that is not known asks for nothing, as JSON Schema
   * has it. In ours, it is a mistake.
   */
  readonly isForeign?: boolean;
}

/** Ajv, knowing each of a description's schemas by the reference to it. */
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
    ...(isForeign ? { logger: false } : {}),
    // It would refuse `required: [caseType]` beside a union, where the property stands in another part.
    strictRequired: false,
    // A number of JSON that is too large for ours reads as Infinity, and is a number all the same.
    strictNumbers: false,
    formats: isForeign ? { ...fullFormats, ...formats } : formats,
    // Hundreds of fields share a few small schemas: one function for each is far less code.
    inlineRefs: false,
    code,
  });
  ajv.addVocabulary(['x-requirement', 'x-standing', 'x-personal']);
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, referenceTo(name));
  // A reference may lead into a schema, or to one that has no name.
  for (const [reference, schema] of targetsIn(schemas))
    if (ajv.schemas[reference] === undefined) ajv.addSchema(schema, reference);
  return ajv;
}

/** Ajv takes a discriminator only where each branch itself asks for the tag, and has values of its own for it. */
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

/** How the description refers to its schema of that name. */
export function referenceTo(schemaName: string): string {
  return `#/components/schemas/${schemaName}`;
}
