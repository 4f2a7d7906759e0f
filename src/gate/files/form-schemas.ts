import { Ajv2020, type AnySchemaObject, type CodeOptions } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import reportSchema from '../../report/report.schema.json' with { type: 'json' };
import acceptedSchema from './accepted-differences.schema.json' with { type: 'json' };
import coverageSchema from './field-coverage.schema.json' with { type: 'json' };
import lockSchema from './lock.schema.json' with { type: 'json' };
import sweepSchema from './sweep.schema.json' with { type: 'json' };
import waiversSchema from './waivers.schema.json' with { type: 'json' };

export type FormName = 'report' | 'lock' | 'fieldCoverage' | 'sweep' | 'waivers' | 'acceptedDifferences';

/** The JSON Schemas of the suite's files. Descriptions that begin with an article are used in error messages. */
export const formSchemas: Readonly<Record<FormName, AnySchemaObject>> = {
  report: reportSchema,
  lock: lockSchema,
  fieldCoverage: coverageSchema,
  sweep: sweepSchema,
  waivers: waiversSchema,
  acceptedDifferences: acceptedSchema,
};

/** Ajv with the schema of each form registered by name. */
export function createFormAjv(code: CodeOptions = {}): Ajv2020 {
  // The schemas are known to be valid and each file is read once, so only compilation time matters.
  const inNoTime = { meta: false, validateSchema: false, code: { optimize: false, ...code } };
  const lenient = { strictTypes: false, strictRequired: false };
  const ajv = new Ajv2020({ strict: true, ...lenient, verbose: true, ...inNoTime });
  addFormats.default(ajv);
  for (const [name, schema] of Object.entries(formSchemas)) ajv.addSchema(schema, name);
  return ajv;
}
