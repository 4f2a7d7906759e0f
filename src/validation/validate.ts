import type { ErrorObject } from 'ajv';
import type { Kind } from '../schema/kinds.ts';
import { type Acceptor, acceptorUnlessUnknown } from './acceptor.ts';
import type { Extent } from './ajv.ts';
import type { Compiled } from './compiler.ts';
import type { Finding } from './finding.ts';
import { findingOf } from './words.ts';

/** Says how a value deviates from the schema of that name; nothing, where it does not. */
export type Validate = (schemaName: string, value: unknown) => Finding[];

/**
 * Opens the validator of a description. Of a discriminated value the findings are those of its own branch, and at most
 * one finding stands for one pointer and keyword.
 * @param kindNamed - what a schema allows; throws when there is no such schema, and `UnknownKind` when that is not known
 * @param compiled - Ajv's validators of the same schemas
 */
export function openValidator(kindNamed: (name: string) => Kind, compiled: Compiled): Validate {
  const acceptors = new Map<string, Acceptor>();
  const acceptorNamed = (schemaName: string): Acceptor => {
    const acceptor = acceptors.get(schemaName) ?? acceptorUnlessUnknown(() => kindNamed(schemaName));
    acceptors.set(schemaName, acceptor);
    return acceptor;
  };
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

/** As many elements of an array are examined for all that is wrong with them; of the rest, the first wrong one. */
const examinedElements = 100;

/**
 * The value with long arrays cut, so that a hostile array of millions does not become millions of findings. The
 * arrays that the description constrains stand in the record or in a form of it, so two levels are enough.
 */
function shortened(value: unknown, levels = 2): unknown {
  if (Array.isArray(value)) return value.length > examinedElements ? value.slice(0, examinedElements) : value;
  if (typeof value !== 'object' || value === null || levels === 0) return value;
  const members = Object.entries(value);
  const short = members.map(([name, member]) => [name, shortened(member, levels - 1)] as const);
  return short.every(([, member], index) => member === members[index]?.[1])
    ? value
    : Object.fromEntries(short);
}

/** The closed object may hold millions of members too: as many are named. Cutting it would hide what it must hold. */
function bounded(errors: readonly ErrorObject[]): ErrorObject[] {
  let unlisted = 0;
  return errors.filter(({ keyword }) => {
    if (keyword === 'additionalProperties') unlisted += 1;
    return keyword !== 'additionalProperties' || unlisted <= examinedElements;
  });
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((one) => [`${one.pointer} ${one.keyword}`, one])).values()];
}
