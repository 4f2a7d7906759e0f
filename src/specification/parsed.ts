import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fromYaml } from '../schema/yaml.ts';

/**
 * Cache of parsed files, by the hash of their text. Parsing the YAML takes 40 ms in each process and thread, and the
 * tests start hundreds of them.
 */
const usualFolder = new URL('../../node_modules/.cache/parsed/', import.meta.url);

/**
 * Parses a YAML file of this folder. In the package, parsed.prepared.ts replaces this module.
 * @param folder - the cache; a URL that ends with a slash
 */
export function parsed(name: 'openapi' | 'requirements', folder = usualFolder): unknown {
  const text = readFileSync(new URL(`./${name}.yaml`, import.meta.url), 'utf8');
  const file = new URL(`${createHash('sha256').update(text).digest('hex')}.json`, folder);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    const value = fromYaml(text);
    keep(folder, file, JSON.stringify(value));
    return value;
  }
}

function keep(folder: URL, file: URL, json: string): void {
  const unfinished = new URL(`${file.href}.${randomUUID()}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(unfinished, json);
    renameSync(unfinished, file);
  } catch {}
}
