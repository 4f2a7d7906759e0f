import { isDeepStrictEqual } from 'node:util';
import { informing } from './keywords.ts';

/** The values that a schema accepts, as alternatives that do not depend on how it is written. */
export interface Shape {
  /** Equal for schemas of one document that are written alike. */
  readonly key: string;
  /** As the key, but short, and different for each document. */
  readonly id: number;
  /** Equal for schemas of any documents that mean the same. */
  readonly digest: string;
  readonly alternatives: readonly Alternative[];
  readonly unhandled: readonly Unhandled[];
  readonly mappings: readonly Mapping[];
  /** Whether unhandled keywords only narrow the alternatives: every accepted value matches one of them. */
  readonly isCovered: boolean;
  /**
   * The union, if any, of which a branch has unhandled keywords, or decides what is evaluated. The alternatives of such
   * a branch may hide those of the others.
   */
  readonly branched: 'anyOf' | 'oneOf' | undefined;
  /** Shapes of values that are likely to show the unhandled keywords, by the digests of what describes them. */
  readonly candidates: ReadonlyMap<string, Shape>;
}

/** A constraint that the alternatives do not express. */
export interface Unhandled {
  readonly keyword: string;
  /** Why not, if other values of the keyword are expressed: branches may overlap or are too many, or values are nested. */
  readonly because?: 'overlap' | 'excess' | 'nested values';
  /** A digest of the keyword's value, with references followed. */
  readonly digest: string;
  /** The nested values. */
  readonly values?: readonly unknown[];
}

/** A value of a discriminator, and the schema that code generators read by it. */
export interface Mapping {
  readonly tag: string;
  readonly value: string;
  readonly name: string;
  readonly shape: Shape;
  readonly isOfUnion: boolean;
}

/** Values of one type, with their constraints. */
export type Alternative = NullShape | BooleanShape | StringShape | NumberShape | ArrayShape | ObjectShape;

interface NullShape {
  readonly type: 'null';
}

interface BooleanShape {
  readonly type: 'boolean';
  readonly values: readonly boolean[];
}

export interface StringShape {
  readonly type: 'string';
  /** All values, if they are enumerated. */
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
  /** Whether the minimum itself is refused. */
  readonly isAbove: boolean;
  readonly maximum: number;
  readonly isBelow: boolean;
  /** Divisors; 1 for whole numbers. */
  readonly multiples: readonly number[];
  readonly formats: readonly string[];
}

export interface ArrayShape {
  readonly type: 'array';
  /** The shapes of the first elements. */
  readonly first: readonly Shape[];
  /** The shape of all other elements. */
  readonly items: Shape;
  readonly minItems: number;
  readonly maxItems: number;
  readonly isUnique: boolean;
}

export interface ObjectShape {
  readonly type: 'object';
  readonly members: ReadonlyMap<string, MemberShape>;
  /** The shape of unlisted members. */
  readonly others: Shape;
  readonly minProperties: number;
  readonly maxProperties: number;
}

interface MemberShape {
  readonly shape: Shape;
  readonly isRequired: boolean;
}

/** The shape of a member, listed or not. */
export function memberShape({ members, others }: ObjectShape, name: string): Shape {
  return members.get(name)?.shape ?? others;
}

/** The shape of the element at an index. */
export function elementShape({ first, items }: ArrayShape, index: number): Shape {
  return first[index] ?? items;
}

/** The key of a schema without constraints. The shapes of its elements and members have the same key. */
export const openKey = '';

export function isAnything({ key, alternatives, unhandled }: Shape): boolean {
  if (key === openKey) return true;
  return alternatives.length === 6 && alternatives.every(isOpen) && !hasUnhandled({ unhandled });
}

export function isNothing({ alternatives }: Shape): boolean {
  return alternatives.length === 0;
}

/** Whether it has unhandled keywords that may refuse a value. */
export function hasUnhandled({ unhandled }: Pick<Shape, 'unhandled'>): boolean {
  return unhandled.some(({ keyword }) => !informing.has(keyword));
}

/** The texts and the numbers without any constraint. */
export const openString: StringShape = {
  ...{ type: 'string', minLength: 0, maxLength: Number.POSITIVE_INFINITY },
  ...{ patterns: [], formats: [] },
};

export const openNumber: NumberShape = {
  ...{ type: 'number', minimum: Number.NEGATIVE_INFINITY, isAbove: false },
  ...{ maximum: Number.POSITIVE_INFINITY, isBelow: false, multiples: [], formats: [] },
};

/** Whether it accepts every value of its type. */
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
