import { checksOf as checksOfSpecification } from '../checks/all.ts';
import type { CheckOptions } from '../cli/check-options.ts';
import { plan } from '../conformance/run.ts';
import { checksOf, readShard, type Shard } from '../conformance/shard.ts';
import type { Check } from '../harness/check.ts';
import type { Target } from '../harness/target.ts';
import { bundled } from '../specification/bundled.ts';
import { Failure } from './failure.ts';

/** What a call narrows a run to. */
type Selection = Pick<CheckOptions, 'only' | 'shard'>;

/**
 * The checks that a call selects of those that have a meaning for the target.
 * @throws {Failure} when there is none
 */
export function selectedChecks({ only, shard }: Selection, target: Target): Check[] {
  const part = shard === undefined ? undefined : shardOf(shard);
  const checks = withText(checksOfSpecification(bundled), only);
  if (checks.length === 0) {
    throw new Failure(
      'NOTHING_SELECTED',
      `No check has '${only}' in its id or title. The ids stand in report.json.`,
    );
  }
  if (part === undefined) return checks;
  const dealt = checksOf(part, plan(checks, target));
  if (dealt.length > 0) return dealt;
  throw new Failure('NOTHING_SELECTED', `The shard ${shard} has no check. Divide the run into fewer shards.`);
}

/** The checks that have the text in their id or title; all of them where there is none. */
export function withText(checks: readonly Check[], text: string | undefined): Check[] {
  return checks.filter(({ id, title }) => text === undefined || id.includes(text) || title.includes(text));
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
    `--shard must be written I/N with I from 1 to N, such as 1/3, but is '${text}'.`,
  );
}
