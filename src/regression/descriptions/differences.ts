import type { Change, ElementStep, MemberStep, Possibility, Step, Tag } from './change.ts';
import { leastOf } from './interesting.ts';
import type { JsonType } from './json.ts';
import { informing } from './keywords.ts';
import { unique } from './meet.ts';
import { type Comparison, compareNumbers, compareStrings } from './scalars.ts';
import {
  type Alternative,
  type ArrayShape,
  beyond,
  elementShape,
  enumerated,
  hasUnhandled,
  isAnything,
  isNothing,
  memberShape,
  type ObjectShape,
  overlapping,
  type Shape,
} from './shape.ts';
import { pairedByTag } from './tags.ts';
import { tellingValues } from './telling.ts';
import { listed, quoted, typesInWords } from './words.ts';

/** Tells how two shapes differ. */
export type Differences = (before: Shape, after: Shape) => readonly Change[];

/** Compares the shapes of two documents; what was compared is remembered. */
export function differencesOf(): Differences {
  const known = new Map<string, readonly Change[]>();
  // What was found below a pair that is not compared yet holds for as long as that pair is being compared.
  const provisional = new Map<string, readonly Change[]>();
  const open = new Set<string>();
  const met = new Set<string>();
  const differences: Differences = (before, after) => {
    const key = `${before.key}\n${after.key}`;
    const found = known.get(key) ?? provisional.get(key);
    if (found !== undefined) return found;
    if (open.has(key)) {
      // A schema that refers to itself differs where it differs the first time.
      met.add(key);
      return [];
    }
    open.add(key);
    const changes = before.digest === after.digest ? [] : shapesDiffer(before, after, differences);
    open.delete(key);
    met.delete(key);
    (met.size === 0 ? known : provisional).set(key, changes);
    if (open.size === 0) provisional.clear();
    return changes;
  };
  return differences;
}

function shapesDiffer(before: Shape, after: Shape, differences: Differences): Change[] {
  const here = { steps: [], origin: `${before.key}\n${after.key}`, shapes: { before, after } };
  if (isAnything(after))
    return [...anythingNow(before, here), ...unhandledDiffers(before, after, here).filter(isInforming)];
  const changes = [
    ...typesDiffer(before, after, here),
    ...unhandledDiffers(before, after, here),
    ...alternativesDiffer(before, after, here, differences),
  ];
  const gains = sureness(before, after);
  const loses = sureness(after, before);
  return changes.map((one) => ({ ...one, gains: gains(one.gains), loses: loses(one.loses) }));
}

/**
 * What is known of whether one accepts more than the other: of what stands beside or below a keyword that is not
 * handled, nothing is sure, but where the one that would accept less has none, and those of the other only narrow it.
 */
function sureness(less: Shape, more: Shape): (possibility: Possibility) => Possibility {
  const isSure = !hasUnhandled(less) && more.isCovered;
  return (possibility) => (possibility === 'no' && !isSure ? 'maybe' : possibility);
}

type Here = Pick<Change, 'steps' | 'origin' | 'shapes'>;

function typesDiffer(before: Shape, after: Shape, here: Here): Change[] {
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

function changeOf(here: Here, keyword: string, words: string, isMore: boolean, isLess: boolean): Change {
  return { ...here, keyword, words, gains: possibly(isMore), loses: possibly(isLess) };
}

function possibly(isPossible: boolean): Possibility {
  return isPossible ? 'maybe' : 'no';
}

function isWhole({ alternatives }: Shape): boolean {
  return alternatives.every((one) => one.type !== 'number' || one.multiples.includes(1));
}

function typesOf({ alternatives }: Shape): JsonType[] {
  return unique(alternatives.map(({ type }) => type));
}

/** What it was matters no more. */
function anythingNow(before: Shape, here: Here): Change[] {
  if (isAnything(before)) return [];
  return [{ ...changeOf(here, 'type', 'may be anything now', true, false), shown: tellingValues(before) }];
}

function isInforming({ gains }: Change): boolean {
  return gains === 'informs';
}

function unhandledDiffers(before: Shape, after: Shape, here: Here): Change[] {
  const keywords = unique([...Object.keys(before.unhandled), ...Object.keys(after.unhandled)]);
  return keywords
    .filter((keyword) => before.unhandled[keyword] !== after.unhandled[keyword])
    .map((keyword) => {
      const possibility: Possibility = informing.has(keyword) ? 'informs' : 'no';
      return {
        ...here,
        ...unhandledInWords(keyword),
        gains: possibility,
        loses: possibility,
        shown: keyword.startsWith(enumerated)
          ? [before, after].flatMap(({ unhandled }) => valuesIn(unhandled[keyword])).slice(0, mostShown)
          : [before, after].flatMap(tellingValues),
      };
    });
}

/** What is not compared, and why; continues the name of its place. */
function unhandledInWords(keyword: string): Pick<Change, 'keyword' | 'words'> {
  const named = keyword.slice(keyword.lastIndexOf(' ') + 1);
  const otherwise = `is described otherwise by '${named}'`;
  if (keyword.startsWith(enumerated)) return { keyword: 'enum', words: 'may be one of other values' };
  if (keyword.startsWith(overlapping))
    return { keyword: named, words: `${otherwise}, whose branches may overlap` };
  if (keyword.startsWith(beyond))
    return { keyword: named, words: `${otherwise}, whose branches are too many to compare` };
  return { keyword, words: `${otherwise}, which is not handled` };
}

const mostShown = 20;

function valuesIn(text = '[]'): unknown[] {
  return text
    .split('\n')
    .flatMap((list) => (JSON.parse(list) as string[]).map((one) => JSON.parse(one) as unknown));
}

function alternativesDiffer(before: Shape, after: Shape, here: Here, differences: Differences): Change[] {
  return typesOf(before).flatMap((type) => {
    const old = before.alternatives.filter((one) => one.type === type);
    const now = after.alternatives.filter((one) => one.type === type);
    // That a type is gone has been said.
    if (now.length === 0) return [];
    if (type === 'object')
      return objectsDiffer(old as ObjectShape[], now as ObjectShape[], here, differences);
    return paired(old, now, (one, other) => alternativeDiffers(one, other, here, differences), here);
  });
}

function alternativeDiffers(
  old: Alternative,
  now: Alternative,
  here: Here,
  differences: Differences,
): Change[] {
  if (old.type === 'boolean' && now.type === 'boolean') {
    const gained = now.values.filter((value) => !old.values.includes(value));
    const lost = old.values.filter((value) => !now.values.includes(value));
    if (gained.length + lost.length === 0) return [];
    const words = `must be ${listed(now.values.map(String))}, was ${listed(old.values.map(String))}`;
    return [changeOf(here, 'enum', words, gained.length > 0, lost.length > 0)];
  }
  if (old.type === 'string' && now.type === 'string') return compared(compareStrings(old, now), here);
  if (old.type === 'number' && now.type === 'number') return compared(compareNumbers(old, now), here);
  if (old.type === 'array' && now.type === 'array') return arraysDiffer(old, now, here, differences);
  if (old.type === 'object' && now.type === 'object')
    return membersDiffer(old, now, here, differences, undefined);
  return [];
}

function compared(comparisons: readonly Comparison[], here: Here): Change[] {
  return comparisons.map(({ keyword, words, isMore, isLess, shown = [] }) => ({
    ...changeOf(here, keyword, words, isMore, isLess),
    shown,
  }));
}

/** Those that only one description has: each with the one that it differs least from, where they are as many. */
function paired<One extends Alternative>(
  old: readonly One[],
  now: readonly One[],
  differ: (one: One, other: One) => Change[],
  here: Here,
): Change[] {
  const gone = old.filter((one) => !now.some((other) => differ(one, other).length === 0));
  const come = now.filter((other) => !old.some((one) => differ(one, other).length === 0));
  if (gone.length !== come.length) return manyDiffer({ old, now, gone, come }, differ, here);
  const left = [...come];
  return gone.flatMap((one) => {
    const [nearest] = left.toSorted((two, three) => differ(one, two).length - differ(one, three).length);
    if (nearest === undefined) return [];
    left.splice(left.indexOf(nearest), 1);
    return differ(one, nearest);
  });
}

interface Many<One> {
  readonly old: readonly One[];
  readonly now: readonly One[];
  readonly gone: readonly One[];
  readonly come: readonly One[];
}

/** Alternatives that nothing pairs: whether there is one that none of the other description includes. */
function manyDiffer<One extends Alternative>(
  { old, now, gone, come }: Many<One>,
  differ: (one: One, other: One) => Change[],
  here: Here,
): Change[] {
  const isMore = come.some((other) =>
    old.every((one) => differ(one, other).some(({ gains }) => gains !== 'no')),
  );
  const isLess = gone.some((one) =>
    now.every((other) => differ(one, other).some(({ loses }) => loses !== 'no')),
  );
  if (!isMore && !isLess) return [];
  const words =
    come.length === 0
      ? 'has an alternative less'
      : gone.length === 0
        ? 'has an alternative more'
        : `has ${now.length} ${now.length === 1 ? 'alternative' : 'alternatives'} now, where it had ${old.length}`;
  const parts = gone.flatMap((one) => come.flatMap((other) => differ(one, other))).slice(0, mostParts);
  return [{ ...changeOf(here, 'anyOf', words, isMore, isLess), parts }];
}

function arraysDiffer(old: ArrayShape, now: ArrayShape, here: Here, differences: Differences): Change[] {
  const holders = { before: old, after: now };
  const lengths = [
    ...atLeastDiffers('minItems', old.minItems, now.minItems, 'element', here),
    ...atMostDiffers('maxItems', old.maxItems, now.maxItems, 'element', here),
  ];
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
      return differences(elementShape(old, index), elementShape(now, index)).map((change) =>
        below(step, change),
      );
    });
  return [...lengths, ...uniqueness, ...elements];
}

function atLeastDiffers(keyword: string, before: number, after: number, noun: string, here: Here): Change[] {
  if (before === after) return [];
  const words = sizeInWords('at least', before, after, noun);
  return [changeOf(here, keyword, words, after < before, after > before)];
}

function atMostDiffers(keyword: string, before: number, after: number, noun: string, here: Here): Change[] {
  if (before === after) return [];
  const words = sizeInWords('at most', before, after, noun);
  return [changeOf(here, keyword, words, after > before, after < before)];
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

function below(step: Step, change: Change): Change {
  const { steps, parts } = change;
  return {
    ...change,
    steps: [step, ...steps],
    ...(parts === undefined ? {} : { parts: parts.map((part) => below(step, part)) }),
  };
}

function objectsDiffer(
  old: readonly ObjectShape[],
  now: readonly ObjectShape[],
  here: Here,
  differences: Differences,
): Change[] {
  const pairs = old.length + now.length > 2 ? pairedByTag(old, now) : undefined;
  if (pairs === undefined)
    return paired(old, now, (one, other) => membersDiffer(one, other, here, differences, undefined), here);
  const { name } = pairs;
  return pairs.pairs.flatMap(({ values, before, after }): Change[] => {
    const tag: Tag = { name, value: values[0] ?? '' };
    const quotedTags = `${name} ${listed(values.map(quoted))}`;
    const there = { ...here, origin: `${here.origin}\n${quotedTags}` };
    if (before === undefined || after === undefined) {
      const isNew = before === undefined;
      const words = isNew ? `may also have ${quotedTags}` : `may no longer have ${quotedTags}`;
      const shown = values.map((value) => ({ ...leastObject(before ?? after), [name]: value }));
      return [{ ...changeOf(there, 'oneOf', words, isNew, !isNew), shown }];
    }
    const changes = membersDiffer(before, after, here, differences, tag).map((one) =>
      isOfTag(one, tag) ? { ...one, parts: [showingElsewhere(one, here)] } : one,
    );
    const twin =
      changes.length < 2
        ? undefined
        : pairs.pairs.find(
            (other) =>
              other.before !== undefined &&
              other.before !== before &&
              membersDiffer(other.before, after, here, differences, tag).length === 0,
          );
    if (twin === undefined) return changes;
    // Told once, instead of every member in which the two differ.
    const words = `with ${quotedTags} is described as it was with ${listed(twin.values.map(quoted))}`;
    return [{ ...changeOf(there, 'discriminator', words, true, true), parts: changes.slice(0, mostParts) }];
  });
}

function isOfTag({ keyword, steps: [step, another] }: Change, tag: Tag): boolean {
  return keyword === 'required' && another === undefined && step?.kind === 'member' && step.name === tag.name;
}

/** Without its tag, an object may be of several branches, and only another member tells which. */
function showingElsewhere(change: Change, here: Here): Change {
  const { before, after } = here.shapes;
  return {
    ...change,
    ...here,
    keyword: 'oneOf',
    shown: [before, after].flatMap((shape) => (shape === undefined ? [] : tellingValues(shape))),
  };
}

function leastObject(shape: ObjectShape | undefined): object {
  return shape === undefined ? {} : ((leastOf(shape) as object | undefined) ?? {});
}

/** So many of what a change sums up are tried. */
const mostParts = 20;

/** How two objects differ, the member that tells them from others apart. */
function membersDiffer(
  old: ObjectShape,
  now: ObjectShape,
  here: Here,
  differences: Differences,
  tag: Tag | undefined,
): Change[] {
  const holders = { before: old, after: now };
  const names = unique([...old.members.keys(), ...now.members.keys()]);
  const changes = names.flatMap((name) => {
    const step: MemberStep = { kind: 'member', name, holders, tag };
    // Which values the tag has is what its holders are paired by.
    return name === tag?.name ? requirementDiffers(step) : memberDiffers(step, differences);
  });
  const unlisted: MemberStep = { kind: 'member', name: unlistedName(names), holders, tag };
  const others = differences(old.others, now.others).map((change) =>
    below(unlisted, {
      ...change,
      keyword:
        change.steps.length === 0 && [old.others, now.others].some(isNothing)
          ? 'additionalProperties'
          : change.keyword,
      words: isNothing(now.others)
        ? 'may not be there any more'
        : isNothing(old.others)
          ? 'may be there now'
          : change.words,
    }),
  );
  return [
    ...renamed(changes, differences),
    ...others,
    ...atLeastDiffers('minProperties', old.minProperties, now.minProperties, 'member', here),
    ...atMostDiffers('maxProperties', old.maxProperties, now.maxProperties, 'member', here),
  ];
}

/** A name that neither description lists. */
function unlistedName(names: readonly string[]): string {
  let name = 'unlisted';
  while (names.includes(name)) name = `${name}_`;
  return name;
}

/** A member, as both descriptions have it. */
function memberAt(step: MemberStep) {
  const { name, holders } = step;
  const { before: old, after: now } = holders as { before: ObjectShape; after: ObjectShape };
  const before = memberShape(old, name);
  const after = memberShape(now, name);
  const origin = `${name}\n${before.key}\n${after.key}`;
  return { old, now, here: { steps: [step], origin, shapes: { before, after } } };
}

/** Whether a member must be there. */
function requirementDiffers(step: MemberStep): Change[] {
  const { old, now, here } = memberAt(step);
  const wasRequired = old.members.get(step.name)?.isRequired === true;
  const isRequired = now.members.get(step.name)?.isRequired === true;
  if (wasRequired === isRequired) return [];
  const words = isRequired ? 'must be there now' : 'may be missing now';
  return [changeOf(here, 'required', words, !isRequired, isRequired)];
}

function memberDiffers(step: MemberStep, differences: Differences): Change[] {
  const { name } = step;
  const { old, now, here } = memberAt(step);
  const { before, after } = here.shapes;
  const isRequired = now.members.get(name)?.isRequired === true;
  const requirement = requirementDiffers(step);
  const changes = differences(before, after);
  if (changes.length === 0) return requirement;
  const isListed = old.members.has(name);
  if (isListed === now.members.has(name)) return [...requirement, ...changes.map((one) => below(step, one))];
  const gains = changes.some((one) => one.gains !== 'no');
  const loses = changes.some((one) => one.loses !== 'no');
  // A name that nobody listed belongs to nobody: who uses it for something else was never promised anything.
  const wasOpen = !isListed && isAnything(old.others) && !isRequired;
  const gone = isAnything(after)
    ? 'is not described any more, so that it may be anything'
    : 'is not described any more';
  const words = isListed ? gone : 'is described now';
  return [
    ...requirement,
    {
      ...here,
      keyword: 'properties',
      words: isNothing(isListed ? after : before)
        ? isListed
          ? 'may not be there any more'
          : 'may be there now'
        : words,
      gains: possibly(gains),
      loses: wasOpen && loses ? 'unlisted' : possibly(loses),
    },
  ];
}

/** A member that is gone, beside one like it that has come, told as what it likely is. */
function renamed(changes: readonly Change[], differences: Differences): Change[] {
  const isAlone = (change: Change, words: string): boolean =>
    change.steps.length === 1 && change.keyword === 'properties' && change.words.startsWith(words);
  const gone = changes.filter((one) => isAlone(one, 'is not described'));
  const come = changes.filter((one) => isAlone(one, 'is described'));
  const twins = gone.flatMap((one) => {
    const likely = come.filter((other) => isLike(one, other, differences));
    return likely.length === 1 && likely[0] !== undefined ? [[one, likely[0]] as const] : [];
  });
  const once = twins.filter(([, other]) => twins.filter(([, another]) => another === other).length === 1);
  const words = new Map(once.map(([one, other]) => [one, `is called ${nameOf(other)} now`]));
  return changes.map((one) => ({ ...one, words: words.get(one) ?? one.words }));
}

function isLike(gone: Change, come: Change, differences: Differences): boolean {
  const { before } = gone.shapes;
  const { after } = come.shapes;
  return before !== undefined && after !== undefined && differences(before, after).length === 0;
}

function nameOf({ steps: [step] }: Change): string {
  return step?.kind === 'member' ? step.name : '';
}
