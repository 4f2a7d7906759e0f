import { createRequire } from 'node:module';
import type { AnySchemaObject, Options, ValidateFunction } from 'ajv/dist/2020.js';

const require = createRequire(import.meta.url);

/** Compiles the schema of a file that a user names. Loads Ajv, which takes longer than starting Node, so call it late. */
export function compiledSchema<Content>(
  schema: AnySchemaObject,
  options: Pick<Options, 'allErrors'> = {},
): ValidateFunction<Content> {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const { default: addFormats } = require('ajv-formats') as typeof import('ajv-formats');
  const ajv = new Ajv2020({
    ...{ strict: true, strictTypes: false, strictRequired: false, verbose: true, ...options },
    // These settings save time: the schemas are known to be valid, and each file is read once.
    ...{ meta: false, validateSchema: false, code: { optimize: false } },
  });
  addFormats.default(ajv);
  return ajv.compile<Content>(schema);
}
