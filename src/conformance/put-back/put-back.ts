import { updateClient } from '../../api/calls.ts';
import { Undecidable } from '../../harness/check.ts';
import { type ClientRecord, recordIn } from '../../rules/client-record.ts';
import { isRestored, lostFields, restorable } from '../../rules/restorable.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchanges } from '../exchanges.ts';
import type { JournalEntry } from './journal.ts';

/** What became of a client that was changed. */
export type PutBack =
  | { readonly kind: 'put-back'; readonly client: string }
  | { readonly kind: 'left-changed'; readonly client: string; readonly message: string };

/**
 * Changes clients back to what they were, as far as the interface can, and reads them back to see that they are. Sends
 * nothing but readings where they are so already, so that it may be done again.
 * @param specification - what the target is held to
 * @param touched - for a client, the fields that are put back whatever a reading says, since it may be an old one
 */
export async function putBackAll(
  specification: Specification,
  entries: readonly JournalEntry[],
  exchanges: Exchanges,
  touched: (client: string) => readonly string[] = () => [],
): Promise<PutBack[]> {
  let outcomes: PutBack[] = [];
  // Twice, since a target may change one client where another is put back; the second time only shows that all is well.
  for (const fields of [touched, () => []]) {
    outcomes = [];
    for (const entry of entries)
      outcomes.push(await putBack({ specification, entry, exchanges, touched: fields(entry.client) }));
  }
  return outcomes;
}

/** One client to put back. */
interface Attempt {
  readonly specification: Specification;
  readonly entry: JournalEntry;
  readonly exchanges: Exchanges;
  readonly touched: readonly string[];
}

async function putBack(attempt: Attempt): Promise<PutBack> {
  const { client } = attempt.entry;
  try {
    const obstacle = await obstacleTo(attempt);
    return obstacle === undefined
      ? { kind: 'put-back', client }
      : { kind: 'left-changed', client, message: obstacle };
  } catch (error) {
    // What breaks for one client, also in the suite itself, keeps no other from being put back.
    const message =
      error instanceof Undecidable
        ? error.message.replace(/\.$/, '')
        : 'case-conformance itself broke while it put it back';
    return { kind: 'left-changed', client, message };
  }
}

/** Why the client is not as it was, after all was tried; undefined where it is. */
async function obstacleTo({
  specification,
  entry,
  exchanges,
  touched,
}: Attempt): Promise<string | undefined> {
  const { client, record, isDisposable } = entry;
  const back = Object.entries(restorable(specification, record));
  /** What of the client is shown otherwise than it was, and can be sent back. */
  const differing = (shown: ClientRecord): ClientRecord =>
    Object.fromEntries(back.filter(([field]) => !isRestored(specification, field, record, shown)));
  const send = async (fields: ClientRecord): Promise<ClientRecord | undefined> =>
    recordIn(await exchanges.send(updateClient(client, JSON.stringify(fields)), 'member'));
  const own = back.filter(([field]) => touched.includes(field));
  if (own.length > 0) await send(Object.fromEntries(own));
  let shown = await send({});
  // Together first; one value that the target no longer takes must not keep the others from their place.
  for (const inParts of [together, oneByOne]) {
    if (shown === undefined) return 'its record cannot be read back';
    const parts = inParts(differing(shown));
    for (const part of parts) await send(part);
    if (parts.length > 0) shown = await send({});
  }
  if (shown === undefined) return 'its record cannot be read back';
  const left = Object.keys(differing(shown));
  if (left.length > 0) return `the target did not take back ${left.join(', ')}`;
  const lost = isDisposable ? [] : lostFields(specification, record, shown);
  return lost.length === 0 ? undefined : `the interface cannot put back ${lost.join(', ')}`;
}

function together(fields: ClientRecord): ClientRecord[] {
  return Object.keys(fields).length === 0 ? [] : [fields];
}

function oneByOne(fields: ClientRecord): ClientRecord[] {
  return Object.entries(fields).map(([field, value]) => ({ [field]: value }));
}
