import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { costsOf, node } from './rounds.ts';
import { wideReports } from './wide-reports.ts';

const rounds = 9;

export async function compareReports(folder: string): Promise<Figure[]> {
  const files = ['before.json', 'after.json'].map((name) => join(folder, name));
  const texts = await wideReports();
  for (const [place, text] of texts.entries()) await writeFile(files[place] ?? '', text);
  const costs = costsOf(
    rounds,
    () => {
      const idle = node(['--eval', '0']).milliseconds;
      return node(['dist/src/cli/main.js', 'compare', ...files], [1]).milliseconds - idle;
    },
    () => 500,
  );
  const note = `${texts.map(({ length }) => (length / 1e6).toFixed(1)).join(' and ')} MB`;
  return [
    { what: '`compare` of two reports, without `node -e 0`', to: 'half a second', costs, bound: 1, note },
  ];
}
