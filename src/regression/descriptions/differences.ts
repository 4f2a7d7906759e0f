import {
  type Change,
  certaintyOf,
  extendResult,
  isNested,
  type NestedFinding,
  type Pair,
  type Step,
} from './change.ts';
import type { Shape } from './shape.ts';
import { shapesDiffer } from './shape-differences.ts';

export type Differences = (before: Shape, after: Shape) => readonly Change[];

/**
 * The maximum number of comparisons, since each needs about 2 kB and a description may be hostile. The largest
 * published descriptions need less than a tenth.
 */
const maxComparisons = 200_000;

/**
 * Compares schemas, which may refer to each other in cycles. So each pair of schemas is compared separately, and again
 * when the result of a pair that it refers to changes.
 * @param max - the maximum number of comparisons; a RangeError is thrown beyond it
 */
export function differencesOf(max = maxComparisons): Differences {
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
    if (comparisons > max) throw new RangeError('There is too much to compare.');
    pair.isQueued = false;
    pair.findings = shapesDiffer(pair, (before, after) => {
      const needed = pairOf(before, after);
      needed.dependents.add(pair);
      return needed;
    });
    if (!extendResult(pair)) return;
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

interface Path {
  readonly pair: Pair;
  readonly around: Path | undefined;
  readonly step: Step | undefined;
  readonly as?: NestedFinding['as'];
}

/** With more paths, each change is reported at only one of its places. */
const maxPaths = 5_000;

function changesOf(whole: Pair): Change[] {
  const reached = new Set([whole]);
  const paths: Path[] = [{ pair: whole, around: undefined, step: undefined }];
  const changes: Change[] = [];
  for (const path of paths) {
    const { findings } = path.pair;
    changes.push(...findings.flatMap((one) => (isNested(one) ? [] : [changeAt(path, one)])));
    const around = new Set([...pathsTo(path)].map((one) => one.pair));
    for (const { pair, step, as } of findings.filter(isNested)) {
      if (paths.length < maxPaths ? around.has(pair) : reached.has(pair)) continue;
      reached.add(pair);
      paths.push({ pair, around: path, step, as });
    }
  }
  return changes;
}

function changeAt(path: Path, change: Change): Change {
  const { gains, loses, steps } = change;
  const around = [...pathsTo(path)];
  const isCertain = (what: 'gains' | 'loses') => around.every(({ pair }) => certaintyOf(pair)[what]);
  return {
    ...change,
    ...(steps.length === 0 ? path.as : {}),
    steps: [...around.flatMap(({ step }) => step ?? []).toReversed(), ...steps],
    gains: gains === 'no' && !isCertain('gains') ? 'maybe' : gains,
    loses: loses === 'no' && !isCertain('loses') ? 'maybe' : loses,
  };
}

function* pathsTo(path: Path): Generator<Path> {
  for (let here: Path | undefined = path; here !== undefined; here = here.around) yield here;
}
