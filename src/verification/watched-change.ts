import { type Call, updateClient } from '../api/calls.ts';
import type { Session } from '../harness/session.ts';
import { type ClientReading, clientReadingOf, type ObservedChange } from '../rules/client-change.ts';
import { emptyPatch, operations } from '../rules/operations.ts';
import { Undecidable } from '../trace/gap.ts';
import { type Interaction, isOfTheDocuments } from './pact.ts';
import type { ProviderStates } from './provider-states.ts';

/** Whether to read the client before and after a change: Pact sees only the answer to a change, not its effect. */
export function isWatched(interaction: Interaction, { areSetUp }: ProviderStates): boolean {
  const { operation, status, states } = interaction;
  const { writes, success } = operations[operation];
  const isAChange = writes === 'a client' && status === success;
  const hasRecord = states.some(({ params }) => params.record !== undefined);
  return isOfTheDocuments(interaction) && areSetUp && isAChange && hasRecord;
}

/**
 * Makes a change, and reads the client before and after it. The reading is an empty change and may have side effects
 * in a provider, so the state is set up again in between, perhaps with another identifier.
 * @returns undefined if the client cannot be read; nothing has been changed then
 * @throws {Undecidable} if a state is not met the second time, or no answer comes
 */
export async function watchedChange(
  call: Call,
  { states: given }: Interaction,
  session: Session,
  states: ProviderStates,
): Promise<ObservedChange | undefined> {
  const first = decodeURIComponent(call.path.slice(call.path.lastIndexOf('/') + 1));
  let client = first;
  const send = async (sent: Call, to: string): Promise<ClientReading> =>
    clientReadingOf(await session.send(sent, 'member'), to);
  const reading = await send(updateClient(first, emptyPatch), first);
  // A record of another client is only reported as such.
  const record = reading.isOfAnother ? {} : reading.record;
  for (const state of given) {
    const outcome = await states.setUp(state, session);
    if (outcome.kind === 'unmet') throw new Undecidable(outcome.reason, outcome.message);
    if (typeof outcome.values.clientId === 'string') client = outcome.values.clientId;
  }
  if (record === undefined) return undefined;
  // A new identifier is not a change of the record.
  const before = client === first || record.id === undefined ? record : { ...record, id: client };
  const { path } = updateClient(client, '');
  const answer = await send({ ...call, path }, client);
  const after = await send(updateClient(client, emptyPatch), client);
  return { client, body: JSON.parse(call.body ?? '{}'), before, answer, after };
}
