import { type Call, updateClient } from '../../api/calls.ts';
import { Undecidable } from '../../harness/check.ts';
import type { Target } from '../../harness/target.ts';
import { readJson } from '../../http/json.ts';
import { changeableFields, recordIn } from '../../rules/client-record.ts';
import { emptyPatch, sendsChanges } from '../../rules/operations.ts';
import { lostFields, restorable } from '../../rules/restorable.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange, Exchanges } from '../exchanges.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { type PutBack, putBackAll } from './put-back.ts';

/** Watches over the clients of a run: none is changed before it is kept, and each is put back. */
interface ChangeGuard {
  /**
   * The exchanges for checks: before a call that may change a client, the client is read back and kept.
   * @throws {Undecidable} from their calls when it cannot be read back
   * @throws {Error} from their calls when a check changes what it may not: a mistake in the check
   */
  readonly exchanges: Exchanges;
  /** Puts back every client that was kept, and forgets it in the journal. */
  putBackAll(exchanges: Exchanges): Promise<PutBack[]>;
}

/**
 * Opens the guard of changes of a run.
 * @param journal - may be missing only where the data is disposable
 * @param mayChangeUnlisted - whether clients are set up for the run, which nobody has to keep
 */
export function guardChanges(
  specification: Specification,
  exchanges: Exchanges,
  target: Target,
  journal: Journal | undefined,
  mayChangeUnlisted = false,
): ChangeGuard {
  const mustRestore = target.writes === 'restore';
  let kept: ReadonlyMap<string, Promise<JournalEntry>> = new Map();
  const touched = new Map<string, Set<string>>();
  let damage: string | undefined;
  let firstProbe: Promise<void> | undefined;

  async function guard(call: Call): Promise<void> {
    if (!sendsChanges(call)) return;
    if (mustRestore) {
      firstProbe ??= probeFirstClient();
      await firstProbe;
    }
    // An empty change reads the record back, and changes nothing.
    if (call.body !== emptyPatch) await keep(call);
  }

  /**
   * The interface has no other way to read a client than to change nothing of it. A target that takes that for a
   * replacement empties the client, so that one client is met before any other.
   */
  async function probeFirstClient(): Promise<void> {
    const [client] = target.clients;
    if (client === undefined) return;
    const record = recordIn(await exchanges.sendOnce(updateClient(client, emptyPatch), 'member'));
    if (record === undefined || Object.keys(restorable(specification, record)).length > 0) return;
    throw new Undecidable(
      'no-data',
      `The client ${client} shows no field that could be put back, so that no client is tried. Check it at the target, and list one first that shows a name.`,
    );
  }

  async function keep(call: Call): Promise<void> {
    const client = listedClient(call, target);
    if (client === undefined && mayChangeUnlisted) return;
    if (client === undefined) throw new Error('A check changes a client that is not listed.');
    if (mustRestore && journal === undefined)
      throw new Error('A run that puts clients back needs a journal.');
    // All of them, since a change may land on another client than the one it is for.
    if (kept.size === 0) kept = new Map(target.clients.map((one) => [one, take(one)]));
    const entries = await Promise.allSettled(kept.values());
    const entry = entries[target.clients.indexOf(client)];
    if (entry?.status !== 'fulfilled') throw entry?.reason;
    if (mustRestore) assertRestorable(specification, call, entry.value);
    if (damage !== undefined) throw new Undecidable('not-permitted', damage);
    touched.set(client, new Set([...(touched.get(client) ?? []), ...fieldsIn(specification, call)]));
  }

  /** Where clients are put back, nothing more is changed once a change has altered what cannot be. */
  async function watch(exchange: Exchange): Promise<Exchange> {
    if (!mustRestore || !sendsChanges(exchange.call)) return exchange;
    for (const keeping of await Promise.allSettled(kept.values())) {
      if (keeping.status === 'fulfilled') damage ??= damageOf(specification, keeping.value, exchange);
    }
    return exchange;
  }

  async function take(client: string): Promise<JournalEntry> {
    const reading = await exchanges.send(updateClient(client, emptyPatch), 'member');
    const record = recordIn(reading);
    if (record === undefined) {
      throw new Undecidable(
        'control-refused',
        `An empty change of the client ${client} is answered ${reading.status} without its record. What cannot be read back is not changed.`,
      );
    }
    const entry = { client, record, isDisposable: !mustRestore };
    await journal?.keep(entry);
    return entry;
  }

  return {
    exchanges: {
      send: async (call, credentials) => {
        await guard(call);
        return watch(await exchanges.send(call, credentials));
      },
      sendOnce: async (call, token) => {
        await guard(call);
        return watch(await exchanges.sendOnce(call, token));
      },
      count: exchanges.count,
    },
    putBackAll: async (own) => {
      const keepings = await Promise.allSettled(kept.values());
      const entries = keepings.flatMap((keeping) => (keeping.status === 'fulfilled' ? [keeping.value] : []));
      const outcomes = await putBackAll(specification, entries, own, (client) => [
        ...(touched.get(client) ?? []),
      ]);
      for (const { kind, client } of outcomes) {
        // A journal that is gone holds nothing to forget.
        if (kind === 'put-back') await journal?.forget(client).catch(() => undefined);
      }
      return outcomes;
    },
  };
}

/** What a reading of the client shows to be changed though it cannot be put back; undefined where it is nothing. */
function damageOf(
  specification: Specification,
  { client, record }: JournalEntry,
  exchange: Exchange,
): string | undefined {
  const shown = recordIn(exchange);
  const isReading = exchange.call.body === emptyPatch && exchange.credentials === 'member';
  if (shown === undefined || !isReading || exchange.call.path !== updateClient(client, '').path)
    return undefined;
  const lost = lostFields(specification, record, shown);
  if (lost.length === 0) return undefined;
  return `The client ${client} shows ${lost.join(', ')} changed, which cannot be put back, so that nothing more is changed. Test with writes "all" and clients that are disposable.`;
}

function listedClient({ path }: Call, { clients }: Target): string | undefined {
  return clients.find((one) => path === updateClient(one, '').path);
}

/** The fields that a body names; one that is no JSON object names none. */
function fieldsIn(specification: Specification, { body = '' }: Call): string[] {
  const json = readJson(new TextEncoder().encode(body));
  return json.kind === 'json'
    ? changeableFields(specification).filter((field) => memberOf(json.value, field) !== undefined)
    : [];
}

/** What is sent changes nothing that could not be put back. */
function assertRestorable(specification: Specification, call: Call, { record }: JournalEntry): void {
  const back = restorable(specification, record);
  const lost = fieldsIn(specification, call).filter((field) => !Object.hasOwn(back, field));
  if (lost.length > 0) throw new Error(`A check changes ${lost.join(', ')}, which cannot be put back.`);
}
