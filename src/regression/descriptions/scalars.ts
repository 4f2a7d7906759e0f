import { fitsNumber, fitsString, isKnownFormat } from './fits.ts';
import { comparePatterns, textMatching } from './patterns.ts';
import type { NumberShape, StringShape } from './shape.ts';
import { listed, quoted } from './words.ts';

/** A difference between two shapes of texts, or of numbers, in a keyword. */
export interface Comparison {
  readonly keyword: string;
  readonly words: string;
  /** Whether the new shape may accept more. */
  readonly isMore: boolean;
  /** Whether the new shape may accept less. */
  readonly isLess: boolean;
  /** Values that are known to show it. */
  readonly shown?: readonly unknown[];
}

/** One constraint before and after, as words that continue `must`. */
interface Facet {
  readonly keyword: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export function compareStrings(before: StringShape, after: StringShape): Comparison[] {
  const patterns = patternsDiffer(before, after);
  const isLess = !includesString(after, before, patterns.lost === undefined);
  const isMore = !includesString(before, after, patterns.gained === undefined);
  if (!isLess && !isMore) return [];
  const shown = [patterns.gained, patterns.lost].filter((text) => typeof text === 'string');
  if (shown.length === 0) shown.push(...textsApart(before, after), ...textsApart(after, before));
  const facets = [
    facet(
      'minLength',
      lengthInWords('at least', before.minLength),
      lengthInWords('at least', after.minLength),
    ),
    facet('maxLength', lengthInWords('at most', before.maxLength), lengthInWords('at most', after.maxLength)),
    facet('pattern', patternInWords(before.patterns), patternInWords(after.patterns)),
    facet('format', formatInWords(before.formats), formatInWords(after.formats)),
  ];
  const extent = { isLess, isMore };
  return ofValues(before.values, after.values, extent, facets) ?? [{ ...ofFacets(facets, extent), shown }];
}

/** A text that only the patterns of one side match; undefined if none exists, `unknown` if undecided. */
interface PatternsDiffer {
  readonly gained: string | undefined | Unknown;
  readonly lost: string | undefined | Unknown;
}

type Unknown = { readonly kind: 'unknown' };
const unknown: Unknown = { kind: 'unknown' };

function patternsDiffer(before: StringShape, after: StringShape): PatternsDiffer {
  const [old, ...further] = before.patterns;
  const [now, ...others] = after.patterns;
  const isMissing = (all: readonly string[], from: readonly string[]): Unknown | undefined =>
    all.every((one) => from.includes(one)) ? undefined : unknown;
  const asWritten = {
    gained: isMissing(before.patterns, after.patterns),
    lost: isMissing(after.patterns, before.patterns),
  };
  if (old === undefined || now === undefined || old === now || further.length + others.length > 0)
    return asWritten;
  return comparePatterns(old, now) ?? asWritten;
}

/** Texts that one shape's patterns and formats accept and a pattern of the other refuses. */
function textsApart(one: StringShape, other: StringShape): string[] {
  const asked = [...one.patterns, ...one.formats.flatMap((format) => surelyOf[format] ?? [])];
  if (asked.length === 0) return [];
  return other.patterns
    .filter((pattern) => !one.patterns.includes(pattern))
    .flatMap((pattern) => textMatching(asked, pattern) ?? []);
}

const day = '[12][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])';

/** Each pattern matches only texts of its format, though not all of them. */
const surelyOf: Readonly<Record<string, string>> = {
  date: `^${day}$`,
  'date-time': `^${day}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$`,
  email: '^[a-z0-9]{1,20}@[a-z0-9]{1,20}\\.[a-z]{2,6}$',
  uuid: '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
};

export function compareNumbers(before: NumberShape, after: NumberShape): Comparison[] {
  const isLess = !includesNumber(after, before);
  const isMore = !includesNumber(before, after);
  if (!isLess && !isMore) return [];
  const facets = [
    facet('minimum', leastInWords(before), leastInWords(after)),
    facet('maximum', mostInWords(before), mostInWords(after)),
    facet('multipleOf', multiplesInWords(before.multiples), multiplesInWords(after.multiples)),
    facet('format', formatInWords(before.formats), formatInWords(after.formats)),
  ];
  const extent = { isLess, isMore };
  return ofValues(before.values, after.values, extent, facets) ?? [ofFacets(facets, extent)];
}

type Extent = Pick<Comparison, 'isMore' | 'isLess'>;

/** The added and removed values, if values were or are enumerated. */
function ofValues(
  before: readonly unknown[] | undefined,
  after: readonly unknown[] | undefined,
  extent: Extent,
  facets: readonly Facet[],
): Comparison[] | undefined {
  if (before === undefined && after === undefined) return undefined;
  const shown = [...(after ?? []).filter(isMissing(before)), ...(before ?? []).filter(isMissing(after))];
  const says = (words: string): Comparison[] => [
    { keyword: 'enum', words, ...extent, shown: shown.slice(0, mostShown) },
  ];
  if (before === undefined) return says(`must be ${listed((after ?? []).map(quoted))} now`);
  if (after === undefined) {
    const old = `be ${listed(before.map(quoted))}`;
    const asked = facets.flatMap((one) => one.after ?? []).join(' and ');
    return says(asked === '' ? `need not ${old} any more` : `must ${asked}, where it had to ${old}`);
  }
  const gained = after.filter(isMissing(before)).map(quoted);
  const lost = before.filter(isMissing(after)).map(quoted);
  const clauses = [
    ...(gained.length === 0 ? [] : [`also allows ${listed(gained)}`]),
    ...(lost.length === 0 ? [] : [`no longer allows ${listed(lost)}`]),
  ];
  return says(clauses.join(', and '));
}

const mostShown = 20;

function isMissing(from: readonly unknown[] = []): (value: unknown) => boolean {
  const known = new Set(from);
  return (value) => !known.has(value);
}

function facet(keyword: string, before: string | undefined, after: string | undefined): Facet {
  return { keyword, before, after };
}

function ofFacets(facets: readonly Facet[], extent: Extent): Comparison {
  const changed = facets.filter(({ before, after }) => before !== after);
  const words = changed.map(({ before, after }) => {
    if (after === undefined) return `need not ${before} any more`;
    return before === undefined ? `must ${after} now` : `must ${after}, where it had to ${before}`;
  });
  return { keyword: changed[0]?.keyword ?? 'type', words: words.join(', and '), ...extent };
}

function lengthInWords(limit: string, length: number): string | undefined {
  if (length === 0 || length === Number.POSITIVE_INFINITY) return undefined;
  return `have ${limit} ${length} ${length === 1 ? 'character' : 'characters'}`;
}

function patternInWords(patterns: readonly string[]): string | undefined {
  return patterns.length === 0 ? undefined : `match ${patterns.join(' and ')}`;
}

function formatInWords(formats: readonly string[]): string | undefined {
  return formats.length === 0 ? undefined : `have the format ${formats.join(' and ')}`;
}

function leastInWords({ minimum, isAbove }: NumberShape): string | undefined {
  if (minimum === Number.NEGATIVE_INFINITY) return undefined;
  return isAbove ? `be above ${minimum}` : `be at least ${minimum}`;
}

function mostInWords({ maximum, isBelow }: NumberShape): string | undefined {
  if (maximum === Number.POSITIVE_INFINITY) return undefined;
  return isBelow ? `be below ${maximum}` : `be at most ${maximum}`;
}

function multiplesInWords(multiples: readonly number[]): string | undefined {
  if (multiples.length === 0) return undefined;
  return multiples.every((one) => one === 1)
    ? 'be a whole number'
    : `be a multiple of ${multiples.join(' and of ')}`;
}

/**
 * Whether the outer shape certainly accepts all that the inner one does.
 * @param areMatched - whether its patterns match all texts of the inner patterns
 */
export function includesString(
  outer: StringShape,
  inner: StringShape,
  areMatched = outer.patterns.every((pattern) => inner.patterns.includes(pattern)),
): boolean {
  if (inner.values !== undefined)
    return inner.values.every(
      (text) => outer.values?.includes(text) !== false && fitsString(outer, text) && isJudged(outer, inner),
    );
  return (
    outer.values === undefined &&
    outer.minLength <= inner.minLength &&
    outer.maxLength >= inner.maxLength &&
    areMatched &&
    outer.formats.every((format) => inner.formats.includes(format))
  );
}

/** Whether the outer shape certainly accepts all that the inner one does. */
export function includesNumber(outer: NumberShape, inner: NumberShape): boolean {
  if (inner.values !== undefined)
    return inner.values.every(
      (number) =>
        outer.values?.includes(number) !== false && fitsNumber(outer, number) && isJudged(outer, inner),
    );
  return (
    outer.values === undefined &&
    (outer.minimum < inner.minimum ||
      (outer.minimum === inner.minimum && (!outer.isAbove || inner.isAbove))) &&
    (outer.maximum > inner.maximum ||
      (outer.maximum === inner.maximum && (!outer.isBelow || inner.isBelow))) &&
    outer.multiples.every((divisor) => inner.multiples.some((one) => Number.isInteger(one / divisor))) &&
    outer.formats.every((format) => inner.formats.includes(format))
  );
}

/** Whether all formats are known or shared: an unknown format may refuse anything. */
function isJudged(
  outer: { readonly formats: readonly string[] },
  inner: { readonly formats: readonly string[] },
): boolean {
  return outer.formats.every((format) => inner.formats.includes(format) || isKnownFormat(format));
}
