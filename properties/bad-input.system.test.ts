import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../src/reference/database.ts';
import { readDemo, seedDemo } from '../src/reference/demo.ts';
import type { JsonObject } from '../src/reference/json.ts';
import { openReference } from '../src/reference/reference.ts';
import { openStore } from '../src/reference/store.ts';
import { postgresPrograms, startPostgres } from '../test/support/postgres.ts';
import { type BadRequest, badRequests } from './bad-requests.ts';
import { sampling } from './sampling.ts';

// Whatever is sent, it is answered, and never with 5xx; and no row changes but those that the answer shows.

const demo = await readDemo();
const organisations = demo.organisations.map((one) => ({ ...one, cases: one.cases.slice(0, 2) }));
const ids = organisations.flatMap(({ cases, clients }) =>
  [...cases.map(({ record }) => record.caseId), ...clients.map(({ id }) => id)].map(String),
);
const tokens = organisations.flatMap(({ users }) =>
  users.flatMap((user) => user.tokens.map(({ token }) => token)),
);

const databases: [string, () => Promise<string>][] = [
  ['SQLite', newFile],
  // To start it takes longer than to try as many requests as each run of the tests does.
  ...(postgresPrograms === undefined || process.env.PROPERTY_RUNS === undefined
    ? []
    : [['PostgreSQL', newPostgres] as [string, () => Promise<string>]]),
];

describe.each(databases)('%s', (_kind, newDatabase) => {
  test('bad input of every kind is answered, and changes nothing', async () => {
    const database = await newDatabase();
    const reference = await openReference(await openStore(database), {
      description: {},
      organisation: 'demo',
    });
    onTestFinished(() => reference.close());
    await seedDemo(reference.store, { organisations });
    const port = Number(new URL(await reference.listen(0)).port);
    const rows = await rowsOf(database);
    let before = await rows();
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(badRequests(ids, tokens), async (sent) => {
        const { status, body } = await answerTo(port, sent);
        const after = await rows();
        const keys = new Set([...before.keys(), ...after.keys()]);
        const changed = [...keys].filter((key) => before.get(key) !== after.get(key));
        before = after;
        statuses.add(status);
        // Of what is refused before it is read, the network may lose the answer.
        if (sent.isWhole && sent.body.length < 60_000) expect(status).toBeGreaterThanOrEqual(200);
        expect(status).toBeLessThan(500);
        if (changed.length > 0) expect(changed.toSorted()).toEqual(shownBy(status, body));
      }),
      sampling(200),
    );
    // Requests that all break off early would prove little.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404]));
  });
});

/** The rows that an answer shows to be new or changed. */
function shownBy(status: number, body: string): string[] {
  const record = JSON.parse(body) as JsonObject;
  if (status === 201) return [`organisations ${record.id}`, `users ${(record.user as JsonObject).id}`];
  return status === 200 ? [`clients ${record.id}`] : [];
}

/** The answer; its status is 0 if none came. */
async function answerTo(port: number, { head, body, isWhole }: BadRequest) {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // It may be closed before all is sent.
  socket.on('error', () => undefined);
  socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body]));
  if (!isWhole) socket.end();
  await new Promise((resolve) => socket.on('close', resolve));
  const answer = Buffer.concat(chunks).toString().replace('HTTP/1.1 100 Continue\r\n\r\n', '');
  const [, status = 0] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  return { status: Number(status), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
}

/** Reads every row, by its table and its key. */
async function rowsOf(database: string): Promise<() => Promise<Map<string, string>>> {
  const db = await openDatabase(database);
  onTestFinished(() => db.destroy());
  const tables = ['organisations', 'users', 'clients', 'cases', 'api_tokens'] as const;
  return async () => {
    const rows = new Map<string, string>();
    for (const table of tables)
      for (const row of await db.selectFrom(table).selectAll().execute())
        rows.set(`${table} ${row.id}`, JSON.stringify(row));
    return rows;
  };
}

async function newFile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bad-input-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'cases.sqlite');
}

async function newPostgres(): Promise<string> {
  const postgres = await startPostgres(postgresPrograms ?? '');
  onTestFinished(() => postgres.close());
  return postgres.newDatabase();
}
