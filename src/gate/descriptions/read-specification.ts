import { bundled } from '../../specification/bundled.ts';
import type { Specification } from '../../specification/specification.ts';
import type { SpecificationOptions } from './specification-of-call.ts';

/**
 * Opens the specification for a call: from the description that `spec` names, or the bundled one.
 * @throws {Failure} if the description does not exist, or nothing can be checked against it
 */
export async function readSpecification(options: SpecificationOptions = {}): Promise<Specification> {
  if (options.spec === undefined && options.overlay === undefined) return bundled;
  // Imported late, since the bundled description does not need this module.
  const { selectedSpecification } = await import('./specification-of-call.ts');
  return selectedSpecification(options);
}
