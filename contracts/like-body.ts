import { Matchers } from '@pact-foundation/pact';
import { type Kind, kindOfSchema, type ListKind, type ObjectKind } from '../src/schema/kinds.ts';
import { memberOf } from '../src/schema/pointer.ts';
import { bundled } from '../src/specification/bundled.ts';

/**
 * The matchers of a body like an example: of everything that the example shows and the description specifies, what a
 * client needs to read it, and no more. What the documents leave open is left out.
 * @param schemaName - of the schema in the description that the example is valid against
 */
export function likeBody(example: unknown, schemaName: string): unknown {
  return likeValue(example, kindOfSchema(bundled.schemaNamed(schemaName)));
}

/** A matcher; undefined where nothing is demanded of the value. */
function likeValue(example: unknown, kind: Kind): unknown {
  switch (kind.kind) {
    case 'anything':
    case 'described':
      return undefined;
    case 'text':
      return Matchers.string(example as string);
    case 'number':
      // The matchers of integers and of decimals each refuse the other.
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

/** A text that matches a pattern. A pattern alone would take a number too, by how it is written. */
export function likeText(example: string, pattern: string): unknown {
  return {
    'pact:matcher:type': [{ 'pact:matcher:type': 'regex', regex: pattern }, { 'pact:matcher:type': 'type' }],
    value: example,
  };
}

/** Pact has no bounds: that a day exists in the calendar, and that an e-mail address is one, the schema says. */
function likeFormatted(example: string, format: string): unknown {
  const pattern = patterns[format];
  return pattern === undefined ? Matchers.string(example) : Matchers.regex(pattern, example);
}

const patterns: Readonly<Record<string, string>> = {
  // In any case of letters (RFC 4122, section 3).
  uuid: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  date: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
};

function oneOf(values: readonly string[]): string {
  const escaped = values.map((value) => value.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return `^(?:${escaped.join('|')})$`;
}

/**
 * A list of any length, whose elements all show what all elements of the example show. A least length of 0 with an
 * example of one element: with an empty example, Pact would look at no element.
 */
function likeList(examples: readonly unknown[], { items }: ListKind): unknown {
  const [first, ...others] = examples;
  if (first === undefined) throw new Error('An empty list does not show what its elements are like.');
  return Matchers.atLeastLike(likeValue(others.reduce(shared, first), items), 0, 1);
}

/** Of an object, the members that another has too. */
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
  // Without a matcher of its own, an empty object would demand that nothing be there.
  return demanded.length === 0 ? Matchers.like({}) : Object.fromEntries(demanded);
}
