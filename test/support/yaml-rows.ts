import { readFileSync } from 'node:fs';
import { fromYaml } from '../../src/schema/yaml.ts';

/** The rows of a table in YAML: each has its name, and then its values. */
export function rowsIn<Values extends readonly unknown[]>(file: URL): (readonly [name: string, ...Values])[] {
  const rows = fromYaml(readFileSync(file, 'utf8')) as Readonly<Record<string, Values>>;
  return Object.entries(rows).map(([name, values]) => [name, ...values]);
}
