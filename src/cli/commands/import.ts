import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Failure } from '../../gate/failure.ts';
import { blockBytes, recordsIn } from '../../gate/records/input.ts';
import { type JsonBody, predicateOf } from '../../http/json.ts';
import { type Entry, readEntry } from '../../reference/entry.ts';
import type { Json } from '../../reference/json.ts';
import type { Store } from '../../reference/store.ts';
import { printable } from '../../report/printable.ts';
import { named, quoted } from '../../report/quoted.ts';
import { numeral, plural } from '../../report/words.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import { descriptionOptions, option, required } from '../arguments.ts';
import { command } from '../command.ts';
import { databaseNamed, withStore } from '../database.ts';
import { progressOn } from '../progress.ts';
import { bytesOf, specificationOf, type Terminal, write } from '../terminal.ts';

export const importRecords = command({
  arguments: [{ name: '<files...>', description: 'files as export writes them; - is the standard input' }],
  options: {
    ...descriptionOptions,
    database: required(
      option('--database <database>', 'the database to fill: a SQLite file, sqlite:FILE or postgres://…'),
    ),
    casesOf: option(
      '--cases-of <name>',
      'read the lines as case records, as generate prints them, of the organisation with this sub-domain',
    ),
  },
  example: 'case-conformance import --database cases.sqlite records.ndjson',

  async run({ database, casesOf, ...given }, terminal, files) {
    const specification = await specificationOf(given, terminal);
    const path = databaseNamed(database);
    const isNew = !existsSync(path);
    let stored = 0;
    try {
      await withStore(database, async (store) => {
        const owner = casesOf === undefined ? undefined : await organisationOf(store, casesOf);
        const reading = { specification, casesOf: owner };
        for (const file of files)
          await importFile(store, file, reading, terminal, (added) => {
            stored += added;
          });
      });
    } catch (error) {
      // If the import stored nothing, the new database is deleted. Only SQLite has files at this path.
      if (isNew && stored === 0)
        for (const suffix of ['', '-wal', '-shm']) await rm(`${path}${suffix}`, { force: true });
      throw error;
    }
    return 0;
  },
});

async function organisationOf(store: Store, subDomain: string): Promise<string> {
  const id = await store.organisationAt(subDomain);
  if (id !== undefined) return id;
  throw new Failure(
    'NAME_UNKNOWN',
    `No organisation has the sub-domain ${quoted(subDomain)}. Import it first, or name another with --cases-of.`,
  );
}

async function importFile(
  store: Store,
  file: string,
  reading: Reading,
  terminal: Terminal,
  onStored: (added: number) => void,
): Promise<void> {
  const progress = await progressOn(terminal);
  let lines = 0;
  let added = 0;
  try {
    for await (const batch of batchesOf(bytesOf(file, blockBytes, terminal), reading)) {
      const imported = await importBatch(store, batch, reading);
      if (typeof imported !== 'number') {
        progress?.stop();
        throw refused(file, lines, imported, terminal);
      }
      lines = batch.at(-1)?.line ?? lines;
      added += imported;
      onStored(imported);
      progress?.show(`Importing: ${plural(lines, 'line')} of ${named(file)}`);
    }
  } finally {
    progress?.stop();
  }
  const there = lines - added;
  const rest = there === 0 ? '' : ` ${numeral(there)} of them ${there === 1 ? 'was' : 'were'} there already.`;
  write(terminal.output, `${nameOf(file)}: ${plural(lines, 'line')}, ${numeral(added)} stored.${rest}\n`);
}

async function importBatch(
  store: Store,
  batch: readonly Line[],
  reading: Reading,
): Promise<number | readonly WrongLine[]> {
  const wrong = batch.flatMap(({ line, read }) =>
    Array.isArray(read) ? read.map((complaint) => ({ line, complaint })) : [],
  );
  if (wrong.length > 0) return wrong;
  const entries = batch.map(({ read }) => read as Entry);
  const imported = await store.importEntries(entries).catch((error: Error) => notStorable(batch, error));
  if (imported.kind === 'imported') return imported.added;
  return imported.refusals.map(({ entry, complaint }) => ({
    line: batch[entries.indexOf(entry)]?.line ?? 0,
    complaint: placed(complaint, reading),
  }));
}

function notStorable(batch: readonly Line[], cause: Error & { statusCode?: number }): never {
  if (cause.statusCode !== undefined) throw cause;
  const lines = `${batch[0]?.line} to ${batch.at(-1)?.line}`;
  throw new Failure(
    'FILE_WRONG',
    `The database cannot take one of the lines ${lines}: a name in it is too long, or a value too deep. Nothing of these lines is stored.`,
    { cause },
  );
}

function nameOf(file: string): string {
  return file === '-' ? 'The standard input' : named(file);
}

const maxErrors = 20;

function refused(file: string, before: number, wrong: readonly WrongLine[], { errors }: Terminal): Failure {
  const shown = wrong
    .toSorted((one, other) => one.line - other.line)
    .slice(0, maxErrors)
    .map(({ line, complaint }) => `${named(file)}:${line}: ${printable(complaint)}.\n`);
  const others = wrong.length - shown.length;
  write(errors, shown.join('') + (others > 0 ? `… and ${numeral(others)} more.\n` : ''));
  return new Failure(
    'FILE_WRONG',
    `${nameOf(file)}: ${before === 0 ? 'nothing is stored' : `lines 1 to ${numeral(before)} are stored, and none after them`}. Correct it, and run the same call again.`,
  );
}

interface Line {
  readonly line: number;
  readonly read: Entry | readonly string[];
}

interface WrongLine {
  readonly line: number;
  readonly complaint: string;
}

interface Reading {
  readonly specification: Specification;
  /**
   * The id of the organisation that gets the case records. If undefined, each line is an entry that names its
   * organisation.
   */
  readonly casesOf: string | undefined;
}

/** The maximum size of a batch, which is one transaction: large enough to be efficient, small enough to repeat. */
const maxLines = 500;
const maxBytes = 4 * 2 ** 20;

async function* batchesOf(
  bytes: AsyncIterable<Uint8Array>,
  reading: Reading,
): AsyncGenerator<readonly Line[]> {
  let batch: Line[] = [];
  let size = 0;
  for await (const records of recordsIn(bytes))
    for (const record of records) {
      batch.push({ line: record.line ?? 1, read: entryIn(record.json, reading) });
      size += record.bytes;
      if (batch.length < maxLines && size < maxBytes) continue;
      yield batch;
      [batch, size] = [[], 0];
    }
  if (batch.length > 0) yield batch;
}

function entryIn(json: JsonBody, reading: Reading): Entry | string[] {
  if (json.kind === 'not-json') return [`The line ${predicateOf(json)}`];
  const { casesOf } = reading;
  const record = json.value as Json;
  const isEntry = memberOf(record, 'kind') !== undefined;
  if (casesOf === undefined && !isEntry && memberOf(record, 'caseId') !== undefined)
    return ['The line is a case record alone. Say with --cases-of whose it is'];
  if (casesOf !== undefined && isEntry && memberOf(record, 'record') !== undefined)
    return ['The line says whose record it is. Leave --cases-of out'];
  const entry = readEntry(casesOf === undefined ? record : { kind: 'case', organisationId: casesOf, record });
  const complaints = typeof entry === 'string' ? [entry] : complaintsOf(entry, reading.specification);
  return typeof entry === 'string' || complaints.length > 0
    ? complaints.map((complaint) => placed(complaint, reading))
    : entry;
}

function complaintsOf({ kind, record }: Entry, specification: Specification): string[] {
  const schema = schemaOf[kind];
  if (!specification.describesSchema(schema)) return [];
  // Each message begins with the JSON pointer within the record, or with "The value" for the whole record.
  return specification
    .validate(schema, record)
    .map(({ message }) => message.replace(/^(The value)?/, '/record'));
}

function placed(complaint: string, { casesOf }: Pick<Reading, 'casesOf'>): string {
  return casesOf === undefined
    ? complaint
    : complaint.replace(/^\/record(?=\/)/, '').replace(/^\/record/, 'The line');
}

const schemaOf: Readonly<Record<Entry['kind'], string>> = {
  organisation: 'OrganisationPayload',
  user: 'OrganisationUser',
  client: 'Client',
  case: 'CaseRecord',
};
