import { randomInt } from 'node:crypto';
import { checksOf } from '../checks/all.ts';
import { applicableChecks } from '../conformance/run.ts';
import { checksOfShard, readShard, type Shard } from '../conformance/shard.ts';
import type { Check } from '../harness/check.ts';
import type { Sampling } from '../harness/session.ts';
import type { Target } from '../harness/target.ts';
import { seedPeriod } from '../harness/turns.ts';
import { quoted } from '../report/quoted.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import { defaultRuns } from './defaults.ts';
import { callWrong, Failure } from './failure.ts';

/**
 * Selects the items whose id or title contains this text, or any of several. Undefined selects everything.
 */
export type Only = string | readonly string[] | undefined;

export interface Selection {
  /** The specification that the target is tested against; the bundled one by default. */
  readonly specification?: Specification | undefined;
  /**
   * The checks to select from, such as `[...checksOf(bundled), mine]`; all checks of the specification by
   * default.
   */
  readonly checks?: readonly Check[] | undefined;
  readonly only?: Only;
  /** The part of the selected checks to run, as `I/N`: part I of N. */
  readonly shard?: string | undefined;
}

export function selectedChecks({
  specification = bundled,
  checks = checksOf(specification),
  only,
}: Selection): readonly Check[] {
  return matchingOnly(checks, only, 'check', 'check --list');
}

/** The checks that `only` selects. A text that matches no check is an error, since it may be misspelt. */
export function matchingOnly<Selected extends Pick<Check, 'id' | 'title'>>(
  checks: readonly Selected[],
  only: Only,
  what: string,
  lists = 'report.json',
): Selected[] {
  if (checks.length === 0)
    throw new Failure(
      'NOTHING_SELECTED',
      'There is nothing to test: the description has none of the operations of the interface. Name another.',
    );
  if (only === undefined) return [...checks];
  const texts = [only].flat();
  const has = ({ id, title }: Selected, text: string): boolean => id.includes(text) || title.includes(text);
  const missed = texts.find((text) => !checks.some((check) => has(check, text)));
  if (missed === undefined) return checks.filter((check) => texts.some((text) => has(check, text)));
  const message = `No ${what} has ${quoted(missed)} in its id or title. ${lists} lists the ids.`;
  throw new Failure('NOTHING_SELECTED', message);
}

export function onlyInWords(only: Only): string | undefined {
  return only === undefined ? undefined : [only].flat().join(', ');
}

export function isNarrowed({ only, shard }: Selection): boolean {
  return only !== undefined || shard !== undefined;
}

function shardOf(text: string): Shard {
  const shard = readShard(text);
  if (shard !== undefined) return shard;
  throw callWrong(`--shard must be written I/N with I from 1 to N, such as 1/3, but is ${quoted(text)}.`);
}

export interface ChecksToRun {
  readonly checks: readonly Check[];
  readonly division?: string;
}

/**
 * Chooses the checks of a run: those of its shard, or all. Returns a function, since the checks of a shard depend on
 * the target, to which discovery may add cases.
 */
export function checksToRun(selection: Selection): (target: Target) => ChecksToRun {
  const checks = selectedChecks(selection);
  const shard = selection.shard === undefined ? undefined : shardOf(selection.shard);
  return (target) => {
    if (shard === undefined) return { checks };
    const ofShard = checksOfShard(shard, applicableChecks(checks, target), target);
    if (ofShard.checks.length > 0) return ofShard;
    const message = `The shard ${shard.number}/${shard.of} has no check. Divide the run into fewer shards.`;
    throw new Failure('NOTHING_SELECTED', message);
  };
}

export interface SamplingOptions {
  /** The seed of all generated and random values. Default: drawn at random, or 0 with `shard`. */
  readonly seed?: number | undefined;
  /** The number of random values of each kind. */
  readonly runs?: number | undefined;
  /** Tries a single random value again. A report names its path and the seed. */
  readonly path?: string | undefined;
  /** Tries all known variations, however many requests that takes. */
  readonly thorough?: boolean | undefined;
  /** The number of times that a reading is repeated. Default: 1. */
  readonly repeat?: number | undefined;
}

/**
 * Without a seed, random values differ in each run, but checks that choose between cases always choose the same: a
 * fault found yesterday is found today. Shards without a seed all use seed 0, since reports with different seeds cannot
 * be merged.
 */
export function samplingOf({
  shard,
  seed = shard === undefined ? undefined : 0,
  runs = defaultRuns,
  path,
  thorough = false,
  repeat = 1,
}: SamplingOptions & Pick<Selection, 'shard'>): Sampling {
  if (path !== undefined && seed === undefined)
    throw callWrong('A path leads to its value only with the seed of its report. Give both.');
  for (const [name, number, least] of [
    ['runs', runs, 1],
    ['seed', seed ?? 0, 0],
    ['repeat', repeat, 1],
  ] as const) {
    if (Number.isSafeInteger(number) && number >= least) continue;
    throw callWrong(`${name} must be a whole number of at least ${least}, but is ${number}.`);
  }
  return {
    seed: seed ?? seedPeriod * randomInt(Math.floor(2 ** 31 / seedPeriod)),
    runs,
    path,
    thorough,
    repeat,
  };
}
