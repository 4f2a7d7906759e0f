import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };

/** What the program says where Node is of that version. */
function saidBy(version: string): Promise<string> {
  return saidAfter(`Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`);
}

/** What the program says as it tells its version, where this was run before. */
function saidAfter(script: string): Promise<string> {
  const words = ['--import', `data:text/javascript,${script}`, 'src/cli/main.ts', '--version'];
  return new Promise((resolve) => {
    execFile(process.execPath, words, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}

/** Whether `engines` takes the version: a list of `^` and `>=` alone. */
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

test.each(versions)('The program, engines and the README agree on Node %s', async (version) => {
  const said = await saidBy(version);
  if (isTaken(version)) {
    expect(said).toBe(`${packageFile.version}\n`);
    return;
  }
  const [, named] = /The package needs Node\s+(.*?)\.\s/.exec(await readFile('README.md', 'utf8')) ?? [];
  expect(named).toBe('22.19, 24, or 26 and later');
  expect(said).toBe(
    `case-conformance needs Node ${named}, but this is ${version}. Install one of them. [NODE_TOO_OLD]\n`,
  );
});

test('The program does not pass on that SQLite is experimental in Node 22, but any other warning', async () => {
  const warn = (text: string) =>
    `process.emit('warning', Object.assign(new Error('${text}'), { name: 'ExperimentalWarning' }))`;
  const warnings = ['SQLite is an experimental feature', 'Flying is an experimental feature'].map(warn);
  const said = await saidAfter(`process.on('exit', () => { ${warnings.join('; ')} })`);
  expect(said).toContain('ExperimentalWarning: Flying is an experimental feature');
  expect(said).not.toContain('SQLite');
});
