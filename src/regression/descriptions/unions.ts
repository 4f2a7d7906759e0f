import { distinct } from '../../schema/grouped.ts';
import { type Intersect, intersection } from './intersection.ts';
import { unique } from './json.ts';
import { accepts, includes } from './scalars.ts';
import {
  type Alternative,
  isNothing,
  memberShape,
  type NumberShape,
  openKey,
  openNumber,
  openString,
  type Shape,
  type StringShape,
} from './shape.ts';

/** Normalises alternatives, so that equivalent schemas get equal alternatives as far as possible. */
export function simplified(alternatives: readonly Alternative[]): Alternative[] {
  const possible = alternatives.map(inNormalForm).filter((one) => !isImpossible(one));
  const of = <Type extends Alternative['type']>(type: Type): Extract<Alternative, { type: Type }>[] =>
    possible.filter((one): one is Extract<Alternative, { type: Type }> => one.type === type);
  const booleans = unique(of('boolean').flatMap(({ values }) => values)).toSorted();
  return [
    ...of('null').slice(0, 1),
    ...(booleans.length === 0 ? [] : [{ type: 'boolean', values: booleans } as const]),
    ...joinedValues(of('string')),
    ...joinedValues(of('number')),
    ...distinct(of('array'), textOf),
    ...distinct(of('object'), textOf),
  ];
}

/**
 * An equivalent alternative. An enum keeps only the values that satisfy the other constraints, and no other constraint.
 * Whole numbers get whole bounds, and a list is no longer than its elements permit.
 */
function inNormalForm(alternative: Alternative): Alternative {
  if (alternative.type === 'string' && alternative.values !== undefined)
    return { ...openString, values: acceptedValues(alternative) };
  if (alternative.type === 'number' && alternative.values !== undefined)
    return { ...openNumber, values: acceptedValues(alternative) };
  if (alternative.type === 'number' && alternative.multiples.includes(1)) return wholeBounds(alternative);
  if (alternative.type === 'array' && isNothingInPlace(alternative.items))
    return { ...alternative, maxItems: Math.min(alternative.maxItems, alternative.first.length) };
  return alternative;
}

function acceptedValues<Value>(alternative: Alternative & { readonly values?: readonly Value[] }): Value[] {
  return (alternative.values ?? []).filter((value) => accepts(alternative, value)).toSorted();
}

function wholeBounds(shape: NumberShape): NumberShape {
  const { minimum, excludesMinimum, maximum, excludesMaximum } = shape;
  const least = Math.ceil(minimum);
  const most = Math.floor(maximum);
  return {
    ...shape,
    ...{ minimum: excludesMinimum && least === minimum ? least + 1 : least, excludesMinimum: false },
    ...{ maximum: excludesMaximum && most === maximum ? most - 1 : most, excludesMaximum: false },
  };
}

function isImpossible(alternative: Alternative): boolean {
  if (alternative.type !== 'object') return 'values' in alternative && alternative.values?.length === 0;
  return [...alternative.members.values()].some(
    ({ isRequired, shape }) => isRequired && isNothingInPlace(shape),
  );
}

function isNothingInPlace(shape: Shape): boolean {
  return shape.key !== openKey && !shape.key.includes('"$ref"') && isNothing(shape);
}

function joinedValues<One extends StringShape | NumberShape>(alternatives: readonly One[]): One[] {
  const open = distinct(
    alternatives.filter(({ values }) => values === undefined),
    textOf,
  );
  const others = open.filter(
    (one, index) =>
      !open.some(
        (other, at) => one !== other && includes(other, one) && (at < index || !includes(one, other)),
      ),
  );
  const [first] = alternatives.filter(({ values }) => values !== undefined);
  const values = unique(alternatives.flatMap<string | number>((one) => one.values ?? []))
    .filter((value) => !others.some((one) => accepts(one, value)))
    .toSorted();
  return first === undefined || values.length === 0 ? others : [{ ...first, values }, ...others];
}

function textOf(alternative: object): string {
  return JSON.stringify(alternative, (_name, value: unknown) => {
    if (value instanceof Map) return [...value].toSorted(([one], [other]) => (one < other ? -1 : 1));
    if (typeof value === 'object' && value !== null && 'key' in value) return value.key;
    return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY ? String(value) : value;
  });
}

export function areDisjoint(branches: readonly (readonly Alternative[])[], intersect: Intersect): boolean {
  return branches.every((branch, index) =>
    branches
      .slice(index + 1)
      .every((other) => branch.every((one) => other.every((two) => isApart(one, two, intersect)))),
  );
}

function isApart(one: Alternative, other: Alternative, intersect: Intersect): boolean {
  if (one.type !== 'object' || other.type !== 'object')
    return simplified(intersection([one], [other], intersect)).length === 0;
  const required = [...one.members, ...other.members].filter(([, { isRequired }]) => isRequired);
  return required.some(([name]) => isNothing(intersect(memberShape(one, name), memberShape(other, name))));
}
