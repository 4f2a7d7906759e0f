import { conformingTransport } from '../conformance/conforming-transport.ts';
import { noJournal } from '../conformance/put-back/journal.ts';
import { plan, run } from '../conformance/run.ts';
import { type Dealt, dealtTo, type RequestsOfChecks } from '../conformance/shard.ts';
import type { Sampling } from '../harness/session.ts';
import type { Target } from '../harness/target.ts';
import { Failure } from './failure.ts';
import type { Selected } from './selection.ts';

/** The checks of a run: all selected ones, or those of its shard. */
export type DealtChecks = Pick<Dealt, 'checks'> & Partial<Dealt>;

/**
 * Determines the checks that a run executes on the target. A shard contains only checks that apply to the target.
 * @throws {Failure} `NOTHING_SELECTED` if there are more shards than can have a check
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
 * The requests that the checks send to a conforming deployment. They must be the same in all shards of a run, so they
 * do not depend on the real tokens, which may differ.
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
    // One at a time, so the order is deterministic.
    concurrency: 1,
  });
  return new Map(results.map(({ id, evidence }) => [id, evidence]));
}
