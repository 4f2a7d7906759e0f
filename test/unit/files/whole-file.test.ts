import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assertReplaceable, fileOfPart, writeWhole } from '../../../src/files/whole-file.ts';
import { temporaryFolder } from '../../support/temporary.ts';

test('a file is whole whenever it is read', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'report.json');
  const texts = ['a', 'b'].map((letter) => letter.repeat(500_000));
  await writeWhole(file, texts[0] ?? '');
  let isWriting = true;
  const reading = (async () => {
    let reads = 0;
    for (; isWriting; reads += 1) expect(texts).toContain(await readFile(file, 'utf8'));
    return reads;
  })();
  for (let time = 0; time < 20; time += 1) await writeWhole(file, texts[time % 2] ?? '');
  isWriting = false;
  expect(await reading).toBeGreaterThan(3);
  expect(await readdir(folder)).toEqual(['report.json']);
});

test.skipIf(process.platform === 'win32')('a link is replaced, and what it leads to is left', async () => {
  const folder = await temporaryFolder();
  const [file, end] = ['report.json', 'end'].map((name) => join(folder, name));
  await writeFile(end ?? '', 'kept');
  await symlink(end ?? '', file ?? '');
  await writeWhole(file ?? '', 'text', 0o600);
  expect((await lstat(file ?? '')).isFile()).toBe(true);
  expect((await stat(file ?? '')).mode & 0o777).toBe(0o600);
  expect(await readFile(end ?? '', 'utf8')).toBe('kept');
});

test('what cannot be written leaves nothing', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'report.json'));
  await expect(writeWhole(join(folder, 'report.json'), 'text')).rejects.toThrow();
  await expect(writeWhole(join(folder, 'absent', 'report.json'), 'text')).rejects.toThrow('ENOENT');
  await expect(assertReplaceable(join(folder, 'absent', 'report.json'))).rejects.toThrow('ENOENT');
  expect(await readdir(folder)).toEqual(['report.json']);
});

test('what is tried changes nothing', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'report.json');
  await writeFile(file, 'kept');
  await assertReplaceable(file);
  expect(await readdir(folder)).toEqual(['report.json']);
  expect(await readFile(file, 'utf8')).toBe('kept');
});

test('only old parts of the file are removed', async () => {
  const folder = await temporaryFolder();
  const part = `report.json.${randomUUID()}.part`;
  const others = [
    `report.json.${randomUUID()}.part`,
    `lock.json.${randomUUID()}.part`,
    'report.json',
    'report.json.part',
    `x${part}`,
    `${part}x`,
  ];
  for (const name of [part, ...others]) await writeFile(join(folder, name), '');
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const name of [part, ...others.slice(1)]) await utimes(join(folder, name), old, old);
  await assertReplaceable(join(folder, 'report.json'));
  expect((await readdir(folder)).sort()).toEqual(others.sort());
  expect(fileOfPart(part)).toBe('report.json');
});
