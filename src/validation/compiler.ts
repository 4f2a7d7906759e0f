import type { ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { Schemas } from '../schema/schema.ts';
import { createAjv, type Extent, referenceTo } from './ajv.ts';

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
