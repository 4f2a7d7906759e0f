import type { Change, ElementStep, MemberStep, Possibility, Step, Tag } from './change.ts';
import { leastOf } from './interesting.ts';
import type { JsonType } from './json.ts';
import { informing } from './keywords.ts';
import { unique } from './meet.ts';
import { type Comparison, compareNumbers, compareStrings } from './scalars.ts';
import {
  type Alternative,
  type ArrayShape,
  elementShape,
  hasUnhandled,
  isAnything,
  isNothing,
  memberShape,
  type ObjectShape,
  type Shape,
} from './shape.ts';
import { pairedByTag } from './tags.ts';
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
  const changes = [
    ...typesDiffer(before, after, here),
    ...unhandledDiffers(before, after, here),
    ...alternativesDiffer(before, after, here, differences),
  ];
  if (!hasUnhandled(before) && !hasUnhandled(after)) return changes;
  // Of what stands beside or below a keyword that is not handled, nothing is sure.
  return changes.map((one) => ({ ...one, gains: unsure(one.gains), loses: unsure(one.loses) }));
}

function unsure(possibility: Possibility): Possibility {
  return possibility === 'no' ? 'maybe' : possibility;
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
        ? `may also be ${typesInWords(gained)}`
        : gained.length === 0
          ? `may no longer be ${typesInWords(lost)}`
          : `must be ${typesInWords(now)}, was ${typesInWords(old)}`;
  return [changeOf(here, 'type', words, gained.length > 0, lost.length > 0)];
}

function changeOf(here: Here, keyword: string, words: string, isMore: boolean, isLess: boolean): Change {
  return { ...here, keyword, words, gains: possibly(isMore), loses: possibly(isLess) };
}

function possibly(isPossible: boolean): Possibility {
  return isPossible ? 'maybe' : 'no';
}

function typesOf({ alternatives }: Shape): JsonType[] {
  return unique(alternatives.map(({ type }) => type));
}

function unhandledDiffers(before: Shape, after: Shape, here: Here): Change[] {
  const keywords = unique([...Object.keys(before.unhandled), ...Object.keys(after.unhandled)]);
  return keywords
    .filter((keyword) => before.unhandled[keyword] !== after.unhandled[keyword])
    .map((keyword) => {
      const isEnumerated = keyword.startsWith('enum of ');
      const words = isEnumerated
        ? 'may be one of other values'
        : `is described otherwise by '${keyword}', which is not handled`;
      const shown = isEnumerated
        ? [before, after].flatMap(({ unhandled }) => enumerated(unhandled[keyword])).slice(0, mostShown)
        : [];
      const possibility: Possibility = informing.has(keyword) ? 'informs' : 'maybe';
      return {
        ...here,
        ...{ keyword: isEnumerated ? 'enum' : keyword, words, gains: possibility, loses: possibility, shown },
      };
    });
}

const mostShown = 20;

function enumerated(text = '[]'): unknown[] {
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

/** Each with the one that it differs least from; what is left over is there, or not there, any more. */
function paired<One extends Alternative>(
  old: readonly One[],
  now: readonly One[],
  differ: (one: One, other: One) => Change[],
  here: Here,
): Change[] {
  const left = [...now];
  const changes: Change[] = [];
  const alone: One[] = [];
  for (const one of old) {
    const same = left.findIndex((other) => differ(one, other).length === 0);
    if (same === -1) alone.push(one);
    else left.splice(same, 1);
  }
  for (const one of alone.splice(0, Math.min(alone.length, left.length))) {
    const [nearest] = left.toSorted((two, three) => differ(one, two).length - differ(one, three).length);
    if (nearest === undefined) continue;
    left.splice(left.indexOf(nearest), 1);
    changes.push(...differ(one, nearest));
  }
  const isFewer = alone.length > 0;
  if (!isFewer && left.length === 0) return changes;
  const words = isFewer ? 'has an alternative less' : 'has an alternative more';
  return [...changes, changeOf(here, 'anyOf', words, !isFewer, isFewer)];
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
  return { ...change, steps: [step, ...change.steps] };
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
    const changes = membersDiffer(before, after, here, differences, tag);
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
  const changes = names
    .filter((name) => name !== tag?.name)
    .flatMap((name) => memberDiffers({ kind: 'member', name, holders, tag }, differences));
  const unlisted: MemberStep = { kind: 'member', name: unlistedName(names), holders, tag };
  const others = differences(old.others, now.others).map((change) =>
    below(unlisted, {
      ...change,
      keyword: change.steps.length === 0 ? 'additionalProperties' : change.keyword,
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

function memberDiffers(step: MemberStep, differences: Differences): Change[] {
  const { name, holders } = step;
  const { before: old, after: now } = holders as { before: ObjectShape; after: ObjectShape };
  const before = memberShape(old, name);
  const after = memberShape(now, name);
  const wasRequired = old.members.get(name)?.isRequired === true;
  const isRequired = now.members.get(name)?.isRequired === true;
  const origin = `${name}\n${before.key}\n${after.key}`;
  const here = { steps: [step], origin, shapes: { before, after } };
  const presence = isRequired ? 'must be there now' : 'may be missing now';
  const requirement =
    wasRequired === isRequired ? [] : [changeOf(here, 'required', presence, !isRequired, isRequired)];
  const changes = differences(before, after);
  if (changes.length === 0) return requirement;
  const isListed = old.members.has(name);
  if (isListed === now.members.has(name)) return [...requirement, ...changes.map((one) => below(step, one))];
  const gains = changes.some((one) => one.gains !== 'no');
  const loses = changes.some((one) => one.loses !== 'no');
  // A name that nobody listed belongs to nobody: who uses it for something else was never promised anything.
  const wasOpen = !isListed && isAnything(old.others) && !isRequired;
  const words = isListed ? 'is not described any more' : 'is described now';
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
