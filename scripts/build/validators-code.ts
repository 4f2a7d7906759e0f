import { _ } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { bundled } from '../../src/specification/bundled.ts';
import { createAjv, type Extent, referenceTo } from '../../src/validation/ajv.ts';

/**
 * A CommonJS module of the validators of every schema, by name. It is a function of the formats, which stand in a
 * module that it could not require.
 */
export function validatorsCode(extent: Extent): string {
  const { schemas } = bundled.description.components;
  const ajv = createAjv(schemas, extent, { code: { source: true, formats: _`formats` } });
  const references = Object.keys(schemas).map((name) => [name, referenceTo(name)]);
  const code = standalone.default(ajv, Object.fromEntries(references));
  // In parentheses, V8 compiles the function at once, instead of looking through it twice.
  return `module.exports = ((formats) => {\nconst exports = {};\n${code}\nreturn exports;\n});\n`;
}
