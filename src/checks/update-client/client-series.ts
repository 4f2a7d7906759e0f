import { isSuccess } from '../../harness/assertions.ts';
import type { Session } from '../../harness/session.ts';
import { type ObservedChange, type Patch, patchOf } from '../../rules/client-change.ts';
import { type ClientRecord, isSame } from '../../rules/client-record.ts';
import { changesToTheSame } from '../../rules/client-series.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { ChangeableClient } from './changeable-clients.ts';
import { type BodyFrom, changesInTurn, type Planned } from './changes-in-turn.ts';
import { newValues } from './new-values.ts';

/** The fields that are changed alone, and the lines without which the address is sent. */
export type Alone = Pick<ChangeableClient, 'fields' | 'lines'>;

/** A change of the series. */
interface PlannedChange extends Planned {
  /** The lines that the address does not have. */
  readonly without?: readonly string[];
  /** What is made where it is refused. */
  readonly ifRefused?: readonly PlannedChange[];
}

/**
 * Changes a client: all fields together, some of them alone, and the address by ones with fewer lines.
 * @param before - what it shows
 */
export async function* clientSeries(
  session: Session,
  changeable: ChangeableClient,
  alone: Alone,
  before: ClientRecord,
): AsyncIterable<ObservedChange> {
  const { fields } = changeable;
  const { thorough } = session.sampling;
  let shown: ClientRecord | undefined = before;
  const refused = new Set<PlannedChange>();
  const make = async function* (plans: readonly PlannedChange[]): AsyncIterable<ObservedChange> {
    // What cannot be read back any more is not changed any further; the change before tells why.
    if (shown === undefined) return;
    for await (const [change, plan] of changesInTurn(session, { ...changeable, before: shown }, plans)) {
      shown = change.after.record;
      if (isRefused(change)) refused.add(plan);
      observe(session, changeable, plan, change);
      yield change;
    }
  };
  // First, so that what each of the others leaves out was changed before.
  if (fields.length > 1) yield* make([allTogether(changeable, alone)]);
  yield* make([
    ...alone.fields.map((field) => ({
      bodyFrom: sending(changeable, [field]),
      ifRefused: [ownValue(field)],
    })),
    ...shorterAddresses(session, changeable, alone.lines),
  ]);
  // A thorough run has made all of them.
  if (!thorough) yield* make([...refused].flatMap(({ ifRefused = [] }) => ifRefused));
}

/**
 * All fields. An address that is not changed alone lacks some lines here, so that it shows of each client whether it is
 * replaced.
 */
function allTogether(changeable: ChangeableClient, alone: Alone): PlannedChange {
  const { fields, lines } = changeable;
  const whole: PlannedChange = { bodyFrom: sending(changeable, fields) };
  const isShort = fields.includes('address') && !alone.fields.includes('address') && lines.length > 1;
  const [without = []] = isShort ? partsOf(lines) : [];
  if (without.length === 0) return whole;
  const rest = lines.filter((line) => !without.includes(line));
  // Which lines an address must have is open.
  return { bodyFrom: sending(changeable, fields, rest), ifRefused: [whole] };
}

function sending(
  changeable: ChangeableClient,
  fields: ChangeableClient['fields'],
  lines = changeable.lines,
): BodyFrom {
  return (shown) => newValues({ ...changeable, fields, lines }, shown);
}

/** New values may be refused, but not what the client shows. */
function ownValue(field: string): PlannedChange {
  return { bodyFrom: (shown) => ({ [field]: memberOf(shown, field) }) };
}

/** Addresses without some of these lines, and one without any: which of them an address must have is open. */
function shorterAddresses(
  { sampling: { thorough }, target: { writes } }: Session,
  changeable: ChangeableClient,
  spare: readonly string[],
): PlannedChange[] {
  if (spare.length < 2) return [];
  const { lines } = changeable;
  const without = (some: readonly string[], emptied: readonly string[] = []): PlannedChange => {
    const bodyFrom = sending(
      changeable,
      ['address'],
      lines.filter((line) => !some.includes(line)),
    );
    return {
      bodyFrom: (shown) => withEmptied(bodyFrom(shown), emptied),
      without: some,
      ifRefused: some.length === 1 ? [] : some.map((line) => without([line])),
    };
  };
  return [
    ...(thorough
      ? spare.map((line) => without([line]))
      : partsOf(spare).map((some) => without(some, emptiedOf(some)))),
    ...(thorough || writes === 'all' ? [{ bodyFrom: () => ({ address: {} }), without: lines }] : []),
  ];
}

/** A line that is empty is there no more than one that is left out: the one or the other is usual. */
function emptiedOf(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line === 'line_3');
}

function withEmptied(body: Patch, lines: readonly string[]): Patch {
  if (lines.length === 0 || body.address === undefined) return body;
  return { address: { ...body.address, ...Object.fromEntries(lines.map((line) => [line, ''])) } };
}

/** Lines that many addresses do not have, which a target has the least reason to miss. */
const seldom: ReadonlySet<string> = new Set(['line_2', 'line_3', 'county', 'uprn']);

/** The lines in two parts: an address that lacks several shows of each of them what it would show by itself. */
function partsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const parts = [lines.filter((line) => seldom.has(line)), lines.filter((line) => !seldom.has(line))];
  return parts.every(({ length }) => length > 0) ? parts : [lines.slice(0, 1), lines.slice(1)];
}

/** Of a failure, and of a token without the permission, another change would say no more. */
function isRefused({ answer: { reply } }: ObservedChange): boolean {
  return !isSuccess(reply) && reply.status < 500 && reply.status !== 403;
}

function observe(
  session: Session,
  changeable: ChangeableClient,
  { without }: PlannedChange,
  change: ObservedChange,
): void {
  if (without !== undefined) observeShortAddress(session, changeable, without, change);
  else if (!changesToTheSame(session.specification, change)) observeNewValues(session, change);
}

/** Which values a target takes is open (interface 7), and so is which way the status of a client goes (interface 3). */
function observeNewValues(session: Session, change: ObservedChange): void {
  const { answer, before, after } = change;
  const fields = Object.keys(patchOf(change));
  session.observe({
    requirement: 'update-and-create-errors',
    subject: `updateClient with ${fields.length === 1 ? `a new ${fields[0]}` : 'new values of all fields'}`,
    value: isSuccess(answer.reply) ? 'accepted' : String(answer.reply.status),
  });
  if (after.record === undefined || isSame(session.specification, 'status', before, after.record)) return;
  session.observe({
    requirement: 'client-status-transitions',
    subject: `updateClient with ${fields.join(', ')}`,
    value: 'the status changes',
  });
}

function observeShortAddress(
  session: Session,
  { lines }: ChangeableClient,
  without: readonly string[],
  { answer }: ObservedChange,
): void {
  const { status } = answer.reply;
  const isAny = without.length === lines.length;
  // Which of several lines is missed, each of them shows by itself.
  if (!isSuccess(answer.reply) && without.length > 1 && !isAny) return;
  for (const line of isAny ? ['any line'] : without) {
    session.observe({
      requirement: 'address-fields-required',
      subject: `updateClient with an address without ${line}`,
      value: isSuccess(answer.reply) ? 'accepted' : String(status),
    });
  }
}
