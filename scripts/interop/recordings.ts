import { join } from 'node:path';
import { type Bench, check, serve } from './bench.ts';
import { assertSame } from './comparable.ts';
import type { Outcome, Row } from './rows.ts';

export const someFaults = [
  'accepts-colon',
  'restricted-500-for-organisation',
  'foreign-403',
  'no-identifier-404',
  'record-in-array',
  'restricted-price-in-words',
  'change-ignores-lone',
  'unknown-client-200-empty-object',
  'description-page',
  'case-cut-if-compressed',
] as const;

export const recordings: readonly Row[] = [
  {
    name: 'record',
    tool: 'HAR',
    needs: {},
    tried:
      '`check --record` records the reference and ten broken services, and `check --har` judges the recordings.',
    attempt: recordAndJudgeAgain,
  },
];

async function recordAndJudgeAgain(bench: Bench): Promise<Outcome> {
  let [results, deviations] = [0, 0];
  for (const words of [[], ...someFaults.map((fault) => ['--stub', '--broken', fault])]) {
    const what = words.at(-1) ?? 'reference';
    const har = join(bench.folder, `${what}.har`);
    const target = await serve(bench, ...words);
    const call = ['--config', bench.configuration, '--base-url', target, '--seed', '1'];
    const live = await check(bench, ...call, '--record', har);
    const again = await check(bench, '--har', har);
    assertSame(what, live, again);
    if (live.conformant !== (words.length === 0)) throw new Error(`${what}: ${live.conclusion}`);
    results += again.results.length;
    deviations += again.deviations.length;
  }
  return {
    figure: `${someFaults.length + 1} runs, ${results} results with ${deviations} deviations, all the same`,
  };
}
