import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
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

const target = 'https://acme.example';
const client = 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2';
const other = '5e0a4d52-9a59-4d2f-8c1a-7b113f2b7c1e';
const record = { id: client, title: 'Mr' };
const entry: JournalEntry = { client, record, isDisposable: false };

/** The folder of a journal, which is not there yet, within one that is removed with the test. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'case-conformance-journal-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'deep', 'journal');
}

function moduleOf(name: string): string {
  return fileURLToPath(new URL(`../../../../src/conformance/put-back/${name}.ts`, import.meta.url));
}

/** What a process prints that runs the script. */
async function printedBy(script: string): Promise<string> {
  return text(spawn(process.execPath, ['--input-type=module', '-e', script]).stdout);
}

/** The same where no file can hold a byte, as on a full disk. */
async function printedWithoutRoom(script: string): Promise<string> {
  const words = ['ulimit -f 0; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script];
  return text(spawn('sh', ['-c', ...words]).stdout);
}

describe('a journal', () => {
  test('keeps each client in a file of its own, until it forgets it', async () => {
    const folder = await newFolder();
    const journal = openJournal(folder, target);
    await journal.keep(entry);
    await journal.keep({ client: other, record: {}, isDisposable: true });
    const files = [client, other].map((one) => join(folder, `${nameOfClient(target, one)}.json`));
    const kept = [
      { kind: 'unfinished', file: files[0], target, ...entry, events: [] },
      {
        kind: 'unfinished',
        file: files[1],
        target,
        client: other,
        record: {},
        isDisposable: true,
        events: [],
      },
    ];
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
      await printedBy(`
        process.umask(${mask});
        const { openJournal } = await import(${JSON.stringify(moduleOf('journal-folder'))});
        const journal = openJournal(${JSON.stringify(folder)}, ${JSON.stringify(target)});
        await journal.keep(${JSON.stringify(entry)});
        for (const time of [1, 2]) await journal.note(${JSON.stringify(client)}, { kind: 'unsettled', time });`);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      const modes = (await readdir(folder)).map(
        async (file) => (await stat(join(folder, file))).mode & 0o777,
      );
      expect(await Promise.all(modes)).toEqual([0o600, 0o600]);
    },
  );

  test('keeps a client again in the place of what it kept', async () => {
    const folder = await newFolder();
    const journal = openJournal(folder, target);
    await journal.keep(entry);
    await journal.keep({ ...entry, record: { title: 'Dr' } });
    expect(await entriesIn(folder)).toMatchObject([{ record: { title: 'Dr' } }]);
  });

  test('keeps what befell the client since, and nothing of an earlier run', async () => {
    const folder = await newFolder();
    const journal = openJournal(folder, target);
    await journal.keep(entry);
    await journal.note(client, { kind: 'unsettled' });
    expect(await entriesIn(folder)).toMatchObject([{ events: [{ kind: 'unsettled' }] }]);
    // As somebody does who accepts the client as it is.
    await rm(join(folder, `${nameOfClient(target, client)}.json`));
    await journal.keep(entry);
    expect(await entriesIn(folder)).toMatchObject([{ events: [] }]);
    await journal.forget(client);
    expect(await readdir(folder)).toEqual([]);
  });

  test('does in turn what it is asked at once', async () => {
    const folder = await newFolder();
    const journal = openJournal(folder, target);
    const titles = Array.from({ length: 20 }, (_, number) => `${'M'.repeat(20_000 - 900 * number)}${number}`);
    await Promise.all(titles.map((title) => journal.keep({ ...entry, record: { title } })));
    expect(await entriesIn(folder)).toMatchObject([{ record: { title: titles.at(-1) } }]);
    await Promise.all([journal.keep(entry), journal.forget(client)]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('has forgotten what is gone with its folder', async () => {
    const folder = await newFolder();
    const journal = openJournal(folder, target);
    await journal.keep(entry);
    await rm(folder, { recursive: true });
    await expect(journal.forget(client)).resolves.toBeUndefined();
  });

  test('says what it could not forget', async () => {
    const folder = await newFolder();
    const journal = openJournal(folder, target);
    const file = join(folder, `${nameOfClient(target, client)}.json`);
    await mkdir(file, { recursive: true });
    await expect(journal.forget(client)).rejects.toBeInstanceOf(JournalError);
  });

  test.skipIf(process.platform === 'win32')(
    'keeps nothing of what it could not keep as a whole',
    async () => {
      const folder = await newFolder();
      const printed = await printedWithoutRoom(`
      const { openJournal } = await import(${JSON.stringify(moduleOf('journal-folder'))});
      const journal = openJournal(${JSON.stringify(folder)}, ${JSON.stringify(target)});
      await journal.keep(${JSON.stringify(entry)}).catch(({ name, message }) => console.log(name, message));`);
      expect(printed).toBe(
        `JournalError The record of the client ${client} in the journal, ${join(folder, `${nameOfClient(target, client)}.json`)}, cannot be written (EFBIG).\n`,
      );
      expect(await readdir(folder)).toEqual([]);
    },
  );

  test('does not mind to forget what it does not hold, but to be no folder', async () => {
    const folder = await newFolder();
    const journal = openJournal(folder, target);
    await journal.keep(entry);
    await expect(journal.forget(other)).resolves.toBeUndefined();
    expect(await entriesIn(folder)).toHaveLength(1);

    const file = join(folder, 'file');
    await writeFile(file, '');
    const inFile = join(file, `${nameOfClient(target, client)}.json`);
    await expect(openJournal(file, target).forget(client)).rejects.toMatchObject({
      kind: 'not-forgotten',
      message: `The record of the client ${client} in the journal, ${inFile}, cannot be removed (ENOTDIR).`,
    });
    await expect(openJournal(file, target).keep(entry)).rejects.toMatchObject({
      kind: 'not-kept',
      message: `The record of the client ${client} in the journal, ${inFile}, cannot be written (EEXIST).`,
    });
    await expect(entriesIn(file)).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});

test.skipIf(process.platform !== 'linux')('A journal leaves no file open', async () => {
  const folder = await newFolder();
  const journal = openJournal(folder, target);
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
    expect(existsSync(folder)).toBe(false);
  });

  test('are in files of its own names alone', async () => {
    const folder = await newFolder();
    await mkdir(folder, { recursive: true });
    const name = '0123456789abcdef'.repeat(2);
    const foreign = [
      `a${name}.json`,
      `${name}.json.${randomUUID()}.part`,
      `${name.toUpperCase()}.json`,
      `${name}-json`,
    ];
    for (const one of [...foreign, `${name.slice(1)}.json`]) await writeFile(join(folder, one), '{}');
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
    const folder = await newFolder();
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${'0'.repeat(32)}.json`);
    await writeFile(file, text);
    const read =
      kind === 'broken' ? { kind, file } : { kind, file, ...whole, isDisposable: false, events: [] };
    expect(await entriesIn(folder)).toEqual([read]);
  });

  test('are disposable where they say so, and only there', async () => {
    const folder = await newFolder();
    await mkdir(folder, { recursive: true });
    const said = [true, 'true', 1];
    for (const [number, isDisposable] of said.entries()) {
      const file = join(folder, `${String(number).repeat(32)}.json`);
      await writeFile(file, JSON.stringify({ ...whole, isDisposable }));
    }
    expect(await entriesIn(folder)).toMatchObject(said.map((one) => ({ isDisposable: one === true })));
  });

  test('are broken where they cannot be read', async () => {
    const folder = await newFolder();
    const file = join(folder, `${'0'.repeat(32)}.json`);
    await mkdir(file, { recursive: true });
    expect(await entriesIn(folder)).toEqual([{ kind: 'broken', file }]);
  });

  test.skipIf(process.platform === 'win32')('are broken where they are a link or a pipe', async () => {
    const folder = await newFolder();
    await mkdir(folder, { recursive: true });
    const [link = '', pipe = ''] = ['0', '1'].map((digit) => join(folder, `${digit.repeat(32)}.json`));
    await writeFile(join(folder, 'elsewhere'), JSON.stringify(whole));
    await symlink(join(folder, 'elsewhere'), link);
    execFileSync('mkfifo', [pipe]);
    expect(await entriesIn(folder)).toEqual([link, pipe].map((file) => ({ kind: 'broken', file })));
  });

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
    const folder = await newFolder();
    const journal = openJournal(folder, target);
    for (const one of [client, other]) {
      await journal.keep({ ...entry, client: one });
      await journal.note(one, { kind: 'unsettled' });
    }
    await rm(join(folder, `${nameOfClient(target, other)}.json`));
    await clearLeftovers(folder);
    const name = nameOfClient(target, client);
    expect((await readdir(folder)).sort()).toEqual([`${name}.history`, `${name}.json`]);
  });

  test('is nothing where there is no folder', async () => {
    await expect(clearLeftovers(await newFolder())).resolves.toBeUndefined();
  });
});
