import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The value of a YAML file of this folder. In the package stands parsed.prepared.ts in its place. */
export function parsed(name: 'openapi' | 'requirements'): unknown {
  return parse(readFileSync(new URL(`./${name}.yaml`, import.meta.url), 'utf8'));
}
