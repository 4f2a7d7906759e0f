import { updateClient } from '../../api/calls.ts';
import { deviates, held, isSuccess, statusKind, statusOf, undecided } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import { refusedForItsState } from '../../rules/change-rules.ts';
import { type Patch, patchOf } from '../../rules/client-change.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { type ChangeableClient, changeableClients, mostChangeable } from './changeable-clients.ts';
import { newValue } from './new-values.ts';
import { nothingChangeable, nothingToChange } from './nothing-to-change.ts';

/**
 * A refusal leaves nothing behind: a change that was taken is taken again after one that was not. Which changes a target
 * refuses is open (interface 7), so that the one that was taken goes before the refusal, and once more after it.
 */
export async function* takesChangesAfterRefusals(session: Session): AsyncIterable<Judgement> {
  const clients = await session.share(changeableClients);
  const one = mostChangeable(clients);
  if (one === undefined) throw nothingChangeable(clients, 'a field that can be changed', session);
  const taken = takenChange(one);
  const send = (body: unknown): Promise<Exchange> =>
    session.send(updateClient(one.client, JSON.stringify(body)), 'member');
  if (!isSuccess(await send(taken))) throw nothingToChange('a field that can be changed', session);
  for (const wrong of wrongBodies(taken)) {
    const refusal = await send(wrong);
    const again = await send(taken);
    yield judgementOf(again, taken);
    // One that is taken after all shows nothing, so that another is tried.
    if (!isSuccess(again) || !isSuccess(refusal)) return;
  }
}

function judgementOf(reply: Exchange, taken: Patch): Judgement {
  if (isSuccess(reply)) return held;
  const words = `The same change of ${Object.keys(taken).join(', ')} was answered 200 before a wrong one, and after it ${statusOf(reply)}`;
  // A client that is locked after a wrong change, and a token that may change no more: states and permissions are open.
  if ([403, 404, ...refusedForItsState].includes(reply.status))
    return undecided('control-refused', `${words}.`);
  return deviates(reply, 'update-client-fields', words, '', `after a refusal: ${statusKind(reply)}`);
}

/** The last change that the target took, which it was made to what it showed; else one of a plain value. */
function takenChange(one: ChangeableClient): Patch {
  const taken = one.firstChanges.findLast(
    (change) => isSuccess(change.answer.reply) && Object.keys(patchOf(change)).length > 0,
  );
  if (taken !== undefined) return patchOf(taken);
  const [field = one.fields[0] ?? 'title'] = one.fields.filter((name) => /Name$/.test(name));
  return { [field]: newValue(field, one, one.record) };
}

/** Of wrong types, and no object at all. */
function wrongBodies(taken: Patch): unknown[] {
  const [field = ''] = Object.keys(taken);
  return [{ [field]: 5 }, []];
}
