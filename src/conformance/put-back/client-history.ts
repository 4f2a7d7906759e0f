import { isDeepStrictEqual } from 'node:util';
import type { ClientRecord } from '../../rules/client-record.ts';

export type HistoryEvent =
  /** A change to these values is about to be sent. */
  | { readonly kind: 'sent'; readonly fields: ClientRecord }
  /** A change to these values was refused. */
  | { readonly kind: 'refused'; readonly fields: ClientRecord }
  /** A change may or may not have been made, or may still be made. */
  | { readonly kind: 'unsettled' }
  /** The target masks these fields: the values to restore may not be the stored ones. */
  | { readonly kind: 'shown-otherwise'; readonly fields: readonly string[] }
  /** The target shows these fields as sent. */
  | { readonly kind: 'shown-exactly'; readonly fields: readonly string[] };

export interface ClientHistory {
  /** The values that were sent, by field, without duplicates. */
  readonly sent: Readonly<Record<string, readonly unknown[]>>;
  /** The sent values that were refused. */
  readonly refused: Readonly<Record<string, readonly unknown[]>>;
  readonly isUnsettled: boolean;
  /** Fields that may be lost, since the target does not show what it stores. */
  readonly shownOtherwise: readonly string[];
  /** Whether the target was seen to show a value of the run exactly. */
  readonly isShownExactly: boolean;
}

export const noHistory: ClientHistory = {
  sent: {},
  refused: {},
  isUnsettled: false,
  shownOtherwise: [],
  isShownExactly: false,
};

/** Adds an event. Returns the same object if the event adds nothing. */
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
