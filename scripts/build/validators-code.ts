import { _ } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { description } from '../../src/specification/description.ts';
import { createAjv, type Extent, referenceTo } from '../../src/validation/ajv.ts';

/**
 * A CommonJS module of the validators of every schema, by name. It is a function of the formats, which stand in a
 * module that it could not require.
 */
export function validatorsCode(extent: Extent): string {
  const ajv = createAjv(extent, { source: true, formats: _`formats` });
  const references = Object.keys(description.components.schemas).map((name) => [name, referenceTo(name)]);
  const code = standalone.default(ajv, Object.fromEntries(references));
  // In parentheses, V8 compiles the function at once, instead of looking through it twice.
  return `module.exports = ((formats) => {\nconst exports = {};\n${code}\nreturn exports;\n});\n`;
}
