import { hasUnhandled, isOpen, type Shape } from './shape.ts';
import type { Validator } from './validators.ts';

/**
 * A validator for values that are sent as text, such as parameters and headers. `0` may be read as a text, a number, or a
 * list of one; it is valid if one of these is.
 */
export function validatorOfText(validator: Validator): Validator {
  return (value) =>
    readingsOf(value).some((one) => validator(one) === undefined) ? undefined : (validator(value) ?? []);
}

function readingsOf(value: unknown): unknown[] {
  if (value === null || typeof value === 'object') return [value];
  const text = String(value);
  const number = Number(text);
  const scalars = [
    ...[text],
    ...(String(number) === text ? [number] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
  ];
  return [...scalars, ...scalars.map((one) => [one])];
}

/**
 * Whether the outer shape certainly accepts, as text, all that the inner one does: any text includes that of a number.
 */
export function isIncludedAsText(inner: Shape, outer: Shape): boolean {
  return (
    !hasUnhandled(outer) &&
    outer.alternatives.some((one) => one.type === 'string' && isOpen(one)) &&
    inner.isCovered &&
    inner.alternatives.every(({ type }) => type === 'string' || type === 'number' || type === 'boolean')
  );
}
