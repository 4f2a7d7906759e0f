import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { leakedInto, tokens } from './fixtures.ts';
import { call, refusal, start, temporaryFolder } from './support.ts';

const organisation = '5cca23cd-d5f9-4008-b0b0-61ad90208af8';
const organisationLine = JSON.stringify({
  kind: 'organisation',
  record: { id: organisation, subDomain: 'acme' },
});

function caseId(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

function caseLine(index: number, fields: object = {}): string {
  const record = { caseId: caseId(index), caseType: 'Sale', reference: `R-${index}`, ...fields };
  return JSON.stringify({ kind: 'case', organisationId: organisation, record });
}

async function newDatabase(): Promise<string> {
  return join(await temporaryFolder(), 'cases.sqlite');
}

function importInto(database: string, lines: readonly string[], ...words: string[]) {
  return call(
    ['import', '--database', database, ...words, '-'],
    {},
    lines.map((line) => `${line}\n`).join(''),
  );
}

test('what serve has made is exported, and imported elsewhere it is exported alike', async () => {
  const database = await newDatabase();
  const child = start(['serve', '--port', '0', '--database', database]);
  await once(child.stdout, 'data');
  const [member = ''] = tokens;
  child.kill('SIGTERM');
  await once(child, 'exit');

  const exported = await call(['export', '--database', database]);
  expect(exported).toMatchObject({ status: 0, stderr: '' });
  const kinds = exported.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).kind]));
  expect([...new Set(kinds)]).toEqual(['organisation', 'user', 'client', 'case']);
  expect(leakedInto(exported.stdout, tokens)).toEqual([]);
  expect(exported.stdout).not.toContain(member);

  const other = await newDatabase();
  const lines = exported.stdout.trim().split('\n');
  expect(await importInto(other, lines)).toEqual({
    status: 0,
    stdout: `The standard input: ${lines.length} lines, ${lines.length} stored.\n`,
    stderr: '',
  });
  expect(await call(['export', '--database', other])).toEqual(exported);
  expect((await importInto(other, lines)).stdout).toBe(
    `The standard input: ${lines.length} lines, 0 stored. ${lines.length} of them were there already.\n`,
  );
});

test('an import that was killed goes on where it was', async () => {
  const lines = [organisationLine, ...Array.from({ length: 3_000 }, (_, index) => caseLine(index))];
  const folder = await temporaryFolder();
  const [database, file] = [join(folder, 'cases.sqlite'), join(folder, 'records.ndjson')];
  await writeFile(file, `${lines.join('\n')}\n`);
  const child = start(['import', '--database', database, file]);
  const count = () => {
    const sqlite = new DatabaseSync(database, { readOnly: true });
    try {
      return Number(sqlite.prepare('SELECT count(*) AS count FROM cases').get()?.count);
    } finally {
      sqlite.close();
    }
  };
  const isThere = () => {
    try {
      return count() > 0;
    } catch {
      return false;
    }
  };
  await vi.waitUntil(isThere, { timeout: 20_000, interval: 1 });
  child.kill('SIGKILL');
  await once(child, 'exit');

  const there = count() + 1;
  // Whole batches were stored, but not all batches.
  expect([there % 500, there < 3_000]).toEqual([0, true]);
  expect((await call(['import', '--database', database, file])).stdout).toBe(
    `${file}: 3,001 lines, ${(3_001 - there).toLocaleString('en')} stored. ${there.toLocaleString('en')} of them were there already.\n`,
  );
  const whole = await newDatabase();
  await importInto(whole, lines);
  const [one, other] = [
    await call(['export', '--database', database]),
    await call(['export', '--database', whole]),
  ];
  expect(one).toEqual(other);
});

test('each file is stored, also where nobody reads of the first', async () => {
  const folder = await temporaryFolder();
  const [database, one, other] = ['cases.sqlite', 'one.ndjson', 'other.ndjson'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(one, `${organisationLine}\n`);
  await writeFile(other, `${caseLine(1)}\n`);
  const child = start(['import', '--database', database, one, other]);
  child.stdout.destroy();
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect((await call(['export', '--database', database])).stdout).toBe(
    `${organisationLine}\n${caseLine(1)}\n`,
  );
});

test('a wrong line is named with its place, and nothing of its batch is stored', async () => {
  const database = await newDatabase();
  const lines = [organisationLine, ...Array.from({ length: 600 }, (_, index) => caseLine(index))];
  lines[520] = caseLine(519, { price: 'much', location: { height: 1 } });
  lines[530] = '{"kind":"case"';
  lines[540] = caseLine(539, { caseId: 'one two' });
  lines[550] = '{"kind":"house"}';
  expect(await importInto(database, lines)).toEqual({
    status: 2,
    stdout: '',
    stderr:
      '-:521: /record/location/height is not allowed: only latitude and longitude are, and none of these is present.\n' +
      '-:521: /record/price is a string instead of a number.\n' +
      '-:531: The line is not JSON: it is cut off after 14 characters.\n' +
      '-:541: /record/caseId must be a text of printable ASCII without spaces.\n' +
      '-:551: /kind must be one of organisation, user, client, case.\n' +
      'The standard input: lines 1 to 500 are stored, and none after them. Correct it, and run the same call again. [FILE_WRONG]\n',
  });
  const stored = (await call(['export', '--database', database])).stdout.trim().split('\n');
  expect(stored).toHaveLength(500);
});

test('what a database cannot take is told by its lines, and leaves no new database behind', async () => {
  const database = await newDatabase();
  const deep = caseLine(1).replace('"reference":"R-1"', `"deep":${'['.repeat(9_000)}${']'.repeat(9_000)}`);
  const message =
    'The database cannot take one of the lines 1 to 3: a name in it is too long, or a value too deep. Nothing of these lines is stored. [FILE_WRONG]';
  expect(await importInto(database, [organisationLine, caseLine(0), deep])).toEqual(refusal(message));
  expect(await readdir(dirname(database))).toEqual([]);
});

test('what contradicts the database is refused, and changes nothing', async () => {
  const database = await newDatabase();
  await importInto(database, [organisationLine, caseLine(1)]);
  const before = await call(['export', '--database', database]);
  const elsewhere = '6cca23cd-d5f9-4008-b0b0-61ad90208af8';
  const refused = await importInto(database, [
    JSON.stringify({ kind: 'user', organisationId: elsewhere, record: { id: 'one' } }),
    JSON.stringify({ kind: 'organisation', record: { id: elsewhere } }),
    caseLine(1, { reference: 'another' }),
    caseLine(2),
    caseLine(2, { price: 1 }),
  ]);
  expect(refused.stderr.split('\n').slice(0, 2)).toEqual([
    '-:3: /record/caseId is that of another case, or of this one with other fields.',
    '-:5: /record/caseId is that of another case, or of this one with other fields.',
  ]);
  const taken = JSON.stringify({ kind: 'organisation', record: { id: elsewhere, subDomain: 'ACME' } });
  expect((await importInto(database, [taken])).stderr).toContain(
    '-:1: /record/subDomain is that of another organisation.\n',
  );
  const ownerless = JSON.stringify({ kind: 'client', organisationId: elsewhere, record: { id: 'one' } });
  expect((await importInto(database, [ownerless])).stderr).toContain('-:1: /record/id is not a UUID.\n');
  const client = { kind: 'client', organisationId: elsewhere, record: { id: caseId(1) } };
  expect((await importInto(database, [JSON.stringify(client)])).stderr).toContain(
    '-:1: /organisationId is that of no organisation.\n',
  );
  expect(await call(['export', '--database', database])).toEqual(before);
});

test('--cases-of takes what generate prints', async () => {
  const database = await newDatabase();
  await importInto(database, [organisationLine]);
  const generated = (
    await call(['generate', '--type', 'Sale', '--count', '30', '--seed', '1'])
  ).stdout.trim();
  const lines = generated.split('\n');
  expect((await importInto(database, lines, '--cases-of', 'Acme')).stdout).toBe(
    'The standard input: 30 lines, 30 stored.\n',
  );
  expect((await importInto(database, ['{"caseId":7}', '[]'], '--cases-of', 'Acme')).stderr).toBe(
    '-:1: /caseId must be a text of printable ASCII without spaces.\n-:2: The line must be an object.\nThe standard input: nothing is stored. Correct it, and run the same call again. [FILE_WRONG]\n',
  );
  expect((await importInto(database, [lines[0] ?? ''])).stderr).toContain(
    '-:1: The line is a case record alone. Say with --cases-of whose it is.\n',
  );
  expect((await importInto(database, [organisationLine, '{}'], '--cases-of', 'Acme')).stderr).toContain(
    '-:1: The line says whose record it is. Leave --cases-of out.\n-:2: /caseId must be present.\n',
  );
  expect((await importInto(database, lines, '--cases-of', 'nobody')).stderr).toBe(
    "No organisation has the sub-domain 'nobody'. Import it first, or name another with --cases-of. [NAME_UNKNOWN]\n",
  );
});

test('export and keys make no tables in a database that has none', async () => {
  const database = await newDatabase();
  await writeFile(database, '');
  const tables = () => {
    const sqlite = new DatabaseSync(database, { readOnly: true });
    try {
      return sqlite.prepare('SELECT sql FROM sqlite_schema').all();
    } finally {
      sqlite.close();
    }
  };
  for (const words of [['export'], ['keys', 'list'], ['keys', 'revoke', '0123456789abcdef']])
    expect(await call([...words, '--database', database])).toEqual(
      refusal(`The database ${database} cannot be used. It has no tables. Start serve on it. [FILE_WRONG]`),
    );
  expect(tables()).toEqual([]);
});
