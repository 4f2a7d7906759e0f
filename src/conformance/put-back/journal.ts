import type { ClientRecord } from '../../rules/client-record.ts';
import type { ClientHistory, HistoryEvent } from './client-history.ts';

/** A client as it was before a run changed it. */
export interface JournalEntry {
  readonly client: string;
  readonly record: ClientRecord;
  /** Whether what the interface cannot put back may stay as the run left it. */
  readonly isDisposable: boolean;
}

/** A client as it was, and what a run did to it since. */
export interface ChangedClient extends JournalEntry {
  readonly history: ClientHistory;
}

/** What outlives the run: the clients that it changes, each as it was. */
export interface Journal {
  /** Keeps the client; once this resolves, it is kept whatever becomes of the process or the machine. */
  keep(entry: JournalEntry): Promise<void>;
  /** Adds to the history of a client that is kept; once this resolves, it is kept whatever becomes of the process. */
  note(client: string, event: HistoryEvent): Promise<void>;
  /** Forgets the client, which is as it was. */
  forget(client: string): Promise<void>;
}

/** Keeps nothing, for a run whose target ends with the process. */
export const noJournal: Journal = { keep: async () => {}, note: async () => {}, forget: async () => {} };
