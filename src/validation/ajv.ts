import { Ajv2020, type CodeOptions } from 'ajv/dist/2020.js';
import type { Schemas } from '../schema/schema.ts';
import { formats } from './formats.ts';

/** What is found in a value: all that is wrong with it, or the first thing. */
export type Extent = 'all' | 'first';

/** Ajv, knowing each of a description's schemas by the reference to it. */
export function createAjv(schemas: Schemas, extent: Extent, code: CodeOptions = {}): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: extent === 'all',
    verbose: true,
    discriminator: true,
    strict: true,
    // It would refuse `required: [caseType]` beside a union, where the property stands in another part.
    strictRequired: false,
    // A number of JSON that is too large for ours reads as Infinity, and is a number all the same.
    strictNumbers: false,
    formats,
    // Hundreds of fields share a few small schemas: one function for each is far less code.
    inlineRefs: false,
    code,
  });
  ajv.addVocabulary(['x-requirement', 'x-standing', 'x-personal']);
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, referenceTo(name));
  return ajv;
}

/** How the description refers to its schema of that name. */
export function referenceTo(schemaName: string): string {
  return `#/components/schemas/${schemaName}`;
}
