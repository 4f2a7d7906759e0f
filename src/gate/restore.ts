import { objectionsToPutBack } from '../acceptance/objections.ts';
import { openExchanges } from '../conformance/exchanges.ts';
import {
  entriesIn,
  isOf,
  openJournal,
  type UnfinishedEntry,
} from '../conformance/put-back/journal-folder.ts';
import type { PutBack } from '../conformance/put-back/put-back.ts';
import { restoreClients } from '../conformance/put-back/restore-clients.ts';
import { openTransport } from '../http/transport.ts';
import { Failure } from './failure.ts';
import type { TargetOptions } from './gate-target.ts';
import { type RunHooks, settlingNotice } from './run-hooks.ts';
import { brokenEntry, lockedClients } from './safe-run.ts';

/** A call of `restore`. */
export interface RestoreOptions extends TargetOptions, Pick<RunHooks, 'onNotice'> {
  /** Seconds for which a client must stay as it was; without it, as the configuration says. */
  readonly settle?: number | undefined;
  /** Whether what somebody else may have changed since is overwritten, and what may be lost is forgotten. */
  readonly force?: boolean | undefined;
}

/**
 * Puts back what a run that broke off left changed; where there is nothing, it does nothing.
 * @returns the clients that were put back
 * @throws {Failure} when the journal is of another target, or a client could not be put back
 */
export async function restore(options: RestoreOptions): Promise<string[]> {
  const { gateTarget } = await import('./gate-target.ts');
  const {
    specification,
    target,
    tokens,
    journal: folder,
    settleMs,
    transport: transportOptions,
  } = await gateTarget(options);
  const { onNotice, settle, force = false } = options;
  const { baseUrl } = target;
  const locks = lockedClients(
    baseUrl,
    (await unfinished(folder, baseUrl)).map(({ client }) => client),
  );
  const transport = openTransport(transportOptions);
  const journal = openJournal(folder, baseUrl);
  const outcomes: PutBack[] = [];
  try {
    const exchanges = openExchanges(transport, tokens);
    // Again, since a run may have ended, and forgotten them, until they were held.
    const restored = await restoreClients(await unfinished(folder, baseUrl), {
      ...{ specification, exchanges, isForced: force },
      settleMs: settle === undefined ? settleMs : settle * 1000,
      onSettling: settlingNotice(options),
    });
    for (const outcome of restored) {
      outcomes.push(outcome);
      if (outcome.kind !== 'put-back') continue;
      await journal.forget(outcome.client);
      onNotice?.(`The client ${outcome.client} is as it was.`);
    }
  } finally {
    locks.release();
    await transport.close();
  }
  const left = objectionsToPutBack({ putBack: outcomes }).map(({ message }) => message);
  if (left.length > 0) throw new Failure('CLIENT_LEFT_CHANGED', left.join('\n'));
  if (outcomes.length === 0) onNotice?.(`Nothing to put back: the journal in ${folder} is empty.`);
  return outcomes.map(({ client }) => client);
}

async function unfinished(folder: string, baseUrl: string): Promise<UnfinishedEntry[]> {
  const found = await entriesIn(folder).catch((cause: unknown) => {
    const message = `The journal in ${folder} cannot be read. Name its folder as journal in the configuration.`;
    throw new Failure('FILE_NOT_READABLE', message, { cause });
  });
  const entries = found.map((entry) => {
    if (entry.kind === 'broken') throw brokenEntry(entry);
    return entry;
  });
  const own = entries.filter((entry) => isOf(baseUrl, entry));
  const [other] = entries;
  if (own.length > 0 || other === undefined) return own;
  throw new Failure(
    'JOURNAL_OF_ANOTHER_TARGET',
    `The journal in ${folder} is of ${other.target}, not of ${baseUrl}. Name the configuration of that target with --config.`,
  );
}
