import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../src/report/report.ts';
import type { Figure } from './figure.ts';
import { costsOf, node } from './rounds.ts';

const rounds = 9;

/** How much longer `compare` of two reports takes than Node that has nothing to do, beside half a second. */
export async function compareReports(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'case-conformance-bench-'));
  node(['dist/cli/main.js', 'check', '--reference', '--seed', '1', '--report-dir', folder]);
  const before = join(folder, 'report.json');
  const after = join(folder, 'after.json');
  const text = await readFile(before, 'utf8');
  await writeFile(after, JSON.stringify(deviating(JSON.parse(text)), null, 2));
  const costs = costsOf(
    rounds,
    () => {
      const idle = node(['--eval', '0']).milliseconds;
      return node(['dist/cli/main.js', 'compare', before, after], [1]).milliseconds - idle;
    },
    () => 500,
  );
  await rm(folder, { recursive: true });
  const note = `${(text.length / 1e6).toFixed(1)} MB each`;
  return [
    { what: '`compare` of two reports, without `node -e 0`', to: 'half a second', costs, bound: 1, note },
  ];
}

/** The report, in which every check has found something. */
function deviating({ results, ...report }: Report): Report {
  return {
    ...report,
    results: results.map((result, index) => ({
      ...result,
      verdict: 'fail',
      findings: [
        {
          pointer: `/${index}`,
          message: 'It deviates',
          requirement: result.requirements[0] ?? '',
          exchange: 0,
          fingerprint: index.toString(16).padStart(16, '0'),
        },
      ],
    })),
  };
}
