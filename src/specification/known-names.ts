import { membersWithin } from '../schema/json.ts';
import { bundled } from './bundled.ts';
import type { Specification } from './specification.ts';

/**
 * Every member name that a description or the bundled one contains. Any other name may be personal data, since somebody
 * chose it for a record.
 */
export function knownNames(specification: Specification = bundled): ReadonlySet<string> {
  return specification.derive(namesIn);
}

function namesIn({ description }: Specification): ReadonlySet<string> {
  // If the tested description has dropped a name, the name is still not personal.
  const members = [...membersWithin([description, bundled.description], Number.POSITIVE_INFINITY)];
  return new Set(
    members.flatMap(([keyword, value]) => {
      if (keyword === 'properties') return Object.keys(Object(value));
      if (keyword === 'propertyName') return [String(value)];
      // `required` of a parameter is a truth value.
      return keyword === 'required' && Array.isArray(value) ? value.map(String) : [];
    }),
  );
}
