import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv';
import type { Extent } from '../validation/ajv.ts';
import type { Compiled } from '../validation/compiler.ts';
import { formats } from '../validation/formats.ts';

type Validators = Readonly<Record<string, ValidateFunction>>;

// Required, not imported: only a value that is wrong needs them, and then at once.
const require = createRequire(import.meta.url);

/** As compiled.ts has it, of the code that the build made. */
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
