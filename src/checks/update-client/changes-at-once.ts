import type { Session } from '../../harness/session.ts';
import type { ChangesAtOnce } from '../../rules/changes-at-once.ts';
import type { ClientReading, Patch } from '../../rules/client-change.ts';
import type { ChangeableField } from '../../rules/client-record.ts';
import { Undecidable } from '../../trace/gap.ts';
import { roundsOf } from '../again/read-again.ts';
import { changeSeries } from './change-series.ts';
import { type ChangeableClient, changeableClients } from './changeable-clients.ts';
import { answersAtOnce, readBefore } from './making-changes.ts';
import { newValues } from './new-values.ts';

const maxConcurrentClients = 2;
const maxFieldsPerClient = 2;

/** In order of preference. Free texts come first, since a target is least likely to refuse them. */
const preferred: readonly ChangeableField[] = [
  'firstName',
  'lastName',
  'companyName',
  'title',
  'emailAddress',
  'telephoneNumber',
  'address',
];

/** A change whose outcome is unknown would end all changes, so none is risked. */
const lostAtOnce =
  'Of requests at the same time, the target left some unanswered that it answers alone, so no clients are changed at the same time.';

/** Sends concurrent changes of two fields of each of two clients, one field a request, and reads the clients back. */
export async function* changesAtOnce(session: Session): AsyncIterable<ChangesAtOnce> {
  const { broken } = await session.share(changeSeries);
  if (session.atOnce() === 'lost') throw new Undecidable('control-refused', lostAtOnce);
  if (broken !== undefined) throw broken;
  const chosen = (await session.share(changeableClients))
    .filter(({ fields }) => fields.length > 0)
    .slice(0, maxConcurrentClients);
  const read = await Promise.all(
    chosen.map(async (one) => showing(one, await readBefore(session, one.client))),
  );
  let clients = read.flat();
  for (let round = 0; round < roundsOf(session.sampling) && clients.length > 0; round += 1) {
    const planned = clients.flatMap((one) => bodiesFor(one).map((body) => ({ ...one, body })));
    const answers = await answersAtOnce(session, planned);
    const readings = await answersAtOnce(
      session,
      clients.map(({ client }) => ({ client, body: {} })),
    );
    const after = new Map(clients.map(({ client }, place) => [client, readings[place] as ClientReading]));
    yield planned.map(({ client, record, body }, place) => ({
      ...{ client, body, before: record },
      answer: answers[place] as ClientReading,
      after: after.get(client) as ClientReading,
    }));
    clients = clients.flatMap((one, place) => showing(one, readings[place] as ClientReading));
  }
}

/** A client with its current record; empty if it cannot be read. */
function showing(one: ChangeableClient, { record }: ClientReading): ChangeableClient[] {
  return record === undefined ? [] : [{ ...one, record }];
}

/** One body for each field. */
function bodiesFor(one: ChangeableClient): Patch[] {
  const fields = preferred.filter((field) => one.fields.includes(field)).slice(0, maxFieldsPerClient);
  return Object.entries(newValues({ ...one, fields }, one.record)).map(([field, value]) => ({
    [field]: value,
  }));
}
