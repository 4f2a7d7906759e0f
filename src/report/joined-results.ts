import { withExchanges } from '../conformance/check-result.ts';
import type { CheckResult, Remedy } from '../conformance/result.ts';
import { distinct, grouped } from '../schema/grouped.ts';
import type { Evidence } from '../trace/evidence.ts';
import type { Reason } from '../trace/gap.ts';
import type { Report } from './report.ts';

type Found = Pick<Report, 'results' | 'exchanges'>;

export function joinedFound(shards: readonly Found[]): Found {
  const exchanges = shards.flatMap((shard) => shard.exchanges);
  let before = 0;
  const results = shards.flatMap((shard) => {
    const start = before;
    before += shard.exchanges.length;
    return shard.results.map((result) => withExchanges(result, (place) => start + place));
  });
  const ofEachCheck = grouped(results, ({ id }) => id);
  return { results: ofEachCheck.map((some) => joinedResult(some, exchanges)), exchanges };
}

/**
 * Joins the results that the shards have for one check. A shard that had no suitable case is ignored if another shard
 * decided the check.
 */
function joinedResult(
  results: readonly [CheckResult, ...CheckResult[]],
  exchanges: readonly Evidence[],
): CheckResult {
  const [first] = results;
  if (results.length === 1) return first;
  // Every shard tests the listed cases, so several shards may have the same finding.
  const requested = (place: number): unknown => exchanges[place]?.request;
  const findings = distinct(
    results.flatMap((result) => result.findings),
    (one) => JSON.stringify([one.requirement, one.pointer, one.message, requested(one.exchange)]),
  );
  const advisories = distinct(
    results.flatMap((result) => result.advisories ?? []),
    ({ requirement, kind }) => JSON.stringify([requirement, kind]),
  );
  const { reason: _, ...common } = first;
  return {
    ...common,
    ...joinedVerdict(results),
    findings,
    ...(advisories.length === 0 ? {} : { advisories }),
    evidence: results.flatMap(({ evidence }) => evidence),
  };
}

/** Reasons that concern only the cases of one shard. Another shard may still decide the check. */
const reasonsOfOneShard: ReadonlySet<Reason> = new Set(['no-data', 'not-configured']);

function joinedVerdict(
  results: readonly CheckResult[],
): Pick<CheckResult, 'verdict' | 'reason' | 'remedies'> {
  const isFailed = results.some(({ verdict }) => verdict === 'fail');
  const isShown = results.some(({ verdict }) => verdict !== 'inconclusive');
  const remedies = results
    .flatMap((result) => result.remedies)
    .filter(({ reason }) => !isShown || !reasonsOfOneShard.has(reason));
  const left = grouped(remedies, ({ blockedBy: _, ...remedy }) => JSON.stringify(remedy)).map(joinedRemedy);
  if (isFailed) return { verdict: 'fail', remedies: left };
  const [first] = left;
  return first === undefined
    ? { verdict: 'pass', remedies: [] }
    : { verdict: 'inconclusive', reason: first.reason, remedies: left };
}

function joinedRemedy(some: readonly [Remedy, ...Remedy[]]): Remedy {
  const blockedBy = some.flatMap((one) => one.blockedBy ?? []);
  return blockedBy.length === 0 ? some[0] : { ...some[0], blockedBy };
}
