import { isNew } from '../../acceptance/accepted.ts';
import { whyNotTested } from '../../acceptance/conclusion.ts';
import type { CheckResult, ReportedDeviation } from '../../conformance/result.ts';
import { gravities } from '../../specification/requirements.ts';
import { headlineOf } from '../headline.ts';
import { outcomeOf } from '../outcomes.ts';
import { codeOf } from '../problems.ts';
import type { Report } from '../report.ts';
import { detailOf, ruleOf, stepsOf } from '../summary.ts';

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
export function testCasesOf(report: Report): TestCase[] {
  const { results, objections, suiteFaults, conclusion, target } = report;
  return [
    ...(conclusion === 'not-tested' ? [notTested(whyNotTested(results, target))] : []),
    ...results.map((result) => ({
      ...{ suite: result.operation, id: result.id, title: result.title },
      outcome: testOutcome(result, report),
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

function testOutcome(result: CheckResult, report: Report): TestOutcome {
  const { findings, remedies } = result;
  const outcome = outcomeOf(result);
  switch (outcome) {
    case 'passed':
      return { kind: 'passed' };
    case 'undecided':
      return {
        ...{ kind: 'skipped', message: remedies[0]?.remedy ?? 'It could not be decided.' },
        details: remedies.map(({ remedy }) => remedy).join('\n'),
      };
    default: {
      const isFailed = outcome === 'failed';
      const shown = findings
        .filter((finding) => !isFailed || isNew(finding))
        .map((finding) => ({ finding, ...headlineOf(report, finding) }))
        .toSorted((one, other) => gravities.indexOf(one.gravity) - gravities.indexOf(other.gravity));
      const [first] = shown;
      return {
        kind: isFailed ? 'failed' : 'skipped',
        ...(isFailed && first !== undefined ? { type: first.gravity } : {}),
        message: `${isFailed ? '' : `${whyAccepted(result)}: `}${first?.headline ?? ''}.`,
        details: shown
          .flatMap(({ finding, headline }) => {
            const steps = stepsOf(report, finding);
            return [
              `${headline}. (${codeOf(finding)})`,
              ...[
                ...steps.map(({ words }) => words),
                ...detailOf(finding, headline, steps),
                `Required: ${ruleOf(report, finding.requirement)}`,
              ].map((words) => `  ${words}`),
            ];
          })
          .join('\n'),
      };
    }
  }
}

function whyAccepted(result: CheckResult): string {
  const [waived] = result.findings.flatMap(({ waived }: ReportedDeviation) => waived ?? []);
  return waived === undefined ? 'As in the baseline' : `Waived until ${waived.until}`;
}
