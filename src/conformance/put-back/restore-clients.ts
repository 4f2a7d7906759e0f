import type { Specification } from '../../specification/specification.ts';
import { Undecidable, undecidableIn } from '../../trace/gap.ts';
import { fieldsChangedSince } from './changed-since.ts';
import { readOwn } from './client-call.ts';
import { type ClientState, listedState } from './client-state.ts';
import type { ChangedClient } from './journal.ts';
import { type ClientEvent, next } from './next-state.ts';
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
  const { specification, exchanges } = options;
  const states = clients.map((one) => stateOf(specification, one));
  const theirs = new Map<string, string>();
  for (const state of isForced ? [] : states) {
    const reading = await readOwn(specification, state.client, (call) =>
      exchanges.send(call, 'member'),
    ).catch(undecidableIn);
    // Any failure is reported by the put-back.
    if (reading instanceof Undecidable || reading.kind !== 'own') continue;
    const fields = fieldsChangedSince(specification, state, reading.record, states);
    if (fields.length > 0) theirs.set(state.client, changedSince(fields));
  }
  const outcomes = await putBackAll(
    states.filter(({ client }) => !theirs.has(client)),
    options,
  );
  const left = [...theirs].map(([client, message]): PutBack => ({ kind: 'left-changed', client, message }));
  return [...outcomes, ...left];
}

/** The state of a client after the events in its journal. */
function stateOf(
  specification: Specification,
  { client, isDisposable, record, events }: ChangedClient,
): ClientState {
  const history: ClientEvent[] = [{ kind: 'kept', record }, ...events, { kind: 'interrupted' }];
  return history.reduce(
    (state, event) => next(specification, state, event),
    listedState(client, isDisposable),
  );
}

function changedSince(fields: readonly string[]): string {
  const are = fields.length === 1 ? 'is' : 'are';
  return `${fields.join(', ')} ${are} neither as before nor as the run sent it, so somebody may have changed it since; restore --force overwrites it`;
}
