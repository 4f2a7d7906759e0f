import type { ErrorObject } from 'ajv';
import { memoised } from '../../schema/memoised.ts';
import { childPointer, generalPointer, valueAt } from '../../schema/pointer.ts';
import type { Change, Step } from './change.ts';
import type { Side } from './difference.ts';
import { typeOf } from './json.ts';
import { narrowing } from './keywords.ts';

/**
 * Keywords that constrain the same aspect of a value, such as its length. They count as one keyword when changes are
 * grouped, and when it is decided which change causes an error.
 */
const families: readonly (readonly string[])[] = [
  ['minLength', 'maxLength', 'pattern'],
  ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ['enum', 'const'],
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
];

/** Whether a value proves a change: not at all, only together with other changes, or on its own. */
export type Shown = 'no' | 'with others' | 'alone';

/**
 * Decides whether a refused value proves a change.
 * @param group - the same change at all places where its schema is used
 */
export type Attribution = (refused: Refused, change: Change, group: readonly Change[]) => Shown;

export interface Refused {
  readonly value: unknown;
  readonly refusing: Side;
  readonly errors: readonly ErrorObject[];
}

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
        .some(
          (one) =>
            one[refusing === 'before' ? 'gains' : 'loses'] !== 'no' &&
            !group.includes(one) &&
            isOf(error, one, refused),
        );
    const here = errors.filter((error) => isAt(error, change.steps) && !isOfAnother(error));
    if (here.length === 0) return 'no';
    if (errors.every((error) => isSummary(error) || !isOfAnother(error))) return 'alone';
    return here.some((error) => !isSummary(error)) ? 'with others' : 'no';
  };
}

export function isRequirement({ keyword, steps }: Change): boolean {
  return keyword === 'required' && steps.at(-1)?.kind === 'member';
}

/** Whether the change itself causes the error. If not, another change at the same place may be the cause. */
function isOf(error: ErrorObject, change: Change, { value, refusing }: Refused): boolean {
  const { instancePath, keyword, params } = error;
  const { steps, shapes } = change;
  const pointer = generalPointerOf(steps);
  const [place] = placesOf(error);
  if (isRequirement(change))
    return keyword === 'required' && childPointer(place, params.missingProperty) === pointer;
  // Keywords on the way to the schema that refused the value, such as `then`.
  const applied = error.schemaPath.split('/').filter((one) => narrowing.has(one));
  if (applied.length > 0 && narrowing.has(change.keyword))
    return applied.some((one) => familyOf(one) === familyOf(change.keyword));
  if (place !== pointer)
    return keyword !== 'required' && placesOf(error).some((one) => `${one}/`.startsWith(`${pointer}/`));
  const type = typeOf(valueAt(value, instancePath));
  const isOfType = shapes[refusing].alternatives.some((one) => one.type === type);
  if (!isOfType || change.keyword === 'type') return !isOfType && change.keyword === 'type';
  return familyOf(keyword) === familyOf(change.keyword);
}

export function familyOf(keyword: string): string {
  return families.find((family) => family.includes(keyword))?.[0] ?? keyword;
}

/** Whether an error only says that no branch of a union accepts the value. The errors of the branches say why. */
function isSummary({ keyword, params }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'if' || (keyword === 'oneOf' && params.passingSchemas === null);
}

function placesOf({ instancePath, params }: ErrorObject): [string, ...string[]] {
  const place = generalPointer(instancePath);
  const names = [params.missingProperty, params.additionalProperty, params.unevaluatedProperty];
  return [
    place,
    ...names.filter((name) => typeof name === 'string').map((name) => childPointer(place, name)),
  ];
}

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

export const pointerOfValue = memoised((steps: readonly Step[]) =>
  steps.reduce((above, step) => childPointer(above, step.kind === 'member' ? step.name : step.index), ''),
);

const generalPointerOf = memoised((steps: readonly Step[]) => generalPointer(pointerOfValue(steps)));
