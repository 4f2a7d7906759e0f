import fc from 'fast-check';

/** So many sets are drawn, of which the next is chosen. */
const drawn = 120;

/** What is asked of sets, beside their names. */
interface Coverage {
  /** There are as many sets, even if they show nothing more. */
  readonly least: number;
  readonly most: number;
  readonly seed: number;
  /** Sets that were sent before, in their order. */
  readonly earlier: readonly (readonly string[])[];
}

/**
 * A few sets of names, to be sent one after the other, which show much together: any two names that are sent while any
 * one or two others are left out, and each name after a set with one name and without another. The next set is the one,
 * of those drawn, that shows most that was not shown before. Of no names there is none.
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
      const gain = shownBy(names, set, last).filter((fact) => !shown.has(fact)).length;
      return { set, gain };
    });
    const best = ranked.reduce((one, other) => (other.gain > one.gain ? other : one));
    if (best.gain === 0 && chosen.length >= least) break;
    chosen.push(best.set);
    take(best.set);
  }
  return chosen;
}

/** What a set shows by itself, and after the last one. */
function shownBy(names: readonly string[], set: readonly string[], last: readonly string[]): string[] {
  const pairs = pairsOf(set);
  const leftOut = names.filter((name) => !set.includes(name));
  const withoutSome = [...leftOut, ...pairsOf(leftOut)];
  const leftOutBefore = names.filter((name) => !last.includes(name));
  return [
    ...pairs.flatMap((pair) => withoutSome.map((some) => `${pair} without ${some}`)),
    ...set.flatMap((name) =>
      last.flatMap((sent) => leftOutBefore.map((left) => `${name} after ${sent} without ${left}`)),
    ),
  ];
}

function pairsOf(names: readonly string[]): string[] {
  return names.flatMap((one, index) => names.slice(index + 1).map((other) => `${one} and ${other}`));
}
