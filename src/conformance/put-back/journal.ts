import type { ClientRecord } from '../../rules/client-record.ts';
import { isObject } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';

/** A client as it was before a run changed it. */
export interface JournalEntry {
  readonly client: string;
  readonly record: ClientRecord;
  readonly isDisposable: boolean;
}

/**
 * Something that a run did to a client, or learned about it, and that a later process needs to restore the
 * client.
 */
export type JournalEvent =
  /** A change to these values is about to be sent. */
  | { readonly kind: 'sent'; readonly fields: ClientRecord }
  | { readonly kind: 'refused'; readonly fields: ClientRecord }
  /** The outcome of a change is unknown: it may take effect later. */
  | { readonly kind: 'unsettled' }
  /** The target may mask these fields: the values to restore may not be the stored ones. */
  | { readonly kind: 'shown-otherwise'; readonly fields: readonly string[] }
  /** While the client was restored, these fields showed neither the original nor a sent value. */
  | { readonly kind: 'hidden'; readonly fields: readonly string[] }
  /** These fields showed exactly the value that was sent. */
  | { readonly kind: 'shown-exactly'; readonly fields: readonly string[] };

export function isJournalEvent(value: unknown): value is JournalEvent {
  const fields = memberOf(value, 'fields');
  switch (memberOf(value, 'kind')) {
    case 'sent':
    case 'refused':
      return isObject(fields);
    case 'unsettled':
      return true;
    case 'shown-exactly':
    case 'shown-otherwise':
    case 'hidden':
      return Array.isArray(fields);
    default:
      return false;
  }
}

export interface ChangedClient extends JournalEntry {
  readonly events: readonly JournalEvent[];
}

/** Stores the original of each client that a run changes, so that it survives the process. */
export interface Journal {
  /** Records the client. Once this resolves, the record survives a crash of the process or the machine. */
  keep(entry: JournalEntry): Promise<void>;
  /** Adds an event to a recorded client. Once this resolves, the event survives a crash of the process. */
  note(client: string, event: JournalEvent): Promise<void>;
  forget(client: string): Promise<void>;
}

/** Keeps nothing: for a target that ends with the process. */
export const noJournal: Journal = { keep: async () => {}, note: async () => {}, forget: async () => {} };
