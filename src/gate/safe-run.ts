import { access, constants } from 'node:fs/promises';
import { type ClientLocks, lockClients } from '../conformance/put-back/client-lock.ts';
import {
  type BrokenEntry,
  entriesIn,
  isOf,
  openJournal,
  type UnfinishedEntry,
} from '../conformance/put-back/journal-folder.ts';
import type { RunResult } from '../conformance/result.ts';
import { type RunOptions, run } from '../conformance/run.ts';
import { makeFolder } from '../files/folders.ts';
import type { Target } from '../harness/target.ts';
import { sendsChanges } from '../rules/operations.ts';
import { isSameUuid } from '../schema/json.ts';
import { Failure } from './failure.ts';
import type { RunHooks } from './run-hooks.ts';

/**
 * Runs the checks. Where they may change clients, each is held before and kept in the journal.
 * @param folder - of the journal
 * @throws {Failure} when another run is at work with a client, or has left one changed
 */
export async function runSafely(
  options: RunOptions,
  folder: string,
  { onChanging }: RunHooks,
): Promise<RunResult> {
  const { target, checks } = options;
  const isChanging = target.writes !== 'none' && checks.some(sendsChanges);
  if (!isChanging || target.clients.length === 0) return run(options);
  const locks = lockedClients(target.baseUrl, target.clients);
  try {
    onChanging?.('clients');
    await assertWritable(folder);
    await assertFinished(folder, target);
    return await run({ ...options, journal: openJournal(folder, target.baseUrl) });
  } finally {
    locks.release();
  }
}

/** @throws {Failure} `CLIENT_IN_USE`, or `FILE_NOT_WRITABLE` where a client cannot be held at all */
export function lockedClients(baseUrl: string, clients: readonly string[]): ClientLocks {
  const locks = lockClients(baseUrl, clients);
  if ('release' in locks) return locks;
  if ('unusable' in locks) {
    throw new Failure(
      'FILE_NOT_WRITABLE',
      `The file ${locks.unusable}, which keeps two runs from changing one client, cannot be used. Remove it, or run as the user that it is of.`,
    );
  }
  throw new Failure(
    'CLIENT_IN_USE',
    `Another run on this machine is changing the client ${locks.lockedElsewhere}. Wait until it has ended.`,
  );
}

/** @throws {Failure} `JOURNAL_UNFINISHED` when an earlier run has left something to put back */
async function assertFinished(folder: string, { baseUrl, clients }: Target): Promise<void> {
  // A target has many addresses, but a client has one identifier.
  const isConcerned = (entry: UnfinishedEntry): boolean =>
    isOf(baseUrl, entry) || clients.some((client) => isSameUuid(client, entry.client));
  const [entry] = (await entriesIn(folder)).filter((one) => one.kind === 'broken' || isConcerned(one));
  if (entry === undefined) return;
  if (entry.kind === 'broken') throw brokenEntry(entry);
  throw new Failure(
    'JOURNAL_UNFINISHED',
    `An earlier run of ${entry.target} may have left the client ${entry.client} changed, and its record is kept in ${entry.file}. Put it back with case-conformance restore and the configuration of that run.`,
  );
}

/** What to say of a file that is no entry. */
export function brokenEntry({ file }: BrokenEntry): Failure {
  return new Failure('FILE_WRONG', `${file} is no journal of case-conformance. Move it out of the folder.`);
}

/** That it can be written shows before anything is sent. */
async function assertWritable(folder: string): Promise<void> {
  try {
    await makeFolder(folder, 0o700);
    await access(folder, constants.W_OK);
  } catch (cause) {
    const message = `The journal cannot be written to ${folder}. Name another folder as journal in the configuration.`;
    throw new Failure('FILE_NOT_WRITABLE', message, { cause });
  }
}
