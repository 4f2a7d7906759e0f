import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/reference/database.ts';
import { seedDemo } from '../../../src/reference/demo.ts';
import { openSqlite } from '../../../src/reference/sqlite.ts';
import { openStore } from '../../../src/reference/store.ts';
import { demo, first, newDatabaseFile, own, startService, tokens } from './support.ts';

test('the database files hold no token, only hashes', async () => {
  const file = await newDatabaseFile();
  const service = await startService(file);
  expect((await service.call('/api/v2/org')).status).toBe(200);
  const bytesOf = async () => {
    const names = await readdir(dirname(file));
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(dirname(file), name)))));
  };
  const open = await bytesOf();
  await service.reference.close();
  for (const bytes of [open, await bytesOf()]) {
    // Control: a value that is stored as plain text is found in the file.
    expect(bytes.includes(first(own.users).id)).toBe(true);
    for (const token of Object.values(tokens)) {
      expect(bytes.includes(token)).toBe(false);
      expect(bytes.includes(Buffer.from(token).toString('base64').slice(0, -4))).toBe(false);
    }
  }
});

test('a token is compared with the whole of its hash', async () => {
  const file = await newDatabaseFile();
  const { call } = await startService(file);
  expect((await call('/api/v2/org')).status).toBe(200);
  filled(file, 'UPDATE api_tokens SET token_hash = id || substr(token_hash, 1, 48)');
  expect((await call('/api/v2/org')).status).toBe(401);
});

test('seeding twice changes nothing', async () => {
  const service = await startService();
  const client = first(own.clients);
  await service.call(`/api/v2/clients/${client.id}`, { method: 'PATCH', body: { lastName: 'Kept' } });
  await seedDemo(service.reference.store, demo);
  const answer = await service.call(`/api/v2/clients/${client.id}`, { method: 'PATCH', body: {} });
  expect(answer.body).toStrictEqual({ ...client, lastName: 'Kept' });
});

test('seeding into a database where another organisation has the sub-domain fails as a whole', async () => {
  const store = await openStore(':memory:');
  await store.addOrganisation({ subDomain: 'other' });
  await expect(seedDemo(store, demo)).rejects.toThrow(
    'Another organisation has the sub-domain other. Use another database.',
  );
  expect(await store.readOrganisation(own.id)).toBeUndefined();
  await store.close();
});

test('an update waits while another process writes', async () => {
  const file = await newDatabaseFile();
  const service = await startService(file);
  const client = first(own.clients);
  const writer = new Worker(
    `const { DatabaseSync } = require('node:sqlite');
    const { parentPort, workerData } = require('node:worker_threads');
    const db = new DatabaseSync(workerData);
    db.exec("begin immediate; insert into organisations (id, record) values ('x', '{}')");
    parentPort.postMessage('writing');
    setTimeout(() => { db.exec('commit'); db.close(); }, 300);`,
    { eval: true, workerData: file },
  );
  await once(writer, 'message');
  const answer = await service.call(`/api/v2/clients/${client.id}`, {
    method: 'PATCH',
    body: { title: 'Dr' },
  });
  expect([answer.status, answer.body]).toStrictEqual([200, { ...client, title: 'Dr' }]);
  await writer.terminate();
});

test('a full disk is a temporary failure of every write, and of no reading', async () => {
  const db = openSqlite(await newDatabaseFile());
  await sql`create table texts (text text)`.execute(db);
  await sql`pragma max_page_count = 20`.execute(db);
  const write = (connection = db) =>
    sql`insert into texts values (${'x'.repeat(10_000)})`.execute(connection);
  const full = { statusCode: 503, code: 'SQLITE_FULL' };
  const filling = async (): Promise<void> => {
    for (let count = 0; count < 20; count += 1) await write();
  };
  await expect(filling()).rejects.toMatchObject(full);
  for (let count = 0; count < 2; count += 1) {
    await expect(write()).rejects.toMatchObject(full);
    await expect(db.transaction().execute(write)).rejects.toMatchObject(full);
  }
  const { rows } = await sql<{ count: number }>`select count(*) as count from texts`.execute(db);
  expect(rows[0]?.count).toBeGreaterThan(0);
  await db.destroy();
});

test.each([
  ['removed', (file: string) => rm(file)],
  ['moved away', (file: string) => rename(file, `${file}.moved`)],
  [
    'replaced by another',
    async (file: string) => {
      await rename(file, `${file}.moved`);
      await writeFile(file, '');
    },
  ],
])('a database file that was %s is noticed', async (_name, change) => {
  const file = await newDatabaseFile();
  const lines: string[] = [];
  const { call } = await startService(file, 'demo', { log: { write: (line) => lines.push(line) } });
  const path = `/api/v2/clients/${first(own.clients).id}`;
  await change(file);
  for (const answer of [
    await call('/api/v2/org'),
    await call(path, { method: 'PATCH', body: { title: 'Dr' } }),
  ])
    expect([answer.status, answer.body]).toEqual([
      503,
      { message: 'The service cannot reach its data now. Try again.' },
    ]);
  expect(lines.join('')).toContain('"code":"SQLITE_READONLY_DBMOVED"');
});

describe('a database file', () => {
  async function folderOf(file: string): Promise<unknown[]> {
    const names = (await readdir(dirname(file))).sort();
    return Promise.all(
      names.map(async (name) => {
        const path = join(dirname(file), name);
        return [
          name,
          (await readFile(path)).toString('base64'),
          (await stat(path, { bigint: true })).mtimeNs,
        ];
      }),
    );
  }

  test.skipIf(process.platform === 'win32')('is for its user alone, with what stands beside it', async () => {
    const file = await newDatabaseFile();
    const store = await openStore(file);
    const names = await readdir(dirname(file));
    expect(names.sort()).toEqual(['cases.sqlite', 'cases.sqlite-shm', 'cases.sqlite-wal']);
    for (const name of names) expect((await stat(join(dirname(file), name))).mode & 0o777).toBe(0o600);
    await store.close();
  });

  test.each<[string, (file: string) => Promise<void> | void, RegExp]>([
    ['of another application', (file) => filled(file, 'CREATE TABLE notes (text)'), /of another application/],
    [
      'of another application, all in the log that a killed process left',
      (file) => killedAfter(file, 'PRAGMA journal_mode = WAL; CREATE TABLE notes (text)'),
      /of another application/,
    ],
    [
      'with some tables of the same names',
      (file) => filled(file, 'CREATE TABLE users (name); CREATE TABLE clients (name)'),
      /of another application/,
    ],
    ['without a table', (file) => filled(file, 'PRAGMA user_version = 1; VACUUM'), /of another application/],
    ['of text', (file) => writeFile(file, 'notes'), /file is not a database/],
    ['of a pipe', (file) => void execFileSync('mkfifo', [file]), /not a file/],
  ])('%s is refused, and left as it is', async (name, make, message) => {
    if (name === 'of a pipe' && process.platform === 'win32') return;
    const file = await newDatabaseFile();
    await make(file);
    const before = name === 'of a pipe' ? [] : await folderOf(file);
    expect(before.length).toBe(name.endsWith('process left') ? 3 : before.length);
    await expect(openStore(file)).rejects.toThrow(message);
    if (name !== 'of a pipe') expect(await folderOf(file)).toEqual(before);
  });

  test('without a byte is taken, and says from then on whose it is', async () => {
    const file = await newDatabaseFile();
    await writeFile(file, '');
    const store = await openStore(file);
    await seedDemo(store, demo);
    await store.close();
    expect((await readFile(file)).toString('latin1', 68, 72)).toBe('CCRI');
    await (await openStore(file)).close();
  });

  test('of a newer version is refused, and keeps all that it has', async () => {
    const file = await newDatabaseFile();
    await (await openStore(file)).close();
    filled(
      file,
      `CREATE TABLE letters (text); INSERT INTO letters VALUES ('kept');
      UPDATE tables_version SET version = 9999`,
    );
    const before = await readFile(file);
    await expect(openStore(file)).rejects.toThrow(
      'Its tables are of version 9999, and not 1. Use the version that made them, or another database.',
    );
    expect(await readFile(file)).toEqual(before);
  });

  test('reads a page of the list alone, however many cases there are', async () => {
    const db = await openDatabase(await newDatabaseFile());
    const { rows } = await sql<{ detail: string }>`EXPLAIN QUERY PLAN
      SELECT case_type FROM cases WHERE organisation_id = 'a' AND id > 'b' ORDER BY id LIMIT 9`.execute(db);
    expect(rows.map(({ detail }) => detail)).toEqual([
      'SEARCH cases USING INDEX cases_in_order (organisation_id=? AND id>?)',
    ]);
    await db.destroy();
  });

  test('is written through to the disk before a change is answered', async () => {
    const file = await newDatabaseFile();
    const db = await openDatabase(file);
    const { rows } = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(db);
    // For SQLite, the number 2 means FULL.
    expect(rows).toEqual([{ synchronous: 2 }]);
    await db.destroy();
  });

  test('of a killed service is taken', async () => {
    const file = await newDatabaseFile();
    const database = new URL('../../../src/reference/database.ts', import.meta.url).href;
    await killedWhenReady(
      `await (await import('${database}')).openDatabase(${JSON.stringify(file)}); console.log('ready');`,
    );
    await (await openStore(file)).close();
  });
});

function filled(file: string, sql: string): void {
  const sqlite = new DatabaseSync(file);
  sqlite.exec(sql);
  sqlite.close();
}

async function killedAfter(file: string, sql: string): Promise<void> {
  await killedWhenReady(
    `const { DatabaseSync } = await import('node:sqlite');
    globalThis.open = new DatabaseSync(${JSON.stringify(file)});
    globalThis.open.exec(${JSON.stringify(sql)});
    console.log('ready');`,
  );
}

async function killedWhenReady(script: string): Promise<void> {
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `${script} setInterval(() => {}, 1_000);`,
  ]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}
