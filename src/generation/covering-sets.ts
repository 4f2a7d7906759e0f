import fc from 'fast-check';

/** The number of random sets from which the next one is chosen. */
const drawn = 120;

/** Parameters of the sets. */
interface Coverage {
  /** The minimum number of sets, even if they cover nothing more. */
  readonly least: number;
  /** The maximum number of sets. */
  readonly most: number;
  readonly seed: number;
  /** Sets that were sent before, in order. */
  readonly earlier: readonly (readonly string[])[];
}

/**
 * A few sets of names, to be sent one after the other. Together they show many combinations: two names that are sent
 * with hardly anything else, or without one or two others, and a name that is sent after a set with one certain name and without another. Each next set
 * is the random one that adds most. Empty if there are no names.
 */
export function coveringSets(
  names: readonly string[],
  { least, most, seed, earlier }: Coverage,
): readonly (readonly string[])[] {
  if (names.length === 0) return [];
  const candidates = fc.sample(fc.subarray([...names], { minLength: 1 }), { seed, numRuns: drawn });
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

/** Names in a set in which a pair is sent with hardly anything else. A large set shows many more other combinations. */
const smallSet = 3;
const smallPairWeight = 4;
const smallPair = 'hardly more than ';

/** The combinations that a set covers by itself, and after the previous one. */
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
