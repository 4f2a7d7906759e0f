import type { CheckResult, ReportedDeviation, RunResult } from '../../../src/conformance/result.ts';
import { type RunOptions, run } from '../../../src/conformance/run.ts';
import { asJudged, type Check, type Judgement } from '../../../src/harness/check.ts';
import type { Session } from '../../../src/harness/session.ts';
import type { Target } from '../../../src/harness/target.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { transportTo } from '../../support/transport.ts';

import { noTarget } from '../harness/hand-made-session.ts';

export { transportTo } from '../../support/transport.ts';

export const targetAt = (baseUrl: string, further: Partial<Target> = {}): Target => ({
  ...{ ...noTarget, baseUrl },
  ...further,
});

export function runAt(
  baseUrl: string,
  checks: readonly Check[],
  { target, ...further }: Partial<Omit<RunOptions, 'target'>> & { target?: Partial<Target> } = {},
): Promise<RunResult> {
  return run({
    specification: bundled,
    target: targetAt(baseUrl, target),
    tokens: { member: 'member-token' },
    transport: transportTo(baseUrl),
    checks,
    concurrency: 1,
    seed: 1,
    runs: 1,
    ...further,
  });
}

export const held: Judgement = { kind: 'held' };

export const deviation = (requirement = 'case-price', pointer = ''): Judgement => ({
  kind: 'deviates',
  finding: { pointer, message: 'It deviates', requirement, reply: 0 },
});

export const finding: ReportedDeviation = {
  ...{ pointer: '/price', message: 'It deviates', requirement: 'case-price' },
  ...{ exchange: 0, fingerprint: '00000000000000cc' },
};

export const undecided = (reason: 'no-data' | 'throttled', message = 'Something is missing.'): Judgement => ({
  kind: 'undecided',
  reason,
  message,
});

export const checkThat = (
  id: string,
  judge: (session: Session) => AsyncIterable<Judgement>,
  further: Partial<Check> = {},
): Check => ({
  id: `getOrganisation.${id}`,
  title: `It is so: ${id}`,
  operation: 'getOrganisation',
  requirements: ['case-price'],
  needs: [],
  probe: judge,
  rule: asJudged,
  ...further,
});

export const checkOf = (id: string, ...judgements: readonly Judgement[]): Check =>
  checkThat(id, async function* () {
    yield* judgements;
  });

export const resultWith = (further: Partial<CheckResult>): CheckResult => ({
  id: 'getOrganisation.so',
  title: 'It is so',
  operation: 'getOrganisation',
  requirements: ['case-price'],
  verdict: 'pass',
  remedies: [],
  findings: [],
  evidence: [],
  ...further,
});
