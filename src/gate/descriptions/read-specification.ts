import { bundled } from '../../specification/bundled.ts';
import type { Specification } from '../../specification/specification.ts';
import type { SpecificationOptions } from './meant-specification.ts';

/**
 * Opens the specification that a call means: that of a description of its own, or the bundled one.
 * @throws {Failure} when there is no such description, or nothing can be checked against it
 */
export async function readSpecification(options: SpecificationOptions = {}): Promise<Specification> {
  if (options.spec === undefined && options.overlay === undefined) return bundled;
  // What reads descriptions is loaded only for one.
  const { meantSpecification } = await import('./meant-specification.ts');
  return meantSpecification(options);
}
