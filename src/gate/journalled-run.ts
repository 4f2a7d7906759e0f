import { access, constants, realpath, stat } from 'node:fs/promises';
import { platform, userInfo } from 'node:os';
import { objectionsToPutBack } from '../acceptance/objections.ts';
import {
  type ClientLocks,
  lockClients,
  lockName,
  nameOfClient,
} from '../conformance/put-back/client-lock.ts';
import type { Journal } from '../conformance/put-back/journal.ts';
import {
  type BrokenEntry,
  clearLeftovers,
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
import { Failure, notReadable } from './failure.ts';
import type { RunHooks } from './run-hooks.ts';

/**
 * Runs the checks. If the checks may change clients, first locks each client and writes its original to the journal.
 */
export async function runSafely(
  options: RunOptions,
  named: string,
  { onChanging }: RunHooks,
): Promise<RunResult> {
  const { target, checks } = options;
  const isChanging = target.writes !== 'none' && checks.some(sendsChanges);
  if (!isChanging || target.clients.length === 0) return run(options);
  const folder = await readyFolder(named);
  const locks = lockedClients(target.baseUrl, target.clients);
  try {
    onChanging?.('clients');
    await assertFinished(folder, target);
    return await runWithJournal(options, openJournal(folder, target.baseUrl));
  } finally {
    locks.release();
  }
}

export function lockedClients(baseUrl: string, clients: readonly string[]): ClientLocks {
  const locks = lockClients(baseUrl, clients);
  if ('release' in locks) return locks;
  if ('unusable' in locks)
    throw new Failure(
      'FILE_NOT_WRITABLE',
      `The file ${locks.unusable}, which keeps two runs from changing one client, cannot be used. Remove it, or run as the user that it is of.`,
    );
  throw new Failure(
    'CLIENT_IN_USE',
    `Another run on this machine is changing the client ${locks.lockedElsewhere}. Wait until it has ended.`,
  );
}

/** Ends the run early if the journal cannot be written: without a journal entry, a client must not be changed. */
async function runWithJournal(options: RunOptions, journal: Journal): Promise<RunResult> {
  const early = new AbortController();
  const orEnd = (writing: Promise<void>): Promise<void> =>
    writing.catch((error: unknown) => {
      early.abort(error);
      throw error;
    });
  const keeping: Journal = {
    keep: (entry) => orEnd(journal.keep(entry)),
    // The event `hidden` occurs while clients are put back. Putting back must go on even if the journal cannot be
    // written.
    note: (client, event) =>
      event.kind === 'hidden' ? journal.note(client, event) : orEnd(journal.note(client, event)),
    forget: journal.forget,
  };
  const signal = AbortSignal.any([early.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const result = await run({ ...options, journal: keeping, signal });
  if (!early.signal.aborted) return result;
  const { reason: cause } = early.signal;
  const left = objectionsToPutBack({ putBack: result.putBack }).map(({ message }) => message);
  const unkept = `${cause.message} The run was ended, since what is not kept is not changed. Make room for the journal, or name another folder as journal in the configuration.`;
  if (left.length === 0) throw new Failure('FILE_NOT_WRITABLE', unkept, { cause });
  throw new Failure('CLIENT_LEFT_CHANGED', [unkept, ...left].join('\n'), { cause });
}

async function assertFinished(folder: string, { baseUrl, clients }: Target): Promise<void> {
  // Identifiers are compared too, since an earlier run may have changed the same client through another URL of the
  // target.
  const isListed = (entry: UnfinishedEntry): boolean =>
    clients.some((client) => isSameUuid(client, entry.client));
  const isConcerned = (entry: UnfinishedEntry): boolean => isOf(baseUrl, entry) || isListed(entry);
  const [entry] = (await entriesIn(folder)).filter((one) => one.kind === 'broken' || isConcerned(one));
  if (entry === undefined) return;
  if (entry.kind === 'broken') throw brokenEntry(entry);
  const { target, client, file } = entry;
  const isOwn = isOf(baseUrl, entry);
  const apart = isOwn
    ? ''
    : ` If ${target} is another deployment than ${baseUrl}, name another folder as journal in the configuration.`;
  // This run has locked its own clients, so an entry for one of them is from an earlier run that has ended.
  if (!(isOwn && isListed(entry)) && isHeld(entry))
    throw new Failure(
      'CLIENT_IN_USE',
      `Another run on this machine is changing the client ${client} of ${target}, and keeps it in the same journal. Wait until it has ended.${apart}`,
    );
  throw new Failure(
    'JOURNAL_UNFINISHED',
    `An earlier run of ${target} may have left the client ${client} changed, and its record is kept in ${file}. Put it back with case-conformance restore and the configuration of that run.${apart}`,
  );
}

function isHeld({ target, client }: UnfinishedEntry): boolean {
  const lock = lockName(nameOfClient(target, client));
  if ('release' in lock) lock.release();
  return 'lockedElsewhere' in lock;
}

async function readyFolder(named: string): Promise<string> {
  try {
    await makeFolder(named, 0o700);
    await access(named, constants.W_OK);
  } catch (cause) {
    const message = `The journal cannot be written to ${named}. Name another folder as journal in the configuration.`;
    throw new Failure('FILE_NOT_WRITABLE', message, { cause });
  }
  return journalFolder(named);
}

/** The folder of the journal, without temporary files of runs that were killed while they wrote an entry. */
export async function journalFolder(named: string): Promise<string> {
  try {
    const folder = await realpath(named);
    if (platform() !== 'win32') await assertPrivate(folder);
    await clearLeftovers(folder);
    return folder;
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return named;
    return unreadableJournal(named)(cause);
  }
}

export function unreadableJournal(folder: string): (cause: unknown) => never {
  return notReadable(`The journal in ${folder}`, 'Name its folder as journal in the configuration.');
}

export function brokenEntry({ file }: BrokenEntry): Failure {
  return new Failure(
    'FILE_WRONG',
    `${file} cannot be read as an entry of the journal. A client may be left changed: keep the file, look at what it says, and move it out of the folder.`,
  );
}

/**
 * Fails if other users can access the folder. They could read personal data, or write an entry that makes the next run
 * send requests of their choice.
 */
async function assertPrivate(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder);
  const another = 'or name another folder as journal in the configuration';
  if (isOfAnotherUser(uid))
    throw new Failure(
      'JOURNAL_NOT_PRIVATE',
      `The journal in ${folder} belongs to another user. Run as that user, ${another}.`,
    );
  if ((mode & 0o077) !== 0)
    throw new Failure(
      'JOURNAL_NOT_PRIVATE',
      `The journal in ${folder} is open to other users, and would hold personal data. Close it with chmod 700 ${folder}, ${another}.`,
    );
}

function isOfAnotherUser(uid: number): boolean {
  try {
    return uid !== userInfo().uid;
  } catch {
    // In some containers, the user has no name, and Node throws.
    return false;
  }
}
