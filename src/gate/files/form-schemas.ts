import { Ajv2020, type AnySchemaObject, type CodeOptions } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import reportSchema from '../../report/report.schema.json' with { type: 'json' };
import coverageSchema from './field-coverage.schema.json' with { type: 'json' };
import lockSchema from './lock.schema.json' with { type: 'json' };
import sweepSchema from './sweep.schema.json' with { type: 'json' };
import waiversSchema from './waivers.schema.json' with { type: 'json' };

/** A form of our own files. */
export type FormName = 'report' | 'lock' | 'fieldCoverage' | 'sweep' | 'waivers';

/** What our own files must be. A description that begins with an article says what a value must be. */
export const formSchemas: Readonly<Record<FormName, AnySchemaObject>> = {
  report: reportSchema,
  lock: lockSchema,
  fieldCoverage: coverageSchema,
  sweep: sweepSchema,
  waivers: waiversSchema,
};

/** Ajv, knowing each form by its name. */
export function createFormAjv(code: CodeOptions = {}): Ajv2020 {
  // The schemas are ours, and a file is read once: to compile is what takes time.
  const inNoTime = { meta: false, validateSchema: false, code: { optimize: false, ...code } };
  const lenient = { strictTypes: false, strictRequired: false };
  const ajv = new Ajv2020({ strict: true, ...lenient, verbose: true, ...inNoTime });
  addFormats.default(ajv);
  for (const [name, schema] of Object.entries(formSchemas)) ajv.addSchema(schema, name);
  return ajv;
}
