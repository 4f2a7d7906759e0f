import type { ValidateFunction } from 'ajv/dist/2020.js';
import { createFormAjv, type FormName } from './form-schemas.ts';

const ajv = createFormAjv();

/** Ajv's validator of the form of that name. In the package stands compiled-forms.prepared.ts in this place. */
export function compiledForm<Value>(name: FormName): ValidateFunction<Value> {
  return ajv.getSchema<Value>(name) as ValidateFunction<Value>;
}
