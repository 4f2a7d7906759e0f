import fc from 'fast-check';

const candidateSets = 120;

interface Coverage {
  readonly minSets: number;
  readonly maxSets: number;
  readonly seed: number;
  readonly alreadySent: readonly (readonly string[])[];
}

/**
 * Chooses sets of field names to send in consecutive PATCH requests, greedily. They cover pairs of fields that are sent
 * together, left out together, or sent one after the other.
 */
export function coveringSets(
  names: readonly string[],
  { minSets, maxSets, seed, alreadySent }: Coverage,
): readonly (readonly string[])[] {
  if (names.length === 0) return [];
  const candidates = fc
    .sample(fc.subarray([...names], { minLength: 1 }), { seed, numRuns: candidateSets })
    .map((set) => ({ set, together: shownTogether(names, set) }));
  const shown = new Set<string>();
  const chosen: (readonly string[])[] = [];
  let last: readonly string[] = [];
  const take = (set: readonly string[]): void => {
    for (const fact of shownTogether(names, set)) shown.add(fact);
    for (const name of set) for (const fact of shownAfter(names, name, last)) shown.add(fact);
    last = set;
  };
  for (const set of alreadySent) take(set);
  const gainOf = (facts: readonly string[]): number =>
    facts
      .filter((fact) => !shown.has(fact))
      .reduce((sum, fact) => sum + (fact.startsWith(smallPair) ? smallPairWeight : 1), 0);
  while (chosen.length < maxSets) {
    const gainsAfter = new Map(names.map((name) => [name, gainOf(shownAfter(names, name, last))]));
    const ranked = candidates.map(({ set, together }) => {
      return { set, gain: set.reduce((sum, name) => sum + (gainsAfter.get(name) ?? 0), gainOf(together)) };
    });
    const best = ranked.reduce((one, other) => (other.gain > one.gain ? other : one));
    if (best.gain === 0 && chosen.length >= minSets) break;
    chosen.push(best.set);
    take(best.set);
  }
  return chosen;
}

/** A pair in a small set counts more: few other fields can hide its effect. */
const smallSet = 3;
const smallPairWeight = 4;
const smallPair = 'hardly more than ';

function shownTogether(names: readonly string[], set: readonly string[]): string[] {
  const pairs = pairsOf(set);
  const leftOut = names.filter((name) => !set.includes(name));
  const withoutSome = [...leftOut, ...pairsOf(leftOut)];
  return [
    ...(set.length > smallSet ? [] : pairs.map((pair) => `${smallPair}${pair}`)),
    ...pairs.flatMap((pair) => withoutSome.map((some) => `${pair} without ${some}`)),
  ];
}

function shownAfter(names: readonly string[], name: string, last: readonly string[]): string[] {
  const leftOut = names.filter((one) => !last.includes(one));
  return last.flatMap((sent) => leftOut.map((left) => `${name} after ${sent} without ${left}`));
}

function pairsOf(names: readonly string[]): string[] {
  return names.flatMap((one, index) => names.slice(index + 1).map((other) => `${one} and ${other}`));
}
