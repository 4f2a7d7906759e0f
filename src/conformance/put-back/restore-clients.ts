import type { ClientRecord } from '../../rules/client-record.ts';
import { Undecidable } from '../../trace/gap.ts';
import { fieldsChangedSince } from './changed-since.ts';
import type { ChangedClient } from './journal.ts';
import { readOwn } from './own-record.ts';
import { type PutBack, type PutBackOptions, putBackAll } from './put-back.ts';

interface RestoreClientsOptions extends PutBackOptions {
  /** Also overwrites values that somebody else may have changed since. */
  readonly isForced: boolean;
}

/**
 * Restores the clients of an interrupted run. Its requests may still be in flight, so each client has to settle. A
 * value that is neither the original nor one that the run sent may be somebody's work, and is overwritten only by
 * force.
 */
export async function restoreClients(
  clients: readonly ChangedClient[],
  { isForced, ...options }: RestoreClientsOptions,
): Promise<PutBack[]> {
  const theirs = new Map<string, string>();
  for (const changed of isForced ? [] : clients) {
    const shown = await shownBy(changed, options);
    const fields =
      shown === undefined ? [] : fieldsChangedSince(options.specification, changed, shown, clients);
    if (fields.length > 0) theirs.set(changed.client, changedSince(fields));
  }
  const broken = clients.filter(({ client }) => !theirs.has(client));
  const outcomes = await putBackAll(
    broken.map(({ history, ...entry }) => ({ ...entry, history: { ...history, isUnsettled: true } })),
    { ...options, isAfterRun: true },
  );
  const left = [...theirs].map(([client, message]): PutBack => ({ kind: 'left-changed', client, message }));
  return [...outcomes, ...left];
}

function changedSince(fields: readonly string[]): string {
  const are = fields.length === 1 ? 'is' : 'are';
  return `${fields.join(', ')} ${are} neither as before nor as the run sent it, so that somebody may have changed it since; restore --force overwrites it`;
}

/** Reads a client. Returns undefined on failure, which the restore then reports. */
async function shownBy(
  { client }: ChangedClient,
  { specification, exchanges }: PutBackOptions,
): Promise<ClientRecord | undefined> {
  try {
    const reading = await readOwn(specification, client, (call) => exchanges.send(call, 'member'));
    return reading.kind === 'own' ? reading.record : undefined;
  } catch (error) {
    if (error instanceof Undecidable) return undefined;
    throw error;
  }
}
