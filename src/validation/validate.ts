import type { ErrorObject } from 'ajv';
import type { Kind } from '../schema/kinds.ts';
import { memoised } from '../schema/memoised.ts';
import { acceptorUnlessUnknown } from './acceptor.ts';
import type { Compiled, Extent } from './ajv.ts';
import type { Finding } from './finding.ts';
import { findingOf } from './words.ts';

export type Validate = (schemaName: string, value: unknown) => Finding[];

/**
 * Validates only the branch of a union that the tag selects. Each pair of pointer and keyword is reported once.
 * @param kindNamed - throws `UnknownKind` if the schema cannot be read as a kind
 */
export function openValidator(kindNamed: (name: string) => Kind, compiled: Compiled): Validate {
  const acceptorNamed = memoised((name: string) => acceptorUnlessUnknown(() => kindNamed(name)));
  const errorsOf = (extent: Extent, schemaName: string, value: unknown): readonly ErrorObject[] => {
    const validator = compiled(extent, schemaName);
    return validator(value) ? [] : (validator.errors ?? []);
  };
  return (schemaName, value) => {
    if (acceptorNamed(schemaName)(value)) return [];
    const examined = shortened(value);
    const all = errorsOf('all', schemaName, examined);
    if (all.length > 0 || examined === value) return distinct(bounded(all).map(findingOf));
    return errorsOf('first', schemaName, value).map(findingOf);
  };
}

/**
 * Arrays are first cut to this many elements. If the value is then valid, only the first error of the whole value is
 * reported; otherwise, all errors of the cut value.
 */
const maxExaminedElements = 100;

/**
 * Truncates long arrays, so an array of millions does not give millions of findings. Two levels suffice: constrained
 * arrays are members of the record or of one of its forms.
 */
function shortened(value: unknown, levels = 2): unknown {
  if (Array.isArray(value))
    return value.length > maxExaminedElements ? value.slice(0, maxExaminedElements) : value;
  if (typeof value !== 'object' || value === null || levels === 0) return value;
  const members = Object.entries(value);
  const short = members.map(([name, member]) => [name, shortened(member, levels - 1)] as const);
  return short.every(([, member], index) => member === members[index]?.[1])
    ? value
    : Object.fromEntries(short);
}

/**
 * Limits findings about unlisted members: a hostile closed object may have millions. (Truncating the object itself
 * could remove its required members.)
 */
function bounded(errors: readonly ErrorObject[]): ErrorObject[] {
  let unlisted = 0;
  return errors.filter(({ keyword }) => {
    if (keyword === 'additionalProperties') unlisted += 1;
    return keyword !== 'additionalProperties' || unlisted <= maxExaminedElements;
  });
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((one) => [`${one.pointer} ${one.keyword}`, one])).values()];
}
