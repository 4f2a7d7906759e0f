import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { nodeComplaint } from '../../../src/gate/node-version.ts';
import { temporaryFolder } from './support.ts';

const being = (version: string) =>
  `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });`;

function saidAfter(script: string, words: readonly string[] = ['src/cli/main.ts', '--version']) {
  const first = ['--import', `data:text/javascript,${encodeURIComponent(script)}`];
  return new Promise<string>((resolve) => {
    execFile(process.execPath, [...first, ...words], (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}

function replacing(modules: Readonly<Record<string, string | undefined>>): string {
  const urls = Object.entries(modules).map(([name, code]) => [
    name,
    code === undefined ? 'node:none' : `data:text/javascript,${encodeURIComponent(code)}`,
  ]);
  return `
    const { registerHooks } = await import('node:module');
    const urls = new Map(${JSON.stringify(urls)});
    registerHooks({
      resolve: (name, context, next) =>
        urls.has(name) ? { url: urls.get(name), shortCircuit: true } : next(name, context),
    });`;
}

function isTaken(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return packageFile.engines.node.split(' || ').some((range) => {
    const [, sign, least, of] = /^(\^|>=)(\d+)\.(\d+)\.0$/.exec(range) ?? [];
    if (least === undefined) throw new Error(`The range ${range} is not read.`);
    if (major === Number(least)) return minor >= Number(of);
    return sign === '>=' && major > Number(least);
  });
}

const versions = ['20.20.2', '22.18.0', '22.19.0', '23.11.0', '24.0.0', '25.1.0', '26.0.0', '27.0.0'];

test('The program, engines and the README agree on the versions of Node', async () => {
  expect(versions.filter((version) => nodeComplaint(version) === undefined)).toEqual(
    versions.filter(isTaken),
  );
  const [, named] = /The package needs Node\s+(.*?)\.\s/.exec(await readFile('README.md', 'utf8')) ?? [];
  expect(named).toBe('22.19, 24, or 26 and later');
  expect(await saidAfter(being('23.11.0'))).toBe(
    `case-conformance needs Node ${named}, but this is 23.11.0. Install one of them. [NODE_TOO_OLD]\n`,
  );
});

const entries = Object.values(packageFile.exports)
  .flatMap((one) => (typeof one === 'string' ? [] : [one.default]))
  .map((file) => file.replace(/^\.\/dist\/(.*)\.js$/, './$1.ts'));

test('Each entry of the library says on Node 20 which Node it needs', async () => {
  const lacking = { 'node:sqlite': undefined, 'node:tls': 'export const connect = 0' };
  const load = `for (const entry of ${JSON.stringify(entries)})
    await import(entry).catch(({ code, message }) => console.log(entry, code, message))`;
  const said = await saidAfter(`${replacing(lacking)}${being('20.20.2')}`, ['--eval', load]);
  const complaint =
    'NODE_TOO_OLD case-conformance needs Node 22.19, 24, or 26 and later, but this is 20.20.2. Install one of them.';
  expect(said).toBe(entries.map((entry) => `${entry} ${complaint}\n`).join(''));
});

test('The program runs where undici and the flags of V8 are those of Bun', async () => {
  const bun = {
    undici: 'export class Client {} export const buildConnector = () => undefined',
    'node:v8': 'export const setFlagsFromString = () => undefined',
  };
  const words = ['check', '--reference', '--only', 'getOrganisation.succeeds'];
  const said = await saidAfter(replacing(bun), [
    ...['src/cli/main.ts', ...words],
    ...['--report-dir', await temporaryFolder()],
  ]);
  expect(said).toContain('\nNo deviations. ');
});

test('The program does not pass on that SQLite is experimental in Node 22, but any other warning', async () => {
  const warn = (text: string) =>
    `process.emit('warning', Object.assign(new Error('${text}'), { name: 'ExperimentalWarning' }))`;
  const warnings = ['SQLite is an experimental feature', 'Flying is an experimental feature'].map(warn);
  const said = await saidAfter(`process.on('exit', () => { ${warnings.join('; ')} })`);
  expect(said).toContain('ExperimentalWarning: Flying is an experimental feature');
  expect(said).not.toContain('SQLite');
});
