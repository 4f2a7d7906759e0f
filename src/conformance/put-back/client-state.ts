import { isDeepStrictEqual } from 'node:util';
import { type ClientRecord, changedFields, identityOf } from '../../rules/client-record.ts';
import {
  isKept,
  isRestored,
  lostFields,
  restorable,
  whyNothingMoreIsChanged,
} from '../../rules/restorable.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Blocker, Reason } from '../../trace/gap.ts';

/** All that is known of a client for putting it back. A plain value, which only `next` changes. */
export interface ClientState {
  readonly client: string;
  /** Whether its data is disposable, so fields that the interface cannot restore may stay changed. */
  readonly isDisposable: boolean;
  /** `set-up`: the run's set-up changes it, and alone knows its original values. */
  readonly standing: 'listed' | 'set-up' | 'kept';
  /** The original record. Empty until it is kept. */
  readonly record: ClientRecord;
  /** The record in the last reading. */
  readonly shown: ClientRecord;
  /** The number of the exchange of the last reading of the run. */
  readonly shownIn: number;

  /** The values that were sent, by field, without duplicates. */
  readonly sent: Values;
  /** The sent values that were refused. */
  readonly refused: Values;
  /** Whether a change may still be made. */
  readonly isUnsettled: boolean;
  /** Changes whose outcome is unknown because they were not answered, or only by a gateway. */
  readonly unanswered: number;

  /** Whether the target was seen to show a value of the run exactly, for any client. */
  readonly isShownExactly: boolean;
  /** Fields that may be lost, since the target does not show what it stores. */
  readonly shownOtherwise: readonly string[];
  /** The last value sent since the last reading, by field, and whether the target accepted one. */
  readonly open: Readonly<Record<string, { readonly value: unknown; readonly isAccepted: boolean }>>;
  /** Fields that have shown a value of the run exactly. */
  readonly trusted: readonly string[];
  /** Fields that accepted a value of the run, but still show the previous one. */
  readonly doubted: readonly string[];
  /** Fields that showed neither the original value nor one of the run while it was put back. */
  readonly hidden: readonly string[];
  /** Whether the status of clients changes by itself. */
  readonly isStatusFree: boolean;

  /** Why no client of the run may be changed any more. */
  readonly stop: Stop | undefined;
  /** Whether the run was interrupted. Somebody may have corrected a lost field since then. */
  readonly isInterrupted: boolean;
  readonly found: Found;
}

/** Values by field. */
type Values = Readonly<Record<string, readonly unknown[]>>;

/** Why nothing more may be changed. */
export interface Stop {
  readonly reason: Reason;
  readonly message: string;
  /** The places that show that. */
  readonly shownBy?: readonly Blocker[];
}

/** How the last reading of the put-back found a client. `why` has no full stop. */
export type Found =
  | { readonly kind: 'not-checked' }
  /** In consecutive readings, of which the first and the last began at these times, in milliseconds. */
  | { readonly kind: 'restored'; readonly since: number; readonly until: number }
  | { readonly kind: 'changed'; readonly why: string }
  /** `silent`: how many consecutive readings were not answered. */
  | { readonly kind: 'unread'; readonly why: string; readonly silent: number };

export function listedState(client: string, isDisposable: boolean): ClientState {
  return {
    ...{ client, isDisposable, standing: 'listed', record: {}, shown: {}, shownIn: -1 },
    ...{ sent: {}, refused: {}, isUnsettled: false, unanswered: 0 },
    // Nothing is lost of disposable data, so its target needs no proof.
    ...{ isShownExactly: isDisposable, shownOtherwise: [], open: {}, trusted: [], doubted: [], hidden: [] },
    ...{ isStatusFree: false, stop: undefined, isInterrupted: false, found: { kind: 'not-checked' } },
  };
}

/** Changes with an unknown outcome after which no more are sent. */
const mostUnanswered = 5;

/** Why a client may not be changed now; undefined if it may. */
export function obstacleToChange(
  specification: Specification,
  states: readonly ClientState[],
  client: string,
): Stop | undefined {
  const stop = states.find((state) => state.stop !== undefined)?.stop ?? twinsIn(specification, states);
  if (stop !== undefined) return stop;
  const unanswered = states.reduce((sum, state) => sum + state.unanswered, 0);
  if (unanswered > mostUnanswered) {
    const message = `It is not known of ${unanswered} changes whether they were made, since they were not answered, so nothing more is changed.`;
    return { reason: 'unreachable', message };
  }
  // No other client is changed until it shows what it was sent.
  const doubted = states.find((state) => state.client !== client && state.doubted.length > 0);
  return doubted === undefined ? undefined : untrusted(doubted);
}

export function untrusted(state: ClientState, otherwise: readonly string[] = []): Stop {
  const { client, doubted } = state;
  const message = `The client ${client} does not show what it was sent. ${whyNothingMoreIsChanged}`;
  return { reason: 'not-permitted', message, shownBy: placesIn(state, [...otherwise, ...doubted]) };
}

/** Fields, where the last reading shows them. */
export function placesIn({ shownIn: number }: ClientState, fields: readonly string[]): Blocker[] {
  return fields.map((field) => ({ number, pointer: `/${field}` }));
}

/** Two clients with the same record and no id: one may be shown instead of the other. */
function twinsIn(specification: Specification, states: readonly ClientState[]): Stop | undefined {
  const kept = states.filter(({ standing }) => standing === 'kept');
  for (const [index, { client, record }] of kept.entries()) {
    if (identityOf(record, client) === 'own') continue;
    const others = kept.slice(index + 1);
    const twin = others.find((other) => changedFields(specification, record, other.record).length === 0);
    if (twin === undefined) continue;
    const message = `The clients ${client} and ${twin.client} show the same record, without an id: one may be shown for the other, so nothing is changed.`;
    return { reason: 'control-refused', message };
  }
  return undefined;
}

/** How a record shows fields: a value of the run exactly, the previous value, or some other. */
type Showing = Record<'exact' | 'asBefore' | 'otherwise', string[]>;

/**
 * How a reading of the run shows the values that were sent since the last one. The values that a client shows are sent
 * back in the end, so they must be the stored ones. An invented value proves that: once a field of a client showed one
 * exactly, the field is trusted, and later values are for the checks to judge.
 */
export function showingOf(
  specification: Specification,
  { open, trusted, shown, isDisposable }: ClientState,
  record: ClientRecord,
): Showing {
  // A value that was already shown proves nothing.
  const fresh = Object.entries(open).filter(
    ([field, { value }]) =>
      !trusted.includes(field) && !isKept(specification, field, { [field]: value }, shown, isDisposable),
  );
  const values = Object.fromEntries(fresh.map(([field, { value }]) => [field, [value]]));
  const { asBefore, ...others } = compared(specification, values, shown, record, isDisposable);
  // A value that was not accepted need not be shown.
  return { ...others, asBefore: asBefore.filter((field) => open[field]?.isAccepted === true) };
}

/** How a reading of the put-back shows restorable fields that the run sent, apart from values that were refused. */
export function showingBackOf(
  specification: Specification,
  { record: original, sent, refused, isDisposable }: ClientState,
  record: ClientRecord,
): Showing {
  const back = restorable(specification, original);
  const isOther = (field: string, value: unknown): boolean =>
    !isKept(specification, field, { [field]: value }, back, isDisposable) &&
    !(refused[field] ?? []).some((one) => isDeepStrictEqual(one, value));
  const touched = Object.entries(sent).filter(([field]) => Object.hasOwn(back, field));
  const values = touched.map(([field, all]) => [field, all.filter((value) => isOther(field, value))]);
  return compared(specification, Object.fromEntries(values), original, record, isDisposable);
}

function compared(
  specification: Specification,
  sent: Values,
  before: ClientRecord,
  record: ClientRecord,
  isDisposable: boolean,
): Showing {
  const isExact = ([field, values]: [string, readonly unknown[]]): boolean =>
    values.some((value) => isKept(specification, field, { [field]: value }, record, isDisposable));
  const isAsBefore = (field: string): boolean => isKept(specification, field, before, record, isDisposable);
  const exact = Object.entries(sent)
    .filter(isExact)
    .map(([field]) => field);
  const others = Object.keys(sent).filter((field) => !exact.includes(field));
  return {
    exact,
    asBefore: others.filter(isAsBefore),
    otherwise: others.filter((field) => !isAsBefore(field)),
  };
}

/** Original values of the fields that the run has sent, if they can be restored. */
export function originalsOfSent(
  specification: Specification,
  { record, sent, isShownExactly, isInterrupted, shownOtherwise }: ClientState,
): ClientRecord {
  // Never write back a value from a target that may mask what it stores.
  if (!isShownExactly) return {};
  // Somebody may have corrected these fields since. Sending the shown value would lose the correction.
  const spared = isInterrupted ? shownOtherwise : [];
  const back = Object.entries(restorable(specification, record));
  return Object.fromEntries(back.filter(([field]) => Object.hasOwn(sent, field) && !spared.includes(field)));
}

/** Original values of the fields that the last reading shows otherwise, if they can be restored. */
export function originalsOfDiffering(
  specification: Specification,
  { record, shown, isDisposable }: ClientState,
): ClientRecord {
  const back = Object.entries(restorable(specification, record));
  return Object.fromEntries(
    back.filter(([field]) => !isRestored(specification, field, record, shown, isDisposable)),
  );
}

/** Why the last reading does not show the client restored; undefined if it does. */
export function obstacleToRestored(specification: Specification, state: ClientState): string | undefined {
  const { record, shown, isStatusFree, isDisposable } = state;
  const left = Object.keys(originalsOfDiffering(specification, state)).filter(
    (field) => !isKept(specification, field, record, shown, isDisposable),
  );
  if (left.length > 0) return `the target did not take back ${left.join(', ')}`;
  const lost = isDisposable ? [] : lostFields(specification, record, shown, isStatusFree);
  return lost.length === 0 ? undefined : `the interface cannot put back ${lost.join(', ')}`;
}

/** Consecutive readings without an answer before the target counts as gone. */
const mostSilent = 5;

/** Whether a client has to be read again: it may still change, and has not stayed restored for long enough. */
export function mustSettle({ isDisposable, isUnsettled, found }: ClientState, settleMs: number): boolean {
  if (isDisposable || !isUnsettled) return false;
  if (found.kind === 'unread') return found.silent < mostSilent;
  // Measured between two readings, since a single one may take that long.
  return found.kind !== 'restored' || found.until - found.since < settleMs;
}
