import { readFileSync } from 'node:fs';
import { compiled } from './compiled.ts';
import { bundledDescription } from './description.ts';
import { parsed } from './parsed.ts';
import type { Requirement } from './requirements.ts';
import { type Specification, specificationOf } from './specification.ts';

export const bundledRequirements = parsed('requirements') as readonly Requirement[];

/** The specification that comes with the suite: interface version 2.0. */
export const bundled: Specification = specificationOf({
  description: bundledDescription,
  text: readFileSync(new URL('./openapi.yaml', import.meta.url), 'utf8'),
  served: bundledDescription,
  requirements: bundledRequirements,
  inapplicable: [],
  compiled,
});
