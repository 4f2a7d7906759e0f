import { isObject, type JsonObject } from '../../schema/json.ts';
import { memoised } from '../../schema/memoised.ts';
import {
  boundaryValues,
  boundaryValuesOf,
  smallestOf,
  textsMatching,
  valuesOfEveryType,
} from './boundary-values.ts';
import type { BothSides } from './change.ts';
import { typeOf, unique } from './json.ts';
import { accepts } from './scalars.ts';
import { type Alternative, memberShape, type ObjectShape, type Shape } from './shape.ts';

/**
 * Schemas whose values may prove a change of keywords that a `Shape` cannot represent. For `not`, the negated schema;
 * for `if`, the condition and the branches.
 * @param part - the own keywords of a schema, without references and unions
 */
export function candidateSchemas(part: JsonObject, shapeOf: (schema: unknown) => Shape): unknown[] {
  const { not, contains, propertyNames } = part;
  return [
    ...(not === undefined ? [] : [not]),
    ...conditional(part),
    ...membersOf(part.dependentRequired).flatMap(([name, others]) => [
      { required: [name] },
      { required: [name, ...[others].flat()] },
    ]),
    ...membersOf(part.dependentSchemas).flatMap(([name, schema]) => [
      { required: [name] },
      { required: [name], allOf: [schema] },
    ]),
    ...(propertyNames === undefined ? [] : namesToTry(part, shapeOf(propertyNames))).map((name) => ({
      required: [name],
    })),
    ...membersOf(part.patternProperties).flatMap(([pattern, schema]) =>
      textsMatching(pattern)
        .slice(0, maxNames)
        .map((name) => ({ required: [name], properties: { [name]: schema } })),
    ),
    ...(contains === undefined ? [] : countsToTry(part)).map((minItems) => ({ items: contains, minItems })),
  ];
}

const maxNames = 12;

function membersOf(value: unknown): [string, unknown][] {
  return Object.entries(isObject(value) ? value : {});
}

function conditional({ if: condition, then = true, else: otherwise = true }: JsonObject): unknown[] {
  return condition === undefined ? [] : [condition, { allOf: [condition, then] }, otherwise];
}

function namesToTry({ properties }: JsonObject, shape: Shape): string[] {
  const isAllowed = (text: string): boolean => shape.alternatives.some((one) => accepts(one, text));
  const texts = boundaryValues(shape).filter((value) => typeof value === 'string');
  return [...membersOf(properties).map(([name]) => name), ...texts]
    .filter((name) => !isAllowed(name))
    .slice(0, maxNames);
}

function countsToTry({ minContains, maxContains }: JsonObject): number[] {
  const bounds = [minContains, maxContains].filter((count) => typeof count === 'number');
  return unique([1, ...bounds, ...bounds.map((count) => count + 1)]).filter((count) => count < 100);
}

/**
 * Values that may prove a change of keywords that a `Shape` cannot represent. They come from keywords that differ
 * between the two descriptions, or from all if none differs.
 */
export const candidateValues = memoised(newCandidateValues);

function newCandidateValues({ before, after }: BothSides<Shape>): unknown[] {
  const [old, now] = [before.candidates, after.candidates];
  const differing = [...old.keys(), ...now.keys()].filter((one) => !old.has(one) || !now.has(one));
  const digests = differing.length > 0 ? differing : [...old.keys()];
  return [before, after].flatMap((shape) => {
    const others = objectsIn(shape.alternatives);
    const candidates = shape === before ? old : now;
    const tried = digests.flatMap((digest) => candidates.get(digest) ?? []).slice(0, maxShapes);
    const values = tried.flatMap(({ alternatives }) => [
      ...alternatives.flatMap((alternative) => boundaryValuesOf(alternative)),
      ...objectsIn(alternatives).flatMap((object) => varied(object, namesOfItsOwn(object, others))),
    ]);
    return [...values, ...valuesOfOneBranch(others)].slice(0, maxValues);
  });
}

const maxShapes = 30;
const maxValues = 600;

function objectsIn(alternatives: readonly Alternative[]): ObjectShape[] {
  return alternatives.filter((one) => one.type === 'object');
}

function namesOfItsOwn(object: ObjectShape, others: readonly ObjectShape[]): string[] {
  return [...object.members].flatMap(([name, { shape }]) =>
    others.every(({ members }) => members.get(name)?.shape.digest !== shape.digest) ? [name] : [],
  );
}

function varied(object: ObjectShape, named: readonly string[]): unknown[] {
  const whole = smallestOf(object);
  if (!isObject(whole)) return [];
  const names = unique([...Object.keys(whole), ...named.slice(0, maxVariedNames)]);
  return names.flatMap((name) => {
    const values = boundaryValues(memberShape(object, name), 1).slice(0, maxVariedValues);
    return [...valuesOfEveryType.slice(0, maxVariedValues), ...values].map((value) => ({
      ...whole,
      [name]: value,
    }));
  });
}

/**
 * Objects to test a `oneOf` with. Some satisfy two branches except for a member that the branches describe differently.
 * Others satisfy one branch, and have members that all other branches refuse.
 */
export function valuesOfOneBranch(alternatives: readonly Alternative[]): unknown[] {
  const objects = objectsIn(alternatives);
  const nearest = objects.slice(0, maxBranches);
  const ofOneOnly = objects.slice(0, maxShapes).map((one) => refusedByOthers(one, objects));
  const ofPairs = nearest.flatMap((one, index) =>
    nearest.slice(index + 1).flatMap((other) => {
      const names = unique([...namesOfItsOwn(one, [other]), ...namesOfItsOwn(other, [one])]);
      return [one, other].flatMap((object) => varied(object, names));
    }),
  );
  return [...ofOneOnly, ...ofPairs];
}

function refusedByOthers(object: ObjectShape, others: readonly ObjectShape[]): unknown {
  const refused = others.flatMap((other) =>
    namesOfItsOwn(other, [object])
      .flatMap((name) => {
        const [own, theirs] = [memberShape(object, name), memberShape(other, name)];
        const values = valuesOfEveryType.filter(
          (value) => hasTypeOf(own, value) && !hasTypeOf(theirs, value),
        );
        return values.slice(0, 1).map((value) => [name, value] as const);
      })
      .slice(0, 1),
  );
  return { ...(smallestOf(object) as object | undefined), ...Object.fromEntries(refused) };
}

function hasTypeOf({ alternatives }: Shape, value: unknown): boolean {
  return alternatives.some(({ type }) => type === typeOf(value));
}

const maxBranches = 4;
const maxVariedNames = 3;
const maxVariedValues = 6;
