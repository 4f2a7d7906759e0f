import { objectionsToPutBack } from '../acceptance/objections.ts';
import { openExchanges } from '../conformance/exchanges.ts';
import { entriesIn, isOf, type JournalError, openJournal } from '../conformance/put-back/journal-folder.ts';
import type { PutBack } from '../conformance/put-back/put-back.ts';
import { restoreClients } from '../conformance/put-back/restore-clients.ts';
import { openTransport } from '../http/transport.ts';
import { Failure } from './failure.ts';
import { brokenEntry, journalFolder, lockedClients, unreadableJournal } from './journalled-run.ts';
import { type RunHooks, settlingNotice } from './run-hooks.ts';
import type { TargetOptions } from './target.ts';

export interface RestoreOptions extends TargetOptions, Pick<RunHooks, 'onNotice'> {
  /** Seconds for which a restored client must not change again; by default the value of the configuration. */
  readonly settle?: number | undefined;
  /**
   * Overwrites changes that others may have made meanwhile. Counts a client as restored even if that cannot
   * be verified.
   */
  readonly force?: boolean | undefined;
}

/**
 * Restores the clients that an interrupted run left changed.
 * @returns the clients that are restored, or count as restored
 * @throws {Failure} if the journal belongs to another target, or a client could not be restored; all other clients are
 * restored nevertheless
 */
export async function restore(options: RestoreOptions): Promise<string[]> {
  const { gateTarget } = await import('./target.ts');
  const {
    specification,
    target,
    tokens,
    journal: named,
    settleMs,
    transport: transportOptions,
    // Only the member's token is needed to read and change clients.
  } = await gateTarget(options, ['member']);
  const { onNotice, settle, force = false } = options;
  const { baseUrl } = target;
  const folder = await journalFolder(named);
  const before = await foundEntries(folder, baseUrl);
  const locks = lockedClients(
    baseUrl,
    before.own.map(({ client }) => client),
  );
  const transport = openTransport(transportOptions);
  const journal = openJournal(folder, baseUrl);
  const done: string[] = [];
  const left: PutBack[] = [];
  const unforgotten: JournalError[] = [];
  try {
    const exchanges = openExchanges(transport, tokens);
    // Read again, since another run may have finished and removed its entries before the clients were locked.
    const { own } = await foundEntries(folder, baseUrl);
    const held = own.filter(({ client }) => before.own.some((one) => one.client === client));
    const restored = await restoreClients(held, {
      ...{ specification, exchanges, isForced: force },
      settleMs: settle === undefined ? settleMs : settle * 1000,
      onSettling: settlingNotice(options),
      onHidden: (client, fields) => journal.note(client, { kind: 'hidden', fields }).catch(() => undefined),
    });
    for (const outcome of restored) {
      const notice = noticeOf(outcome, force);
      if (notice === undefined) {
        left.push(outcome);
        continue;
      }
      done.push(outcome.client);
      onNotice?.(notice);
      await journal.forget(outcome.client).catch((error: JournalError) => unforgotten.push(error));
    }
  } finally {
    locks.release();
    await transport.close();
  }
  const [failure, ...further] = [
    ...objectionsToPutBack({ putBack: left }).map(
      ({ message }) => new Failure('CLIENT_LEFT_CHANGED', message),
    ),
    ...unforgotten.map(
      ({ message }) =>
        new Failure('FILE_NOT_WRITABLE', `${message} Nothing is left to put back: remove the file yourself.`),
    ),
    ...before.broken.map(brokenEntry),
  ];
  if (failure !== undefined)
    throw new Failure(failure.code, [failure, ...further].map(({ message }) => message).join('\n'));
  if (done.length === 0) onNotice?.(`Nothing to put back: the journal in ${folder} is empty.`);
  return done;
}

function noticeOf(outcome: PutBack, isForced: boolean): string | undefined {
  if (outcome.kind === 'put-back') {
    const { client, inOwnForm = [] } = outcome;
    const except =
      inOwnForm.length === 0 ? '' : `, except that the target keeps ${inOwnForm.join(', ')} in its own form`;
    return `The client ${client} is as it was${except}.`;
  }
  if (outcome.kind === 'left-changed' || !isForced) return undefined;
  return `The client ${outcome.client} is taken as corrected. ${outcome.fields.join(', ')} could not be verified, since the target does not show what it is sent.`;
}

async function foundEntries(folder: string, baseUrl: string) {
  const found = await entriesIn(folder).catch(unreadableJournal(folder));
  const broken = found.filter((entry) => entry.kind === 'broken');
  const entries = found.filter((entry) => entry.kind === 'unfinished');
  const own = entries.filter((entry) => isOf(baseUrl, entry));
  const [other] = entries;
  if (own.length > 0 || broken.length > 0 || other === undefined) return { own, broken };
  throw new Failure(
    'JOURNAL_OF_ANOTHER_TARGET',
    `The journal in ${folder} is of ${other.target}, not of ${baseUrl}. Name the configuration of that target with --config.`,
  );
}
