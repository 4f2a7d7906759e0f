import { constants, open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { makeFolder, syncFolder } from '../../files/folders.ts';
import { fileOfPart, writeWhole } from '../../files/whole-file.ts';
import type { ClientRecord } from '../../rules/client-record.ts';
import { parsedJson } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import { lockName, nameOfClient, normalised } from './client-lock.ts';
import { type ChangedClient, isJournalEvent, type Journal, type JournalEvent } from './journal.ts';

export interface UnfinishedEntry extends ChangedClient {
  readonly kind: 'unfinished';
  readonly target: string;
  readonly file: string;
}

export interface BrokenEntry {
  readonly kind: 'broken';
  readonly file: string;
}

export class JournalError extends Error {
  readonly kind: 'not-kept' | 'not-forgotten';
  readonly client: string;

  constructor(kind: 'not-kept' | 'not-forgotten', client: string, file: string, cause: unknown) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    const words = { 'not-kept': 'written', 'not-forgotten': 'removed' }[kind];
    super(`The record of the client ${client} in the journal, ${file}, cannot be ${words} (${code}).`, {
      cause,
    });
    this.name = 'JournalError';
    this.kind = kind;
    this.client = client;
  }
}

/**
 * Opens a journal with one file per client of a target. A file is synced to disk before the client is
 * changed. Only the user may read the files, since they contain personal data. Operations run one after the
 * other.
 * @throws {JournalError} from each method
 */
export function openJournal(folder: string, target: string): Journal {
  const inTurn = new PQueue({ concurrency: 1 });
  const change = (kind: JournalError['kind'], client: string, work: (file: string) => Promise<void>) =>
    inTurn.add(async () => {
      const file = join(folder, `${nameOfClient(target, client)}.json`);
      await work(file).catch((cause: unknown) => {
        throw new JournalError(kind, client, file, cause);
      });
    });
  return {
    keep: (entry) =>
      change('not-kept', entry.client, async (file) => {
        await makeFolder(folder, 0o700);
        // Somebody may have deleted the entry of an earlier run, but not its history.
        await unlink(historyOf(file)).catch(unlessMissing);
        const written = { formatVersion: '1.0', target, keptAt: new Date(), ...entry };
        await writeWhole(file, `${JSON.stringify(written, null, 2)}\n`, 0o600);
        await syncFolder(folder);
      }),
    note: (client, event) =>
      // Not synced, to save time. After a power failure, events may be missing; `restore` then asks before it
      // overwrites a value that it does not know.
      change('not-kept', client, (file) => append(historyOf(file), `${JSON.stringify(event)}\n`)),
    forget: (client) =>
      change('not-forgotten', client, async (file) => {
        await unlink(historyOf(file)).catch(unlessMissing);
        await unlink(file).catch(unlessMissing);
        await syncFolder(folder).catch(unlessMissing);
      }),
  };
}

export async function entriesIn(folder: string): Promise<(UnfinishedEntry | BrokenEntry)[]> {
  const files = (await namesIn(folder)).filter(isEntry).sort();
  return Promise.all(files.map((name) => readEntry(join(folder, name))));
}

/**
 * Deletes useless files: temporary files of runs that ended while they wrote an entry, and histories whose
 * entry somebody deleted. Skips clients that a running process has locked.
 */
export async function clearLeftovers(folder: string): Promise<void> {
  const names = await namesIn(folder);
  for (const name of names) {
    const entry = fileOfPart(name) ?? entryOfHistory(name);
    if (entry === undefined || !isEntry(entry)) continue;
    if (entryOfHistory(name) !== undefined && names.includes(entry)) continue;
    const lock = lockName(entry.replace('.json', ''));
    if (!('release' in lock)) continue;
    try {
      // A file that cannot be deleted does no harm: the next call tries again.
      await unlink(join(folder, name)).catch(() => undefined);
    } finally {
      lock.release();
    }
  }
}

export function isOf(target: string, entry: UnfinishedEntry): boolean {
  return normalised(entry.target) === normalised(target);
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(unlessMissing)) ?? [];
}

function entryOfHistory(name: string): string | undefined {
  return name.endsWith('.history') ? name.replace(/\.history$/, '.json') : undefined;
}

function isEntry(name: string): boolean {
  return /^[0-9a-f]{32}\.json$/.test(name);
}

async function readEntry(file: string): Promise<UnfinishedEntry | BrokenEntry> {
  const value = parsedJson(await textOf(file).catch(() => ''));
  const [target, client, record] = ['target', 'client', 'record'].map((name) => memberOf(value, name));
  if (typeof target !== 'string' || !URL.canParse(target)) return { kind: 'broken', file };
  if (typeof client !== 'string') return { kind: 'broken', file };
  if (typeof record !== 'object' || record === null) return { kind: 'broken', file };
  const isDisposable = memberOf(value, 'isDisposable') === true;
  const events = await readHistory(historyOf(file)).catch(() => undefined);
  // Without its history, nobody knows which values the run sent.
  if (events === undefined) return { kind: 'broken', file };
  return { kind: 'unfinished', file, target, client, record: record as ClientRecord, isDisposable, events };
}

/**
 * The events of a client. An incomplete last line is ignored: the process ended before it acted on that
 * event.
 */
async function readHistory(file: string): Promise<JournalEvent[]> {
  const lines = ((await textOf(file).catch(unlessMissing)) ?? '').split('\n');
  return lines.map(parsedJson).filter(isJournalEvent);
}

function historyOf(file: string): string {
  return file.replace(/\.json$/, '.history');
}

/** O_NONBLOCK: opening a pipe would wait for its writer. */
async function textOf(file: string): Promise<string> {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
  const handle = await open(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    if (!(await handle.stat()).isFile()) throw new Error('It is not a file.');
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

async function append(file: string, text: string): Promise<void> {
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.appendFile(text);
  } finally {
    await handle.close();
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
