import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { smallService, token } from './gate.ts';
import { call, program, refusal, temporaryFolder } from './support.ts';

const isPosix = process.platform !== 'win32';

const keptFileModule = fileURLToPath(new URL('../../../src/gate/files/form-files.ts', import.meta.url));

async function withoutRoom(...words: string[]): Promise<{ status: unknown; stderr: string }> {
  const limited = ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, ...words];
  const child = spawn('sh', limited, { env: { ...process.env, CASE_API_TOKEN: token } });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const stderr = await text(child.stderr);
  return { status: await ended, stderr };
}

describe('a report', () => {
  const unwritable = (folder: string): string =>
    `The report ${join(folder, 'report.json')} cannot be written. Name another folder with --report-dir. [FILE_NOT_WRITABLE]\n`;

  test.skipIf(!isPosix)('is written over no folder and no pipe, which nothing waits for', async () => {
    const [withFolder, withPipe] = [await temporaryFolder(), await temporaryFolder()];
    await mkdir(join(withFolder, 'report.json'));
    execFileSync('mkfifo', [join(withPipe, 'report.json')]);
    for (const folder of [withFolder, withPipe]) {
      const words = ['check', '--base-url', 'http://127.0.0.1:9', '--report-dir', folder];
      const called = await call(words, { CASE_API_TOKEN: token });
      expect(called).toEqual({ status: 2, stdout: '', stderr: unwritable(folder) });
      expect(await readdir(folder)).toEqual(['report.json']);
    }
  });

  test('of a format names another file for it', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'junit.xml');
    await mkdir(file);
    const words = ['check', '--base-url', 'http://127.0.0.1:9', '--report-dir', folder, '--reporter'];
    expect(await call([...words, `junit=${file}`], { CASE_API_TOKEN: token })).toEqual(
      refusal(`The report ${file} cannot be written. Name another file with --reporter. [FILE_NOT_WRITABLE]`),
    );
  });

  test.skipIf(!isPosix)('is not there where it could not be written as a whole', async () => {
    const { url } = await smallService();
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'report.json'), 'of an earlier run');
    const part = join(folder, `report.json.${randomUUID()}.part`);
    await writeFile(part, 'of one that was killed');
    await utimes(part, 0, 0);
    const words = ['--base-url', url, '--report-dir', folder, '--only', 'getOrganisation.'];
    expect(await withoutRoom(program, 'check', ...words)).toEqual({ status: 2, stderr: unwritable(folder) });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe.skipIf(!isPosix)('a file that is kept from run to run', () => {
  test('stays as it was where it cannot be written', async () => {
    const folder = await temporaryFolder();
    const lock = join(folder, 'lock.json');
    await writeFile(lock, 'kept');
    const script = `const { writeKept } = await import(${JSON.stringify(keptFileModule)});
      await writeKept(${JSON.stringify(lock)}, {}, 'lock')
        .catch(({ code, message }) => { console.error(code, message); process.exitCode = 2; });`;
    expect(await withoutRoom('--input-type=module', '-e', script)).toEqual({
      status: 2,
      stderr: `FILE_NOT_WRITABLE The lock ${lock} cannot be written. Name another with --lock.\n`,
    });
    expect(await readFile(lock, 'utf8')).toBe('kept');
    expect(await readdir(folder)).toEqual(['lock.json']);
  });

  test('is no pipe, which nothing waits for', async () => {
    const folder = await temporaryFolder();
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const report = ['--base-url', 'http://127.0.0.1:9', '--report-dir', join(folder, 'report')];
    for (const [words, name, option] of [
      [['--lock', pipe, '--update-lock'], 'The lock', '--lock'],
      [['--field-coverage', pipe], 'The field coverage file', '--field-coverage'],
    ] as const) {
      expect(await call(['check', ...report, ...words], { CASE_API_TOKEN: token })).toEqual(
        refusal(`${name} ${pipe} cannot be written. Name another with ${option}. [FILE_NOT_WRITABLE]`),
      );
    }
  });
});
