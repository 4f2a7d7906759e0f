import type { CheckResult } from '../conformance/result.ts';
import type { Reason } from '../harness/check.ts';

/**
 * The results of one check that several shards ran, each for its own part of the cases. What deviates in one deviates; what no case
 * of a part shows, those of another may.
 */
export function joinedResult(results: readonly CheckResult[]): CheckResult {
  const [first] = results;
  if (first === undefined) throw new Error('There is no result to join.');
  if (results.length === 1) return first;
  const evidence: CheckResult['evidence'][number][] = [];
  const findings = new Map<string, CheckResult['findings'][number]>();
  const advisories = new Map<string, NonNullable<CheckResult['advisories']>[number]>();
  for (const result of results) {
    // Those that are tested as listed are the same in every shard.
    const places = result.evidence.map((one) => {
      const known = evidence.findIndex((other) => isSame(one, other));
      return known === -1 ? evidence.push(one) - 1 : known;
    });
    for (const finding of result.findings) {
      const reply = places[finding.reply] ?? -1;
      findings.set(JSON.stringify([finding.requirement, finding.pointer, finding.message, reply]), {
        ...finding,
        reply,
      });
    }
    for (const advisory of result.advisories ?? []) {
      const reply = places[advisory.reply] ?? -1;
      advisories.set(JSON.stringify([advisory.requirement, advisory.kind]), { ...advisory, reply });
    }
  }
  const { reason: _, ...common } = first;
  return {
    ...common,
    ...joinedVerdict(results),
    findings: [...findings.values()],
    ...(advisories.size === 0 ? {} : { advisories: [...advisories.values()] }),
    evidence,
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

type Evidence = CheckResult['evidence'][number];

function isSame(
  { request: one, response: shown }: Evidence,
  { request: other, response }: Evidence,
): boolean {
  return (
    one.method === other.method &&
    one.path === other.path &&
    one.credentials === other.credentials &&
    JSON.stringify(shown.body) === JSON.stringify(response.body) &&
    shown.status === response.status
  );
}
