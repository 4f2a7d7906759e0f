import { Matchers } from '@pact-foundation/pact';
import { type Kind, kindOfSchema, type ListKind, type ObjectKind } from '../src/schema/kinds.ts';
import { memberOf } from '../src/schema/pointer.ts';
import { bundled } from '../src/specification/bundled.ts';

/**
 * Matchers for a body like the example. They demand what the description specifies of each value in the example, and
 * nothing that the documents leave open.
 * @param schemaName - the name of the schema that the example is valid against
 */
export function likeBody(example: unknown, schemaName: string): unknown {
  return likeValue(example, kindOfSchema(bundled.schemaNamed(schemaName)));
}

/** The matcher of one value. Undefined if nothing is demanded. */
function likeValue(example: unknown, kind: Kind): unknown {
  switch (kind.kind) {
    case 'anything':
    case 'described':
      return undefined;
    case 'text':
      return Matchers.string(example as string);
    case 'number':
      // `Matchers.integer` refuses 1.5, and `Matchers.decimal` refuses 1.
      return Matchers.number(example as number);
    case 'truth':
      return Matchers.boolean(example as boolean);
    case 'formatted':
      return likeFormatted(example as string, kind.format);
    case 'patterned':
      return likeText(example as string, kind.pattern);
    case 'choice':
      return kind.values.length === 1
        ? kind.values[0]
        : Matchers.regex(oneOf(kind.values), example as string);
    case 'list':
      return likeList(example as readonly unknown[], kind);
    case 'object':
      return likeObject(example, kind);
    case 'union': {
      const branch = kind.branches.find(({ value }) => value === memberOf(example, kind.tag));
      if (branch === undefined) throw new Error(`The example has no ${kind.tag} of ${kind.tags.join(', ')}.`);
      return likeObject(example, branch.object);
    }
  }
}

/** The regex matcher alone would also accept a number whose text matches, so the type is matched too. */
export function likeText(example: string, pattern: string): unknown {
  return {
    'pact:matcher:type': [{ 'pact:matcher:type': 'regex', regex: pattern }, { 'pact:matcher:type': 'type' }],
    value: example,
  };
}

/**
 * A matcher cannot say that a date exists in the calendar, or that an e-mail address is valid. The schema covers both.
 */
function likeFormatted(example: string, format: string): unknown {
  const pattern = patterns[format];
  return pattern === undefined ? Matchers.string(example) : Matchers.regex(pattern, example);
}

const patterns: Readonly<Record<string, string>> = {
  // Identifiers may be in upper or lower case (RFC 4122, section 3).
  uuid: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  date: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
};

function oneOf(values: readonly string[]): string {
  const escaped = values.map((value) => value.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return `^(?:${escaped.join('|')})$`;
}

/**
 * Matches a list of any length whose elements have what all elements of the example have in common. The minimum is 0,
 * but the example has one element, since Pact would compare no element with an empty example.
 */
function likeList(examples: readonly unknown[], { items }: ListKind): unknown {
  const [first, ...others] = examples;
  if (first === undefined) throw new Error('An empty list does not show what its elements are like.');
  return Matchers.atLeastLike(likeValue(others.reduce(shared, first), items), 0, 1);
}

function shared(one: unknown, other: unknown): unknown {
  if (typeof one !== 'object' || one === null) return one;
  return Object.fromEntries(
    Object.entries(one)
      .filter(([name]) => memberOf(other, name) !== undefined)
      .map(([name, value]) => [name, shared(value, memberOf(other, name))]),
  );
}

function likeObject(example: unknown, { members }: ObjectKind): unknown {
  const demanded = members
    .filter(({ name }) => memberOf(example, name) !== undefined)
    .map(({ name, kind }) => [name, likeValue(memberOf(example, name), kind)] as const)
    .filter(([, matcher]) => matcher !== undefined);
  // An empty object without a matcher would match only an empty object.
  return demanded.length === 0 ? Matchers.like({}) : Object.fromEntries(demanded);
}
