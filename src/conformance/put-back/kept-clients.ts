import { Undecidable } from '../../trace/gap.ts';
import { type ClientHistory, type HistoryEvent, noHistory, withEvent } from './client-history.ts';
import type { ChangedClient, Journal, JournalEntry } from './journal.ts';

/** The recorded clients of a run with their histories, in memory and in the journal. */
export interface KeptClients {
  /** @throws {Undecidable} if the journal cannot be written; then the client must not be changed */
  keep(entry: JournalEntry): Promise<void>;
  /**
   * Adds to the history of a client. Does nothing if the client is not recorded or the event adds nothing.
   * @throws {Undecidable} as `keep` does
   */
  note(client: string, event: HistoryEvent): Promise<void>;
  /** Every recorded client, with its original record. */
  all(): readonly ChangedClient[];
  /** Removes a restored client. Does not throw; if the journal fails, `trouble` says so. */
  forget(client: string): Promise<void>;
  /** Why the journal could not be written or emptied; undefined if it could. */
  trouble(): string | undefined;
}

/** @param journal - required unless the data is disposable */
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
      // Other events may have been added meanwhile.
      const remember = (): unknown =>
        histories.set(client, withEvent(histories.get(client) ?? before, event));
      // Record a change first, then send it. Other events have already happened, so they count even if the journal
      // fails.
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
