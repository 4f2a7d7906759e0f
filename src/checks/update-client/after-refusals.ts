import { isSuccess } from '../../harness/assertions.ts';
import type { Session } from '../../harness/session.ts';
import { type Patch, patchOf } from '../../rules/client-change.ts';
import type { RepeatedChange } from '../../rules/refused-changes.ts';
import { nothingToChange } from '../../rules/series-rules.ts';
import { type ChangeableClient, changeableClients, mostChangeable } from './changeable-clients.ts';
import { answerTo } from './making-changes.ts';
import { newValue } from './new-values.ts';

/**
 * Sends a change that is accepted, one that should be refused, and the first once more. Which changes a target refuses
 * is open (interface 7). If the second is accepted, another one is tried.
 */
export async function* changesAfterRefusals(session: Session): AsyncIterable<RepeatedChange> {
  const one = mostChangeable(await session.share(changeableClients), session);
  const { client } = one;
  const taken = takenChange(one);
  const isTaken = async (body: unknown) => isSuccess((await answerTo(session, { client, body })).reply);
  if (!(await isTaken(taken))) throw nothingToChange(session);
  for (const wrong of wrongBodies(taken)) {
    const isRefused = !(await isTaken(wrong));
    const { reply } = await answerTo(session, { client, body: taken });
    yield { taken, reply };
    if (isRefused || !isSuccess(reply)) return;
  }
}

/** The last of the first changes that the target accepted, or else a change to a plain value. */
function takenChange(one: ChangeableClient): Patch {
  const taken = one.firstChanges.findLast(
    (change) => isSuccess(change.answer.reply) && Object.keys(patchOf(change)).length > 0,
  );
  if (taken !== undefined) return patchOf(taken);
  const [field = one.fields[0] ?? 'title'] = one.fields.filter((name) => /Name$/.test(name));
  return { [field]: newValue(field, one, one.record) };
}

/** A value of a wrong type, and a body that is not an object. */
function wrongBodies(taken: Patch): unknown[] {
  const [field = ''] = Object.keys(taken);
  return [{ [field]: 5 }, []];
}
