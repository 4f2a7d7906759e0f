import { objectionsToPutBack } from '../../acceptance/objections.ts';
import { openExchanges } from '../../conformance/exchanges.ts';
import {
  entriesIn,
  isOf,
  openJournal,
  type UnfinishedEntry,
} from '../../conformance/put-back/journal-folder.ts';
import { type PutBack, putBackAll } from '../../conformance/put-back/put-back.ts';
import { calledTarget } from '../../gate/called-target.ts';
import { type ExitStatus, Failure } from '../../gate/failure.ts';
import { brokenEntry, lockedClients } from '../../gate/safe-run.ts';
import { openTransport } from '../../http/transport.ts';
import { bundled } from '../../specification/bundled.ts';
import type { CheckOptions } from '../check-options.ts';
import type { Terminal } from '../terminal.ts';

/** The options of `restore`. */
export type RestoreOptions = Pick<CheckOptions, 'config' | 'baseUrl' | 'tokenEnv'>;

/**
 * Puts back what a run that broke off left changed; where there is nothing, it does nothing.
 * @throws {Failure} when the journal is of another target, or a client could not be put back
 */
export async function restore(
  options: RestoreOptions,
  { environment, output }: Terminal,
): Promise<ExitStatus> {
  const {
    target,
    tokens,
    transport: transportOptions,
    journal: folder,
  } = await calledTarget(options, environment);
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
    for (const outcome of await putBackAll(bundled, await unfinished(folder, baseUrl), exchanges)) {
      outcomes.push(outcome);
      if (outcome.kind !== 'put-back') continue;
      await journal.forget(outcome.client);
      output.write(`The client ${outcome.client} is as it was.\n`);
    }
  } finally {
    locks.release();
    await transport.close();
  }
  const left = objectionsToPutBack(outcomes).map(({ message }) => message);
  if (left.length > 0) throw new Failure('CLIENT_LEFT_CHANGED', left.join('\n'));
  if (outcomes.length === 0) output.write(`Nothing to put back: the journal in ${folder} is empty.\n`);
  return 0;
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
