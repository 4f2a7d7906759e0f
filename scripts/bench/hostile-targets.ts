import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fatConfiguration, fatProvider } from '../../test/support/fat-provider.ts';
import type { hostileBodies } from '../../test/support/hostile-bodies.ts';
import type { Figure } from './figure.ts';

/** What a run that changes nothing takes where every answer is large, and what the same takes where they are not. */
export async function hostileTargets(): Promise<Figure[]> {
  const usual = await usageAt('none', 0);
  const figures: Figure[] = [];
  for (const [kind, size, what] of hostile) {
    const usage = await usageAt(kind, size);
    figures.push({
      what: `\`check\` where every answer holds ${what}`,
      to: 'the processor time of the same run with small answers',
      costs: [[usage.processorMilliseconds, usual.processorMilliseconds]],
      bound: 10,
      note: `${Math.round((usage.processorMilliseconds - usual.processorMilliseconds) / 100) / 10} s more`,
    });
    figures.push({
      what: 'the peak memory of that run',
      to: 'a megabyte',
      costs: [[usage.kilobytes / 1_024, 1]],
      bound: 500,
    });
  }
  return figures;
}

const hostile: readonly (readonly [kind: keyof typeof hostileBodies, size: number, what: string])[] = [
  ['padding', 7_000_000, '7 MB that are not described'],
  ['members', 1_500_000, '60,000 members that are not described'],
  ['escapes', 6_000_000, '6 MB of escapes of JSON'],
  ['fragments', 5_000_000, 'parts of a token throughout 5 MB'],
  ['tokens', 2_400_000, 'a token 100,000 times'],
];

interface Usage {
  readonly processorMilliseconds: number;
  readonly kilobytes: number;
}

async function usageAt(kind: keyof typeof hostileBodies, size: number): Promise<Usage> {
  const server = await fatProvider(kind, size);
  const folder = await mkdtemp(join(tmpdir(), 'case-conformance-bench-'));
  const config = join(folder, 'conformance.config.json');
  await writeFile(config, JSON.stringify({ ...fatConfiguration, baseUrl: server.url }));
  const words = ['src/cli/main.ts', 'check', '--config', config, '--report-dir', folder, '--seed', '7'];
  try {
    // It deviates, which is not what is measured.
    const written = await new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        ['--import', './scripts/bench/report-usage.mjs', ...words],
        (_, __, stderr) => resolve(stderr),
      );
    });
    return JSON.parse(written.slice(written.lastIndexOf('{')));
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}
