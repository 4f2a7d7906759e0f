import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { recordedRequests } from './recorded-requests.ts';
import { costsOf, node, reportingUsage, usageIn } from './rounds.ts';
import { warmCosts } from './warm-costs.ts';

const rounds = 5;

/** The processor time of `check --reference`, compared with sending the same requests without judging the answers. */
export async function checkRun(folder: string): Promise<Figure[]> {
  const requestsFile = join(folder, 'requests.json');
  await writeFile(requestsFile, JSON.stringify(await recordedRequests()));
  const check = ['src/cli/main.ts', 'check', '--reference', '--report-dir', folder];
  const costs = costsOf(
    rounds,
    () => processorTimeOf(check),
    () => processorTimeOf(['scripts/bench/bare-requests.ts', requestsFile]),
  );
  return [
    {
      what: '`check --reference`',
      to: 'a process that starts the reference and sends the same requests bare',
      costs,
      bound: 3,
    },
    {
      what: 'the run alone',
      to: 'its requests alone, in one warm process',
      costs: await warmCosts(rounds),
      bound: 3,
    },
  ];
}

function processorTimeOf(words: readonly string[]): number {
  return usageIn(node([...reportingUsage, ...words]).stderr).processorMilliseconds;
}
