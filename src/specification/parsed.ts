import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * Where the values are kept as JSON, under the hash of their text. From YAML they take each process and each thread a
 * quarter of a second, and the tests start hundreds of them.
 */
const usualFolder = new URL('../../node_modules/.cache/parsed/', import.meta.url);

/**
 * The value of a YAML file of this folder. In the package stands parsed.prepared.ts in its place.
 * @param folder - where values are kept; its address ends with a slash
 */
export function parsed(name: 'openapi' | 'requirements', folder = usualFolder): unknown {
  const text = readFileSync(new URL(`./${name}.yaml`, import.meta.url), 'utf8');
  const file = new URL(`${createHash('sha256').update(text).digest('hex')}.json`, folder);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    const value: unknown = parse(text);
    keep(folder, file, JSON.stringify(value));
    return value;
  }
}

/** Another process finds the file as a whole, or not at all. Where nothing can be written, it is parsed each time. */
function keep(folder: URL, file: URL, json: string): void {
  const unfinished = new URL(`${file.href}.${randomUUID()}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(unfinished, json);
    renameSync(unfinished, file);
  } catch {}
}
