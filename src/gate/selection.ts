import { checksOf } from '../checks/all.ts';
import { readShard, type Shard } from '../conformance/shard.ts';
import type { Check } from '../harness/check.ts';
import { quoted } from '../report/quoted.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import { Failure } from './failure.ts';

/** A text of ids or titles, or several: what has any of them is chosen; everything, where there is none. */
export type Only = string | readonly string[] | undefined;

/** What a call runs, and what it narrows that to. */
export interface Selection {
  /** What the target is held to; without it, the bundled specification. */
  readonly specification?: Specification | undefined;
  /** Those to choose from, such as `[...checksOf(bundled), mine]`; without it, all of the specification. */
  readonly checks?: readonly Check[] | undefined;
  readonly only?: Only;
  /** A part of them, as `I/N`. */
  readonly shard?: string | undefined;
}

/** What a call selects. */
export interface Selected {
  /** The specification whose checks they are. */
  readonly specification: Specification;
  readonly checks: readonly Check[];
  /** The part of them that is run, where that is not all. */
  readonly shard: Shard | undefined;
}

/**
 * Reads what a call selects.
 * @throws {Failure} when that is nothing, or `--shard` is not understood
 */
export function selected({
  specification = bundled,
  checks = checksOf(specification),
  only,
  shard,
}: Selection): Selected {
  return {
    specification,
    checks: withText(checks, only, 'check'),
    shard: shard === undefined ? undefined : shardOf(shard),
  };
}

/**
 * The checks that have one of the texts in their id or title; all of them where there is none.
 * @param what - what an error calls one
 * @throws {Failure} `NOTHING_SELECTED` when there is none of one text: it may be misspelt
 */
export function withText<Selected extends Pick<Check, 'id' | 'title'>>(
  checks: readonly Selected[],
  only: Only,
  what: string,
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
  const message = `No ${what} has ${quoted(missed)} in its id or title. The ids stand in report.json.`;
  throw new Failure('NOTHING_SELECTED', message);
}

/** What a report says of a selection. */
export function onlyInWords(only: Only): string | undefined {
  return only === undefined ? undefined : [only].flat().join(', ');
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
