import { linked } from '../schema/references.ts';
import { compilerOf } from '../validation/compiler.ts';
import { bundledRequirements } from './bundled.ts';
import type { Description } from './description.ts';
import type { Requirement } from './requirements.ts';
import { type Specification, specificationOf } from './specification.ts';

/** What a description alone does not say. */
export interface OpeningOptions {
  /** Default: the register that comes with the suite. */
  readonly requirements?: readonly Requirement[];
  /** The description as it was written. Default: its JSON. */
  readonly text?: string;
}

/**
 * Opens a specification from a parsed OpenAPI 3.1 description, which is copied. It stands beside the bundled one.
 * @throws {Error} when the description names what Ajv cannot compile, once that is validated against
 */
export function openSpecification(
  document: Description,
  { requirements = bundledRequirements, text = JSON.stringify(document) }: OpeningOptions = {},
): Specification {
  const description = linked(structuredClone(document));
  return specificationOf({
    ...{ description, text, requirements: structuredClone(requirements) },
    compiled: compilerOf(description.components.schemas),
  });
}
