import { hasStatus, isSuccess, observes, withStatus } from '../../harness/assertions.ts';
import { type About, type Check, checkOf, type Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import { turnOf } from '../../harness/turns.ts';
import {
  type ChangeRule,
  changesNothing,
  isNoRecord,
  isOfTheClient,
  judgedChange,
  keepsFields,
  replacesAddress,
  storesSentFields,
} from '../../rules/change-rules.ts';
import type { ClientReading, ObservedChange, Patch } from '../../rules/client-change.ts';
import { type ChangeableField, type ClientRecord, shows } from '../../rules/client-record.ts';
import { nothingToChange, orUndecided } from '../../rules/series-rules.ts';
import type { Specification } from '../../specification/specification.ts';
import { Undecidable } from '../../trace/gap.ts';
import { roundsOf } from '../bursts.ts';
import { changeSeries } from './change-series.ts';
import { type ChangeableClient, changeableClients } from './changeable-clients.ts';
import { bodyToRead, concurrentAnswers, readBefore } from './making-changes.ts';
import { newValues } from './new-values.ts';

/** The concurrent changes of one round. The clients are read before and after them. */
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

/** Free texts come first: a target is least likely to refuse them. */
const preferred: readonly ChangeableField[] = [
  ...(['firstName', 'lastName', 'companyName', 'title'] as const),
  ...(['emailAddress', 'telephoneNumber', 'address'] as const),
];

async function* concurrentChanges(session: Session): AsyncIterable<Round> {
  const { broken } = await session.share(changeSeries);
  if (session.underConcurrency() === 'lost') {
    // The effect of an unanswered change is unknown, and ends all changes of the run.
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
      // Some clients are read by a PATCH that sends one field again. This would hide the loss of a change of
      // that field, so leave the field out.
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
    const bodies = changed.map(async ({ client }) => ({ client, body: await bodyToRead(session, client) }));
    const readings = await concurrentAnswers(session, await Promise.all(bodies));
    const readingOf = (client: string) => readings.find((one) => one.client === client) as ClientReading;
    clients = changed.map((one) => ({ ...one, reading: readingOf(one.client) }));
    yield planned.map((one, place) => ({
      ...one,
      answer: answers[place] as ClientReading,
      after: readingOf(one.client),
    }));
  }
}

/**
 * Two changes of one field each. A service may lose changes of only some fields, so the second field differs
 * between clients and rounds.
 */
function bodiesFor(
  { target, sampling }: Session,
  round: number,
  one: Omit<ChangeableClient, 'record'>,
  record: ClientRecord,
): Patch[] {
  // A client without an address need not show a new one.
  const isSeen = (field: ChangeableField): boolean => field !== 'address' || shows(record, field);
  const [first, ...others] = preferred.filter((field) => one.fields.includes(field) && isSeen(field));
  const turn = turnOf(sampling) + target.clients.indexOf(one.client) + round;
  const fields = [first, others.at(turn % 2 === 0 ? -1 : 0)].filter((field) => field !== undefined);
  return Object.entries(newValues({ ...one, fields }, record)).map(([field, value]) => ({ [field]: value }));
}

/**
 * All concurrent changes of different fields must take effect, since each changes only the fields it supplies
 * (interface 4.2). A refused change, for example of a locked client, must have no effect.
 */
function* holdConcurrently(rounds: readonly Round[], about: About): Iterable<Judgement> {
  const ofClients = rounds.flatMap((round) => [...Map.groupBy(round, ({ client }) => client).values()]);
  yield* ofClients.flatMap((own) => ofOneClient(about.specification, own));
  if (!rounds.flat().some(isAccepted)) yield* orUndecided([], about, undefined, rounds.flat());
  yield* ofClients.flatMap(observed);
}

const isAccepted = ({ answer }: ObservedChange): boolean => isSuccess(answer.reply);

function ofOneClient(specification: Specification, own: Round): Judgement[] {
  const [accepted, refused] = [own.filter(isAccepted), own.filter((change) => !isAccepted(change))];
  const judged = (changes: Round, ...rules: readonly ChangeRule[]): Judgement[] =>
    changes.flatMap((change) => judgedChange(specification, change, ...rules));
  return [
    ...judged(accepted, storesSentFields, replacesAddress, isOfTheClient, answersWithRecord),
    // Judged as one change with all bodies merged, since it is unknown which change altered another field.
    ...accepted
      .slice(0, 1)
      .flatMap((one) =>
        keepsFields(specification, { ...one, body: Object.assign({}, ...accepted.map(({ body }) => body)) }),
      ),
    ...refused.flatMap((change) => {
      // A 401 is not a refusal of the change if the same token was accepted concurrently.
      const { reply } = change.answer;
      return reply.status === 401 && accepted.length > 0
        ? [hasStatus(reply, 200, 'update-client-200')]
        : storesSentFields(specification, change);
    }),
    ...judged(accepted.length > 0 ? [] : refused.slice(0, 1), changesNothing),
  ];
}

/** Judges that the change is answered with a record. It may or may not show the other concurrent changes. */
const answersWithRecord: ChangeRule = (_specification, { answer }) => [
  hasStatus(answer.reply, 200, 'update-client-200'),
  ...(answer.record === undefined && !answer.isOfAnother ? [isNoRecord(answer)] : []),
];

/** The documents do not say whether concurrent changes are accepted (interface 7). */
function observed(own: Round): Judgement[] {
  if (own.length < 2) return [];
  const statuses = own.map(({ answer }) => withStatus('{status}', answer.reply)).sort();
  const value = own.every(isAccepted) ? 'accepted' : statuses.join(', ');
  return [observes('update-and-create-errors', 'updateClient of two fields at once', value)];
}
