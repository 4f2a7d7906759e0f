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

/** The exchanges for checks. */
export interface GuardedExchanges extends Exchanges {
  /** As `send`, of a reading of a client; but one that came since any client was last changed is handed out again. */
  sendSinceChange(call: Call, credentials: TokenName): Promise<Exchange>;
}

/** Watches over the clients of a run: none is changed before it is kept, and each is put back. */
interface ChangeGuard {
  /**
   * The exchanges for checks: before a call that may change a client, the client is read back and kept.
   * @throws {Undecidable} from their calls when it cannot be, or when nothing may be changed any more
   * @throws {Error} from their calls when a check changes what it may not: a mistake in the check
   */
  readonly exchanges: GuardedExchanges;
  /** The answers so far that show the record of another client than the listed one that was asked for. */
  recordsOfOthers(): readonly Exchange[];
  /** Whether a client was seen to have another status, whatever was sent meanwhile. */
  hasStatusMoved(): boolean;
  /** Puts back every client that was kept, and forgets it in the journal. */
  putBackAll(options: Omit<PutBackOptions, 'specification' | 'isStatusFree'>): Promise<PutBack[]>;
  /** Why the journal could not be written, or emptied; undefined where it could. */
  journalTrouble(): string | undefined;
}

/** What a guard is opened with. */
interface GuardOptions {
  readonly specification: Specification;
  readonly exchanges: Exchanges;
  readonly target: Target;
  /** May be missing only where the data is disposable. */
  readonly journal?: Journal | undefined;
  /** Whether clients are set up for the run, which nobody has to keep. */
  readonly mayChangeUnlisted?: boolean | undefined;
  /** Whether what is changed now is set up, and is undone by whoever did so. */
  readonly isSetUp?: (() => boolean) | undefined;
}

/** Opens the guard of changes of a run. */
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
  /** Listed clients that were set up for the run: what they were before, only who set them up knows. */
  const setUp = new Set<string>();
  const fresh = openFreshReadings();
  let firstProbe: Promise<void> | undefined;
  let isTold = false;

  /** @param isOnce - whether an answer to it that came already is handed out again */
  async function guard(call: Call, isOnce: boolean): Promise<void> {
    if (!sendsChanges(call)) return;
    if (mustRestore) {
      firstProbe ??= probeFirstClient();
      const isProbe = isOnce && isReading(call) && listedClient(call, target) === target.clients[0];
      await firstProbe.catch((error: unknown) => {
        // What was found by then is for a check to tell.
        if (!isTold || !isProbe) throw error;
      });
    }
    // An empty change reads the record back, and changes nothing.
    if (!isReading(call)) await keep(call);
  }

  /**
   * The interface has no other way to read a client than to change nothing of it. A target that takes that for a
   * replacement empties the client, so that one client is met before any other.
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
    if (isSetUp()) {
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
    // All of them, since a change may land on another client than the one it is for.
    if (taking.size === 0) taking = new Map(target.clients.map((one) => [one, take(one)]));
    const taken = await Promise.allSettled(taking.values());
    heedTwins(kept.all());
    const own = taken[target.clients.indexOf(client)];
    if (own?.status !== 'fulfilled') throw own?.reason;
    watched.assertGoingOn(client);
    if (mustRestore && own.value !== undefined) assertRestorable(specification, call, own.value);
    await kept.note(client, { kind: 'sent', fields: fieldsIn(specification, call) });
  }

  /** The client as it is, once it is kept; undefined where only another one is shown, and nothing has to be put back. */
  async function take(client: string): Promise<JournalEntry | undefined> {
    // Read right before the first change, so that nothing is put back that somebody else has changed meanwhile.
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

  /** Two clients that show one record without an id: one of them is perhaps shown for the other. */
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
    // An answer that is handed out again shows nothing of what there is by now.
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
      count: exchanges.count,
      counts: exchanges.counts,
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

/** @throws {Undecidable} where what is sent changes something that could not be put back, as it was first shown */
function assertRestorable(specification: Specification, call: Call, { client, record }: JournalEntry): void {
  const back = restorable(specification, record);
  const lost = Object.keys(fieldsIn(specification, call)).filter((field) => !Object.hasOwn(back, field));
  if (lost.length === 0) return;
  throw new Undecidable(
    'not-permitted',
    `A change of ${lost.join(', ')} of the client ${client} is not sent, since the record that the run keeps does not show it so that it could be put back.`,
  );
}
