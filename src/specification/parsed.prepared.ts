import { readFileSync } from 'node:fs';

/** As parsed.ts has it, of the JSON that the build made of the file. */
export const parsed: typeof import('./parsed.ts').parsed = (name) =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8'));
