import { grouped } from '../../schema/grouped.ts';
import { literal } from '../../validation/words.ts';
import { familyOf } from './attribution.ts';
import { smallestOf } from './boundary-values.ts';
import { candidateValues, valuesOfOneBranch } from './candidates.ts';
import {
  type Change,
  type ElementStep,
  extendResult,
  type Finding,
  isNested,
  isPossible,
  type MemberStep,
  type NestedFinding,
  type Pair,
  type Pairs,
  type Possibility,
  possibly,
  type Step,
  type Tag,
} from './change.ts';
import type { JsonType } from './json.ts';
import { unique } from './json.ts';
import { informing } from './keywords.ts';
import { numbersDiffer, stringsDiffer } from './scalars.ts';
import {
  type Alternative,
  type ArrayShape,
  elementShape,
  isAnything,
  isNothing,
  type Mapping,
  memberShape,
  type ObjectShape,
  type Shape,
  type Unhandled,
} from './shape.ts';
import { pairedByTag } from './tags.ts';
import { listed, typesInWords } from './words.ts';

export function shapesDiffer({ before, after }: Pair, pairOf: Pairs): Finding[] {
  const here = { steps: [], origin: `${before.id} ${after.id}`, shapes: { before, after } };
  const shown = () => candidateValues(here.shapes);
  if (isAnything(after))
    return [
      ...(isAnything(before)
        ? []
        : [{ ...changeOf(here, 'type', 'may be anything now', true, false), shown }]),
      ...unhandledDiffers(before, after, here).filter(({ gains }) => gains !== 'no'),
      ...mappingsDiffer(before, after, here, pairOf),
    ];
  const findings = [
    ...typesDiffer(before, after, here),
    ...unhandledDiffers(before, after, here),
    ...mappingsDiffer(before, after, here, pairOf),
    ...alternativesDiffer(before, after, here, pairOf),
  ];
  const union = before.branched ?? after.branched;
  if (findings.length > 0 || union === undefined) return findings;
  const words = `is described differently by '${union}', whose branches have keywords that are not handled`;
  return [{ ...changeOf(here, union, words, false, false), shown }];
}

type Location = Pick<Change, 'steps' | 'origin' | 'shapes'>;

function typesDiffer(before: Shape, after: Shape, here: Location): Change[] {
  const old = typesOf(before);
  const now = typesOf(after);
  const gained = now.filter((type) => !old.includes(type));
  const lost = old.filter((type) => !now.includes(type));
  if (gained.length + lost.length === 0) return [];
  const words = isNothing(after)
    ? 'accepts nothing any more'
    : isNothing(before)
      ? 'accepts something now'
      : lost.length === 0
        ? `may also be ${typesInWords(gained, isWhole(after))}`
        : gained.length === 0
          ? `may no longer be ${typesInWords(lost, isWhole(before))}`
          : `must be ${typesInWords(now, isWhole(after))}, was ${typesInWords(old, isWhole(before))}`;
  return [changeOf(here, 'type', words, gained.length > 0, lost.length > 0)];
}

function changeOf(here: Location, keyword: string, words: string, gains: boolean, loses: boolean): Change {
  return { ...here, keyword, words, gains: possibly(gains), loses: possibly(loses) };
}

function isWhole({ alternatives }: Shape): boolean {
  return alternatives.every((one) => one.type !== 'number' || one.multiples.includes(1));
}

function typesOf({ alternatives }: Shape): JsonType[] {
  return unique(alternatives.map(({ type }) => type));
}

function unhandledDiffers(before: Shape, after: Shape, here: Location): Change[] {
  const families = grouped(
    [...before.unhandled, ...after.unhandled],
    (one) => `${one.because} ${familyOf(one.keyword)}`,
  );
  return families.flatMap((all) => {
    const digestsIn = ({ unhandled }: Shape) =>
      unique(all.filter((one) => unhandled.includes(one)).map(({ digest }) => digest)).toSorted();
    const [was, is] = [digestsIn(before), digestsIn(after)];
    const differing = all.filter(({ digest }) => was.includes(digest) !== is.includes(digest));
    const [first] = differing;
    if (first === undefined) return [];
    const { keyword, because } = first;
    const possibility: Possibility = informing.has(keyword) ? 'informs' : 'no';
    const nested = all.flatMap(({ values = [] }) => values).slice(0, maxShown);
    const change = {
      ...{ ...here, keyword, words: unhandledInWords(differing, because) },
      ...{ gains: possibility, loses: possibility },
      shown: () => (because === 'nested values' ? nested : candidateValues(here.shapes)),
    };
    return [keyword === 'default' ? { ...change, ...defaultDiffers(was, is) } : change];
  });
}

const maxShown = 20;

function unhandledInWords(differing: readonly Unhandled[], because: Unhandled['because']): string {
  const keywords = unique(differing.map(({ keyword }) => `'${keyword}'`));
  if (because === 'nested values') return 'may be one of other values';
  const why = {
    overlap: 'whose branches may overlap',
    excess: 'whose branches are too many to compare',
    none: `which ${keywords.length === 1 ? 'is' : 'are'} not handled`,
  }[because ?? 'none'];
  return `is described differently by ${keywords.join(' and ')}, ${why}`;
}

/**
 * The change of a `default`. A program that fills in missing values acts differently if the default changes or is
 * removed, but not if a default is added.
 */
function defaultDiffers(was: readonly string[], is: readonly string[]): Partial<Change> {
  if (was.every((one) => is.includes(one))) return { words: 'has a default now' };
  const words = is.length === 0 ? 'has no default any more' : 'has another default';
  return { words, gains: 'policy', loses: 'policy' };
}

/**
 * Changes of a discriminator's mapping. Code generators use the mapping, but it does not affect which values are valid.
 */
function mappingsDiffer(before: Shape, after: Shape, here: Location, pairOf: Pairs): Change[] {
  // A branch may inherit the mapping that selects the branch itself. Within the branch, that mapping selects nothing.
  if (before.mappings.some(({ shape }) => shape === before)) return [];
  const byValue = ({ mappings }: Shape) =>
    Map.groupBy(mappings, ({ tag, value }) => `with ${tag} ${literal(value)}`);
  const namesOf = (some: readonly Mapping[]) => listed(unique(some.map(({ name }) => name))) || 'nothing';
  const [old, now] = [byValue(before), byValue(after)];
  const isOtherTag = unhandledDiffers(before, after, here).some(({ keyword }) => keyword === 'discriminator');
  const redescribed: string[] = [];
  const changes = unique([...old.keys(), ...now.keys()]).flatMap((tagged): Change[] => {
    const [was, is] = [old.get(tagged) ?? [], now.get(tagged) ?? []];
    const [wasRead, isRead] = [namesOf(was), namesOf(is)];
    const isOneSided = was.length === 0 || is.length === 0;
    // A changed branch of a union, or another tag, is reported elsewhere.
    const isReported = [...was, ...is].some(({ isOfUnion }) => isOfUnion)
      ? isOneSided || wasRead === isRead
      : isOneSided && isOtherTag;
    const pairs = was.flatMap((one) => is.map((other) => [one, other] as const));
    const same = pairs.filter(([one, other]) => !pairOf(one.shape, other.shape).differs).flat();
    if (isReported || [...was, ...is].every((one) => same.includes(one))) return [];
    if (wasRead === isRead) redescribed.push(isRead);
    const words = `${tagged} will be read as ${isRead} by code generators, was ${wasRead}`;
    const byPolicy = (some: readonly Mapping[]): Possibility => (some.length === 0 ? 'no' : 'policy');
    const change = { ...here, keyword: 'discriminator', words, gains: byPolicy(is), loses: byPolicy(was) };
    return wasRead === isRead ? [] : [change];
  });
  if (redescribed.length === 0) return changes;
  const words = `is read by code generators as ${listed(redescribed)}, described differently now`;
  return [...changes, { ...here, keyword: 'discriminator', words, gains: 'informs', loses: 'informs' }];
}

function alternativesDiffer(before: Shape, after: Shape, here: Location, pairOf: Pairs): Finding[] {
  return typesOf(before).flatMap((type) => {
    const old = before.alternatives.filter((one) => one.type === type);
    const now = after.alternatives.filter((one) => one.type === type);
    if (now.length === 0) return [];
    if (type === 'object') return objectsDiffer(old as ObjectShape[], now as ObjectShape[], here, pairOf);
    return paired(old, now, (one, other, pairs) => alternativeDiffers(one, other, here, pairs), here, pairOf);
  });
}

function alternativeDiffers(old: Alternative, now: Alternative, here: Location, pairOf: Pairs): Finding[] {
  if (old.type === 'boolean' && now.type === 'boolean') {
    const gained = now.values.filter((value) => !old.values.includes(value));
    const lost = old.values.filter((value) => !now.values.includes(value));
    if (gained.length + lost.length === 0) return [];
    const words = `must be ${listed(now.values.map(String))}, was ${listed(old.values.map(String))}`;
    return [changeOf(here, 'enum', words, gained.length > 0, lost.length > 0)];
  }
  const scalar =
    old.type === 'string' && now.type === 'string'
      ? stringsDiffer(old, now)
      : old.type === 'number' && now.type === 'number'
        ? numbersDiffer(old, now)
        : undefined;
  if (scalar !== undefined) return [{ ...here, ...scalar }];
  if (old.type === 'array' && now.type === 'array') return arraysDiffer(old, now, here, pairOf);
  return [];
}

type Differ<One> = (one: One, other: One, pairOf: Pairs) => Finding[];

const asEqual: Pairs = (before, after) => ({
  ...{ before, after, dependents: new Set(), findings: [], isQueued: false },
  ...{ differs: false, gains: false, loses: false },
});

const shallowly: Pairs = (before, after) => {
  const pair = asEqual(before, after);
  if (before.digest !== after.digest) pair.findings = shapesDiffer(pair, asEqual);
  extendResult(pair);
  return pair;
};

/**
 * Compares the alternatives that only one description has: each with the most similar one, if there are as many old as
 * new ones. Members are compared in depth only if the alternatives are equal otherwise, since a union may refer to
 * large schemas.
 */
function paired<One extends Alternative>(
  old: readonly One[],
  now: readonly One[],
  differ: Differ<One>,
  here: Location,
  pairOf: Pairs,
): Finding[] {
  if (old.length === 1 && now.length === 1)
    return old.flatMap((one) => now.flatMap((other) => differ(one, other, pairOf)));
  const shallow = pairOf === asEqual ? asEqual : shallowly;
  const has = (one: One, other: One, isFound: (finding: Finding) => boolean): boolean =>
    differ(one, other, shallow).some(isFound) || differ(one, other, pairOf).some(isFound);
  const areDifferent = (one: One, other: One): boolean => has(one, other, () => true);
  const removed = old.filter((one) => now.every((other) => areDifferent(one, other)));
  const added = now.filter((other) => old.every((one) => areDifferent(one, other)));
  const byDistance = removed
    .flatMap((one) => added.map((other) => [one, other, differ(one, other, shallow).length] as const))
    .toSorted(([, , one], [, , other]) => one - other);
  if (removed.length === added.length) {
    const taken = new Set<One>();
    return byDistance.flatMap(([one, other]) => {
      if (taken.has(one) || taken.has(other)) return [];
      taken.add(one).add(other);
      return differ(one, other, pairOf);
    });
  }
  const gains = added.some((other) =>
    old.every((one) => has(one, other, (found) => isPossible(found, 'gains'))),
  );
  const loses = removed.some((one) =>
    now.every((other) => has(one, other, (found) => isPossible(found, 'loses'))),
  );
  if (!gains && !loses) return [];
  const words =
    added.length === 0
      ? 'has an alternative less'
      : removed.length === 0
        ? 'has an alternative more'
        : `has ${now.length} ${now.length === 1 ? 'alternative' : 'alternatives'} now, where it had ${old.length}`;
  const shown = () => valuesOfOneBranch([...removed, ...added, ...now, ...old]);
  return [{ ...changeOf(here, 'anyOf', words, gains, loses), shown }];
}

function arraysDiffer(old: ArrayShape, now: ArrayShape, here: Location, pairOf: Pairs): Finding[] {
  const holders = { before: old, after: now };
  const lengths = sizesDiffer(old, now, ['minItems', 'maxItems'], 'element', here);
  const { isUnique } = now;
  const words = isUnique ? 'must not repeat an element now' : 'may repeat an element now';
  const uniqueness =
    old.isUnique === isUnique ? [] : [changeOf(here, 'uniqueItems', words, !isUnique, isUnique)];
  const positions = Array.from(
    { length: Math.max(old.first.length, now.first.length) + 1 },
    (_, index) => index,
  );
  const elements = positions
    .filter((index) => index < Math.min(old.maxItems, now.maxItems))
    .flatMap((index) => {
      const step: ElementStep = { kind: 'element', index, holders };
      return below(step, pairOf(elementShape(old, index), elementShape(now, index)));
    });
  return [...lengths, ...uniqueness, ...elements];
}

function sizesDiffer<Limit extends string>(
  before: Readonly<Record<Limit, number>>,
  after: Readonly<Record<Limit, number>>,
  [least, most]: readonly [least: Limit, most: Limit],
  noun: string,
  here: Location,
): Change[] {
  const { [least]: wasLeast, [most]: wasMost } = before;
  const { [least]: isLeast, [most]: isMost } = after;
  const leastWords = sizeInWords('at least', wasLeast, isLeast, noun);
  const mostWords = sizeInWords('at most', wasMost, isMost, noun);
  return [
    ...(wasLeast === isLeast
      ? []
      : [changeOf(here, least, leastWords, isLeast < wasLeast, isLeast > wasLeast)]),
    ...(wasMost === isMost ? [] : [changeOf(here, most, mostWords, isMost > wasMost, isMost < wasMost)]),
  ];
}

function sizeInWords(limit: string, before: number, after: number, noun: string): string {
  const count = (number: number): string => `${limit} ${number} ${noun}${number === 1 ? '' : 's'}`;
  const isLimit = (number: number): boolean => Number.isFinite(number) && number > 0;
  if (!isLimit(after) && after !== 0) return `may have any number of ${noun}s now`;
  if (limit === 'at least' && after === 0)
    return `may have fewer than ${before} ${noun}${before === 1 ? '' : 's'} now`;
  return isLimit(before)
    ? `must have ${count(after)}, where it was ${count(before)}`
    : `must have ${count(after)} now`;
}

function below(step: Step, pair: Pair, as?: NestedFinding['as']): NestedFinding[] {
  return pair.differs ? [{ step, pair, ...(as === undefined ? {} : { as }) }] : [];
}

function objectsDiffer(
  old: readonly ObjectShape[],
  now: readonly ObjectShape[],
  here: Location,
  pairOf: Pairs,
): Finding[] {
  const pairs = old.length + now.length > 2 ? pairedByTag(old, now) : undefined;
  if (pairs === undefined)
    return paired(old, now, (one, other, pairs) => membersDiffer(one, other, here, pairs), here, pairOf);
  const { name } = pairs;
  return pairs.pairs.flatMap(({ values, before, after }): Finding[] => {
    const tag: Tag = { name, value: values[0] ?? '' };
    const quotedTags = `${name} ${listed(values.map(literal))}`;
    const there = { ...here, origin: `${here.origin}\n${quotedTags}` };
    if (before === undefined || after === undefined) {
      const isNew = before === undefined;
      const words = isNew ? `may also have ${quotedTags}` : `may no longer have ${quotedTags}`;
      const only = before ?? after;
      const smallest = () => only && (smallestOf(only) as object | undefined);
      const shown = () => values.map((value) => ({ ...smallest(), [name]: value }));
      return [{ ...changeOf(there, 'oneOf', words, isNew, !isNew), shown }];
    }
    return membersDiffer(before, after, here, pairOf, tag);
  });
}

function membersDiffer(
  old: ObjectShape,
  now: ObjectShape,
  here: Location,
  pairOf: Pairs,
  tag?: Tag,
): Finding[] {
  const holders = { before: old, after: now };
  const names = unique([...old.members.keys(), ...now.members.keys()]);
  const changes = names.flatMap((name) => {
    const step: MemberStep = { kind: 'member', name, holders, tag };
    return memberDiffers(old, now, step, pairOf);
  });
  const unlisted: MemberStep = { kind: 'member', name: unlistedName(names), holders, tag };
  const isForbidden = isNothing(now.others) || isNothing(old.others);
  const words = isNothing(now.others) ? 'may not be there any more' : 'may be there now';
  const as = isForbidden ? { keyword: 'additionalProperties', words } : undefined;
  return [
    ...renamed(changes),
    ...below(unlisted, pairOf(old.others, now.others), as),
    ...sizesDiffer(old, now, ['minProperties', 'maxProperties'], 'member', here),
  ];
}

function unlistedName(names: readonly string[]): string {
  let name = 'unlisted';
  while (names.includes(name)) name = `${name}_`;
  return name;
}

function memberDiffers(old: ObjectShape, now: ObjectShape, step: MemberStep, pairOf: Pairs): Finding[] {
  const { name, tag } = step;
  const [before, after] = [memberShape(old, name), memberShape(now, name)];
  const here = {
    ...{ steps: [step], origin: `${name}\n${before.id} ${after.id}` },
    shapes: { before, after },
  };
  const wasRequired = old.members.get(name)?.isRequired === true;
  const isRequired = now.members.get(name)?.isRequired === true;
  const words = isRequired ? 'is required now' : 'is optional now';
  const requirement =
    wasRequired === isRequired ? [] : [changeOf(here, 'required', words, !isRequired, isRequired)];
  // Objects are paired by the values of their tag, so only the tag's presence is compared.
  const pair = name === tag?.name ? undefined : pairOf(before, after);
  if (!pair?.differs) return requirement;
  const wasListed = old.members.has(name);
  if (wasListed === now.members.has(name)) return [...requirement, ...below(step, pair)];
  // Until now, this unlisted name could have any value. Its new meaning affects only those who already use the name.
  const wasOpen = !wasListed && isAnything(old.others) && !isRequired;
  return [
    ...requirement,
    {
      ...here,
      keyword: 'properties',
      listing: wasListed ? 'removed' : 'added',
      words: wasListed ? noLongerListed(after) : isNothing(before) ? 'may be there now' : 'is described now',
      gains: possibly(pair.gains),
      loses: wasOpen && pair.loses ? 'unlisted' : possibly(pair.loses),
    },
  ];
}

function noLongerListed(others: Shape): string {
  if (isNothing(others)) return 'may not be there any more';
  return `is not described any more${isAnything(others) ? ', so it may be anything' : ''}`;
}

function renamed(findings: readonly Finding[]): Finding[] {
  const startingWith = (words: string): Change[] =>
    findings.flatMap((one) =>
      !isNested(one) && one.keyword === 'properties' && one.words.startsWith(words) ? [one] : [],
    );
  const added = startingWith('is described');
  const renames = startingWith('is not described').flatMap((one) => {
    const likely = added.filter(({ shapes }) => shapes.after.digest === one.shapes.before.digest);
    return likely.length === 1 && likely[0] !== undefined ? [[one, likely[0]] as const] : [];
  });
  const once = renames.filter(([, other]) => renames.filter(([, another]) => another === other).length === 1);
  const words = new Map<Finding, string>(once.map(([one, other]) => [one, `is called ${nameOf(other)} now`]));
  return findings.map((one) => (isNested(one) ? one : { ...one, words: words.get(one) ?? one.words }));
}

function nameOf({ steps: [step] }: Change): string {
  return step?.kind === 'member' ? step.name : '';
}
