import type { Specification } from '../../specification/specification.ts';
import { Undecidable } from '../../trace/gap.ts';
import type { ClientState } from './client-state.ts';
import { isJournalEvent, type Journal } from './journal.ts';
import { type ClientEvent, journalEventsOf, nextState } from './next-state.ts';

export type Clients = ReturnType<typeof openClients>;

export function openClients(specification: Specification, listed: readonly ClientState[], journal?: Journal) {
  const states = new Map(listed.map((state) => [state.client, state]));
  let trouble: string | undefined;

  const all = (): ClientState[] => [...states.values()];

  function of(client: string): ClientState {
    const state = states.get(client);
    if (state === undefined) throw new Error(`The client ${client} is not listed.`);
    return state;
  }

  async function journalled(write: (to: Journal) => Promise<void>): Promise<void> {
    if (journal === undefined) return;
    try {
      await write(journal);
    } catch (error) {
      trouble ??= error instanceof Error ? error.message : String(error);
      const message = `The journal cannot be written, so no client is changed any more. ${trouble}`;
      throw new Undecidable('not-permitted', message);
    }
  }

  async function write({ client, isDisposable }: ClientState, event: ClientEvent): Promise<void> {
    if (event.kind === 'kept')
      await journalled((to) => to.keep({ client, record: event.record, isDisposable }));
    if (isJournalEvent(event)) await journalled((to) => to.note(client, event));
  }

  /**
   * Applies an event to a client, and its consequences to other clients. The journal is written before a
   * planned change is applied, but after an event that has already happened.
   * @throws {Undecidable} if the journal cannot be written; then no client may be changed
   */
  async function apply(client: string, event: ClientEvent): Promise<void> {
    const state = of(client);
    if (isJournalEvent(event) && state.phase !== 'kept') return;
    const reached = nextState(specification, state, event);
    if (reached === state) return;
    const following = journalEventsOf(specification, state, event);
    // `kept` and `sent` are written in advance. All other events have already happened, so they count even if the
    // journal cannot be written.
    const isAhead = event.kind === 'kept' || event.kind === 'sent';
    if (!isAhead) states.set(client, reached);
    await write(state, event);
    // Use the current state: other events may have been applied while the journal was written.
    if (isAhead) states.set(client, nextState(specification, of(client), event));
    await Promise.all(all().flatMap((one) => following(one).map((each) => apply(one.client, each))));
  }

  return {
    all,
    of,
    apply,
    /** Removes a restored client from the journal. Never throws; `trouble` reports a failure. */
    forget: (client: string) => journalled((to) => to.forget(client)).catch(() => undefined),
    /** Notes in the journal that fields of a client are hidden. Never throws, as `forget`. */
    noteHidden: (client: string, fields: readonly string[]) =>
      journalled((to) => to.note(client, { kind: 'hidden', fields })).catch(() => undefined),
    trouble: () => trouble,
  };
}
