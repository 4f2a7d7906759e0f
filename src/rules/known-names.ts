import { unknownName } from '../http/redact.ts';
import { childPointer, memberOf, pointerTokens } from '../schema/pointer.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import type { Finding } from '../validation/finding.ts';

/**
 * The names of members that a description, or the bundled one, speaks of anywhere. Any other name was chosen by
 * whoever wrote the record, and may be that of a person.
 */
export function knownNames(specification: Specification): ReadonlySet<string> {
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
  // A name that a changed description has no more is still nobody's.
  visit(bundled.description);
  return names;
}

/**
 * How a value deviates from the schema of that name, as a report may tell it: in the pointers, a placeholder stands for each
 * name that the description does not know. What is the same then is told once.
 */
export function discreetFindings(
  specification: Specification,
  schemaName: string,
  value: unknown,
): Finding[] {
  const findings = specification.validate(schemaName, value).map((finding): Finding => {
    const pointer = shownPointer(specification, value, finding.pointer);
    if (pointer === finding.pointer) return finding;
    return { ...finding, pointer, message: finding.message.replace(finding.pointer, () => pointer) };
  });
  return [...new Map(findings.map((one) => [`${one.pointer} ${one.keyword}`, one])).values()];
}

/**
 * A pointer into a value as a report may tell it.
 * @param value - positions in its lists are shown
 */
function shownPointer(specification: Specification, value: unknown, pointer: string): string {
  const known = knownNames(specification);
  let here = value;
  let shown = '';
  for (const token of pointerTokens(pointer)) {
    shown = childPointer(shown, Array.isArray(here) || known.has(token) ? token : unknownName);
    here = memberOf(here, token);
  }
  return shown;
}

/** The finding's pointer down to what the description knows. */
export function knownPart(pointer: string): string {
  return pointer.split(`/${unknownName}`, 1)[0] ?? '';
}
