import {
  type Change,
  type Deeper,
  hasGrown,
  isDeeper,
  isOwn,
  type Pair,
  type Step,
  surenessOf,
} from './change.ts';
import type { Shape } from './shape.ts';
import { shapesDiffer } from './shape-differences.ts';

/** Returns the changes between two shapes, the sets of values that two schemas accept. */
export type Differences = (before: Shape, after: Shape) => readonly Change[];

/**
 * The maximum number of comparisons, for hostile descriptions; each needs about 2 kB. The largest published
 * descriptions need less than a tenth.
 */
const mostComparisons = 200_000;

/**
 * Compares the schemas of two documents, with a cache. Schemas may refer to each other in cycles. So each pair of
 * schemas is compared on its own, and again when the result of a pair that it refers to changes.
 * @param most - the maximum number of comparisons; a RangeError is thrown beyond it
 */
export function differencesOf(most = mostComparisons): Differences {
  let comparisons = 0;
  const known = new Map<Shape, Map<Shape, Pair>>();
  const added: Pair[] = [];
  const outdated: Pair[] = [];
  const pairOf = (before: Shape, after: Shape): Pair => {
    const ofBefore = known.get(before) ?? new Map<Shape, Pair>();
    known.set(before, ofBefore);
    const found = ofBefore.get(after);
    if (found !== undefined) return found;
    const isNew = before.digest !== after.digest;
    const pair: Pair = {
      ...{ before, after, dependents: new Set(), findings: [], isQueued: isNew },
      ...{ differs: false, gains: false, loses: false },
    };
    ofBefore.set(after, pair);
    if (isNew) added.push(pair);
    return pair;
  };
  const compare = (pair: Pair): void => {
    comparisons += 1;
    if (comparisons > most) throw new RangeError('There is too much to compare.');
    pair.isQueued = false;
    pair.findings = shapesDiffer(pair, (before, after) => {
      const needed = pairOf(before, after);
      needed.dependents.add(pair);
      return needed;
    });
    if (!hasGrown(pair)) return;
    for (const dependent of pair.dependents) {
      if (!dependent.isQueued) outdated.push(dependent);
      dependent.isQueued = true;
    }
  };
  return (before, after) => {
    const whole = pairOf(before, after);
    for (let next = added.pop(); next !== undefined; next = added.pop() ?? outdated.pop()) compare(next);
    return changesOf(whole);
  };
}

/** A path from the body to a place, as a linked list from its end. */
interface Way {
  readonly pair: Pair;
  readonly around: Way | undefined;
  /** The last step of the path. */
  readonly step: Step | undefined;
  readonly as?: Deeper['as'];
}

/** If there are more paths than this, each change is reported at one of its places only. */
const mostWays = 5_000;

/** All changes, each at every place where it occurs, those nearest to the body first. */
function changesOf(whole: Pair): Change[] {
  const reached = new Set([whole]);
  const ways: Way[] = [{ pair: whole, around: undefined, step: undefined }];
  const changes: Change[] = [];
  for (const way of ways) {
    const { findings } = way.pair;
    changes.push(...findings.filter(isOwn).map((one) => changeAt(way, one)));
    for (const { pair, step, as } of findings.filter(isDeeper)) {
      // A recursive schema is not followed into itself.
      if (ways.length < mostWays ? isWithin(way, pair) : reached.has(pair)) continue;
      reached.add(pair);
      ways.push({ pair, around: way, step, as });
    }
  }
  return changes;
}

function isWithin(way: Way, pair: Pair): boolean {
  for (let here: Way | undefined = way; here !== undefined; here = here.around)
    if (here.pair === pair) return true;
  return false;
}

function changeAt(way: Way, change: Change): Change {
  const { gains, loses, steps } = change;
  return {
    ...change,
    ...(steps.length === 0 ? way.as : {}),
    steps: [...stepsTo(way), ...steps],
    gains: gains === 'no' && !isSureFor(way, 'gains') ? 'maybe' : gains,
    loses: loses === 'no' && !isSureFor(way, 'loses') ? 'maybe' : loses,
  };
}

function stepsTo(way: Way): Step[] {
  const steps: Step[] = [];
  for (let here: Way | undefined = way; here !== undefined; here = here.around)
    if (here.step !== undefined) steps.push(here.step);
  return steps.toReversed();
}

function isSureFor(way: Way, what: 'gains' | 'loses'): boolean {
  for (let here: Way | undefined = way; here !== undefined; here = here.around)
    if (!surenessOf(here.pair)[what]) return false;
  return true;
}
