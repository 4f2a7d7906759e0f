import { type Compiled, compilerOf } from '../validation/ajv.ts';
import { bundledDescription } from './description.ts';

/** Ajv's validators of the bundled description. In the package, compiled.prepared.ts replaces this file. */
export const compiled: Compiled = compilerOf(bundledDescription.components.schemas);
