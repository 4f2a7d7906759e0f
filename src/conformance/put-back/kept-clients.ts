import { Undecidable } from '../../trace/gap.ts';
import { type ClientHistory, type HistoryEvent, noHistory, withEvent } from './client-history.ts';
import type { ChangedClient, Journal, JournalEntry } from './journal.ts';

/** The clients that a run keeps, each with what befell it, in memory and in the journal. */
export interface KeptClients {
  /** @throws {Undecidable} where the journal cannot be written: what is not kept is not changed */
  keep(entry: JournalEntry): Promise<void>;
  /**
   * Adds to the history of a client; nothing, where it is not kept, or the event says nothing new.
   * @throws {Undecidable} as `keep` does
   */
  note(client: string, event: HistoryEvent): Promise<void>;
  /** Every client that is kept, with the record that it had. */
  all(): readonly ChangedClient[];
  /** Forgets a client, which is as it was; where the journal fails, its trouble says so. */
  forget(client: string): Promise<void>;
  /** Why the journal could not be written, or emptied; undefined where it could. */
  trouble(): string | undefined;
}

/**
 * Opens the clients that a run keeps.
 * @param journal - may be missing only where the data is disposable
 */
export function openKeptClients(journal: Journal | undefined): KeptClients {
  const entries = new Map<string, JournalEntry>();
  const histories = new Map<string, ClientHistory>();
  let trouble: string | undefined;

  async function journalled(write: (to: Journal) => Promise<void>): Promise<void> {
    if (journal === undefined) return;
    try {
      await write(journal);
    } catch (error) {
      trouble ??= error instanceof Error ? error.message : String(error);
      const message = `The journal cannot be written, so that no client is changed any more. ${trouble}`;
      throw new Undecidable('not-permitted', message);
    }
  }

  return {
    keep: async (entry) => {
      await journalled((to) => to.keep(entry));
      entries.set(entry.client, entry);
      histories.set(entry.client, noHistory);
    },
    note: async (client, event) => {
      const before = histories.get(client);
      if (before === undefined || withEvent(before, event) === before) return;
      // Other events may be noted until this one is.
      const remember = (): unknown =>
        histories.set(client, withEvent(histories.get(client) ?? before, event));
      // What is about to be sent is not sent unless it is noted; what has happened has, noted or not.
      if (event.kind !== 'sent') remember();
      await journalled((to) => to.note(client, event));
      if (event.kind === 'sent') remember();
    },
    all: () =>
      [...entries.values()].map((entry) => ({
        ...entry,
        history: histories.get(entry.client) ?? noHistory,
      })),
    forget: (client) => journalled((to) => to.forget(client)).catch(() => undefined),
    trouble: () => trouble,
  };
}
