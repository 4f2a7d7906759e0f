import type { ShownIdentifier } from './identifiers.ts';

/** Chooses which identifier to read next, to see as many different fields as possible with few readings. */
export interface Choice {
  /** The next one; undefined where all were given. */
  next(): ShownIdentifier | undefined;
  /** Told how much the last one showed that no other had shown. */
  tell(news: number): void;
}

/** Remaining identifiers of one type, and how much its latest readings showed. */
interface Group {
  readonly left: ShownIdentifier[];
  given: number;
  /** Moving average of the new fields in a reading. The latest counts most. */
  news: number;
}

/**
 * Alternates between the type read least so far and the type whose records show the most new fields. Within a type, the
 * choices are spread over the whole list. Identifiers that do not look like those of cases come last.
 */
export function choiceOf(identifiers: readonly ShownIdentifier[]): Choice {
  const ofCases = groupsOf(identifiers.filter(({ isOfCase }) => isOfCase));
  const others = groupsOf(identifiers.filter(({ isOfCase }) => !isOfCase));
  let given = 0;
  let last: Group | undefined;
  return {
    next: () => {
      const groups = [ofCases, others]
        .map((some) => some.filter(({ left }) => left.length > 0))
        .find(({ length }) => length > 0);
      if (groups === undefined) return undefined;
      given += 1;
      last = given % 2 === 0 ? most(groups, ({ news }) => news) : most(groups, (group) => -group.given);
      if (last === undefined) return undefined;
      last.given += 1;
      return last.left.pop();
    },
    tell: (news) => {
      if (last !== undefined) last.news = last.given === 1 ? news : (last.news + news) / 2;
    },
  };
}

function groupsOf(identifiers: readonly ShownIdentifier[]): Group[] {
  const byType = Map.groupBy(identifiers, ({ caseType }) => caseType);
  return [...byType.values()].map((some) => ({ left: spread(some).reverse(), given: 0, news: Infinity }));
}

/** The first of the groups with the highest value. */
function most(groups: readonly Group[], of: (group: Group) => number): Group | undefined {
  return groups.reduce<Group | undefined>(
    (best, group) => (best === undefined || of(group) > of(best) ? group : best),
    undefined,
  );
}

/**
 * The same values in an order in which any first part of them is from the whole: the first, the last, the middle, and so
 * on (the sequence of van der Corput).
 */
export function spread<Value>(values: readonly Value[]): Value[] {
  const [first, ...rest] = values;
  if (first === undefined) return [];
  const last = rest.pop();
  const ranked = rest
    .map((value, at) => ({ value, rank: reversedBits(at + 1) }))
    .sort((one, other) => one.rank - other.rank);
  return [first, ...(last === undefined ? [] : [last]), ...ranked.map(({ value }) => value)];
}

/** The number with its 32 bits in reverse, as an unsigned number. */
function reversedBits(number: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 32; bit += 1) reversed = reversed * 2 + ((number >>> bit) & 1);
  return reversed;
}
