import { updateClient } from '../../api/calls.ts';
import { deviatesAt, hasStatus, held, isSuccess } from '../../harness/assertions.ts';
import type { Check, Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import { failures, isNoRecord, isOfAnother, showsOtherAlone } from '../../rules/change-rules.ts';
import { clientReadingOf } from '../../rules/client-change.ts';
import {
  type ChangeableField,
  type ClientRecord,
  changeableFields,
  isSame,
} from '../../rules/client-record.ts';
import { emptyPatch } from '../../rules/operations.ts';
import { memberOf } from '../../schema/pointer.ts';

/**
 * A client that is not there may be refused in any way, and perhaps be made; but no other one is changed or shown for
 * it.
 */
export const unknownClientCheck: Check = {
  id: 'updateClient.unknown',
  title: 'A change of a client that does not exist is refused, or answered with a record that is of no other',
  operation: 'updateClient',
  requirements: ['update-client-of-the-client', 'update-client-200'],
  needs: ['a client', 'writes'],
  run: answersNoOther,
};

async function* answersNoOther(session: Session): AsyncIterable<Judgement> {
  const { specification } = session;
  const id = session.unusedIdentifier('client');
  const reply = await session.sendOnce(updateClient(id, emptyPatch), 'member');
  session.observe({
    requirement: 'update-and-create-errors',
    subject: 'updateClient of a client that does not exist',
    value: String(reply.status),
  });
  yield* failures(reply, 'update-client-200', 'A change of a client that does not exist');
  const reading = clientReadingOf(reply, id);
  if (reading.isOfAnother) {
    yield isOfAnother(reply);
    return;
  }
  yield held;
  if (!isSuccess(reply)) return;
  // How it is refused is open (interface 7). An answer of success says that it was changed, and is its record.
  yield hasStatus(reply, 200, 'update-client-200');
  if (reply.status !== 200) return;
  const { record } = reading;
  if (record === undefined || showsOtherAlone(specification, record)) {
    yield isNoRecord(reading);
    return;
  }
  for (const field of await fieldsOfSomebody(session, record)) {
    const words = 'must not be shown, since there is no such client';
    yield deviatesAt(reply, 'update-client-of-the-client', `/${field}`, words, 'of somebody');
  }
}

/**
 * What nobody has given to a client that was made of nothing. What each client that is made so begins with is of nobody,
 * unless a listed client shows it.
 */
async function fieldsOfSomebody(session: Session, record: ClientRecord): Promise<ChangeableField[]> {
  const { specification, target } = session;
  const fields = changeableFields(specification).filter((field) => {
    const value = memberOf(record, field);
    return typeof value === 'string' && value !== '';
  });
  if (fields.length === 0) return [];
  const others = [session.unusedIdentifier('second client'), ...target.clients];
  const [made = {}, ...listed] = await Promise.all(
    others.map(async (id) => {
      const reply = await session.sendOnce(updateClient(id, emptyPatch), 'member');
      return clientReadingOf(reply, id).record;
    }),
  );
  return fields.filter((field) => {
    const isShownBy = (other: ClientRecord = {}): boolean => isSame(specification, field, record, other);
    return !isShownBy(made) || listed.some(isShownBy);
  });
}
