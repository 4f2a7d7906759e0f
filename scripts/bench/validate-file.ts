import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type Figure, median } from './figure.ts';
import { fullSales, smallRecords } from './records.ts';
import { costsOf, node, reportingUsage, usageIn } from './rounds.ts';

const rounds = 3;

export async function validateFile(folder: string): Promise<Figure[]> {
  return [
    await figureOf('a file of a million small records', smallRecords(1_000_000), folder),
    await figureOf('a file of 30,000 full Sale records', fullSales(30_000), folder),
  ];
}

async function figureOf(what: string, lines: Iterable<string>, folder: string): Promise<Figure> {
  const file = join(folder, 'records.ndjson');
  await write(file, lines);
  const cores: number[] = [];
  const megabytes: number[] = [];
  const costs = costsOf(
    rounds,
    () => {
      const { milliseconds, stderr } = node([...reportingUsage, 'dist/src/cli/main.js', 'validate', file]);
      const { processorMilliseconds, kilobytes } = usageIn(stderr);
      cores.push(processorMilliseconds / milliseconds);
      megabytes.push(kilobytes / 1_024);
      return milliseconds;
    },
    () => Number(node(['scripts/bench/parse-lines.ts', file]).stdout),
  );
  return {
    what: `\`validate\` of ${what}`,
    to: '`JSON.parse` alone of the same lines, in one thread',
    costs,
    bound: 1.5,
    note: `${median(cores).toFixed(2)} cores, ${Math.round(Math.max(...megabytes))} MB`,
  };
}

async function write(file: string, lines: Iterable<string>): Promise<void> {
  const out = createWriteStream(file, { highWaterMark: 2 ** 20 });
  for (const line of lines) if (!out.write(`${line}\n`)) await once(out, 'drain');
  out.end();
  await finished(out);
}
