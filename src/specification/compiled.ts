import { type Compiled, compilerOf } from '../validation/ajv.ts';
import { bundledDescription } from './description.ts';

/** Ajv's validators of the bundled description. The package has compiled.prepared.ts instead of this file. */
export const compiled: Compiled = compilerOf(bundledDescription.components.schemas);
