import { deviatesAt, hasStatus, isSuccess, observes, withStatus } from '../../harness/assertions.ts';
import type { About, Check, Judgement } from '../../harness/check.ts';
import { checkOf } from '../../harness/check-of.ts';
import type { Session } from '../../harness/session.ts';
import { turnOf } from '../../harness/turns.ts';
import {
  type ChangeRule,
  causedBy,
  changesNothing,
  isNoRecord,
  isOfTheClient,
  judgedChange,
  keepsFields,
  replacesAddress,
  takesFields,
} from '../../rules/change-rules.ts';
import { type ClientReading, type ObservedChange, type Patch, patchOf } from '../../rules/client-change.ts';
import { type ChangeableField, type ClientRecord, isSame, shows } from '../../rules/client-record.ts';
import { nothingToChange, orNothingToChange } from '../../rules/series-rules.ts';
import { memberOf, pointerTokens } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import { Undecidable } from '../../trace/gap.ts';
import { roundsOf } from '../read-again.ts';
import { changeSeries } from './change-series.ts';
import { type ChangeableClient, changeableClients } from './changeable-clients.ts';
import { bodyToRead, concurrentAnswers, readBefore } from './making-changes.ts';
import { newValues } from './new-values.ts';

/** Concurrent changes, each of one field; clients are read before and after all of them. */
type Round = readonly ObservedChange[];

export const concurrentChangesCheck: Check = checkOf<Round>({
  id: 'updateClient.at-once',
  title:
    'Changes of two fields of a client, and of two clients, all hold when they are made at the same moment',
  requirements: [
    'update-client-200',
    'update-client-fields',
    'update-client-omitted-unchanged',
    'update-client-of-the-client',
    'update-client-address-replaced',
  ],
  needs: ['a client', 'writes'],
  stage: 'change',
  probe: concurrentChanges,
  rule: holdConcurrently,
});

const maxConcurrentClients = 2;

/** In order of preference. Free texts come first, since a target is least likely to refuse them. */
const preferred: readonly ChangeableField[] = [
  ...(['firstName', 'lastName', 'companyName', 'title'] as const),
  ...(['emailAddress', 'telephoneNumber', 'address'] as const),
];

/** Sends concurrent changes of two fields of each of two clients, one field a request, and reads the clients back. */
async function* concurrentChanges(session: Session): AsyncIterable<Round> {
  const { broken } = await session.share(changeSeries);
  if (session.underConcurrency() === 'lost') {
    // A change whose outcome is unknown would end all changes, so none is risked.
    const words =
      'The target left concurrent requests unanswered that it answers alone, so clients are not changed concurrently.';
    throw new Undecidable('control-refused', words);
  }
  if (broken !== undefined) throw broken;
  const all = await session.share(changeableClients);
  const chosen = all.filter(({ fields }) => fields.length > 0);
  if (chosen.length === 0) {
    const changes = all.flatMap(({ firstChanges }) => firstChanges);
    throw nothingToChange(session, undefined, changes);
  }
  let clients = await Promise.all(
    chosen.slice(0, maxConcurrentClients).map(async (one) => {
      // A field that is sent to read the client would hide that its change was lost.
      const reading = Object.keys(await bodyToRead(session, one.client));
      const fields = one.fields.filter((field) => !reading.includes(field));
      return { ...one, fields, reading: await readBefore(session, one.client) };
    }),
  );
  for (let round = 0; round < roundsOf(session.sampling); round += 1) {
    const planned = clients.flatMap(({ reading: { record: before }, ...one }) =>
      before === undefined
        ? []
        : bodiesFor(session, round, one, before).map((body) => ({ client: one.client, body, before })),
    );
    if (planned.length === 0) return;
    const changed = clients.filter(({ client }) => planned.some((one) => one.client === client));
    const answers = await concurrentAnswers(session, planned);
    const reading = changed.map(async ({ client }) => ({ client, body: await bodyToRead(session, client) }));
    const readings = await concurrentAnswers(session, await Promise.all(reading));
    clients = changed.map((one, place) => ({ ...one, reading: readings[place] as ClientReading }));
    const after = new Map(clients.map(({ client, reading }) => [client, reading]));
    yield planned.map((one, place) => ({
      ...one,
      answer: answers[place] as ClientReading,
      after: after.get(one.client) as ClientReading,
    }));
  }
}

/** Two bodies of one field each. Clients take turns, since a service may write only some fields from an old reading. */
function bodiesFor(
  { target, sampling }: Session,
  round: number,
  one: Omit<ChangeableClient, 'record'>,
  record: ClientRecord,
): Patch[] {
  // Whether a client without an address shows a new one is open.
  const isSeen = (field: ChangeableField): boolean => field !== 'address' || shows(record, field);
  const [first, ...others] = preferred.filter((field) => one.fields.includes(field) && isSeen(field));
  const turn = turnOf(sampling) + target.clients.indexOf(one.client) + round;
  const fields = [first, others.at(turn % 2 === 0 ? -1 : 0)].filter((field) => field !== undefined);
  return Object.entries(newValues({ ...one, fields }, record)).map(([field, value]) => ({ [field]: value }));
}

/**
 * Concurrent changes of different fields must all take effect, since each changes only the fields it supplies
 * (interface 4.2). A change that is refused, for example because the client is locked, must have no effect.
 */
function* holdConcurrently(rounds: readonly Round[], about: About): Iterable<Judgement> {
  const ofClients = rounds.flatMap((round) =>
    [...Map.groupBy(round, ({ client }) => client).values()].map((own) => ({ own, round })),
  );
  yield* ofClients.flatMap(({ own, round }) => ofOneClient(about.specification, own, round));
  if (!rounds.flat().some(isTaken)) yield* orNothingToChange([], about, undefined, rounds.flat());
  yield* ofClients.flatMap(({ own }) => observed(own));
}

const isTaken = ({ answer }: ObservedChange): boolean => isSuccess(answer.reply);

/** @param own - the changes of one client among all that were sent concurrently */
function ofOneClient(specification: Specification, own: Round, all: Round): Judgement[] {
  const strays = straysIn(specification, own, all);
  const ofStrays = new Set(strays.map(pointerOf));
  const taken = own.filter(isTaken);
  const [first] = taken;
  // The concurrent changes that were accepted are judged as one change.
  const whole = taken
    .slice(0, 1)
    .map((one) => ({ ...one, body: Object.assign({}, ...taken.map(({ body }) => body)) }));
  const judged = [
    ...taken.flatMap((change) =>
      [takesFields, replacesAddress].flatMap((rule) => judgedChange(specification, change, rule)),
    ),
    ...whole.flatMap((change) =>
      keepsFields(specification, change).map((judgement) => {
        const { answer } = causeOf(specification, pointerOf(judgement), own) ?? change;
        return causedBy(judgement, answer.reply);
      }),
    ),
  ];
  return [
    ...strays,
    ...judged.filter((judgement) => !ofStrays.has(pointerOf(judgement))),
    ...own.flatMap((change) => {
      if (isTaken(change))
        return [...isOfTheClient(specification, change), ...showsOwnChange(specification, change)];
      // A 401 for a token that was accepted concurrently is not a refusal.
      const { reply } = change.answer;
      return reply.status === 401 && first !== undefined
        ? [hasStatus(reply, 200, 'update-client-200')]
        : takesFields(specification, change);
    }),
    ...(first === undefined ? own.slice(0, 1) : []).flatMap((change) =>
      judgedChange(specification, change, changesNothing),
    ),
  ];
}

/**
 * The change to blame for a field that none of them names: the first whose answer shows it changed. If no answer does,
 * any of them may have changed it.
 */
function causeOf(specification: Specification, pointer = '', own: Round): ObservedChange | undefined {
  const [field = ''] = pointerTokens(pointer);
  return own.find(
    ({ before, answer: { record } }) => record !== undefined && !isSame(specification, field, before, record),
  );
}

/** An answer must show its own change. It may or may not show the concurrent ones. */
const showsOwnChange: ChangeRule = (specification, change) => {
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
  const words = 'in the answer differs from the next reading';
  return [
    status,
    ...stale.map((field) => deviatesAt(reply, 'update-client-200', `/${field}`, words, 'not as read back')),
  ];
};

/** Finds values in a client that were sent concurrently for another client. */
function straysIn(specification: Specification, own: Round, all: Round): Judgement[] {
  return own.slice(0, 1).flatMap(({ client, before, after: { record: shown, reply } }) => {
    if (shown === undefined) return [];
    const known = [before, ...own.map((change) => patchOf(change) as ClientRecord)];
    const ofOthers = all.filter((change) => change.client !== client);
    const words = 'is what was sent for another client at the same moment';
    return ofOthers.flatMap((change) => {
      const sent = patchOf(change) as ClientRecord;
      return Object.keys(sent)
        .filter(
          (field) =>
            isSame(specification, field, sent, shown) &&
            !known.some((one) => isSame(specification, field, one, shown)),
        )
        .map((field) =>
          causedBy(
            deviatesAt(reply, 'update-client-of-the-client', `/${field}`, words, 'changed with another'),
            change.answer.reply,
          ),
        );
    });
  });
}

function pointerOf(judgement: Judgement): string | undefined {
  return judgement.kind === 'deviates' ? judgement.finding.pointer : undefined;
}

/** Whether changes have to wait for each other is open (interface 7). */
function observed(own: Round): Judgement[] {
  if (own.length < 2) return [];
  const statuses = own.map(({ answer }) => withStatus('{status}', answer.reply)).sort();
  const value = own.every(isTaken) ? 'accepted' : statuses.join(', ');
  return [observes('update-and-create-errors', 'updateClient of two fields at once', value)];
}
