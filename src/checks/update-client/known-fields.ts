import { updateClient } from '../../api/calls.ts';
import { deviatesAt, held, undecided } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import type { Session } from '../../harness/session.ts';
import { clientReadingOf, unreadInWords } from '../../rules/client-change.ts';
import { missingFields } from '../../rules/known-fields.ts';
import { emptyPatch } from '../../rules/operations.ts';
import { childPointer } from '../../schema/pointer.ts';

/**
 * The first reading of a client shows what the configuration says that it shows. There is no other way to read one than to
 * change nothing of it, and a target that takes that for a replacement has emptied the client by then.
 */
export async function* showsKnownFields(session: Session): AsyncIterable<Judgement> {
  await provenToken(session, 'member');
  for (const client of Object.keys(session.target.shownFields ?? {})) {
    const reply = await session.sendOnce(updateClient(client, emptyPatch), 'member');
    const reading = clientReadingOf(reply, client);
    const { record } = reading;
    if (record === undefined) {
      const words = `A change of nothing of the client ${client} is answered ${unreadInWords([reading])}. Check clients, and whether tokens.member may change them.`;
      yield undecided('control-refused', words);
      continue;
    }
    const missing = missingFields(session.target, client, record);
    if (missing.length === 0) yield held;
    for (const field of missing) {
      const words =
        'must be there, since clients says that this client shows it, and a change of nothing leaves it out. If it was not there before, mend the configuration';
      const row = field === 'address' ? 'update-client-address-kept' : 'update-client-omitted-unchanged';
      yield deviatesAt(reply, row, childPointer('', field), words, 'gone by reading');
    }
  }
}
