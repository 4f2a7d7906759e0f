import { type Call, updateClient } from '../api/calls.ts';
import { isSuccess } from '../harness/assertions.ts';
import type { Session } from '../harness/session.ts';
import {
  type ClientReading,
  clientReadingOf,
  type ObservedChange,
  patchOf,
  valueRefusals,
  withRelatedChanges,
} from '../rules/client-change.ts';
import { emptyPatch, operations } from '../rules/operations.ts';
import { type Interaction, isOfTheDocuments } from './pact.ts';
import type { ProviderStates } from './provider-states.ts';

/** Whether to read the client before and after a change. Pact sees only the answer to a change, but not its effect. */
export function isWatched(interaction: Interaction, { areSetUp }: ProviderStates): boolean {
  const { operation, status, states } = interaction;
  const { writes, success } = operations[operation];
  const isAChange = writes === 'a client' && status === success;
  const hasRecord = states.some(({ params }) => params.record !== undefined);
  return isOfTheDocuments(interaction) && areSetUp && isAChange && hasRecord;
}

/**
 * Makes a change, and reads the client before and after it. A client is read by an empty change, which may have side
 * effects in a faulty provider. So the state is set up again before the real change, perhaps with another identifier.
 * @returns the answer, and the change with its controls; no change if the client cannot be read
 * @throws {Undecidable} if a state cannot be set up again, or no answer arrives
 */
export async function watchedChange(
  call: Call,
  { states: needed }: Interaction,
  session: Session,
  states: ProviderStates,
) {
  const first = decodeURIComponent(call.path.slice(call.path.lastIndexOf('/') + 1));
  let client = first;
  const send = async (body: string): Promise<ClientReading> => {
    const { path } = updateClient(client, '');
    return clientReadingOf(await session.send({ ...call, path, body }, 'member'), client);
  };
  const reading = await send(emptyPatch);
  for (const state of needed) {
    const { clientId } = await states.setUp(state, session);
    if (typeof clientId === 'string') client = clientId;
  }
  // If the reading is of another client, only that is reported.
  const record = reading.isOfAnother ? {} : reading.record;
  // Setting up the state again may give the client another identifier, which is not a change of its record.
  const before = client === first || record?.id === undefined ? record : { ...record, id: client };
  const observed = async (body: string): Promise<ObservedChange> => {
    const answer = await send(body);
    return { client, body: JSON.parse(body), before: before ?? {}, answer, after: await send(emptyPatch) };
  };
  const change = await observed(call.body ?? emptyPatch);
  const { reply } = change.answer;
  // A closed client can neither be read nor changed.
  if (before === undefined && !isSuccess(reply)) return { reply, changes: [] };
  const controls: ObservedChange[] = [];
  // Controls show whether the provider refuses the values or the fields: a change to the present value of a field must
  // be accepted.
  if (valueRefusals.includes(reply.status))
    for (const field of Object.keys(patchOf(change)))
      controls.push(await observed(JSON.stringify({ [field]: change.before[field] })));
  return { reply, changes: withRelatedChanges(session.specification, [change, ...controls]) };
}
