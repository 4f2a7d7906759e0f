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
  const names = new Set<string>();
  const visited = new Set<object>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || visited.has(part)) return;
    visited.add(part);
    const { properties, required, propertyName } = part as Readonly<Record<string, unknown>>;
    const tagged = typeof propertyName === 'string' ? [propertyName] : [];
    const listed = Array.isArray(required) ? required.map(String) : [];
    for (const name of [...Object.keys(Object(properties)), ...listed, ...tagged]) names.add(name);
    for (const inner of Object.values(part)) visit(inner);
  };
  visit(description);
  // If the tested description has dropped a name, the name is still not personal.
  visit(bundled.description);
  return names;
}
