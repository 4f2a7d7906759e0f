import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv';
import { memoised } from '../schema/memoised.ts';
import type { Compiled, Extent } from '../validation/ajv.ts';
import { formats } from '../validation/formats.ts';

type Validators = Readonly<Record<string, ValidateFunction>>;

// `require` loads the validators only when a value is invalid. `import()` would make `validate` asynchronous.
const require = createRequire(import.meta.url);

/** Replaces compiled.ts in the package: the same validators, from code that the build generated. */
export const compiled: Compiled = (extent, schemaName) =>
  validatorsOf(extent)[schemaName] as ValidateFunction;

const validatorsOf = memoised((extent: Extent): Validators => {
  const prepared: (given: typeof formats) => Validators = require(`./compiled-${extent}.cjs`);
  return prepared(formats);
});
