import { isDeepStrictEqual } from 'node:util';
import { informing } from './keywords.ts';

/**
 * The set of values that a schema accepts, as a list of alternatives, each of one type. Equivalent schemas have equal
 * alternatives, however they are written.
 */
export interface Shape {
  /** The text of the schema. Equal schemas of one document have equal keys. */
  readonly key: string;
  readonly id: number;
  readonly schemas: Conjunction;
  /** A digest of the schema with references followed, to compare schemas of different documents. */
  readonly digest: string;
  readonly alternatives: readonly Alternative[];
  readonly unhandled: readonly Unhandled[];
  readonly mappings: readonly Mapping[];
  /**
   * Whether every value that the schema accepts matches an alternative. False if that is unknown because of unhandled
   * keywords.
   */
  readonly isCovered: boolean;
  /**
   * Set if a branch of an `anyOf` or `oneOf` has unhandled keywords. Then the alternatives of that branch may accept
   * too much, and hide differences of other branches.
   */
  readonly branched: 'anyOf' | 'oneOf' | undefined;
  /** Shapes whose values may prove a change of unhandled keywords, by the digest of their schemas. */
  readonly candidates: ReadonlyMap<string, Shape>;
}

export type Conjunction = readonly unknown[];

/** A keyword that the alternatives cannot represent. */
export interface Unhandled {
  readonly keyword: string;
  /**
   * Why alternatives cannot represent this occurrence of the keyword: the branches of a `oneOf` overlap, there are too
   * many alternatives, or an enum has objects or arrays.
   */
  readonly because?: 'overlap' | 'excess' | 'nested values';
  readonly digest: string;
  readonly values?: readonly unknown[];
}

export interface Mapping {
  readonly tag: string;
  readonly value: string;
  readonly name: string;
  readonly shape: Shape;
  readonly isOfUnion: boolean;
}

export type Alternative =
  | { readonly type: 'null' }
  | { readonly type: 'boolean'; readonly values: readonly boolean[] }
  | StringShape
  | NumberShape
  | ArrayShape
  | ObjectShape;

export interface StringShape {
  readonly type: 'string';
  readonly values?: readonly string[];
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
}

export interface NumberShape {
  readonly type: 'number';
  readonly values?: readonly number[];
  readonly minimum: number;
  readonly excludesMinimum: boolean;
  readonly maximum: number;
  readonly excludesMaximum: boolean;
  readonly multiples: readonly number[];
  readonly formats: readonly string[];
}

export interface ArrayShape {
  readonly type: 'array';
  readonly first: readonly Shape[];
  readonly items: Shape;
  readonly minItems: number;
  readonly maxItems: number;
  readonly isUnique: boolean;
}

export interface ObjectShape {
  readonly type: 'object';
  readonly members: ReadonlyMap<string, { readonly shape: Shape; readonly isRequired: boolean }>;
  readonly others: Shape;
  readonly minProperties: number;
  readonly maxProperties: number;
}

export function memberShape({ members, others }: ObjectShape, name: string): Shape {
  return members.get(name)?.shape ?? others;
}

export function elementShape({ first, items }: ArrayShape, index: number): Shape {
  return first[index] ?? items;
}

/** The key of a schema without constraints. The schemas of its members and elements have the same key. */
export const openKey = '';

export function isAnything({ key, alternatives, unhandled }: Shape): boolean {
  if (key === openKey) return true;
  return alternatives.length === 6 && alternatives.every(isOpen) && !hasUnhandled({ unhandled });
}

export function isNothing({ alternatives }: Shape): boolean {
  return alternatives.length === 0;
}

export function hasUnhandled({ unhandled }: Pick<Shape, 'unhandled'>): boolean {
  return unhandled.some(({ keyword }) => !informing.has(keyword));
}

export const openString: StringShape = {
  ...{ type: 'string', minLength: 0, maxLength: Number.POSITIVE_INFINITY },
  ...{ patterns: [], formats: [] },
};

export const openNumber: NumberShape = {
  ...{ type: 'number', minimum: Number.NEGATIVE_INFINITY, excludesMinimum: false },
  ...{ maximum: Number.POSITIVE_INFINITY, excludesMaximum: false, multiples: [], formats: [] },
};

export function isOpen(alternative: Alternative): boolean {
  switch (alternative.type) {
    case 'null':
      return true;
    case 'boolean':
      return alternative.values.length === 2;
    case 'string':
      return isDeepStrictEqual(alternative, openString);
    case 'number':
      return isDeepStrictEqual(alternative, openNumber);
    case 'array': {
      const { first, items, minItems, maxItems, isUnique } = alternative;
      const isAnyLength = minItems === 0 && maxItems === Number.POSITIVE_INFINITY;
      return first.length === 0 && isAnyLength && !isUnique && isAnything(items);
    }
    case 'object': {
      const { members, others, minProperties, maxProperties } = alternative;
      const isAnySize = minProperties === 0 && maxProperties === Number.POSITIVE_INFINITY;
      return members.size === 0 && isAnySize && isAnything(others);
    }
  }
}
