import { checksOf } from '../checks/all.ts';
import { plan } from '../conformance/run.ts';
import { dealtTo, readShard, type Shard } from '../conformance/shard.ts';
import type { Check } from '../harness/check.ts';
import type { Target } from '../harness/target.ts';
import { quoted } from '../report/quoted.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import { Failure } from './failure.ts';

/** What a call runs, and what it narrows that to. */
export interface Selection {
  /** What the target is held to; without it, the bundled specification. */
  readonly specification?: Specification | undefined;
  /** Those to choose from, such as `[...checksOf(bundled), mine]`; without it, all of the specification. */
  readonly checks?: readonly Check[] | undefined;
  /** A text of their id or title. */
  readonly only?: string | undefined;
  /** A part of them, as `I/N`. */
  readonly shard?: string | undefined;
}

/**
 * The checks that a call selects of those that have a meaning for the target.
 * @throws {Failure} when there is none
 */
export function selectedChecks(
  { specification = bundled, checks = checksOf(specification), only, shard }: Selection,
  target: Target,
): Check[] {
  const part = shard === undefined ? undefined : shardOf(shard);
  const chosen = withText(checks, only, 'check');
  if (part === undefined) return chosen;
  const dealt = dealtTo(part, plan(chosen, target), target.discovered?.isSweep);
  if (dealt.length > 0) return dealt;
  throw new Failure('NOTHING_SELECTED', `The shard ${shard} has no check. Divide the run into fewer shards.`);
}

/**
 * The checks that have the text in their id or title; all of them where there is none.
 * @param what - what an error calls one
 * @throws {Failure} `NOTHING_SELECTED`
 */
export function withText<Selected extends Pick<Check, 'id' | 'title'>>(
  checks: readonly Selected[],
  text: string | undefined,
  what: string,
): Selected[] {
  const chosen = checks.filter(
    ({ id, title }) => text === undefined || id.includes(text) || title.includes(text),
  );
  if (chosen.length > 0) return chosen;
  if (text === undefined)
    throw new Failure(
      'NOTHING_SELECTED',
      'There is nothing to test: the description has none of the operations of the interface. Name another.',
    );
  const message = `No ${what} has ${quoted(text)} in its id or title. The ids stand in report.json.`;
  throw new Failure('NOTHING_SELECTED', message);
}

/** Whether a call leaves checks out. */
export function isNarrowed({ only, shard }: Selection): boolean {
  return only !== undefined || shard !== undefined;
}

function shardOf(text: string): Shard {
  const shard = readShard(text);
  if (shard !== undefined) return shard;
  throw new Failure(
    'CALL_NOT_UNDERSTOOD',
    `--shard must be written I/N with I from 1 to N, such as 1/3, but is ${quoted(text)}.`,
  );
}
