import type { ClientRecord } from '../../rules/client-record.ts';

/** A client as it was before a run changed it. */
export interface JournalEntry {
  readonly client: string;
  readonly record: ClientRecord;
  /** Whether what the interface cannot put back may stay as the run left it. */
  readonly isDisposable: boolean;
}

/** What outlives the run: the clients that it changes, each as it was. */
export interface Journal {
  /** Keeps the client; once this resolves, it is kept whatever becomes of the process or the machine. */
  keep(entry: JournalEntry): Promise<void>;
  /** Forgets the client, which is as it was. */
  forget(client: string): Promise<void>;
}
