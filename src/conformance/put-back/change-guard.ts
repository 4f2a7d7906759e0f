import { type Call, updateClient } from '../../api/calls.ts';
import type { Target, TokenName } from '../../harness/target.ts';
import { showsOtherAlone } from '../../rules/change-rules.ts';
import { changedFields, identityOf, recordIn } from '../../rules/client-record.ts';
import { missingFields } from '../../rules/known-fields.ts';
import { emptyPatch, sendsChanges } from '../../rules/operations.ts';
import { restorable } from '../../rules/restorable.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';
import { type Exchanges, NoAnswer } from '../exchanges.ts';
import { fieldsIn, isReading, listedClient } from './client-call.ts';
import { openFreshReadings } from './fresh-readings.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { openKeptClients } from './kept-clients.ts';
import { readOwn } from './own-record.ts';
import { type PutBack, type PutBackOptions, putBackAll } from './put-back.ts';
import { watchTarget } from './watched-target.ts';

export interface GuardedExchanges extends Exchanges {
  /** As `send`, but for a reading of a client, returns one from after the last change of any client if there is one. */
  sendSinceChange(call: Call, credentials: TokenName): Promise<Exchange>;
}

/** Watches over the clients of a run: each is recorded before its first change, and restored at the end. */
interface ChangeGuard {
  /**
   * The exchanges for checks. Before a call that may change a client, the client is read and recorded.
   * @throws {Undecidable} from their calls if that fails, or if nothing more may be changed
   * @throws {Error} from their calls if a check changes what it may not: a mistake in the check
   */
  readonly exchanges: GuardedExchanges;
  /** Answers so far with the record of a different client than the listed one that was requested. */
  recordsOfOthers(): readonly Exchange[];
  /** Whether a client's status was seen to differ between readings, for any reason. */
  hasStatusMoved(): boolean;
  /** Restores every recorded client, and removes the restored ones from the journal. */
  putBackAll(options: Omit<PutBackOptions, 'specification' | 'isStatusFree'>): Promise<PutBack[]>;
  /** Why the journal could not be written or emptied; undefined if it could. */
  journalTrouble(): string | undefined;
}

interface GuardOptions {
  readonly specification: Specification;
  readonly exchanges: Exchanges;
  readonly target: Target;
  /** Required unless the data is disposable. */
  readonly journal?: Journal | undefined;
  /** Whether the run sets up its own clients, which need not be restored. */
  readonly mayChangeUnlisted?: boolean | undefined;
  /** Whether the current changes are part of a set-up, which undoes them itself. */
  readonly isSetUp?: (() => boolean) | undefined;
}

export function guardChanges({
  specification,
  exchanges,
  target,
  journal,
  mayChangeUnlisted = false,
  isSetUp = () => false,
}: GuardOptions): ChangeGuard {
  const mustRestore = target.writes === 'restore';
  const kept = openKeptClients(journal);
  const watched = watchTarget(specification, kept, mustRestore);
  let taking: ReadonlyMap<string, Promise<JournalEntry | undefined>> = new Map();
  /** Listed clients that were set up for the run. Only the set-up knows their original values. */
  const setUp = new Set<string>();
  const fresh = openFreshReadings();
  let firstProbe: Promise<void> | undefined;
  let isTold = false;

  /** @param isOnce - whether an earlier answer to the call may be returned again */
  async function guard(call: Call, isOnce: boolean): Promise<void> {
    if (!sendsChanges(call)) return;
    if (mustRestore) {
      firstProbe ??= probeFirstClient();
      const isProbe = isOnce && isReading(call) && listedClient(call, target) === target.clients[0];
      await firstProbe.catch((error: unknown) => {
        // If the probe itself found a problem of the client, the check that reads that client reports it.
        if (!isTold || !isProbe) throw error;
      });
    }
    // An empty change only reads the record.
    if (!isReading(call)) await keep(call);
  }

  /**
   * An empty change is the only way to read a client. A target that takes it for a replacement empties the client, so
   * try one client before any other.
   */
  async function probeFirstClient(): Promise<void> {
    const [client] = target.clients;
    if (client === undefined) return;
    const exchange = await exchanges.sendOnce(updateClient(client, emptyPatch), 'member');
    watched.heedIdentity(client, exchange);
    const record = recordIn(exchange);
    if (record === undefined) return;
    const missing = missingFields(target, client, record);
    isTold = missing.length > 0;
    if (isTold) {
      throw new Undecidable(
        'control-refused',
        `The client ${client} does not show ${missing.join(', ')}, as clients says that it does, so that no other client is tried. Check it at the target.`,
      );
    }
    if (Object.keys(restorable(specification, record)).length > 0) return;
    isTold = showsOtherAlone(specification, record);
    throw new Undecidable(
      'no-data',
      `The client ${client} shows no field that could be put back, so that no client is tried. Check it at the target, and list one first that shows a name.`,
    );
  }

  async function keep(call: Call): Promise<void> {
    const client = listedClient(call, target);
    if (client === undefined && mayChangeUnlisted) return;
    if (client === undefined) throw new Error('A check changes a client that is not listed.');
    const isKept = kept.all().some((one) => one.client === client);
    if (isSetUp() && !isKept) {
      setUp.add(client);
      return;
    }
    if (mustRestore && journal === undefined)
      throw new Error('A run that puts clients back needs a journal.');
    const left = Object.keys(fieldsIn(specification, call)).filter((field) =>
      target.leaveFields?.includes(field),
    );
    if (left.length > 0)
      throw new Error(`A check changes ${left.join(', ')}, which the configuration leaves out.`);
    watched.assertGoingOn(client);
    // Record all clients, since a change may land on a different client than intended.
    if (taking.size === 0) taking = new Map(target.clients.map((one) => [one, take(one)]));
    const taken = await Promise.allSettled(taking.values());
    heedTwins(kept.all());
    const own = taken[target.clients.indexOf(client)];
    if (own?.status !== 'fulfilled') throw own?.reason;
    watched.assertGoingOn(client);
    if (mustRestore && own.value !== undefined) assertRestorable(specification, call, own.value);
    await kept.note(client, { kind: 'sent', fields: fieldsIn(specification, call) });
  }

  /**
   * Reads and records a client. Returns undefined if another client's record is shown and nothing has to be restored.
   */
  async function take(client: string): Promise<JournalEntry | undefined> {
    // Read right before the first change, so a restore does not undo somebody else's earlier change.
    const reading = await readOwn(specification, client, async (call) => {
      const exchange = await exchanges.send(call, 'member');
      watched.heedIdentity(client, exchange);
      return exchange;
    });
    if (reading.kind === 'of-another' && !mustRestore) return undefined;
    if (reading.kind !== 'own') {
      const message = `${reading.why}. What cannot be read back is not changed.`;
      throw new Undecidable('control-refused', message);
    }
    const entry = { client, record: reading.record, isDisposable: !mustRestore };
    await kept.keep(entry);
    return entry;
  }

  /** Two clients with the same record and no id: one may be shown instead of the other. */
  function heedTwins(entries: readonly JournalEntry[]): void {
    for (const [index, { client, record }] of entries.entries()) {
      if (identityOf(record, client) === 'own') continue;
      const twin = entries
        .slice(index + 1)
        .find((other) => changedFields(specification, record, other.record).length === 0);
      if (twin === undefined) continue;
      const message = `The clients ${client} and ${twin.client} show the same record, without an id: one may be shown for the other, so that nothing is changed.`;
      watched.stop('control-refused', message);
    }
  }

  async function sending(call: Call, isOnce: boolean, send: () => Promise<Exchange>): Promise<Exchange> {
    await guard(call, isOnce);
    const client = listedClient(call, target);
    try {
      const exchange = await send();
      if (client !== undefined) await watched.heed(client, exchange);
      return exchange;
    } catch (error) {
      if (client !== undefined && error instanceof NoAnswer) await watched.heedSilence(client, call, error);
      throw error;
    }
  }

  const send: Exchanges['send'] = (call, credentials) =>
    sending(call, false, () => fresh.watch(call, credentials, () => exchanges.send(call, credentials)));

  const sendOnce: Exchanges['sendOnce'] = (call, credentials) => {
    const once = (): Promise<Exchange> => exchanges.sendOnce(call, credentials);
    // A repeated answer says nothing about the present state.
    const sent = isReading(call) ? once : () => fresh.watch(call, credentials, once);
    return sending(call, credentials === 'member', sent);
  };

  return {
    exchanges: {
      send,
      sendSinceChange: async (call, credentials) => fresh.of(call, credentials) ?? send(call, credentials),
      sendOnce,
      gather: exchanges.gather,
      atOnce: exchanges.atOnce,
      calm: exchanges.calm,
      cutOff: exchanges.cutOff,
      hasAccepted: exchanges.hasAccepted,
      counts: exchanges.counts,
      endAt: exchanges.endAt,
    },
    recordsOfOthers: watched.recordsOfOthers,
    hasStatusMoved: watched.hasStatusMoved,
    putBackAll: async (options) => {
      await Promise.allSettled(taking.values());
      const rankOf = ({ client }: JournalEntry): number => target.clients.indexOf(client);
      const own = kept.all().filter(({ client }) => !setUp.has(client));
      const inOrder = own.toSorted((one, other) => rankOf(one) - rankOf(other));
      const outcomes = await putBackAll(inOrder, {
        ...options,
        specification,
        isStatusFree: watched.isStatusFree(),
      });
      for (const { kind, client } of outcomes) if (kind === 'put-back') await kept.forget(client);
      return outcomes;
    },
    journalTrouble: kept.trouble,
  };
}

/** @throws {Undecidable} if the call changes a field that could not be restored from the recorded record */
function assertRestorable(specification: Specification, call: Call, { client, record }: JournalEntry): void {
  const back = restorable(specification, record);
  const lost = Object.keys(fieldsIn(specification, call)).filter((field) => !Object.hasOwn(back, field));
  if (lost.length === 0) return;
  throw new Undecidable(
    'not-permitted',
    `A change of ${lost.join(', ')} of the client ${client} is not sent, since the record that the run keeps does not show it so that it could be put back.`,
  );
}
