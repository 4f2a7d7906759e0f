import { bundled } from '../../specification/bundled.ts';
import type { Specification } from '../../specification/specification.ts';
import type { SpecificationOptions } from './specification-of-call.ts';

/**
 * Opens the specification of a call: that of the given description, or the bundled one.
 * @throws {Failure} if the description does not exist, or nothing can be checked against it
 */
export async function readSpecification(options: SpecificationOptions = {}): Promise<Specification> {
  if (options.spec === undefined && options.overlay === undefined) return bundled;
  // Loaded late: the bundled description needs none of it.
  const { meantSpecification } = await import('./specification-of-call.ts');
  return meantSpecification(options);
}
