import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv';
import type { Compiled, Extent } from '../validation/ajv.ts';
import { formats } from '../validation/formats.ts';

type Validators = Readonly<Record<string, ValidateFunction>>;

// Required lazily, not imported: only a wrong value needs the validators, and then synchronously.
const require = createRequire(import.meta.url);

/** As in compiled.ts, from the code that the build generated. */
export const compiled: Compiled = (extent, schemaName) => {
  const validators = known.get(extent) ?? required(extent);
  known.set(extent, validators);
  return validators[schemaName] as ValidateFunction;
};

const known = new Map<Extent, Validators>();

function required(extent: Extent): Validators {
  const prepared: (given: typeof formats) => Validators = require(`./compiled-${extent}.cjs`);
  return prepared(formats);
}
