import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordedRequests } from './bench/recorded-requests.ts';
import { warmRatios } from './bench/warm-ratios.ts';

// Each figure is the ratio of two things timed in turn, so that what else the machine does weighs on both alike.
const rounds = 7;

const folder = await mkdtemp(join(tmpdir(), 'case-conformance-bench-'));
const requestsFile = join(folder, 'requests.json');
await writeFile(requestsFile, JSON.stringify(await recordedRequests()));

print(
  'check --reference, to a process that starts the reference and sends the same requests bare',
  3,
  () =>
    milliseconds(['src/cli/main.ts', 'check', '--reference', '--report-dir', folder]) /
    milliseconds(['scripts/bench/bare-requests.ts', requestsFile]),
);
const warm = await warmRatios(rounds);
print('the run alone, to its requests alone, in one warm process', 3, (round) => warm[round] ?? Number.NaN);
await rm(folder, { recursive: true });

function print(title: string, atMost: number, ratio: (round: number) => number): void {
  const ratios = Array.from({ length: rounds }, (_, round) => ratio(round)).sort((one, other) => one - other);
  const median = ratios[Math.floor(rounds / 2)] ?? Number.NaN;
  const range = `${ratios.at(0)?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`;
  process.stdout.write(`${title}: ${median.toFixed(2)} (median of ${rounds}, ${range}; at most ${atMost})\n`);
  if (!(median <= atMost)) process.exitCode = 1;
}

function milliseconds(words: readonly string[]): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - startedAt;
}
