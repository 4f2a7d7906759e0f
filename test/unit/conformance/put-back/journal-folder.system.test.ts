import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  type ClientLocks,
  lockClients,
  nameOfClient,
} from '../../../../src/conformance/put-back/client-lock.ts';
import type { JournalEntry } from '../../../../src/conformance/put-back/journal.ts';
import {
  clearLeftovers,
  entriesIn,
  isOf,
  JournalError,
  openJournal,
} from '../../../../src/conformance/put-back/journal-folder.ts';
import { temporaryFolder } from '../../../support/temporary.ts';

const target = 'https://acme.example';
const client = 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2';
const other = '5e0a4d52-9a59-4d2f-8c1a-7b113f2b7c1e';
const record = { id: client, title: 'Mr' };
const entry: JournalEntry = { client, record, isDisposable: false };

async function newFolder(): Promise<string> {
  return join(await temporaryFolder(), 'deep', 'journal');
}

async function opened() {
  const folder = await newFolder();
  return { folder, journal: openJournal(folder, target) };
}

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await newFolder();
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const fileIn = (folder: string, one = client): string => join(folder, `${nameOfClient(target, one)}.json`);

async function printedBy(folder: string, script: string): Promise<string> {
  const module = fileURLToPath(
    new URL('../../../../src/conformance/put-back/journal-folder.ts', import.meta.url),
  );
  const whole = `const { openJournal } = await import(${JSON.stringify(module)});
    const journal = openJournal(${JSON.stringify(folder)}, ${JSON.stringify(target)});
    ${script}`;
  return text(spawn(process.execPath, ['--input-type=module', '-e', whole]).stdout);
}

describe('a journal', () => {
  test('keeps each client in a file of its own, until it forgets it', async () => {
    const { folder, journal } = await opened();
    const disposable = { client: other, record: {}, isDisposable: true };
    for (const one of [entry, disposable]) await journal.keep(one);
    const kept = [entry, disposable].map((one) => ({
      ...{ kind: 'unfinished', file: fileIn(folder, one.client), target, ...one, events: [] },
    }));
    const byName = kept.toSorted((one, another) => (String(one.file) < String(another.file) ? -1 : 1));
    expect(await entriesIn(folder)).toEqual(byName);
    expect(await readdir(folder)).toHaveLength(2);
    await journal.forget(other);
    expect(await entriesIn(folder)).toEqual(kept.slice(0, 1));
    await journal.forget(client);
    expect(await readdir(folder)).toEqual([]);
  });

  test('writes when each was kept, by which form, and the target as it was named', async () => {
    const folder = await newFolder();
    await openJournal(folder, 'HTTPS://ACME.example/').keep(entry);
    const [file = ''] = await readdir(folder);
    const text = await readFile(join(folder, file), 'utf8');
    expect(JSON.parse(text)).toEqual({
      formatVersion: '1.0',
      target: 'HTTPS://ACME.example/',
      keptAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      ...entry,
    });
    expect(text.endsWith('}\n')).toBe(true);
  });

  test.skipIf(process.platform === 'win32').each([0o000, 0o022, 0o377])(
    'is readable by its user alone, also where the mask is %i',
    async (mask) => {
      const folder = await newFolder();
      await printedBy(
        folder,
        `process.umask(${mask});
        await journal.keep(${JSON.stringify(entry)});
        for (const time of [1, 2]) await journal.note(${JSON.stringify(client)}, { kind: 'unsettled', time });`,
      );
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      const modes = (await readdir(folder)).map(
        async (file) => (await stat(join(folder, file))).mode & 0o777,
      );
      expect(await Promise.all(modes)).toEqual([0o600, 0o600]);
    },
  );

  test('keeps a client again in the place of what it kept, and what befell it since, but nothing of an earlier run', async () => {
    const { folder, journal } = await opened();
    await journal.keep(entry);
    await journal.keep({ ...entry, record: { title: 'Dr' } });
    expect(await entriesIn(folder)).toMatchObject([{ record: { title: 'Dr' } }]);
    await journal.note(client, { kind: 'unsettled' });
    expect(await entriesIn(folder)).toMatchObject([{ events: [{ kind: 'unsettled' }] }]);
    // The user accepts the changed client, and so deletes the file.
    await rm(fileIn(folder));
    await journal.keep(entry);
    expect(await entriesIn(folder)).toMatchObject([{ events: [] }]);
    await journal.forget(client);
    expect(await readdir(folder)).toEqual([]);
  });

  test('does in turn what it is asked at once', async () => {
    const { folder, journal } = await opened();
    const titles = Array.from({ length: 20 }, (_, number) => `${'M'.repeat(20_000 - 900 * number)}${number}`);
    await Promise.all(titles.map((title) => journal.keep({ ...entry, record: { title } })));
    expect(await entriesIn(folder)).toMatchObject([{ record: { title: titles.at(-1) } }]);
    await Promise.all([journal.keep(entry), journal.forget(client)]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('does not mind to forget what it does not hold, or what is gone with its folder, but says what it could not', async () => {
    const { folder, journal } = await opened();
    await journal.keep(entry);
    await expect(journal.forget(other)).resolves.toBeUndefined();
    expect(await entriesIn(folder)).toHaveLength(1);
    await mkdir(fileIn(folder, other));
    await expect(journal.forget(other)).rejects.toBeInstanceOf(JournalError);
    await rm(folder, { recursive: true });
    await expect(journal.forget(client)).resolves.toBeUndefined();
  });
});

test.skipIf(process.platform !== 'linux')('A journal leaves no file open', async () => {
  const { journal } = await opened();
  await journal.keep(entry);
  const open = async (): Promise<number> => (await readdir('/proc/self/fd')).length;
  const before = await open();
  for (let time = 0; time < 5; time += 1) {
    await journal.keep(entry);
    await journal.forget(client);
  }
  expect(await open()).toBe(before);
});

describe('the entries of a journal', () => {
  test('are none where there is no folder', async () => {
    const folder = await newFolder();
    expect(await entriesIn(folder)).toEqual([]);
    await expect(clearLeftovers(folder)).resolves.toBeUndefined();
    expect(existsSync(folder)).toBe(false);
  });

  test('are in files of its own names alone', async () => {
    const name = '0123456789abcdef'.repeat(2);
    const foreign = [`a${name}.json`, `${name}.json.${randomUUID()}.part`, `${name.toUpperCase()}.json`];
    const others = [...foreign, `${name}-json`, `${name.slice(1)}.json`];
    const folder = await folderWith(Object.fromEntries(others.map((one) => [one, '{}'])));
    expect(await entriesIn(folder)).toEqual([]);
    await writeFile(join(folder, `${name}.json`), '{}');
    expect(await entriesIn(folder)).toEqual([{ kind: 'broken', file: join(folder, `${name}.json`) }]);
  });

  const whole = { target, client, record };
  test.each([
    ['{', 'broken'],
    ['null', 'broken'],
    [JSON.stringify(whole), 'unfinished'],
    [JSON.stringify({ ...whole, target: undefined }), 'broken'],
    [JSON.stringify({ ...whole, target: 'acme' }), 'broken'],
    [JSON.stringify({ ...whole, target: 1 }), 'broken'],
    [JSON.stringify({ ...whole, client: 1 }), 'broken'],
    [JSON.stringify({ ...whole, record: 'Mr' }), 'broken'],
    [JSON.stringify({ ...whole, record: null }), 'broken'],
  ])('%s is %s', async (text, kind) => {
    const name = `${'0'.repeat(32)}.json`;
    const folder = await folderWith({ [name]: text });
    const file = join(folder, name);
    const read =
      kind === 'broken' ? { kind, file } : { kind, file, ...whole, isDisposable: false, events: [] };
    expect(await entriesIn(folder)).toEqual([read]);
  });

  test('are disposable where they say so, and only there', async () => {
    const said = [true, 'true', 1];
    const files = said.map((isDisposable, number) => [
      ...[`${String(number).repeat(32)}.json`, JSON.stringify({ ...whole, isDisposable })],
    ]);
    const folder = await folderWith(Object.fromEntries(files));
    expect(await entriesIn(folder)).toMatchObject(said.map((one) => ({ isDisposable: one === true })));
  });

  test.skipIf(process.platform === 'win32')(
    'are broken where they are a folder, a link or a pipe',
    async () => {
      const folder = await folderWith({ elsewhere: JSON.stringify(whole) });
      const files = ['0', '1', '2'].map((digit) => join(folder, `${digit.repeat(32)}.json`));
      const [inner = '', link = '', pipe = ''] = files;
      await mkdir(inner);
      await symlink(join(folder, 'elsewhere'), link);
      execFileSync('mkfifo', [pipe]);
      expect(await entriesIn(folder)).toEqual(files.map((file) => ({ kind: 'broken', file })));
    },
  );

  test('are of the deployment at their base URL, however that is written', () => {
    const unfinished = { kind: 'unfinished', file: '', target, ...entry, events: [] } as const;
    expect(isOf('https://ACME.example/', unfinished)).toBe(true);
    expect(isOf(target, { ...unfinished, target: 'https://ACME.example/' })).toBe(true);
    expect(isOf('https://other.example', unfinished)).toBe(false);
  });
});

describe('what a run left that ended while it wrote an entry', () => {
  test('is removed, but what is not of a journal, and what a run may be writing', async () => {
    const folder = await newFolder();
    await mkdir(folder, { recursive: true });
    const [left, held] = [client, other].map(
      (one) => `${nameOfClient(target, one)}.json.${randomUUID()}.part`,
    );
    const foreign = [`notes.${randomUUID()}.part`, `${'F'.repeat(32)}.json.part`];
    for (const name of [left, held, ...foreign]) await writeFile(join(folder, name ?? ''), '{"record"');
    await openJournal(folder, target).keep(entry);

    const locks = lockClients(target, [other]) as ClientLocks;
    await clearLeftovers(folder);
    locks.release();
    const entryName = `${nameOfClient(target, client)}.json`;
    expect((await readdir(folder)).sort()).toEqual([entryName, held, ...foreign].sort());
    await clearLeftovers(folder);
    expect((await readdir(folder)).sort()).toEqual([entryName, ...foreign].sort());
  });

  test('is removed with the history of an entry that somebody took out of the folder', async () => {
    const { folder, journal } = await opened();
    for (const one of [client, other]) {
      await journal.keep({ ...entry, client: one });
      await journal.note(one, { kind: 'unsettled' });
    }
    await rm(fileIn(folder, other));
    await clearLeftovers(folder);
    const name = nameOfClient(target, client);
    expect((await readdir(folder)).sort()).toEqual([`${name}.history`, `${name}.json`]);
  });
});
