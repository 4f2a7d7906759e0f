import { printable, printableJson } from '../printable.ts';
import { suiteVersion } from '../suite.ts';
import type { Summary } from '../summary.ts';
import { testCasesOf, testCounts } from './test-cases.ts';

const statuses = { passed: 'passed', failed: 'failed', skipped: 'skipped', errored: 'other' } as const;

/** Common Test Report Format (https://ctrf.io, schema 0.0). Has no durations, since checks share requests. */
export function ctrfJson(summary: Summary): string {
  const { report } = summary;
  const start = Date.parse(report.startedAt);
  const cases = testCasesOf(summary);
  const { passed, failed, skipped, errored: other } = testCounts(cases);
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: report.startedAt,
    generatedBy: 'case-conformance',
    results: {
      tool: { name: 'case-conformance', version: suiteVersion },
      summary: {
        ...{ tests: cases.length, passed, failed, skipped, pending: 0, other },
        ...{ start, stop: start + report.durationMs },
      },
      tests: cases.map(({ suite, id, title, outcome }) => ({
        ...{
          testId: id,
          name: `${id}: ${title}`,
          status: statuses[outcome.kind],
          duration: 0,
          suite: [suite],
        },
        ...(outcome.kind === 'passed'
          ? {}
          : {
              ...(outcome.type === undefined ? {} : { tags: [outcome.type] }),
              message: printable(outcome.message),
              trace: outcome.details.split('\n').map(printable).join('\n'),
            }),
      })),
    },
  };
  return `${printableJson(document, 2)}\n`;
}
