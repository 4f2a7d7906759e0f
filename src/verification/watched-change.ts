import { type Call, updateClient } from '../api/calls.ts';
import type { Session } from '../harness/session.ts';
import { clientReadingOf, type ObservedChange, readBack } from '../rules/client-change.ts';
import { operations } from '../rules/operations.ts';
import { Undecidable } from '../trace/gap.ts';
import { type Interaction, isOfTheDocuments } from './pact.ts';
import type { ProviderStates } from './provider-states.ts';

/** Pact sees the answer to a change, and not what the change has done: that takes a reading before it and one after. */
export function isWatched(interaction: Interaction, { areSetUp }: ProviderStates): boolean {
  const { operation, status, states } = interaction;
  const { writes, success } = operations[operation];
  const isAChange = writes === 'a client' && status === success;
  const hasRecord = states.some(({ params }) => params.record !== undefined);
  return isOfTheDocuments(interaction) && areSetUp && isAChange && hasRecord;
}

/**
 * Makes a change, and reads the client before it and after it. A provider may do more than read it when nothing is to be
 * changed, so that it is set up once more in between, perhaps with another identifier.
 * @returns undefined where the client cannot be read: then nothing was changed yet
 * @throws {Undecidable} when a state is not met the second time, or no answer comes
 */
export async function watchedChange(
  call: Call,
  { states: given }: Interaction,
  session: Session,
  states: ProviderStates,
): Promise<ObservedChange | undefined> {
  const first = decodeURIComponent(call.path.slice(call.path.lastIndexOf('/') + 1));
  let client = first;
  const reading = await readBack(session, first);
  // Of another client's record, only that it is shown counts.
  const record = reading.isOfAnother ? {} : reading.record;
  for (const state of given) {
    const outcome = await states.setUp(state, session);
    if (outcome.kind === 'unmet') throw new Undecidable(outcome.reason, outcome.message);
    if (typeof outcome.values.clientId === 'string') client = outcome.values.clientId;
  }
  if (record === undefined) return undefined;
  // A new identifier is no change of the record.
  const before = client === first || record.id === undefined ? record : { ...record, id: client };
  const { path } = updateClient(client, '');
  const answer = clientReadingOf(await session.send({ ...call, path }, 'member'), client);
  const after = await readBack(session, client);
  return { client, body: JSON.parse(call.body ?? '{}'), before, answer, after };
}
