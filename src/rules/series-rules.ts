import { held, isSuccess, observes, undecided, undecidedBy } from '../harness/assertions.ts';
import type { About, Judgement, Rule } from '../harness/check.ts';
import { distinct } from '../schema/grouped.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type Blocker, Undecidable } from '../trace/gap.ts';
import {
  type BeforeAndAfter,
  type ChangeRule,
  causedBy,
  isNotClientRecord,
  isOfTheClient,
  judgedChange,
  outcomeOf,
  replacesAddress,
  showsAnotherClient,
  storesSentFields,
  unexpectedChange,
} from './change-rules.ts';
import {
  blockersAt,
  type ClientReading,
  type ObservedChange,
  patchOf,
  sendsField,
  sendsShownValues,
  withRelatedChanges,
} from './client-change.ts';
import { type ClientRecord, changeableFields, differingFields, isSame, shows } from './client-record.ts';
import { restorable } from './restorable.ts';

export interface ChangeSeries {
  readonly changes: readonly ObservedChange[];
  readonly otherClients: readonly BeforeAndAfter[];
  readonly broken?: Undecidable | undefined;
}

/** @param what - the fields to change, in words; the result names them if no change can be judged */
export function ofChanges(what: string, rule: ChangeRule): Rule<ObservedChange> {
  return (changes, about) => {
    const { specification } = about;
    const judgements = withRelatedChanges(specification, changes).flatMap((change) =>
      judgedChange(specification, change, rule),
    );
    return [
      ...orUndecided(judgements, about, what, changes),
      ...changes.flatMap((change) => [...observationsOf(specification, change)]),
    ];
  };
}

/** @param isMeant - whether changes of exactly these fields are to be judged */
export function storesChanges(
  what: string,
  isMeant: (fields: readonly string[]) => boolean,
): Rule<ObservedChange> {
  return ofChanges(what, (specification, change) =>
    isMeant(Object.keys(patchOf(change)))
      ? [...storesSentFields(specification, change), ...replacesAddress(specification, change)]
      : [],
  );
}

export function* orUndecided(
  judgements: readonly Judgement[],
  about: About,
  what?: string,
  changes: readonly ObservedChange[] = [],
): Iterable<Judgement> {
  yield* judgements;
  if (judgements.length > 0 || about.isCutShort) return;
  yield undecidedBy(nothingToChange(about, what, changes));
}

/**
 * @param changes - the changes so far; if they show that the service fails or loses a field, the result names that as
 * the problem to fix first
 */
export function nothingToChange(
  { target, specification }: Pick<About, 'target' | 'specification'>,
  what = 'a field that can be changed',
  changes: readonly ObservedChange[] = [],
): Undecidable {
  const { leaveFields = [] } = target;
  const isLeft =
    leaveFields.includes(what) ||
    changeableFields(specification).every((field) => leaveFields.includes(field));
  if (isLeft) {
    const words = `leaveFields of the configuration has ${leaveFields.join(', ')}. Remove it there to have ${what} changed.`;
    return new Undecidable('not-configured', words);
  }
  const how = target.writes === 'restore' ? ' with a value that can be restored' : '';
  return new Undecidable(
    'no-data',
    [
      `No listed client shows ${what}${how}, or the target refused the test value. List another client.`,
      what,
    ],
    ...distinct(
      changes.map(({ answer }) => answer.reply).filter((reply) => !isSuccess(reply)),
      ({ status }) => String(status),
    ),
    ...distinct(changes.toReversed(), ({ client }) => client).flatMap(({ after }) =>
      missingIn(specification, what, after),
    ),
  );
}

function missingIn(specification: Specification, what: string, reading: ClientReading): Blocker[] {
  const { record, reply } = reading;
  if (record === undefined || isNotClientRecord(specification, record)) return [reply];
  const fields = changeableFields(specification);
  const meant = fields.filter((field) => field === what);
  const back = restorable(specification, record);
  const missing = (meant.length > 0 ? meant : fields).filter((field) => !Object.hasOwn(back, field));
  return blockersAt(reading, missing);
}

export interface SeenOfClients {
  readonly ofOthers: readonly Exchange[];
  readonly series?: ChangeSeries;
}

export function* changesNoOtherClient(seen: readonly SeenOfClients[], about: About): Iterable<Judgement> {
  const { specification, target } = about;
  for (const { ofOthers, series } of seen) {
    yield* ofOthers.map(showsAnotherClient);
    if (series === undefined) continue;
    yield* series.otherClients.flatMap((other) => judgeOtherClient(specification, other, series.changes));
    if (target.clients.length < 2) {
      const words =
        'List a second client in clients of the configuration, to see that a change lands on no other.';
      yield undecided('not-configured', words);
    }
    const isReported = (one: Judgement): boolean =>
      one.kind === 'deviates' && ofOthers.some(({ number }) => number === one.finding.reply);
    const rule = ofChanges('an id, and a field that can be changed', (_specification, change) =>
      isOfTheClient(specification, change).filter((one) => !isReported(one)),
    );
    yield* rule(series.changes, about);
  }
}

export function judgeOtherClient(
  specification: Specification,
  { before, after }: BeforeAndAfter,
  changes: readonly ObservedChange[],
): Judgement[] {
  const { record, reply } = after;
  if (record === undefined) return [];
  const differing = differingFields(specification, before, record);
  const changed = differing.filter((field) => !isOwnChange(specification, field, record, reply, changes));
  if (changed.length > 0) {
    const row = 'update-client-of-the-client';
    return changed.map((field) => {
      const seen = { before, after };
      const change = changes.findLast(
        (one) => one.answer.reply.number < reply.number && sendsField(one, field),
      );
      const isSent =
        change !== undefined && isSame(specification, field, patchOf(change) as ClientRecord, record);
      const how = isSent ? 'to what was sent for another client' : 'by a change of another client';
      const judgement = unexpectedChange(specification, field, seen, row, how, 'changed with another');
      return causedBy(judgement, change?.answer.reply);
    });
  }
  if (differing.length > 0) return [];
  const others = specification.fieldsOf('Client').filter((field) => field !== 'id');
  return others.some((field) => shows(record, field)) ? [held] : [];
}

function isOwnChange(
  specification: Specification,
  field: string,
  record: ClientRecord,
  { number, call }: Exchange,
  changes: readonly ObservedChange[],
): boolean {
  const own = changes.findLast(
    (change) =>
      change.answer.reply.number < number &&
      change.answer.reply.call.path === call.path &&
      sendsField(change, field),
  );
  return (
    own !== undefined &&
    isSuccess(own.answer.reply) &&
    isSame(specification, field, patchOf(own) as ClientRecord, record)
  );
}

function* observationsOf(specification: Specification, change: ObservedChange): Iterable<Judgement> {
  const { omittedLines, answer, before, after } = change;
  const outcome = outcomeOf(answer.reply);
  // If several lines are missing, a refusal does not show which one is required.
  if (omittedLines === undefined || (omittedLines.length > 1 && !isSuccess(answer.reply))) return;
  for (const line of omittedLines)
    yield observes('address-fields-required', `updateClient with an address without ${line}`, outcome);
  if (omittedLines.length > 0 || sendsShownValues(specification, change)) return;
  // The documents leave open whether new values are refused (interface 7), and whether a change alters the status
  // (interface 3).
  const fields = Object.keys(patchOf(change));
  const values = fields.length === 1 ? `a new ${fields[0]}` : 'new values of all fields';
  yield observes('update-and-create-errors', `updateClient with ${values}`, outcome);
  if (after.record === undefined || isSame(specification, 'status', before, after.record)) return;
  const subject = `updateClient with ${fields.join(', ')}`;
  yield observes('client-status-transitions', subject, 'the status changes');
}
