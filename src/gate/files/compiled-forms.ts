import type { ValidateFunction } from 'ajv/dist/2020.js';
import { createFormAjv, type FormName } from './form-schemas.ts';

const ajv = createFormAjv();

/** Ajv's validator of a form. In the package, compiled-forms.prepared.ts replaces this file. */
export function compiledForm<Value>(name: FormName): ValidateFunction<Value> {
  return ajv.getSchema<Value>(name) as ValidateFunction<Value>;
}
