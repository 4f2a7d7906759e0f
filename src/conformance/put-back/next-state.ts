import { isDeepStrictEqual } from 'node:util';
import type { ClientRecord } from '../../rules/client-record.ts';
import { lostFields, restorable } from '../../rules/restorable.ts';
import type { Specification } from '../../specification/specification.ts';
import { Undecidable } from '../../trace/gap.ts';
import {
  type ClientState,
  obstacleToRestored,
  placesIn,
  showingBackOf,
  showingOf,
  untrusted,
} from './client-state.ts';
import type { JournalEvent } from './journal.ts';

export type ClientEvent =
  | JournalEvent
  /** A provider state is about to change the client, and will undo that itself. */
  | { readonly kind: 'set-up' }
  | { readonly kind: 'kept'; readonly record: ClientRecord }
  /** A change to these values was answered 2xx. */
  | { readonly kind: 'accepted'; readonly fields: ClientRecord }
  /** The outcome of a change to these values is unknown. `mayBeLate`: the service may still process it. */
  | { readonly kind: 'unknown'; readonly fields: ClientRecord; readonly mayBeLate: boolean }
  | { readonly kind: 'shown'; readonly record: ClientRecord; readonly number: number }
  | { readonly kind: 'of-another'; readonly number: number }
  | { readonly kind: 'status-changed' }
  /** The run was interrupted, and this is a later process. */
  | { readonly kind: 'interrupted' }
  /** A reading after restoring shows this record. `at`: when the reading began. */
  | { readonly kind: 'read-back'; readonly record: ClientRecord; readonly at: number }
  /** A reading after restoring does not show the client's record. */
  | { readonly kind: 'not-read'; readonly why: string; readonly isAnswered: boolean }
  /**
   * All original values were sent. From now on, the client is read until it has stayed restored long enough.
   */
  | { readonly kind: 'watched' }
  | { readonly kind: 'given-up'; readonly why: string };

/**
 * Returns the state of a client after an event: during a run, while restoring, and in a later `restore`, which first
 * applies the events of the journal. A client's state combines five small state machines:
 *
 * ```text
 * phase      listed ──kept──▶ kept           listed ──set-up──▶ set-up: never restored
 *
 * changes    untouched ──sent──▶ changed ──unknown, interrupted──▶ unsettled:  must settle in the end
 *
 * a field    open ──shown exactly──▶ trusted                    open: accepted, or its outcome is unknown
 *            open ──shown as before──▶ doubted ──shown exactly──▶ trusted
 *            open ──shown otherwise──▶ all that was sent may be lost, and the run is stopped
 *            trusted ──hidden──▶ may be lost: restoring, it showed neither the original nor a sent value
 *
 * the run    going on ──of-another, a field lost or otherwise, four fields doubted──▶ stopped: nothing more is changed
 *
 * found      not checked ──read-back──▶ restored ◀──read-back──▶ changed ◀──given-up── any
 *                any ──not-read──▶ unread ──read-back──▶ restored, changed
 *                any ──watched──▶ not checked
 * ```
 *
 * At the end, `restored` becomes the outcome `put-back`, or `not-verified` if a field may be lost. Any other state
 * becomes `left-changed`.
 *
 * @returns the same object if the event adds nothing
 */
export function nextState(specification: Specification, state: ClientState, event: ClientEvent): ClientState {
  switch (event.kind) {
    case 'set-up':
      return { ...state, phase: 'set-up' };
    case 'kept':
      if (state.phase === 'set-up') return state;
      return { ...state, phase: 'kept', record: event.record, shown: event.record };
    case 'sent':
    case 'refused':
      return withValues(state, event.kind, event.fields);
    case 'accepted':
      return withOpen(specification, state, event.fields, true);
    case 'unknown':
      return {
        ...withOpen(specification, state, event.fields, false),
        unanswered: state.unanswered + (event.mayBeLate ? 1 : 0),
      };
    case 'unsettled':
      return state.isUnsettled ? state : { ...state, isUnsettled: true };
    case 'shown':
      return afterReading(specification, state, event);
    case 'shown-otherwise': {
      const shownOtherwise = union(state.shownOtherwise, event.fields);
      return shownOtherwise.length === state.shownOtherwise.length ? state : { ...state, shownOtherwise };
    }
    case 'shown-exactly':
      return shownExactly(state, event.fields);
    case 'hidden': {
      const hidden = union(state.hidden, event.fields);
      return hidden.length === state.hidden.length ? state : { ...state, hidden };
    }
    case 'of-another': {
      const message = `The client ${state.client} is answered with the record of another client, so nothing more is changed.`;
      const shownBy = { number: event.number, pointer: '/id' };
      return stopped(state, new Undecidable('control-refused', [message, state.client], shownBy));
    }
    case 'status-changed':
      return state.isStatusFree ? state : { ...state, isStatusFree: true };
    case 'interrupted':
      return { ...state, isInterrupted: true, isUnsettled: true };
    case 'read-back':
      return afterReadingBack(specification, state, event);
    case 'not-read': {
      const before = state.found.kind === 'unread' ? state.found.silent : 0;
      return {
        ...state,
        found: { kind: 'unread', why: event.why, silent: event.isAnswered ? 0 : before + 1 },
      };
    }
    case 'watched':
      if (state.isDisposable || !state.isUnsettled) return state;
      return { ...state, found: { kind: 'not-checked' } };
    case 'given-up':
      return { ...state, found: { kind: 'changed', why: event.why } };
  }
}

/**
 * The journal events to write for each client after an event of one client. If a target masks a field of one client, it
 * may mask the same field of all.
 */
export function journalEventsOf(
  specification: Specification,
  state: ClientState,
  event: ClientEvent,
): (of: ClientState) => readonly JournalEvent[] {
  switch (event.kind) {
    case 'shown': {
      const { exact, asBefore, otherwise } = showingOf(specification, state, event.record);
      return ({ sent }) => {
        const touched = Object.keys(sent);
        // If one field shows neither the sent nor the previous value, the target may mask all fields, and all
        // originals may be lost.
        const fields = otherwise.length > 0 ? touched : touched.filter((field) => asBefore.includes(field));
        return [
          ...(fields.length > 0 ? [{ kind: 'shown-otherwise', fields } as const] : []),
          ...(exact.length > 0 ? [{ kind: 'shown-exactly', fields: exact } as const] : []),
        ];
      };
    }
    case 'read-back': {
      const { exact } = showingBackOf(specification, state, event.record);
      // A field may be shown for one client and masked for another, so the event of another client names no field.
      return () => (exact.length > 0 ? [{ kind: 'shown-exactly', fields: [] }] : []);
    }
    case 'unknown':
      return (of) => (of.client === state.client ? [{ kind: 'unsettled' }] : []);
    default:
      return () => [];
  }
}

/** If this many fields accept a value but do not show it, the target is not trusted. */
const minDoubtedOfUntrusted = 4;

/** How to test the rest of a client without the field that cannot be put back. */
const workaround =
  'list the field whose change does that, such as emailAddress, in leaveFields of the configuration, or test with writes "all" and clients that are disposable.';

function afterReading(
  specification: Specification,
  state: ClientState,
  { record, number }: Extract<ClientEvent, { kind: 'shown' }>,
): ClientState {
  const { exact, asBefore, otherwise } = showingOf(specification, state, record);
  const doubted = union(state.doubted, asBefore).filter((field) => !exact.includes(field));
  const trusted = union(state.trusted, exact);
  const read = { ...state, shown: record, shownIn: number, open: {}, trusted, doubted };
  const lost =
    state.phase === 'kept' ? lostFields(specification, state.record, record, state.isStatusFree) : [];
  if (lost.length > 0) {
    const message = `The client ${state.client} shows ${lost.join(', ')} changed, which cannot be put back, so nothing more is changed. To test the rest, ${workaround}`;
    const stop = [message, state.client, workaround] as const;
    return stopped(read, new Undecidable('not-permitted', stop, ...placesIn(read, lost)));
  }
  const isTrusted = otherwise.length === 0 && doubted.length < minDoubtedOfUntrusted;
  return isTrusted ? read : stopped(read, untrusted(read, otherwise));
}

function afterReadingBack(
  specification: Specification,
  state: ClientState,
  { record, at }: Extract<ClientEvent, { kind: 'read-back' }>,
): ClientState {
  const { exact, otherwise } = showingBackOf(specification, state, record);
  const read = {
    ...(exact.length === 0 ? state : shownExactly(state, exact)),
    ...{ shown: record, hidden: union(state.hidden, otherwise) },
  };
  const why = obstacleToRestored(specification, read);
  if (why !== undefined) return { ...read, found: { kind: 'changed', why } };
  const since = state.found.kind === 'restored' ? state.found.since : at;
  return { ...read, found: { kind: 'restored', since, until: at } };
}

function stopped(state: ClientState, stop: Undecidable): ClientState {
  return state.stop === undefined ? { ...state, stop } : state;
}

function shownExactly(state: ClientState, fields: readonly string[]): ClientState {
  const isOther = (field: string): boolean => !fields.includes(field);
  const shownOtherwise = state.shownOtherwise.filter(isOther);
  if (state.isShownExactly && shownOtherwise.length === state.shownOtherwise.length) return state;
  return { ...state, isShownExactly: true, shownOtherwise, doubted: state.doubted.filter(isOther) };
}

function withValues(state: ClientState, kind: 'sent' | 'refused', fields: ClientRecord): ClientState {
  const known = state[kind];
  const fresh = Object.entries(fields).filter(
    ([field, value]) => !(known[field] ?? []).some((one) => isDeepStrictEqual(one, value)),
  );
  if (fresh.length === 0) return state;
  const added = fresh.map(([field, value]) => [field, [...(known[field] ?? []), value]] as const);
  return { ...state, [kind]: { ...known, ...Object.fromEntries(added) } };
}

/**
 * Remembers the last value sent to each field. Earlier values prove nothing: changes may be applied in
 * another order.
 */
function withOpen(
  specification: Specification,
  state: ClientState,
  fields: ClientRecord,
  isAccepted: boolean,
): ClientState {
  // Disposable data cannot be lost, so the target need not prove that it shows what it stores.
  if (state.isDisposable) return state;
  const others = Object.entries(state.open).filter(([field]) => !Object.hasOwn(fields, field));
  const own = Object.entries(restorable(specification, fields)).map(([field, value]) => {
    return [field, { value, isAccepted: isAccepted || state.open[field]?.isAccepted === true }] as const;
  });
  return { ...state, open: Object.fromEntries([...others, ...own]) };
}

function union(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...new Set([...one, ...other])];
}
