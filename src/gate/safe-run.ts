import { access, constants } from 'node:fs/promises';
import { objectionsToPutBack } from '../acceptance/objections.ts';
import { makeFolder } from '../cli/files/folders.ts';
import { watchSignals } from '../cli/signals.ts';
import type { Terminal } from '../cli/terminal.ts';
import { type ClientLocks, lockClients } from '../conformance/put-back/client-lock.ts';
import {
  type BrokenEntry,
  entriesIn,
  isOf,
  openJournal,
  type UnfinishedEntry,
} from '../conformance/put-back/journal-folder.ts';
import type { PutBack } from '../conformance/put-back/put-back.ts';
import type { RunResult } from '../conformance/result.ts';
import { type RunOptions, run } from '../conformance/run.ts';
import type { Target } from '../harness/target.ts';
import { sendsChanges } from '../rules/operations.ts';
import { Failure } from './failure.ts';

/**
 * Runs the checks. Where they may change clients, each is held before and kept in the journal, and a signal that
 * would end the process ends the run first, which puts them back.
 * @param folder - of the journal
 * @throws {Failure} when another run is at work with a client, or has left one changed
 */
export async function runSafely(options: RunOptions, folder: string, terminal: Terminal): Promise<RunResult> {
  const { target, checks } = options;
  const isChanging = target.writes !== 'none' && checks.some(sendsChanges);
  if (!isChanging || target.clients.length === 0) return run(options);
  const locks = lockedClients(target.baseUrl, target.clients);
  const interruption = watchSignals(
    terminal,
    'the clients that were changed are being put back',
    'them to case-conformance restore',
  );
  try {
    await assertWritable(folder);
    await assertFinished(folder, target);
    const journal = openJournal(folder, target.baseUrl);
    const result = await run({ ...options, journal, signal: interruption.signal });
    if (interruption.signal.aborted) tell(result.putBack, terminal);
    return result;
  } finally {
    locks.release();
    interruption.end();
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
    isOf(baseUrl, entry) || clients.some((client) => client.toLowerCase() === entry.client.toLowerCase());
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

/** A run that was interrupted leaves no report that would say so. */
function tell(outcomes: readonly PutBack[], { errors }: Terminal): void {
  const left = objectionsToPutBack(outcomes).map(({ message }) => message);
  errors.write(`${left.length === 0 ? 'Every client is as it was.' : left.join('\n')}\n`);
}
