import { readFileSync } from 'node:fs';

/** Replaces parsed.ts in the package: reads the JSON that the build generated. */
export const parsed: typeof import('./parsed.ts').parsed = (name) =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8'));
