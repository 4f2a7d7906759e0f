import { isSuccess } from '../harness/assertions.ts';
import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { Blocker } from '../trace/gap.ts';
import {
  type ChangeableField,
  type ClientRecord,
  changeableFields,
  identityOf,
  isSame,
  recordIn,
  shows,
} from './client-record.ts';

export type Patch = Readonly<Partial<Record<ChangeableField, unknown>>>;

export interface ClientReading {
  /** The client in the path of the request. */
  readonly client: string;
  readonly reply: Exchange;
  readonly record: ClientRecord | undefined;
  readonly isOfAnother: boolean;
}

export interface ObservedChange {
  readonly client: string;
  /** The body that was sent. It may be any JSON value, since some bodies are wrong on purpose. */
  readonly body: unknown;
  readonly before: ClientRecord;
  readonly answer: ClientReading;
  readonly after: ClientReading;
  readonly isRefusedWithoutReason?: boolean;
  /** Fields that this change sent and its answer showed, but no later answer shows. */
  readonly gone?: readonly string[];
  /** The lines that the sent address left out. Undefined if the values are not planned ones. */
  readonly omittedLines?: readonly string[];
}

export function clientReadingOf(reply: Exchange, client: string): ClientReading {
  const record = recordIn(reply);
  const isOfAnother = record !== undefined && identityOf(record, client) === 'other';
  return { client, reply, record: isOfAnother ? undefined : record, isOfAnother };
}

export function blockersAt({ reply: { number } }: ClientReading, fields: readonly string[]): Blocker[] {
  return fields.map((field) => ({ number, pointer: `/${field}` }));
}

export function unreadInWords(readings: readonly ClientReading[]): string {
  const kinds = Map.groupBy(readings, ({ isOfAnother }) =>
    isOfAnother ? "with another client's record" : 'without a client record',
  );
  return [...kinds]
    .map(([kind, some]) => `${[...new Set(some.map(({ reply }) => reply.status))].join(', ')} ${kind}`)
    .join(' and ');
}

export function patchOf({ body }: ObservedChange): Patch {
  return isObject(body) ? body : {};
}

export function sendsField(change: ObservedChange, field: string): boolean {
  return memberOf(patchOf(change), field) !== undefined;
}

/** Statuses that may mean an outdated value or a closed client. A target may use either (interface 7). */
export const valueRefusals: readonly number[] = [400, 422];

export function withRelatedChanges(
  specification: Specification,
  changes: readonly ObservedChange[],
): ObservedChange[] {
  return changes.map((change) => {
    const ofTheClient = changes.filter(({ client }) => client === change.client);
    return {
      ...change,
      isRefusedWithoutReason: isRefusedWithoutReason(specification, change, ofTheClient, changes),
      gone: goneAfter(specification, change, ofTheClient),
    };
  });
}

export function sendsShownValues(specification: Specification, change: ObservedChange): boolean {
  const patch = patchOf(change);
  return Object.keys(patch).every((field) =>
    isSame(specification, field, patch as ClientRecord, change.before),
  );
}

/**
 * Whether a client's own values are refused without a good reason, such as outdated values or a closed client. True if
 * other changes with the same values are accepted, or if no value of the client or of the field, old or new, is ever
 * accepted.
 */
function isRefusedWithoutReason(
  specification: Specification,
  change: ObservedChange,
  ofTheClient: readonly ObservedChange[],
  all: readonly ObservedChange[],
): boolean {
  const patch = patchOf(change);
  const fields = Object.keys(patch);
  const { status } = change.answer.reply;
  if (fields.length === 0 || change.before.status === 'Closed') return false;
  if (!sendsShownValues(specification, change)) return false;
  if (status === 409) return isConflictWithItself(change, ofTheClient);
  if (!valueRefusals.includes(status)) return false;
  const isTaken = (field: string): boolean =>
    ofTheClient.some(
      (other) =>
        isSuccess(other.answer.reply) &&
        sendsField(other, field) &&
        isSame(specification, field, patchOf(other) as ClientRecord, patch as ClientRecord),
    );
  return (
    fields.every(isTaken) ||
    isOfManyRefused(specification, ofTheClient) ||
    isFieldRefused(specification, fields, all)
  );
}

/**
 * Whether a client's own values conflict with themselves: the first two changes of these fields are answered 409, but
 * the change after this one is accepted. So the client is not locked, and no value awaits confirmation.
 */
function isConflictWithItself(change: ObservedChange, ofTheClient: readonly ObservedChange[]): boolean {
  const fields = Object.keys(patchOf(change));
  const ofFields = ofTheClient.filter((one) => fields.some((field) => sendsField(one, field)));
  const next = ofTheClient[ofTheClient.indexOf(change) + 1];
  const isNextAccepted =
    next !== undefined && isSuccess(next.answer.reply) && Object.keys(patchOf(next)).length > 0;
  return (
    isNextAccepted &&
    ofFields.length > 1 &&
    ofFields.slice(0, 2).every(({ answer }) => answer.reply.status === 409)
  );
}

/**
 * Whether the own values of several fields, among them a name, are all refused. It is unlikely that all of them are
 * outdated.
 */
function isOfManyRefused(specification: Specification, changes: readonly ObservedChange[]): boolean {
  const own = changes.filter(
    (change) => Object.keys(patchOf(change)).length > 0 && sendsShownValues(specification, change),
  );
  const fields = new Set(own.flatMap((change) => Object.keys(patchOf(change))));
  return (
    fields.size > 1 &&
    [...fields].some((field) => field.endsWith('Name')) &&
    own.every(({ answer }) => valueRefusals.includes(answer.reply.status))
  );
}

function isFieldRefused(
  specification: Specification,
  fields: readonly string[],
  changes: readonly ObservedChange[],
): boolean {
  const [field = '', ...others] = fields;
  if (others.length > 0) return false;
  const ofTheField = changes.filter((change) => sendsField(change, field));
  return (
    ofTheField.every(({ answer }) => !isSuccess(answer.reply)) &&
    ofTheField.some(
      (change) => Object.keys(patchOf(change)).length === 1 && !sendsShownValues(specification, change),
    )
  );
}

function stepsOf(change: ObservedChange) {
  const { answer, after } = change;
  const own = { patch: patchOf(change), record: answer.record };
  return isReadAfterwards(change) ? [own, { patch: {}, record: after.record }] : [own];
}

/**
 * Whether the client was read back after the change. If the answer is as expected, the reading is omitted, and `after`
 * is the answer itself.
 */
function isReadAfterwards({ answer, after }: ObservedChange): boolean {
  return after.reply !== answer.reply;
}

/**
 * Fields that the change sent and its answer showed, but no later answer shows. If one later answer shows a field, the
 * field is still stored, and the others merely omit it (interface 2.2).
 */
function goneAfter(
  specification: Specification,
  change: ObservedChange,
  ofTheClient: readonly ObservedChange[],
): string[] {
  const { answer, after } = change;
  if (!isReadAfterwards(change) || after.record === undefined) return [];
  const steps = ofTheClient
    .slice(ofTheClient.indexOf(change))
    .flatMap(stepsOf)
    .filter(({ record }) => record !== undefined);
  return changeableFields(specification).filter((field) => {
    const leavingOut = steps.filter(({ patch }) => memberOf(patch, field) === undefined);
    return (
      sendsField(change, field) &&
      shows(answer.record ?? {}, field) &&
      leavingOut.some(({ patch }) => Object.keys(patch).length > 0) &&
      !leavingOut.some(({ record = {} }) => shows(record, field))
    );
  });
}
