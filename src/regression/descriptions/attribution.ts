import type { ErrorObject } from 'ajv';
import { childPointer, generalPointer, valueAt } from '../../schema/pointer.ts';
import { remembered } from '../../schema/remembered.ts';
import type { Change, Step } from './change.ts';
import type { Side } from './difference.ts';
import { typeOf } from './json.ts';

/** Keywords that constrain the same aspect of a value are reported as one change. */
const families: Readonly<Record<string, string>> = {
  ...{ minLength: 'text', maxLength: 'text', pattern: 'text' },
  ...{ minimum: 'number', maximum: 'number', exclusiveMinimum: 'number', exclusiveMaximum: 'number' },
  ...{ multipleOf: 'number', const: 'enum' },
};

/** Whether a value shows a change: not at all, only together with other changes, or alone. */
export type Shown = 'no' | 'with others' | 'alone';

/** Finds out whether a value shows this change or only others. `group` is the same change at all of its places. */
export type Attribution = (refused: Refused, change: Change, group: readonly Change[]) => Shown;

/** A value that one description accepts, and the errors of the one that refuses it. */
export interface Refused {
  readonly value: unknown;
  readonly refusing: Side;
  readonly errors: readonly ErrorObject[];
}

/** @param changes - all changes between two schemas */
export function attributionTo(changes: readonly Change[]): Attribution {
  const claiming = Map.groupBy(changes, ({ steps }) => generalPointerOf(steps));
  return (refused, change, group) => {
    const { value, errors, refusing } = refused;
    const isAbsent = valueAt(value, pointerOfValue(change.steps)) === undefined;
    if (isAbsent !== isRequirement(change)) return 'no';
    const isOfAnother = (error: ErrorObject): boolean =>
      !isOf(error, change, refused) &&
      placesOf(error)
        .flatMap((place) => claiming.get(place) ?? [])
        .some((one) => isPossible(one, refusing) && !group.includes(one) && isOf(error, one, refused));
    const here = errors.filter((error) => isAt(error, change.steps) && !isOfAnother(error));
    if (here.length === 0) return 'no';
    if (errors.every((error) => isSummary(error) || !isOfAnother(error))) return 'alone';
    return here.some((error) => !isSummary(error)) ? 'with others' : 'no';
  };
}

/** Whether the change is that a member became required or optional. */
export function isRequirement({ keyword, steps }: Change): boolean {
  return keyword === 'required' && steps.at(-1)?.kind === 'member';
}

function isPossible({ gains, loses }: Change, refusing: Side): boolean {
  return (refusing === 'before' ? gains : loses) !== 'no';
}

/** Whether an error is about the change itself, and not just at the same place. */
function isOf(error: ErrorObject, change: Change, { value, refusing }: Refused): boolean {
  const { instancePath, keyword, params } = error;
  const { steps, shapes } = change;
  const pointer = generalPointerOf(steps);
  const [place] = placesOf(error);
  if (isRequirement(change))
    return keyword === 'required' && childPointer(place, params.missingProperty) === pointer;
  if (place !== pointer)
    return keyword !== 'required' && placesOf(error).some((one) => `${one}/`.startsWith(`${pointer}/`));
  const type = typeOf(valueAt(value, instancePath));
  const isOfType = shapes[refusing].alternatives.some((one) => one.type === type);
  if (!isOfType || change.keyword === 'type') return !isOfType && change.keyword === 'type';
  return familyOf(keyword) === familyOf(change.keyword);
}

function familyOf(keyword: string): string {
  return families[keyword] ?? keyword;
}

/** Whether an error only summarises those of the branches, all of which refuse the value. */
function isSummary({ keyword, params }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'if' || (keyword === 'oneOf' && params.passingSchemas === null);
}

/** The pointer of an error, and of the member that it names. */
function placesOf({ instancePath, params }: ErrorObject): [string, ...string[]] {
  const place = generalPointer(instancePath);
  const names = [params.missingProperty, params.additionalProperty, params.unevaluatedProperty];
  return [
    place,
    ...names.filter((name) => typeof name === 'string').map((name) => childPointer(place, name)),
  ];
}

/** Whether an error is about the place, its contents or its presence. */
function isAt({ instancePath, params }: ErrorObject, steps: readonly Step[]): boolean {
  const pointer = pointerOfValue(steps);
  if (instancePath === pointer || instancePath.startsWith(`${pointer}/`)) return true;
  const last = steps.at(-1);
  if (last?.kind !== 'member') return false;
  return (
    `${instancePath}/` === pointer.slice(0, pointer.lastIndexOf('/') + 1) &&
    Object.values(params).includes(last.name)
  );
}

/** The JSON pointer of a place in a value that was made for it. A cache: each error is compared with many changes. */
export const pointerOfValue = remembered(
  (steps: readonly Step[]) =>
    steps.reduce((above, step) => childPointer(above, step.kind === 'member' ? step.name : step.index), ''),
  (steps) => steps,
);

const generalPointerOf = remembered(
  (steps: readonly Step[]) => generalPointer(pointerOfValue(steps)),
  (steps) => steps,
);
