import { informing } from './keywords.ts';

/** What a schema accepts, in a form that does not depend on how it is written: any of these alternatives. */
export interface Shape {
  /** The same for schemas of one document that are written alike. */
  readonly key: string;
  /** The same for schemas of any document that say the same in the same words. */
  readonly digest: string;
  readonly alternatives: readonly Alternative[];
  /** What the schema says that no alternative does, by keyword; as it is written, with its references followed. */
  readonly unhandled: Readonly<Record<string, string>>;
  /** Whether what no alternative says only narrows what they do: each value that is accepted is of an alternative. */
  readonly isCovered: boolean;
  /** Of values that are likely to show what no alternative says. */
  readonly telling: readonly Shape[];
}

/** Values of one type, and what is asked of them. */
export type Alternative = NullShape | BooleanShape | StringShape | NumberShape | ArrayShape | ObjectShape;

export interface NullShape {
  readonly type: 'null';
}

export interface BooleanShape {
  readonly type: 'boolean';
  readonly values: readonly boolean[];
}

export interface StringShape {
  readonly type: 'string';
  /** All of them, where they are enumerated. */
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
  /** What it must be a multiple of: 1 for whole numbers. */
  readonly multiples: readonly number[];
  readonly formats: readonly string[];
}

export interface ArrayShape {
  readonly type: 'array';
  /** Of the first elements, each. */
  readonly first: readonly Shape[];
  /** Of every other element. */
  readonly items: Shape;
  readonly minItems: number;
  readonly maxItems: number;
  readonly isUnique: boolean;
}

export interface ObjectShape {
  readonly type: 'object';
  readonly members: ReadonlyMap<string, MemberShape>;
  /** Of every member that is not listed. */
  readonly others: Shape;
  readonly minProperties: number;
  readonly maxProperties: number;
}

export interface MemberShape {
  readonly shape: Shape;
  readonly isRequired: boolean;
}

/** What an object asks of the member of a name, whether it lists it or not. */
export function memberShape({ members, others }: ObjectShape, name: string): Shape {
  return members.get(name)?.shape ?? others;
}

/** What an array asks of the element at an index. */
export function elementShape({ first, items }: ArrayShape, index: number): Shape {
  return first[index] ?? items;
}

/** The key of what says nothing: a shape whose elements and members are shapes of the same key. */
export const openKey = '';

/** What no alternative says, though its keyword is one that shapes are made of: branches that may overlap, … */
export const overlapping = 'overlap of ';

/** … branches of which there are too many, … */
export const beyond = 'excess of ';

/** … and values that are lists or objects. */
export const enumerated = 'enum of ';

/** Whether it accepts everything. */
export function isAnything({ key, alternatives, unhandled }: Shape): boolean {
  if (key === openKey) return true;
  return alternatives.length === 6 && alternatives.every(isOpen) && !hasUnhandled({ unhandled });
}

/** Whether it accepts nothing. */
export function isNothing({ alternatives }: Shape): boolean {
  return alternatives.length === 0;
}

/** Whether it says something that may refuse a value, and that no alternative says. */
export function hasUnhandled({ unhandled }: Pick<Shape, 'unhandled'>): boolean {
  return Object.keys(unhandled).some((keyword) => !informing.has(keyword));
}

/** Whether it accepts every value of its type. */
export function isOpen(alternative: Alternative): boolean {
  switch (alternative.type) {
    case 'null':
      return true;
    case 'boolean':
      return alternative.values.length === 2;
    case 'string': {
      const { values, minLength, maxLength, patterns, formats } = alternative;
      return (
        values === undefined &&
        minLength === 0 &&
        maxLength === Number.POSITIVE_INFINITY &&
        patterns.length + formats.length === 0
      );
    }
    case 'number': {
      const { values, minimum, maximum, multiples, formats } = alternative;
      return (
        values === undefined &&
        minimum === Number.NEGATIVE_INFINITY &&
        maximum === Number.POSITIVE_INFINITY &&
        multiples.length + formats.length === 0
      );
    }
    case 'array': {
      const { first, items, minItems, maxItems, isUnique } = alternative;
      return (
        first.length === 0 &&
        minItems === 0 &&
        maxItems === Number.POSITIVE_INFINITY &&
        !isUnique &&
        isAnything(items)
      );
    }
    case 'object': {
      const { members, others, minProperties, maxProperties } = alternative;
      return (
        members.size === 0 &&
        minProperties === 0 &&
        maxProperties === Number.POSITIVE_INFINITY &&
        isAnything(others)
      );
    }
  }
}
