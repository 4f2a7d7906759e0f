import { isDeepStrictEqual } from 'node:util';
import type { ClientRecord } from '../../rules/client-record.ts';

/** Something that befell a client in a run. */
export type HistoryEvent =
  /** A change is about to be sent, of these fields to these values. */
  | { readonly kind: 'sent'; readonly fields: ClientRecord }
  /** A change of these fields to these values was refused. */
  | { readonly kind: 'refused'; readonly fields: ClientRecord }
  /** Whether a change was made is not known; it may be made yet. */
  | { readonly kind: 'unsettled' }
  /** The target shows these fields otherwise than it keeps them: what was sent back may not be what was there. */
  | { readonly kind: 'shown-otherwise'; readonly fields: readonly string[] }
  /** The target shows these fields as they were sent. */
  | { readonly kind: 'shown-exactly'; readonly fields: readonly string[] };

/** What befell a client in a run. */
export interface ClientHistory {
  /** The values that were sent, by their fields, each once. */
  readonly sent: Readonly<Record<string, readonly unknown[]>>;
  /** Those of them that were refused. */
  readonly refused: Readonly<Record<string, readonly unknown[]>>;
  readonly isUnsettled: boolean;
  /** Fields that may be lost, since the target shows them otherwise than it keeps them. */
  readonly shownOtherwise: readonly string[];
  /** Whether the target was seen to show a value of the run exactly. */
  readonly isShownExactly: boolean;
}

/** Nothing has befallen the client yet. */
export const noHistory: ClientHistory = {
  sent: {},
  refused: {},
  isUnsettled: false,
  shownOtherwise: [],
  isShownExactly: false,
};

/** The history with one event more; the same value, where the event says nothing new. */
export function withEvent(history: ClientHistory, event: HistoryEvent): ClientHistory {
  switch (event.kind) {
    case 'sent':
    case 'refused': {
      const known = history[event.kind];
      const fresh = Object.entries(event.fields).filter(
        ([field, value]) => !(known[field] ?? []).some((one) => isDeepStrictEqual(one, value)),
      );
      if (fresh.length === 0) return history;
      const added = fresh.map(([field, value]) => [field, [...(known[field] ?? []), value]] as const);
      return { ...history, [event.kind]: { ...known, ...Object.fromEntries(added) } };
    }
    case 'unsettled':
      return history.isUnsettled ? history : { ...history, isUnsettled: true };
    case 'shown-otherwise': {
      const fields = [...new Set([...history.shownOtherwise, ...event.fields])];
      return fields.length === history.shownOtherwise.length
        ? history
        : { ...history, shownOtherwise: fields };
    }
    case 'shown-exactly': {
      const shownOtherwise = history.shownOtherwise.filter((field) => !event.fields.includes(field));
      const isNew = !history.isShownExactly || shownOtherwise.length < history.shownOtherwise.length;
      return isNew ? { ...history, shownOtherwise, isShownExactly: true } : history;
    }
  }
}
