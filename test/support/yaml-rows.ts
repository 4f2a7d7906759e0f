import { readFileSync } from 'node:fs';
import { fromYaml } from '../../src/schema/yaml.ts';

export function yamlOf(file: URL): unknown {
  return fromYaml(readFileSync(file, 'utf8'));
}

/** The rows of a table in YAML: each has its name, and then its values. */
export function rowsIn<Values extends readonly unknown[]>(
  file: URL,
  chapter?: string,
): (readonly [name: string, ...Values])[] {
  const whole = yamlOf(file) as Readonly<Record<string, unknown>>;
  const rows = (chapter === undefined ? whole : whole[chapter]) as Readonly<Record<string, Values>>;
  return Object.entries(rows).map(([name, values]) => [name, ...values]);
}
