import { readFileSync } from 'node:fs';

/** As in parsed.ts, from the JSON that the build generated. */
export const parsed: typeof import('./parsed.ts').parsed = (name) =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8'));
