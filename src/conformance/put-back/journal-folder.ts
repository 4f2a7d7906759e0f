import { appendFile, mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import type { ClientRecord } from '../../rules/client-record.ts';
import { isObject } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import { type ClientHistory, type HistoryEvent, noHistory, withEvent } from './client-history.ts';
import { nameOfClient, normalised } from './client-name.ts';
import type { ChangedClient, Journal } from './journal.ts';

/** A client that a run kept and has not forgotten: it may be changed still. */
export interface UnfinishedEntry extends ChangedClient {
  readonly kind: 'unfinished';
  /** The base URL of the deployment that the client is of. */
  readonly target: string;
  readonly file: string;
}

/** A file of a journal that cannot be read as one. */
export interface BrokenEntry {
  readonly kind: 'broken';
  readonly file: string;
}

/**
 * A journal that keeps each client of a target in a file of its own, synced before anything is sent; only the user
 * may read it, since it holds what a person entrusted to the deployment.
 * @throws what the file system throws, from each method
 */
export function openJournal(folder: string, target: string): Journal {
  return {
    keep: async (entry) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = fileOf(folder, target, entry.client);
      const written = { formatVersion: '1.0', target: normalised(target), keptAt: new Date(), ...entry };
      // Under another name until it is whole, so that no half of it is ever taken for the client.
      await writeSynced(`${file}.part`, `${JSON.stringify(written, null, 2)}\n`);
      await rename(`${file}.part`, file);
      await syncFolder(folder);
    },
    note: async (client, event) => {
      // Not synced: where the machine fails, restore asks before it overwrites what it does not know the run sent.
      await appendFile(historyOf(fileOf(folder, target, client)), `${JSON.stringify(event)}\n`, {
        mode: 0o600,
      });
    },
    forget: async (client) => {
      const file = fileOf(folder, target, client);
      await unlink(historyOf(file)).catch(unlessMissing);
      await unlink(file).catch(unlessMissing);
      await syncFolder(folder);
    },
  };
}

/** Every entry of a journal, of whatever target; none where there is no such folder. */
export async function entriesIn(folder: string): Promise<(UnfinishedEntry | BrokenEntry)[]> {
  const names = (await readdir(folder).catch(unlessMissing)) ?? [];
  const files = names.filter((name) => /^[0-9a-f]{32}\.json$/.test(name)).sort();
  return Promise.all(files.map((name) => readEntry(join(folder, name))));
}

/** Whether the entry is of the deployment at the base URL, as far as its address tells. */
export function isOf(target: string, entry: UnfinishedEntry): boolean {
  return entry.target === normalised(target);
}

async function readEntry(file: string): Promise<UnfinishedEntry | BrokenEntry> {
  // What cannot be read, such as a folder of that name, is as broken as what is no JSON.
  const value = parsed(await readFile(file, 'utf8').catch(() => ''));
  const [target, client, record] = ['target', 'client', 'record'].map((name) => memberOf(value, name));
  if (typeof target !== 'string' || !URL.canParse(target)) return { kind: 'broken', file };
  if (typeof client !== 'string') return { kind: 'broken', file };
  if (typeof record !== 'object' || record === null) return { kind: 'broken', file };
  const isDisposable = memberOf(value, 'isDisposable') === true;
  const history = await readHistory(historyOf(file));
  return { kind: 'unfinished', file, target, client, record: record as ClientRecord, isDisposable, history };
}

/** What befell the client; a line that was cut short befell it no more. */
async function readHistory(file: string): Promise<ClientHistory> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  return lines.map(parsed).filter(isEvent).reduce(withEvent, noHistory);
}

function isEvent(value: unknown): value is HistoryEvent {
  const fields = memberOf(value, 'fields');
  switch (memberOf(value, 'kind')) {
    case 'sent':
      return isObject(fields);
    case 'unsettled':
    case 'shown-exactly':
      return true;
    case 'shown-otherwise':
      return Array.isArray(fields);
    default:
      return false;
  }
}

/** The file beside that of an entry, to which its history is added, a line of JSON an event. */
function historyOf(file: string): string {
  return file.replace(/\.json$/, '.history');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fileOf(folder: string, target: string, client: string): string {
  return join(folder, `${nameOfClient(target, client)}.json`);
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new name is lasting once its folder is synced; Windows neither needs nor permits it. */
async function syncFolder(folder: string): Promise<void> {
  if (platform() === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
