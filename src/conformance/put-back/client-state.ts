import { isDeepStrictEqual } from 'node:util';
import { type ClientRecord, changedFields, identityOf } from '../../rules/client-record.ts';
import { doubtful, isKept, isRestored, lostFields, restorable } from '../../rules/restorable.ts';
import type { Specification } from '../../specification/specification.ts';
import { type Blocker, Undecidable } from '../../trace/gap.ts';

/**
 * Everything known about a client that is needed to restore it. Immutable; `nextState` returns the state after an
 * event.
 */
export interface ClientState {
  readonly client: string;
  readonly isDisposable: boolean;
  /**
   * `listed`: not read yet. `kept`: the original is recorded. `set-up`: a provider state changes the client,
   * and restores it itself.
   */
  readonly phase: 'listed' | 'set-up' | 'kept';
  readonly record: ClientRecord;
  readonly shown: ClientRecord;
  readonly shownIn: number;

  readonly sent: Values;
  readonly refused: Values;
  readonly isUnsettled: boolean;
  /** The number of changes with an unknown outcome: not answered, or answered only by a gateway. */
  readonly unanswered: number;

  /** Whether a value that the run sent was ever read back exactly, for any client. */
  readonly isShownExactly: boolean;
  /** Fields whose original may be lost, because the target may mask the value that it stores. */
  readonly shownOtherwise: readonly string[];
  /** The last value sent to a field since the last reading, and whether any value for the field was answered 2xx. */
  readonly open: Readonly<Record<string, { readonly value: unknown; readonly isAccepted: boolean }>>;
  /** Fields in which a value that the run sent was read back exactly. */
  readonly trusted: readonly string[];
  /** Fields in which a value was accepted, but the previous value is still shown. */
  readonly doubted: readonly string[];
  /** Fields that showed neither the original nor a sent value while the client was restored. */
  readonly hidden: readonly string[];
  /** Whether the client's `status` may change by itself, so it need not be restored. */
  readonly isStatusFree: boolean;

  /** Why the run changes nothing more. */
  readonly stop: Undecidable | undefined;
  /** Whether the run was interrupted. Somebody may have corrected a lost field since then. */
  readonly isInterrupted: boolean;
  readonly found: Found;
}

type Values = Readonly<Record<string, readonly unknown[]>>;

/** The result of the last reading after restoring a client. `why` is a clause without a full stop. */
export type Found =
  | { readonly kind: 'not-checked' }
  /** `since` and `until`: when the first and the last of the consecutive readings began, in milliseconds. */
  | { readonly kind: 'restored'; readonly since: number; readonly until: number }
  | { readonly kind: 'changed'; readonly why: string }
  /** `silent`: the number of consecutive readings without an answer. */
  | { readonly kind: 'unread'; readonly why: string; readonly silent: number };

export function listedState(client: string, isDisposable: boolean): ClientState {
  return {
    ...{ client, isDisposable, phase: 'listed', record: {}, shown: {}, shownIn: -1 },
    ...{ sent: {}, refused: {}, isUnsettled: false, unanswered: 0 },
    // Disposable data cannot be lost, so the target need not prove that it shows what it stores.
    ...{ isShownExactly: isDisposable, shownOtherwise: [], open: {}, trusted: [], doubted: [], hidden: [] },
    ...{ isStatusFree: false, stop: undefined, isInterrupted: false, found: { kind: 'not-checked' } },
  };
}

const maxUnanswered = 5;

export function obstacleToChange(
  specification: Specification,
  states: readonly ClientState[],
  client: string,
): Undecidable | undefined {
  const stop = states.find((state) => state.stop !== undefined)?.stop ?? twinsIn(specification, states);
  if (stop !== undefined) return stop;
  const unanswered = states.reduce((sum, state) => sum + state.unanswered, 0);
  if (unanswered > maxUnanswered)
    return new Undecidable(
      'unreachable',
      `It is not known of ${unanswered} changes whether they were made, since they were not answered, so nothing more is changed.`,
    );
  // While one client does not show what it was sent, no other client is changed.
  const doubted = states.find((state) => state.client !== client && state.doubted.length > 0);
  return doubted === undefined ? undefined : untrusted(doubted);
}

export function untrusted(state: ClientState, otherwise: readonly string[] = []): Undecidable {
  const { client, doubted } = state;
  const advice = doubtful(client, 'does not show what it was sent');
  return new Undecidable('not-permitted', advice, ...placesIn(state, [...otherwise, ...doubted]));
}

export function placesIn({ shownIn: number }: ClientState, fields: readonly string[]): Blocker[] {
  return fields.map((field) => ({ number, pointer: `/${field}` }));
}

/** The reason to change nothing if two clients show the same record and no id: the target may confuse them. */
function twinsIn(specification: Specification, states: readonly ClientState[]): Undecidable | undefined {
  const kept = states.filter(({ phase }) => phase === 'kept');
  for (const [index, { client, record }] of kept.entries()) {
    if (identityOf(record, client) === 'own') continue;
    const others = kept.slice(index + 1);
    const twin = others.find((other) => changedFields(specification, record, other.record).length === 0);
    if (twin === undefined) continue;
    const message = `The clients ${client} and ${twin.client} show the same record, without an id: one may be shown for the other, so nothing is changed.`;
    return new Undecidable('control-refused', message);
  }
  return undefined;
}

type Showing = Record<'exact' | 'asBefore' | 'otherwise', string[]>;

/**
 * How a reading shows the sent values: exactly, as before, or otherwise. Restoring sends back values that the
 * target showed, so these must be the stored ones. A field that showed an invented value exactly once is
 * trusted from then on.
 */
export function showingOf(
  specification: Specification,
  { open, trusted, shown, isDisposable }: ClientState,
  record: ClientRecord,
): Showing {
  // A value that was shown before the change proves nothing.
  const fresh = Object.entries(open).filter(
    ([field, { value }]) =>
      !trusted.includes(field) && !isKept(specification, field, { [field]: value }, shown, isDisposable),
  );
  const values = Object.fromEntries(fresh.map(([field, { value }]) => [field, [value]]));
  const { asBefore, ...others } = compared(specification, values, shown, record, isDisposable);
  // A value that was not accepted need not be shown.
  return { ...others, asBefore: asBefore.filter((field) => open[field]?.isAccepted === true) };
}

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
  const isShown = (field: string, values: ClientRecord): boolean =>
    isKept(specification, field, values, record, isDisposable);
  const fields = Object.groupBy(Object.keys(sent), (field) => {
    if (sent[field]?.some((value) => isShown(field, { [field]: value }))) return 'exact';
    return isShown(field, before) ? 'asBefore' : 'otherwise';
  });
  return { exact: [], asBefore: [], otherwise: [], ...fields };
}

export function originalsOfSent(
  specification: Specification,
  { record, sent, isShownExactly, isInterrupted, shownOtherwise }: ClientState,
): ClientRecord {
  // Never write back a value from a target that may mask what it stores.
  if (!isShownExactly) return {};
  // Fields that showed another value are not sent: somebody may have corrected them since the run, and the shown value
  // may be masked.
  const spared = isInterrupted ? shownOtherwise : [];
  const back = Object.entries(restorable(specification, record));
  return Object.fromEntries(back.filter(([field]) => Object.hasOwn(sent, field) && !spared.includes(field)));
}

export function originalsOfDiffering(
  specification: Specification,
  { record, shown, isDisposable }: ClientState,
): ClientRecord {
  const back = Object.entries(restorable(specification, record));
  return Object.fromEntries(
    back.filter(([field]) => !isRestored(specification, field, record, shown, isDisposable)),
  );
}

export function obstacleToRestored(specification: Specification, state: ClientState): string | undefined {
  const { record, shown, isStatusFree, isDisposable } = state;
  const left = Object.keys(originalsOfDiffering(specification, state)).filter(
    (field) => !isKept(specification, field, record, shown, isDisposable),
  );
  if (left.length > 0) return `the target did not take back ${left.join(', ')}`;
  const lost = isDisposable ? [] : lostFields(specification, record, shown, isStatusFree);
  return lost.length === 0 ? undefined : `the interface cannot put back ${lost.join(', ')}`;
}

const maxSilentReadings = 5;

/**
 * Whether to read the client again: a request may still change it, and it has not stayed restored for long
 * enough.
 */
export function mustSettle({ isDisposable, isUnsettled, found }: ClientState, settleMs: number): boolean {
  if (isDisposable || !isUnsettled) return false;
  if (found.kind === 'unread') return found.silent < maxSilentReadings;
  // The time is measured between two readings, since a single reading may take `settleMs`.
  return found.kind !== 'restored' || found.until - found.since < settleMs;
}
