import { deviatesAt, hasStatus, isSuccess, observes, statusOf } from '../../harness/assertions.ts';
import type { About, Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import {
  type ChangeRule,
  changesNothing,
  isNoRecord,
  isOfTheClient,
  keepsFields,
  replacesAddress,
  takesFields,
} from '../../rules/change-rules.ts';
import { type ClientReading, type ObservedChange, type Patch, patchOf } from '../../rules/client-change.ts';
import { type ChangeableField, type ClientRecord, isSame } from '../../rules/client-record.ts';
import { orNothingToChange } from '../../rules/series-rules.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import { Undecidable } from '../../trace/gap.ts';
import { roundsOf } from '../read-again.ts';
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

/** Concurrent changes, each of one field; clients are read before and after all of them. */
type ChangesAtOnce = readonly ObservedChange[];

/**
 * Concurrent changes of different fields must all take effect, since each changes only the fields it supplies
 * (interface 4.2). A change that is refused, for example because the client is locked, must have no effect.
 */
export function* holdAtOnce(rounds: readonly ChangesAtOnce[], about: About): Iterable<Judgement> {
  const { specification } = about;
  const judgements = rounds.flatMap((round) =>
    byClient(round).flatMap((own) => ofOneClient(specification, own, round)),
  );
  const isAnyTaken = rounds.flat().some(isTaken);
  yield* judgements;
  if (!isAnyTaken) yield* orNothingToChange([], about);
  yield* rounds.flatMap(byClient).flatMap(observed);
}

function byClient(round: ChangesAtOnce): ChangesAtOnce[] {
  return [...Map.groupBy(round, ({ client }) => client).values()];
}

const isTaken = ({ answer }: ObservedChange): boolean => isSuccess(answer.reply);

/** @param own - the changes of one client among all that were sent at once */
function ofOneClient(specification: Specification, own: ChangesAtOnce, all: ChangesAtOnce): Judgement[] {
  const strays = straysIn(specification, own, all);
  const ofStrays = new Set(strays.map(pointerOf));
  const taken = own.filter(isTaken);
  const [first] = taken;
  // The concurrent changes that were accepted are judged as one change.
  const whole = first && { ...first, body: Object.assign({}, ...taken.map(({ body }) => body)) };
  const rules = [takesFields, replacesAddress, keepsFields];
  return [
    ...strays,
    ...(whole === undefined ? [] : rules.flatMap((rule) => rule(specification, whole))).filter(
      (judgement) => !ofStrays.has(pointerOf(judgement)),
    ),
    ...own.flatMap((change) =>
      isTaken(change)
        ? [...isOfTheClient(specification, change), ...answersRightly(specification, change)]
        : refusedAtOnce(specification, change, taken.length > 0),
    ),
    ...(taken.length > 0 ? [] : own.slice(0, 1)).flatMap((change) => changesNothing(specification, change)),
  ];
}

/** A server error does not count as a refusal, and neither does a 401 for a token that was accepted concurrently. */
function refusedAtOnce(
  specification: Specification,
  change: ObservedChange,
  isTokenAccepted: boolean,
): Judgement[] {
  const { reply } = change.answer;
  if (reply.status === 401 && isTokenAccepted) return [hasStatus(reply, 200, 'update-client-200')];
  return takesFields(specification, change);
}

/** An answer must show its own change. It may or may not show the concurrent ones. */
const answersRightly: ChangeRule = (specification, change) => {
  const { reply, record, isOfAnother } = change.answer;
  if (isOfAnother) return [];
  const status = hasStatus(reply, 200, 'update-client-200');
  if (record === undefined) return [status, isNoRecord(change.answer)];
  const own = patchOf(change) as ClientRecord;
  const { record: after = {} } = change.after;
  const stale = Object.keys(own).filter(
    (field) =>
      isSame(specification, field, own, after) &&
      memberOf(record, field) !== undefined &&
      !isSame(specification, field, own, record),
  );
  const words = 'must be as it is read back after the change, of which this is the answer';
  return [
    status,
    ...stale.map((field) => deviatesAt(reply, 'update-client-200', `/${field}`, words, 'not as read back')),
  ];
};

/** Finds values in a client that were sent concurrently for another client. */
function straysIn(specification: Specification, own: ChangesAtOnce, all: ChangesAtOnce): Judgement[] {
  return own.slice(0, 1).flatMap(({ client, before, after: { record: shown, reply } }) => {
    if (shown === undefined) return [];
    const known = [before, ...own.map((change) => patchOf(change) as ClientRecord)];
    const ofOthers = all.filter((change) => change.client !== client).map(patchOf) as ClientRecord[];
    const words = 'must not be what was sent for another client at the same moment';
    return ofOthers.flatMap((sent) =>
      Object.keys(sent)
        .filter(
          (field) =>
            isSame(specification, field, sent, shown) &&
            !known.some((one) => isSame(specification, field, one, shown)),
        )
        .map((field) =>
          deviatesAt(reply, 'update-client-of-the-client', `/${field}`, words, 'changed with another'),
        ),
    );
  });
}

function pointerOf(judgement: Judgement): string | undefined {
  return judgement.kind === 'deviates' ? judgement.finding.pointer : undefined;
}

/** Whether changes have to wait for each other is open (interface 7). */
function observed(own: ChangesAtOnce): Judgement[] {
  if (own.length < 2) return [];
  const statuses = own.map(({ answer }) => statusOf(answer.reply)).sort();
  const value = own.every(isTaken) ? 'accepted' : statuses.join(', ');
  return [observes('update-and-create-errors', 'updateClient of two fields at once', value)];
}
