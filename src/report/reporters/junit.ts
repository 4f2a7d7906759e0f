import XMLBuilder from 'fast-xml-builder';
import { printable } from '../printable.ts';
import type { Summary } from '../summary.ts';
import { type TestCase, testCasesOf, testCounts } from './test-cases.ts';

/** JUnit XML. Has no durations, since checks share requests. */
export function junitXml(summary: Summary): string {
  const { report } = summary;
  const all = testCasesOf(summary);
  const suites = [...Map.groupBy(all, ({ suite }) => suite)].map(([name, cases]) => ({
    ...attributes({ name, ...countsOf(cases), timestamp: report.startedAt.replace(/\.\d+Z$/, '') }),
    testcase: cases.map(caseElement),
  }));
  const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true });
  const time = (report.durationMs / 1000).toFixed(3);
  // The schema of Jenkins' xUnit plugin allows the number of skipped cases only for a single suite.
  const { skipped: _, ...counts } = countsOf(all);
  const total = attributes({ name: 'case-conformance', ...counts, time });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ testsuites: { ...total, testsuite: suites } })}`;
}

function countsOf(cases: readonly TestCase[]) {
  const { failed: failures, errored: errors, skipped } = testCounts(cases);
  return { tests: cases.length, failures, errors, skipped };
}

const elements = { failed: 'failure', errored: 'error', skipped: 'skipped' } as const;

function caseElement({ suite, id, title, outcome }: TestCase): object {
  const named = attributes({ classname: suite, name: `${id}: ${title}`, time: 0 });
  if (outcome.kind === 'passed') return named;
  const lines = outcome.details.split('\n').map(printable).join('\n');
  const element = {
    ...attributes({
      ...(outcome.type === undefined ? {} : { type: outcome.type }),
      message: outcome.message,
    }),
    ...(lines === '' ? {} : { '#text': lines }),
  };
  return { ...named, [elements[outcome.kind]]: element };
}

function attributes(values: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`@_${name}`, printable(String(value))]),
  );
}
