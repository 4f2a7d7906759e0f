import { normalisedLetters } from '../http/made-up.ts';
import { maxRecordDepth } from '../http/personal-texts.ts';
import { unknownName } from '../http/redact.ts';
import { membersWithin } from '../schema/json.ts';
import { childPointer, memberOf, pointerTokens } from '../schema/pointer.ts';
import { bundled } from '../specification/bundled.ts';
import { knownNames } from '../specification/known-names.ts';
import type { Specification } from '../specification/specification.ts';
import type { Finding } from '../validation/finding.ts';

/** Names that services often give to the one member that holds a record. */
export const envelopes: readonly string[] = [
  'data',
  'result',
  'client',
  'organisation',
  'organization',
  'org',
];

/**
 * Names members of an object that a description or an envelope may have, in any letter case and with any separators,
 * such as `FirstName`. The other members are not named, since their names may be personal data.
 */
export function membersInWords(value: object): string {
  const all = Object.keys(value);
  const known = new Set([...envelopes, ...knownNames(bundled)]);
  const spellings = new Set([...known].map(normalisedLetters));
  const named = all.filter((name) => spellings.has(normalisedLetters(name))).slice(0, maxNames);
  if (all.length === 0) return 'an empty object';
  if (named.length === 0) return 'an object with unknown members only';
  if (!named.some((name) => known.has(name)))
    return `an object with names in another spelling (${named.join(', ')})${all.length > named.length ? ' and other members' : ''}`;
  return all.length > named.length
    ? `an object with ${named.join(', ')} and other members`
    : `an object with only ${named.join(', ')}`;
}

const maxNames = 3;

export function knownNamesIn(specification: Specification, value: unknown): string {
  const known = knownNames(specification);
  const members = [...membersWithin(value, maxRecordDepth)].map(([name]) => name);
  const names = new Set(members.filter((name) => known.has(name) && name !== 'message'));
  const shown = [...names].slice(0, maxNames).join(', ');
  const more = names.size - maxNames;
  return more > 0 ? `${shown} and ${more} more field${more === 1 ? '' : 's'}` : shown;
}

/**
 * The deviations from a schema. A placeholder replaces names that the description does not know. Findings
 * that become equal are reported once.
 */
export function maskedFindings(specification: Specification, schemaName: string, value: unknown): Finding[] {
  const findings = specification.validate(schemaName, value).map((finding): Finding => {
    const pointer = maskedPointer(specification, value, finding.pointer);
    if (pointer === finding.pointer) return finding;
    return { ...finding, pointer, message: finding.message.replace(finding.pointer, () => pointer) };
  });
  return [...new Map(findings.map((one) => [`${one.pointer} ${one.keyword}`, one])).values()];
}

export function maskedPointer(specification: Specification, value: unknown, pointer: string): string {
  const known = knownNames(specification);
  let here = value;
  let shown = '';
  for (const token of pointerTokens(pointer)) {
    shown = childPointer(shown, Array.isArray(here) || known.has(token) ? token : unknownName);
    here = memberOf(here, token);
  }
  return shown;
}

export function knownPrefixOf(pointer: string): string {
  return pointer.split(`/${unknownName}`, 1)[0] ?? '';
}
