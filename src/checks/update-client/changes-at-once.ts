import { updateClient } from '../../api/calls.ts';
import { deviatesAt, hasStatus, isSuccess, statusOf } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import {
  changesNothing,
  isNoRecord,
  isOfTheClient,
  keepsFields,
  type Rule,
  replacesAddress,
  takesFields,
} from '../../rules/change-rules.ts';
import {
  type ClientReading,
  clientReadingOf,
  type ObservedChange,
  type Patch,
  patchOf,
  readBefore,
} from '../../rules/client-change.ts';
import { type ChangeableField, type ClientRecord, isSame } from '../../rules/client-record.ts';
import { emptyPatch } from '../../rules/operations.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import { Undecidable } from '../../trace/gap.ts';
import { roundsOf } from '../again/read-again.ts';
import { answersAtOnce } from './at-once.ts';
import { changeSeries } from './change-series.ts';
import { type ChangeableClient, changeableClients } from './changeable-clients.ts';
import { newValues } from './new-values.ts';
import { nothingToChange } from './nothing-to-change.ts';

/** So many clients are changed at once, each in so many fields. */
const mostClients = 2;
const mostFields = 2;

/** First the texts that people choose freely, which a target has the least reason to refuse. */
const preferred: readonly ChangeableField[] = [
  'firstName',
  'lastName',
  'companyName',
  'title',
  'emailAddress',
  'telephoneNumber',
  'address',
];

/** A change of which nobody knows whether it was made would end all changes. */
const lostAtOnce =
  'Of requests at the same time, the target left some unanswered that it answers alone, so that no clients are changed at the same time.';

/** What was sent at once for one client, each field by itself, and what the client showed before and after. */
interface ChangedAtOnce {
  readonly client: string;
  readonly before: ClientRecord;
  readonly sent: readonly { readonly body: Patch; readonly answer: ClientReading }[];
  readonly after: ClientReading;
}

/**
 * Two fields of each of two clients are changed at the same moment: all four changes hold, since each changes nothing but
 * what it supplies (interface 4.2). A change that is refused meanwhile, as where a client is locked, is not made.
 */
export async function* holdsAtOnce(session: Session): AsyncIterable<Judgement> {
  const { broken } = await session.share(changeSeries);
  if (session.atOnce() === 'lost') throw new Undecidable('control-refused', lostAtOnce);
  if (broken !== undefined) throw broken;
  const clients = (await session.share(changeableClients))
    .filter(({ fields }) => fields.length > 0)
    .slice(0, mostClients);
  let isTaken = false;
  let shown: readonly ClientReading[] = await Promise.all(
    clients.map(({ client }) => readBefore(session, client)),
  );
  for (let round = 0; round < roundsOf(session.sampling); round += 1) {
    const changed = await changedAtOnce(session, clients, shown);
    if (changed.length === 0) break;
    for (const one of changed) {
      isTaken ||= one.sent.some(({ answer }) => isSuccess(answer.reply));
      yield* judgementsOf(session, one, changed);
      observe(session, one);
    }
    shown = changed.map(({ after }) => after);
  }
  if (!isTaken) throw nothingToChange('a field that can be changed', session);
}

async function readAtOnce(session: Session, clients: readonly ChangeableClient[]): Promise<ClientReading[]> {
  const replies = await answersAtOnce(
    session,
    clients.map(({ client }) => ({ call: updateClient(client, emptyPatch), credentials: 'member' })),
  );
  return replies.map((reply, place) => clientReadingOf(reply, clients[place]?.client ?? ''));
}

async function changedAtOnce(
  session: Session,
  clients: readonly ChangeableClient[],
  shown: readonly ClientReading[],
): Promise<ChangedAtOnce[]> {
  const planned = clients.flatMap((changeable, place) => {
    const before = shown[place]?.record;
    if (before === undefined) return [];
    return [{ changeable, before, bodies: bodiesFor(changeable, before) }];
  });
  const asked = planned.flatMap(({ changeable: { client }, bodies }) =>
    bodies.map((body) => ({ client, body, call: updateClient(client, JSON.stringify(body)) })),
  );
  const replies = await answersAtOnce(
    session,
    asked.map(({ call }) => ({ call, credentials: 'member' })),
  );
  const after = await readAtOnce(
    session,
    planned.map(({ changeable }) => changeable),
  );
  return planned.flatMap(({ changeable: { client }, before }, place) => {
    const reading = after[place];
    if (reading === undefined) return [];
    const sent = asked.flatMap((one, at) => {
      const reply = replies[at];
      if (one.client !== client || reply === undefined) return [];
      return [{ body: one.body, answer: clientReadingOf(reply, client) }];
    });
    return [{ client, before, sent, after: reading }];
  });
}

/** One body for each field, so that none is sent with another. */
function bodiesFor(changeable: ChangeableClient, before: ClientRecord): Patch[] {
  const fields = preferred.filter((field) => changeable.fields.includes(field)).slice(0, mostFields);
  return Object.entries(newValues({ ...changeable, fields }, before)).map(([field, value]) => ({
    [field]: value,
  }));
}

function judgementsOf(
  { specification }: Session,
  one: ChangedAtOnce,
  all: readonly ChangedAtOnce[],
): Judgement[] {
  const { client, before, sent, after } = one;
  const strays = straysIn(specification, one, all);
  const ofStrays = new Set(strays.map((judgement) => pointerOf(judgement)));
  const taken = sent.filter(({ answer }) => isSuccess(answer.reply));
  const changes = sent.map(({ body, answer }): ObservedChange => ({ client, before, body, answer, after }));
  const [first] = taken;
  // All that was taken at once is one change of all of it.
  const whole: ObservedChange | undefined = first && {
    ...{ client, before, after, answer: first.answer },
    body: Object.assign({}, ...taken.map(({ body }) => body)),
  };
  const rules: readonly Rule[] = [takesFields, replacesAddress, keepsFields];
  return [
    ...strays,
    ...(whole === undefined ? [] : rules.flatMap((rule) => rule(specification, whole))).filter(
      (judgement) => !ofStrays.has(pointerOf(judgement)),
    ),
    ...changes.flatMap((change) =>
      isSuccess(change.answer.reply)
        ? [...isOfTheClient(specification, change), ...answersRightly(specification, change)]
        : refusedAtOnce(specification, change, taken.length > 0),
    ),
    ...(taken.length > 0
      ? []
      : changes.slice(0, 1).flatMap((change) => changesNothing(specification, change))),
  ];
}

/** Of refusals, a failure of the target's is none, nor is that of a token that was accepted at the same moment. */
function refusedAtOnce(
  specification: Specification,
  change: ObservedChange,
  isTokenAccepted: boolean,
): Judgement[] {
  const { reply } = change.answer;
  if (reply.status === 401 && isTokenAccepted) return [hasStatus(reply, 200, 'update-client-200')];
  return takesFields(specification, change);
}

/** An answer shows at least what its own change has done; of what happens meanwhile, it may show the one or the other. */
const answersRightly: Rule = (specification, change) => {
  const { reply, record, isOfAnother } = change.answer;
  if (isOfAnother) return [];
  if (record === undefined) return [hasStatus(reply, 200, 'update-client-200'), isNoRecord(change.answer)];
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
    hasStatus(reply, 200, 'update-client-200'),
    ...stale.map((field) => deviatesAt(reply, 'update-client-200', `/${field}`, words, 'not as read back')),
  ];
};

/** What a client shows that was sent for another at the same moment, and not for it. */
function straysIn(
  specification: Specification,
  { client, before, sent, after }: ChangedAtOnce,
  all: readonly ChangedAtOnce[],
): Judgement[] {
  const shown = after.record;
  if (shown === undefined) return [];
  const own = sent.map(({ body }) => body as ClientRecord);
  const ofOthers = all.filter((other) => other.client !== client).flatMap((other) => other.sent);
  return ofOthers.flatMap(({ body }) =>
    Object.keys(body)
      .filter(
        (field) =>
          isSame(specification, field, body as ClientRecord, shown) &&
          ![before, ...own].some((known) => isSame(specification, field, known, shown)),
      )
      .map((field) => {
        const words = `must not be what was sent for another client at the same moment`;
        return deviatesAt(
          after.reply,
          'update-client-of-the-client',
          `/${field}`,
          words,
          'changed with another',
        );
      }),
  );
}

function pointerOf(judgement: Judgement): string | undefined {
  return judgement.kind === 'deviates' ? judgement.finding.pointer : undefined;
}

/** Whether changes have to wait for each other is open (interface 7). */
function observe(session: Session, { sent }: ChangedAtOnce): void {
  if (sent.length < 2) return;
  const isAccepted = sent.every(({ answer }) => isSuccess(answer.reply));
  session.observe({
    requirement: 'update-and-create-errors',
    subject: 'updateClient of two fields at once',
    value: isAccepted
      ? 'accepted'
      : sent
          .map(({ answer }) => statusOf(answer.reply))
          .sort()
          .join(', '),
  });
}
