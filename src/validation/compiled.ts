import type { ValidateFunction } from 'ajv';
import { createAjv, type Extent, referenceTo } from './ajv.ts';

/**
 * Ajv's validator of the schema of that name, which the description has. It is compiled when it is first asked for.
 * In the package stands compiled.prepared.ts in this place.
 */
export function compiled(extent: Extent, schemaName: string): ValidateFunction {
  return ajv[extent].getSchema(referenceTo(schemaName)) as ValidateFunction;
}

const ajv = { all: createAjv('all'), first: createAjv('first') };
