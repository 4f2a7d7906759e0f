import type { ClientRecord } from '../../rules/client-record.ts';
import type { ClientHistory, HistoryEvent } from './client-history.ts';

/** A client as it was before a run changed it. */
export interface JournalEntry {
  readonly client: string;
  readonly record: ClientRecord;
  /** Whether fields that the interface cannot restore may stay changed. */
  readonly isDisposable: boolean;
}

/** The original client and what a run did to it since. */
export interface ChangedClient extends JournalEntry {
  readonly history: ClientHistory;
}

/** Outlives the run: the original state of each client that it changes. */
export interface Journal {
  /** Records the client durably: once this resolves, the record survives a crash of process and machine. */
  keep(entry: JournalEntry): Promise<void>;
  /** Adds to the history of a recorded client. Once this resolves, the event survives a crash of the process. */
  note(client: string, event: HistoryEvent): Promise<void>;
  forget(client: string): Promise<void>;
}

/** Records nothing, for a run whose target ends with the process. */
export const noJournal: Journal = { keep: async () => {}, note: async () => {}, forget: async () => {} };
