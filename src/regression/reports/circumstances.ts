/** What a report says of its run that two runs should have in common. */
export interface Circumstances {
  /** RFC 3339. */
  readonly startedAt: string;
  readonly target: string;
  readonly suite: { readonly version: string; readonly description: string };
  readonly seed: number;
  /** How many random values were tried of each kind. */
  readonly runs: number;
  readonly only?: string | undefined;
  readonly shard?: string | undefined;
}

/** The circumstances alone of what has them. */
export function circumstancesOf({
  startedAt,
  target,
  suite,
  seed,
  runs,
  only,
  shard,
}: Circumstances): Circumstances {
  return {
    ...{ startedAt, target, seed, runs },
    suite: { version: suite.version, description: suite.description },
    ...(only === undefined ? {} : { only }),
    ...(shard === undefined ? {} : { shard }),
  };
}

const compared: readonly (readonly [what: string, of: (run: Circumstances) => string | undefined])[] = [
  ['the target', ({ target }) => target],
  ['the version of case-conformance', ({ suite }) => suite.version],
  ['the digest of the interface description', ({ suite }) => suite.description.slice(0, 12)],
  ['--only', ({ only }) => only],
  ['--shard', ({ shard }) => shard],
];

/** What decides what a run tries at random. */
export type Tried = Pick<Circumstances, 'seed' | 'runs'>;

/** Whether a later run tries all that an earlier one did at random. */
export function triesTheSame(before: Tried, after: Tried): boolean {
  return after.seed === before.seed && after.runs >= before.runs;
}

/** In what two runs differ, so that a difference between their reports need not be the target's. */
export function differencesBetween(before: Circumstances, after: Circumstances): string[] {
  return compared.flatMap(([what, of]) => {
    const [one, other] = [of(before), of(after)];
    return one === other ? [] : [`${what} (${one ?? 'none'}, then ${other ?? 'none'})`];
  });
}
