import { _ } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { bundled } from '../../src/specification/bundled.ts';
import { createAjv, type Extent, referenceTo } from '../../src/validation/ajv.ts';

/**
 * The code of a CommonJS module with Ajv's validators of every schema. The module exports a function of the formats,
 * since it cannot require formats.ts, which is an ES module.
 */
export function validatorsCode(extent: Extent): string {
  const { schemas } = bundled.description.components;
  const ajv = createAjv(schemas, extent, { code: { source: true, formats: _`formats` } });
  const references = Object.keys(schemas).map((name) => [name, referenceTo(name)]);
  const code = standalone.default(ajv, Object.fromEntries(references));
  // The parentheses around the function make V8 compile it at once, instead of parsing it twice.
  return `module.exports = ((formats) => {\nconst exports = {};\n${code}\nreturn exports;\n});\n`;
}
