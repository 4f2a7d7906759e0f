import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordedRequests } from './bench/recorded-requests.ts';

// A figure is the ratio of two processes timed in turn, so that what else the machine does weighs on both alike.
const rounds = 7;

const folder = await mkdtemp(join(tmpdir(), 'case-conformance-bench-'));
const requestsFile = join(folder, 'requests.json');
await writeFile(requestsFile, JSON.stringify(await recordedRequests()));

const comparisons = [
  {
    title: 'check --reference, to its own requests sent bare at the embedded reference',
    subject: ['src/cli/main.ts', 'check', '--reference', '--report-dir', folder],
    baseline: ['scripts/bench/bare-requests.ts', requestsFile],
    atMost: 3,
  },
];

for (const { title, subject, baseline, atMost } of comparisons) {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const base = milliseconds(baseline);
    ratios.push(milliseconds(subject) / base);
  }
  ratios.sort((one, other) => one - other);
  const median = ratios[Math.floor(rounds / 2)] ?? Number.NaN;
  const range = `${ratios.at(0)?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`;
  process.stdout.write(`${title}: ${median.toFixed(2)} (median of ${rounds}, ${range}; at most ${atMost})\n`);
  if (!(median <= atMost)) process.exitCode = 1;
}
await rm(folder, { recursive: true });

function milliseconds(words: readonly string[]): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - startedAt;
}
