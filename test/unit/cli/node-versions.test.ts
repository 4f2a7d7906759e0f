import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };

/** What the program says where Node is of that version. */
function saidBy(version: string): Promise<string> {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
  const words = ['--import', `data:text/javascript,${pretend}`, 'src/cli/main.ts', '--version'];
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
  const [, named] = /The package needs Node\s+(.*)\.\n/.exec(await readFile('README.md', 'utf8')) ?? [];
  expect(named).toBe('22.19, 24, or 26 and later');
  expect(said).toBe(
    `case-conformance needs Node ${named}, but this is ${version}. Install one of them. [NODE_TOO_OLD]\n`,
  );
});
