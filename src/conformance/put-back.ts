import { Undecidable } from '../checks/check.ts';
import {
  type ClientRecord,
  isSame,
  lostFields,
  recordIn,
  restorable,
} from '../checks/client-changes/fields.ts';
import { updateClient } from '../client/calls.ts';
import type { Exchanges } from './exchanges.ts';
import type { JournalEntry } from './journal.ts';

/** What became of a client that was changed. */
export type PutBack =
  | { readonly kind: 'put-back'; readonly client: string }
  | { readonly kind: 'left-changed'; readonly client: string; readonly message: string };

/**
 * Changes a client back to what it was, as far as the interface can, and reads it back to see that it is. Sends
 * nothing but a reading where it is so already, so that it may be done again.
 */
export async function putBack(entry: JournalEntry, exchanges: Exchanges): Promise<PutBack> {
  const { client } = entry;
  try {
    const obstacle = await obstacleTo(entry, exchanges);
    return obstacle === undefined
      ? { kind: 'put-back', client }
      : { kind: 'left-changed', client, message: obstacle };
  } catch (error) {
    if (!(error instanceof Undecidable)) throw error;
    return { kind: 'left-changed', client, message: error.message.replace(/\.$/, '') };
  }
}

/** Why the client is not as it was, after all was tried; undefined where it is. */
async function obstacleTo(entry: JournalEntry, exchanges: Exchanges): Promise<string | undefined> {
  const { client, record, isDisposable } = entry;
  const send = async (fields: ClientRecord): Promise<ClientRecord | undefined> =>
    recordIn(await exchanges.send(updateClient(client, JSON.stringify(fields)), 'member'));
  let shown = await send({});
  // Together first; one value that the target no longer takes must not keep the others from their place.
  for (const inParts of [together, oneByOne]) {
    if (shown === undefined) return 'its record cannot be read back';
    const parts = inParts(differing(record, shown));
    for (const part of parts) await send(part);
    if (parts.length > 0) shown = await send({});
  }
  if (shown === undefined) return 'its record cannot be read back';
  const left = Object.keys(differing(record, shown));
  if (left.length > 0) return `the target did not take back ${left.join(', ')}`;
  const lost = isDisposable ? [] : lostFields(record, shown);
  return lost.length === 0 ? undefined : `the interface cannot put back ${lost.join(', ')}`;
}

/** What of the original is shown otherwise, and can be sent back. */
function differing(original: ClientRecord, shown: ClientRecord): ClientRecord {
  return Object.fromEntries(
    Object.entries(restorable(original)).filter(([field]) => !isSame(field, original, shown)),
  );
}

function together(fields: ClientRecord): ClientRecord[] {
  return Object.keys(fields).length === 0 ? [] : [fields];
}

function oneByOne(fields: ClientRecord): ClientRecord[] {
  return Object.entries(fields).map(([field, value]) => ({ [field]: value }));
}
