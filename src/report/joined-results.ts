import { withExchanges } from '../conformance/listed-exchanges.ts';
import type { CheckResult } from '../conformance/result.ts';
import { grouped } from '../schema/grouped.ts';
import type { Evidence } from '../trace/evidence.ts';
import type { Reason } from '../trace/gap.ts';
import type { Found } from './causes.ts';

/** What several shards found, with the exchanges of all in one list. */
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
 * The results of one check that several shards ran, each for its own part of the cases. What deviates in one deviates; what no case
 * of a part shows, those of another may.
 */
function joinedResult(
  results: readonly [CheckResult, ...CheckResult[]],
  exchanges: readonly Evidence[],
): CheckResult {
  const [first] = results;
  if (results.length === 1) return first;
  // What is tested as listed is the same in every shard.
  const requested = (place: number): unknown => exchanges[place]?.request;
  const findings = new Map(
    results
      .flatMap((result) => result.findings)
      .map((one) => [
        JSON.stringify([one.requirement, one.pointer, one.message, requested(one.exchange)]),
        one,
      ]),
  );
  const advisories = new Map(
    results
      .flatMap((result) => result.advisories ?? [])
      .map((one) => [JSON.stringify([one.requirement, one.kind]), one]),
  );
  const { reason: _, ...common } = first;
  return {
    ...common,
    ...joinedVerdict(results),
    findings: [...findings.values()],
    ...(advisories.size === 0 ? {} : { advisories: [...advisories.values()] }),
    evidence: results.flatMap(({ evidence }) => evidence),
  };
}

/** What one part of the cases lacks, another may have. */
const ofOnePart: ReadonlySet<Reason> = new Set(['no-data', 'not-configured']);

function joinedVerdict(
  results: readonly CheckResult[],
): Pick<CheckResult, 'verdict' | 'reason' | 'remedies'> {
  const isFailed = results.some(({ verdict }) => verdict === 'fail');
  const isShown = results.some(({ verdict }) => verdict !== 'inconclusive');
  const remedies = new Map(
    results
      .flatMap((result) => result.remedies)
      .filter(({ reason }) => !isShown || !ofOnePart.has(reason))
      .map((remedy) => [JSON.stringify(remedy), remedy]),
  );
  const left = [...remedies.values()];
  if (isFailed) return { verdict: 'fail', remedies: left };
  const [first] = left;
  return first === undefined
    ? { verdict: 'pass', remedies: [] }
    : { verdict: 'inconclusive', reason: first.reason, remedies: left };
}
