import { whyNotTested } from '../../acceptance/conclusion.ts';
import type { CheckResult, ReportedDeviation } from '../../conformance/result.ts';
import { gravities } from '../../specification/requirements.ts';
import { headlineOf } from '../headline.ts';
import { outcomeOf } from '../outcomes.ts';
import { codeOf } from '../problems.ts';
import type { ShownProblem, Summary } from '../summary.ts';

export interface TestCase {
  readonly suite: string;
  readonly id: string;
  readonly title: string;
  readonly outcome: TestOutcome;
}

/** `errored`: the suite broke, so the outcome says nothing about the target. */
export type TestOutcome =
  | { readonly kind: 'passed' }
  | {
      readonly kind: 'failed' | 'skipped' | 'errored';
      readonly type?: string;
      readonly message: string;
      readonly details: string;
    };

/** A check is `skipped`, not `failed`, if waivers or the baseline accept all of its deviations. */
export function testCasesOf(summary: Summary): TestCase[] {
  const { results, objections, suiteFaults, conclusion, target } = summary.report;
  return [
    ...(conclusion === 'not-tested' ? [notTested(whyNotTested(results, target))] : []),
    ...results.map((result) => ({
      ...{ suite: result.operation, id: result.id, title: result.title },
      outcome: testOutcome(result, summary),
    })),
    ...objections.map(({ kind, message }, index) => ({
      suite: 'objections',
      id: `objections.${index + 1}.${kind}`,
      title: `Objection: ${kind}`,
      outcome: { kind: 'failed', type: kind, message, details: '' } as const,
    })),
    ...suiteFaults.map(({ check, message }) => ({
      ...{ suite: 'case-conformance', id: `suite.${check}`, title: `The suite broke in ${check}` },
      outcome: { kind: 'errored', message, details: 'This says nothing about the target.' } as const,
    })),
  ];
}

export function testCounts(cases: readonly TestCase[]): Record<TestOutcome['kind'], number> {
  const counts = { passed: 0, failed: 0, skipped: 0, errored: 0 };
  for (const { outcome } of cases) counts[outcome.kind] += 1;
  return counts;
}

function notTested(message: string): TestCase {
  return {
    ...{ suite: 'case-conformance', id: 'suite.not-tested', title: 'The target is tested' },
    outcome: { kind: 'errored', message, details: '' },
  };
}

function testOutcome(result: CheckResult, { report, problems, lists }: Summary): TestOutcome {
  const { id, findings, remedies } = result;
  switch (outcomeOf(result)) {
    case 'passed':
      return { kind: 'passed' };
    case 'undecided': {
      const waiting = lists.find((list) => list.id === 'undecided')?.entries ?? [];
      const ofProblem = waiting.find(({ problem, names }) => problem !== undefined && names?.includes(id));
      return {
        ...{
          kind: 'skipped',
          message: ofProblem?.words ?? remedies[0]?.remedy ?? 'It could not be decided.',
        },
        details: remedies.map(({ remedy }) => remedy).join('\n'),
      };
    }
    case 'accepted': {
      const accepted = findings
        .map((finding) => ({ ...headlineOf(report, finding), code: codeOf(finding) }))
        .toSorted((one, other) => gravities.indexOf(one.gravity) - gravities.indexOf(other.gravity));
      return {
        kind: 'skipped',
        message: `${whyAccepted(result)}: ${accepted[0]?.headline ?? ''}.`,
        details: accepted.map(({ headline, code }) => `${headline}. (${code})`).join('\n'),
      };
    }
    case 'failed': {
      const own = problems.filter((problem) => problem.findings.some(({ check }) => check.id === id));
      const [{ gravity, headline = '' } = {}] = own;
      return {
        ...{ kind: 'failed', message: `${headline}.`, details: own.flatMap(linesOf).join('\n') },
        ...(gravity === undefined ? {} : { type: gravity }),
      };
    }
  }
}

function linesOf({ headline, code, said, rule }: ShownProblem): string[] {
  return [`${headline}. (${code})`, ...[...said, `Required: ${rule}`].map((words) => `  ${words}`)];
}

function whyAccepted(result: CheckResult): string {
  const [waived] = result.findings.flatMap(({ waived }: ReportedDeviation) => waived ?? []);
  return waived === undefined ? 'As in the baseline' : `Waived until ${waived.until}`;
}
