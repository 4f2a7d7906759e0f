import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { NumberShape, StringShape } from './shape.ts';

/** Formats that are validated; any other may mean anything. */
export const formats: Readonly<Record<string, unknown>> = fullFormats;

export function isKnownFormat(format: string): boolean {
  return Object.hasOwn(formats, format);
}

/** Whether a text fits the shape, apart from enumerated values. */
export function fitsString(shape: StringShape, text: string): boolean {
  const length = [...text].length;
  return (
    length >= shape.minLength &&
    length <= shape.maxLength &&
    shape.patterns.every((pattern) => expressionOf(pattern).test(text)) &&
    shape.formats.every((format) => isOfFormat(format, text))
  );
}

/** Whether a number fits the shape, apart from enumerated values. */
export function fitsNumber(shape: NumberShape, number: number): boolean {
  const { minimum, isAbove, maximum, isBelow, multiples } = shape;
  return (
    (isAbove ? number > minimum : number >= minimum) &&
    (isBelow ? number < maximum : number <= maximum) &&
    multiples.every((divisor) => Number.isInteger(number / divisor)) &&
    shape.formats.every((format) => isOfFormat(format, number))
  );
}

/**
 * The regular expression of a pattern: with Unicode, as JSON Schema requires, or without, as many are written. An
 * invalid one matches everything.
 */
export function expressionOf(pattern: string): RegExp {
  for (const flags of ['u', ''])
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Try the other flags.
    }
  return /(?:)/;
}

function isOfFormat(format: string, value: string | number): boolean {
  const known = formats[format];
  const judge = typeof known === 'object' && known !== null && 'validate' in known ? known.validate : known;
  if (judge instanceof RegExp) return judge.test(String(value));
  return typeof judge === 'function' ? judge(value) === true : true;
}
