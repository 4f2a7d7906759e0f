import fc from 'fast-check';

/** Random sets among which the best next set is chosen. */
const candidateSets = 120;

interface Coverage {
  /** The minimum number of sets, even if the last ones cover nothing new. */
  readonly least: number;
  /** The maximum number of sets. */
  readonly most: number;
  readonly seed: number;
  /** Sets that were already sent; what they cover counts as covered. */
  readonly earlier: readonly (readonly string[])[];
}

/**
 * A few sets of field names, for PATCH requests sent one after the other. They cover as many combinations as possible:
 * two fields together in a small set, one or two fields left out, and a field that follows a set with one field and
 * without another. Each next set is the one of 120 random sets that adds most. Empty if there are no names.
 */
export function coveringSets(
  names: readonly string[],
  { least, most, seed, earlier }: Coverage,
): readonly (readonly string[])[] {
  if (names.length === 0) return [];
  const candidates = fc.sample(fc.subarray([...names], { minLength: 1 }), { seed, numRuns: candidateSets });
  const shown = new Set<string>();
  const chosen: (readonly string[])[] = [];
  let last: readonly string[] = [];
  const take = (set: readonly string[]): void => {
    for (const fact of shownBy(names, set, last)) shown.add(fact);
    last = set;
  };
  for (const set of earlier) take(set);
  while (chosen.length < most) {
    const ranked = candidates.map((set) => {
      const gain = shownBy(names, set, last)
        .filter((fact) => !shown.has(fact))
        .reduce((sum, fact) => sum + (fact.startsWith(smallPair) ? smallPairWeight : 1), 0);
      return { set, gain };
    });
    const best = ranked.reduce((one, other) => (other.gain > one.gain ? other : one));
    if (best.gain === 0 && chosen.length >= least) break;
    chosen.push(best.set);
    take(best.set);
  }
  return chosen;
}

/**
 * A pair counts as sent nearly alone in a set of at most this size. Such pairs weigh more, since a large set covers
 * many other combinations.
 */
const smallSet = 3;
const smallPairWeight = 4;
const smallPair = 'hardly more than ';

/** The combinations that a set covers by itself and as the successor of the previous set. */
function shownBy(names: readonly string[], set: readonly string[], last: readonly string[]): string[] {
  const pairs = pairsOf(set);
  const leftOut = names.filter((name) => !set.includes(name));
  const withoutSome = [...leftOut, ...pairsOf(leftOut)];
  const leftOutBefore = names.filter((name) => !last.includes(name));
  return [
    ...(set.length > smallSet ? [] : pairs.map((pair) => `${smallPair}${pair}`)),
    ...pairs.flatMap((pair) => withoutSome.map((some) => `${pair} without ${some}`)),
    ...set.flatMap((name) =>
      last.flatMap((sent) => leftOutBefore.map((left) => `${name} after ${sent} without ${left}`)),
    ),
  ];
}

function pairsOf(names: readonly string[]): string[] {
  return names.flatMap((one, index) => names.slice(index + 1).map((other) => `${one} and ${other}`));
}
