import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { fullSales } from './records.ts';
import { costsOf, node } from './rounds.ts';

const rounds = 15;

export async function startUp(folder: string): Promise<Figure[]> {
  const valid = join(folder, 'valid.json');
  const invalid = join(folder, 'invalid.json');
  await writeFile(valid, fullSales(1).join(''));
  await writeFile(invalid, '{"caseType":"Sale"}');
  return [
    figureOf('`--version`', ['--version'], 1.5),
    figureOf('`--help`', ['--help'], 2.5),
    figureOf('`describe`', ['describe'], 3),
    figureOf('`describe --format json`', ['describe', '--format', 'json'], 3),
    figureOf('`validate` of one full Sale record', ['validate', valid], 3),
    figureOf('`validate` of one wrong record', ['validate', invalid], 3),
    // The bound is higher, since loading fast-check takes half as long as starting Node.
    figureOf('`generate` of one Sale record', ['generate', '--type', 'Sale', '--seed', '1'], 4.5),
  ];
}

function figureOf(what: string, words: readonly string[], bound: number): Figure {
  const costs = costsOf(
    rounds,
    () => node(['dist/src/cli/main.js', ...words], [0, 1]).milliseconds,
    () => node(['--eval', '0']).milliseconds,
  );
  return { what, to: '`node -e 0`', costs, bound };
}
