import { fullFormats } from 'ajv-formats/dist/formats.js';
import { textsByFormat } from '../../generation/candidates.ts';
import { expressionOf } from '../../validation/expression.ts';
import { isMultipleOf } from '../../validation/multiples.ts';
import { literal } from '../../validation/words.ts';
import { type Change, possibly } from './change.ts';
import { comparePatterns, type PatternComparison } from './patterns.ts';
import type { Alternative, NumberShape, StringShape } from './shape.ts';
import { listed } from './words.ts';

/**
 * Formats that are validated. Other formats accept everything. int64 is defined here, since Ajv's int64 has no limits.
 */
export const formats: Readonly<Record<string, unknown>> = {
  ...fullFormats,
  int64: {
    type: 'number',
    validate: (one: number) => Number.isInteger(one) && one < 2 ** 63 && one >= -(2 ** 63),
  },
};

/** A narrower format for each format: every int32 is also an int64. */
const narrowerFormats: Readonly<Record<string, string>> = { int64: 'int32', double: 'float' };

export function accepts(alternative: Alternative, value: unknown): boolean {
  switch (alternative.type) {
    case 'null':
      return value === null;
    case 'boolean':
      return alternative.values.some((one) => one === value);
    case 'string':
      return typeof value === 'string' && acceptsText(alternative, value);
    case 'number':
      return typeof value === 'number' && acceptsNumber(alternative, value);
    default:
      return false;
  }
}

function acceptsText(
  { values, minLength, maxLength, patterns, formats }: StringShape,
  text: string,
): boolean {
  const length = [...text].length;
  return (
    values?.includes(text) !== false &&
    length >= minLength &&
    length <= maxLength &&
    patterns.every((pattern) => expressionOf(pattern).test(text)) &&
    formats.every((format) => isOfFormat(format, text))
  );
}

function acceptsNumber(shape: NumberShape, number: number): boolean {
  const { values, minimum, excludesMinimum, maximum, excludesMaximum, multiples, formats } = shape;
  return (
    values?.includes(number) !== false &&
    (excludesMinimum ? number > minimum : number >= minimum) &&
    (excludesMaximum ? number < maximum : number <= maximum) &&
    multiples.every((divisor) => isMultipleOf(number, divisor)) &&
    formats.every((format) => isOfFormat(format, number))
  );
}

function isOfFormat(format: string, value: string | number): boolean {
  const known = formats[format];
  const validator =
    typeof known === 'object' && known !== null && 'validate' in known ? known.validate : known;
  if (validator instanceof RegExp) return validator.test(String(value));
  return typeof validator === 'function' ? validator(value) === true : true;
}

/**
 * Whether the outer shape certainly accepts every value of the inner shape of the same type.
 * @param areMatched - whether the outer patterns match all texts that the inner patterns match
 */
export function includes<One extends StringShape | NumberShape>(
  outer: One,
  inner: One,
  areMatched = includesPatterns(outer, inner),
): boolean {
  const hasFormat = (format: string | undefined): boolean => inner.formats.some((one) => one === format);
  const isOfFormats = outer.formats.every(
    (format) => hasFormat(format) || hasFormat(narrowerFormats[format]),
  );
  const isJudged = outer.formats.every((format) => hasFormat(format) || Object.hasOwn(formats, format));
  if (inner.values !== undefined) return isJudged && inner.values.every((value) => accepts(outer, value));
  if (outer.values !== undefined || !isOfFormats || !areMatched) return false;
  if (outer.type === 'string' && inner.type === 'string')
    return outer.minLength <= inner.minLength && outer.maxLength >= inner.maxLength;
  return outer.type === 'number' && inner.type === 'number' && includesNumbers(outer, inner);
}

function includesPatterns(outer: StringShape | NumberShape, inner: StringShape | NumberShape): boolean {
  if (outer.type === 'number' || inner.type === 'number') return true;
  return outer.patterns.every((pattern) => inner.patterns.includes(pattern));
}

function includesNumbers(outer: NumberShape, inner: NumberShape): boolean {
  return (
    (outer.minimum < inner.minimum ||
      (outer.minimum === inner.minimum && (!outer.excludesMinimum || inner.excludesMinimum))) &&
    (outer.maximum > inner.maximum ||
      (outer.maximum === inner.maximum && (!outer.excludesMaximum || inner.excludesMaximum))) &&
    outer.multiples.every((divisor) => inner.multiples.some((one) => isMultipleOf(one, divisor)))
  );
}

type Comparison = Pick<Change, 'keyword' | 'words' | 'gains' | 'loses' | 'shown'>;

export function stringsDiffer(before: StringShape, after: StringShape): Comparison | undefined {
  const { gained, lost } = patternsDiffer(before, after);
  const loses = !includes(after, before, lost === null);
  const gains = !includes(before, after, gained === null);
  if (!loses && !gains) return undefined;
  const known = [gained, lost].filter((text) => typeof text === 'string');
  const formats = [...before.formats, ...after.formats];
  const shown = known.length > 0 ? known : formats.flatMap((format) => textsByFormat[format] ?? []);
  return compared(before, after, { gains: possibly(gains), loses: possibly(loses), shown: () => shown }, [
    ['minLength', ({ minLength }) => lengthInWords('at least', minLength)],
    ['maxLength', ({ maxLength }) => lengthInWords('at most', maxLength)],
    ['pattern', ({ patterns }) => joined('match', patterns)],
    ['format', ({ formats }) => joined('have the format', formats)],
  ]);
}

export function numbersDiffer(before: NumberShape, after: NumberShape): Comparison | undefined {
  const loses = !includes(after, before);
  const gains = !includes(before, after);
  if (!loses && !gains) return undefined;
  return compared(before, after, { gains: possibly(gains), loses: possibly(loses) }, [
    ['minimum', minimumInWords],
    ['maximum', maximumInWords],
    ['multipleOf', multiplesInWords],
    ['format', ({ formats }) => joined('have the format', formats)],
  ]);
}

function patternsDiffer(before: StringShape, after: StringShape): Partial<PatternComparison> {
  const [old, ...further] = before.patterns;
  const [now, ...others] = after.patterns;
  const asWritten = {
    ...(includesPatterns(before, after) ? { gained: null } : {}),
    ...(includesPatterns(after, before) ? { lost: null } : {}),
  };
  if (old === undefined || now === undefined || old === now || further.length + others.length > 0)
    return asWritten;
  return comparePatterns(old, now) ?? asWritten;
}

/**
 * A keyword, and a function that returns its constraint in words that follow "must". Undefined if the shape has no such
 * constraint.
 */
type Facet<One> = readonly [keyword: string, inWords: (shape: One) => string | undefined];

function compared<One extends StringShape | NumberShape>(
  before: One,
  after: One,
  found: Omit<Comparison, 'keyword' | 'words'>,
  facets: readonly Facet<One>[],
): Comparison {
  const shown = [
    ...(after.values ?? []).filter((value) => !isAmong(before.values, value)),
    ...(before.values ?? []).filter((value) => !isAmong(after.values, value)),
  ].slice(0, maxShown);
  const enumerated = { ...found, shown: () => shown, keyword: 'enum' };
  if (after.values !== undefined) return { ...enumerated, words: valuesInWords(before.values, after.values) };
  if (before.values !== undefined) {
    const old = `be ${listed(before.values.map(literal))}`;
    const asked = facets.flatMap(([, inWords]) => inWords(after) ?? []).join(' and ');
    const words = asked === '' ? `need not ${old} any more` : `must ${asked}, where it had to ${old}`;
    return { ...enumerated, words };
  }
  const changed = facets.filter(([, inWords]) => inWords(before) !== inWords(after));
  const words = changed.map(([, inWords]) => {
    const [old, now] = [inWords(before), inWords(after)];
    if (now === undefined) return `need not ${old} any more`;
    return old === undefined ? `must ${now} now` : `must ${now}, where it had to ${old}`;
  });
  return { ...found, keyword: changed[0]?.[0] ?? 'type', words: words.join(', and ') };
}

const maxShown = 20;

function isAmong(values: readonly unknown[] | undefined, value: unknown): boolean {
  return values?.includes(value) === true;
}

function valuesInWords(before: readonly unknown[] | undefined, after: readonly unknown[]): string {
  if (before === undefined) return `must be ${listed(after.map(literal))} now`;
  const gained = after.filter((value) => !before.includes(value)).map(literal);
  const lost = before.filter((value) => !after.includes(value)).map(literal);
  return [
    ...(gained.length === 0 ? [] : [`also allows ${listed(gained)}`]),
    ...(lost.length === 0 ? [] : [`no longer allows ${listed(lost)}`]),
  ].join(', and ');
}

function lengthInWords(limit: string, length: number): string | undefined {
  if (length === 0 || length === Number.POSITIVE_INFINITY) return undefined;
  return `have ${limit} ${length} ${length === 1 ? 'character' : 'characters'}`;
}

function joined(words: string, names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `${words} ${names.join(' and ')}`;
}

function minimumInWords({ minimum, excludesMinimum }: NumberShape): string | undefined {
  if (minimum === Number.NEGATIVE_INFINITY) return undefined;
  return excludesMinimum ? `be above ${minimum}` : `be at least ${minimum}`;
}

function maximumInWords({ maximum, excludesMaximum }: NumberShape): string | undefined {
  if (maximum === Number.POSITIVE_INFINITY) return undefined;
  return excludesMaximum ? `be below ${maximum}` : `be at most ${maximum}`;
}

function multiplesInWords({ multiples }: NumberShape): string | undefined {
  if (multiples.length === 0) return undefined;
  return multiples.every((one) => one === 1)
    ? 'be a whole number'
    : `be a multiple of ${multiples.join(' and of ')}`;
}
