import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { costsOf, node } from './rounds.ts';

const rounds = 9;

export async function compareDescriptions(folder: string): Promise<Figure[]> {
  const changed = join(folder, 'changed.yaml');
  await writeFile(changed, edited(await readFile('dist/src/specification/openapi.yaml', 'utf8')));
  const costs = costsOf(
    rounds,
    () => node(['dist/src/cli/main.js', 'diff', '@2.0', changed], [1]).milliseconds,
    () => 1_000,
  );
  return [{ what: '`diff` of two descriptions of this size', to: 'a second', costs, bound: 1 }];
}

function edited(text: string): string {
  const edits = [
    ['grade II]', 'grade II, grade III]'],
    ['[0-9]{1,14}$', '[0-9]{1,15}$'],
    ['required: [message]', 'required: [message, code]'],
  ] as const;
  return edits.reduce((edited, [from, to]) => {
    if (!edited.includes(from)) throw new Error(`The description has no '${from}' to change.`);
    return edited.replace(from, to);
  }, text);
}
