import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { FormName } from './form-schemas.ts';

const compiled: Readonly<Record<FormName, unknown>> = createRequire(import.meta.url)('./compiled-forms.cjs');

/** Replaces compiled-forms.ts in the package, with code that was generated in the build. */
export const compiledForm: typeof import('./compiled-forms.ts').compiledForm = <Value>(name: FormName) =>
  compiled[name] as ValidateFunction<Value>;
