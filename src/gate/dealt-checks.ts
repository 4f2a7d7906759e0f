import { conformingTransport } from '../conformance/conforming-transport.ts';
import { noJournal } from '../conformance/put-back/journal.ts';
import { plan, run } from '../conformance/run.ts';
import { type Dealt, dealtTo, type RequestsOfChecks } from '../conformance/shard.ts';
import type { Sampling } from '../harness/session.ts';
import type { Target } from '../harness/target.ts';
import { Failure } from './failure.ts';
import type { Selected } from './selection.ts';

/** What a run runs: all checks that are selected, or those of its shard. */
export type DealtChecks = Pick<Dealt, 'checks'> & Partial<Dealt>;

/**
 * The checks that a run of the target runs. Those of a shard have a meaning for it.
 * @throws {Failure} `NOTHING_SELECTED` when there are more shards than can have a check
 */
export async function dealtChecks(
  selected: Selected,
  target: Target,
  sampling: Sampling,
): Promise<DealtChecks> {
  const { checks, shard } = selected;
  if (shard === undefined) return { checks };
  const meant = { ...selected, checks: plan(checks, target) };
  const requests = await requestsOfChecks(meant, target, sampling);
  const dealt = dealtTo(shard, meant.checks, requests, target.discovered?.isSweep);
  if (dealt.checks.length > 0) return dealt;
  const message = `The shard ${shard.number}/${shard.of} has no check. Divide the run into fewer shards.`;
  throw new Failure('NOTHING_SELECTED', message);
}

/**
 * What the checks send to a deployment that conforms. It follows from what all shards of a run have in common: their tokens
 * may be others.
 */
async function requestsOfChecks(
  { specification, checks }: Selected,
  target: Target,
  sampling: Sampling,
): Promise<RequestsOfChecks> {
  const named = [...target.tokens].map((name) => [name, `made-up-token-of-${name}`]);
  const tokens = { member: '', ...Object.fromEntries(named) };
  const transport = conformingTransport(specification, target, tokens, () => undefined);
  const { results } = await run({
    ...{ specification, target, tokens, transport, checks, ...sampling },
    journal: noJournal,
    // One at a time, so that the order is the same each time.
    concurrency: 1,
  });
  return new Map(results.map(({ id, evidence }) => [id, evidence]));
}
