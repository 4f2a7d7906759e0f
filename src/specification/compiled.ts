import { type Compiled, compilerOf } from '../validation/compiler.ts';
import { bundledDescription } from './description.ts';

/** Ajv's validators of the bundled description. In the package stands compiled.prepared.ts in this place. */
export const compiled: Compiled = compilerOf(bundledDescription.components.schemas);
