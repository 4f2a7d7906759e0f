import { ofEach } from '../../harness/of-each.ts';
import type { Session } from '../../harness/session.ts';
import { type ClientReading, type ObservedChange, readBack } from '../../rules/client-change.ts';
import type { ChangeableField, ClientRecord } from '../../rules/client-record.ts';
import { Undecidable } from '../../trace/gap.ts';
import { type ChangeableClient, changeableClients } from './changeable-clients.ts';
import { type Alone, clientSeries } from './client-series.ts';

/** What the changes of a run came to; the checks of the rules of changes all look at it. */
export interface ChangeSeries {
  readonly changes: readonly ObservedChange[];
  /** Clients as they were before and after another one was changed. */
  readonly otherClients: readonly OtherClient[];
  /** Why it did not come to its end. */
  readonly broken?: Undecidable;
}

export interface OtherClient {
  readonly before: ClientRecord;
  readonly after: ClientReading;
}

/** The records that are shown by now, of the clients that can still be read back. */
type Shown = Map<string, ClientRecord>;

/**
 * Changes every listed client in a series of its own.
 * @throws {Undecidable} when no client can be read back
 */
export async function changeSeries(session: Session): Promise<ChangeSeries> {
  const clients = await session.share(changeableClients);
  const shown: Shown = new Map(clients.map(({ client, record }) => [client, record]));
  const changes: ObservedChange[] = clients.flatMap(({ firstChanges }) => firstChanges);
  const otherClients: OtherClient[] = clients.flatMap(({ original, untouched }) =>
    untouched === undefined ? [] : [{ before: original, after: untouched }],
  );
  const lookAt = async (others: readonly ChangeableClient[]): Promise<void> => {
    const known = others.flatMap(({ client }) => {
      const before = shown.get(client);
      return before === undefined ? [] : [{ client, before }];
    });
    // Readings alone need not wait for each other.
    const read = ofEach(known, async (one) => ({ ...one, after: await readBack(session, one.client) }));
    for await (const { client, before, after } of read) {
      otherClients.push({ before, after });
      note(shown, client, after);
    }
  };
  const { thorough } = session.sampling;
  const aloneOf = thorough ? allAlone : sharesOf(clients);
  try {
    // The last one first: its first changes may have changed those before it, which are looked at before their turn.
    for (const changeable of clients.toReversed()) {
      if (changeable.broken !== undefined) throw changeable.broken;
      const before = shown.get(changeable.client);
      if (before === undefined) continue;
      for await (const change of clientSeries(session, changeable, aloneOf(changeable), before)) {
        note(shown, changeable.client, change.after);
        changes.push(change);
      }
      await lookAt(clients.filter((other) => other !== changeable));
    }
  } catch (error) {
    // What was seen until then stands.
    if (error instanceof Undecidable) return { changes, otherClients, broken: error };
    throw error;
  }
  return { changes, otherClients };
}

function note(shown: Shown, client: string, { record }: ClientReading): void {
  if (record === undefined) shown.delete(client);
  else shown.set(client, record);
}

/** What of a client is changed alone. */
type AloneOf = (changeable: ChangeableClient) => Alone;

const allAlone: AloneOf = ({ fields, lines }) => ({ fields, lines: fields.includes('address') ? lines : [] });

/** Each field is changed alone of one client: of the one, among those that have it, of which most can be changed. */
function sharesOf(clients: readonly ChangeableClient[]): AloneOf {
  const inOrder = clients.toSorted((one, other) => other.fields.length - one.fields.length);
  return (changeable) => {
    // Of one field, there is no change of all together.
    const isOwn = (field: ChangeableField): boolean =>
      changeable.fields.length === 1 || inOrder.find(({ fields }) => fields.includes(field)) === changeable;
    return allAlone({ ...changeable, fields: changeable.fields.filter(isOwn) });
  };
}
