import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromYaml } from '../src/schema/yaml.ts';
import { jsonSchemas } from './build/json-schemas.ts';
import { validatorsCode } from './build/validators-code.ts';

// Builds the package: compiles the sources, copies their data, and generates validators, JSON and type declarations.
// Arguments go to the compiler.
await rm('dist', { recursive: true, force: true });
const compiler = fileURLToPath(new URL('./bin/tsc', import.meta.resolve('typescript-7/package.json')));
const options = ['-p', 'tsconfig.build.json', ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, [compiler, ...options], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
for (const entry of await readdir('src', { recursive: true })) {
  if (/\.(yaml|json|css|js)$/.test(entry)) await copyFile(`src/${entry}`, `dist/src/${entry}`);
  if (entry.endsWith('.yaml'))
    await writeFile(`dist/src/${entry.replace(/yaml$/, 'json')}`, await asJson(entry));
}
for (const extent of ['all', 'first'] as const)
  await writeFile(`dist/src/specification/compiled-${extent}.cjs`, validatorsCode(extent));
await mkdir('dist/schemas');
for (const [name, schema] of Object.entries(jsonSchemas()))
  await writeFile(`dist/schemas/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`);
for (const entry of await readdir('dist', { recursive: true })) {
  if (entry.endsWith('.prepared.js')) await rename(`dist/${entry}`, `dist/${entry.replace('.prepared', '')}`);
  if (entry.endsWith('.prepared.d.ts')) await rm(`dist/${entry}`);
}
await chmod('dist/src/cli/main.js', 0o755);
await removePrivateTypes();

/** Removes type declarations that no entry point of the package needs, directly or indirectly. */
async function removePrivateTypes(): Promise<void> {
  const { exports } = JSON.parse(await readFile('package.json', 'utf8'));
  const reached = new Set<string>();
  for (const entry of Object.values<string | { types: string }>(exports))
    if (typeof entry !== 'string') reached.add(join(entry.types));
  for (const file of reached)
    for (const [, other = ''] of (await readFile(file, 'utf8')).matchAll(/['"](\.{1,2}\/[^'"]+)\.[jt]s['"]/g))
      reached.add(`${join(file, '..', other)}.d.ts`);
  for (const entry of await readdir('dist', { recursive: true }))
    if (entry.endsWith('.d.ts') && !reached.has(join('dist', entry))) await rm(join('dist', entry));
}

async function asJson(entry: string): Promise<string> {
  return JSON.stringify(fromYaml(await readFile(`src/${entry}`, 'utf8')));
}
