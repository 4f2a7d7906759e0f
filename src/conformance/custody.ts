import { Undecidable } from '../checks/check.ts';
import {
  addressFields,
  changeableFields,
  lostFields,
  recordIn,
  restorable,
} from '../checks/client-changes/fields.ts';
import type { Target } from '../checks/target.ts';
import { type Call, updateClient } from '../client/calls.ts';
import { readJson } from '../http/json.ts';
import { memberOf } from '../specification/pointer.ts';
import type { Exchange, Exchanges } from './exchanges.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { type PutBack, putBack } from './put-back.ts';

/** Watches over the clients of a run: none is changed before it is kept, and each is put back. */
export interface Custody {
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
 * Opens the custody of a run.
 * @param journal - may be missing only where the data is disposable
 */
export function openCustody(exchanges: Exchanges, target: Target, journal: Journal | undefined): Custody {
  if (target.writes === 'restore' && journal === undefined) {
    throw new TypeError('A run that puts clients back needs a journal.');
  }
  const isSparing = target.writes === 'restore';
  let kept: ReadonlyMap<string, Promise<JournalEntry>> = new Map();
  let damage: string | undefined;

  async function keep(call: Call): Promise<void> {
    const client = listedClient(call, target);
    // All of them, since a change may land on another client than the one it is for.
    if (kept.size === 0) kept = new Map(target.clients.map((one) => [one, take(one)]));
    const entries = await Promise.allSettled(kept.values());
    const entry = entries[target.clients.indexOf(client)];
    if (entry?.status !== 'fulfilled') throw entry?.reason;
    if (!isSparing) return;
    assertRestorable(call, entry.value);
    if (damage !== undefined) throw new Undecidable('not-permitted', damage);
  }

  /** Where clients are put back, nothing more is changed once a change has altered what cannot be. */
  async function watch(exchange: Exchange): Promise<Exchange> {
    if (!isSparing || exchange.call.operation !== 'updateClient') return exchange;
    for (const keeping of await Promise.allSettled(kept.values())) {
      if (keeping.status === 'fulfilled') damage ??= damageOf(keeping.value, exchange);
    }
    return exchange;
  }

  async function take(client: string): Promise<JournalEntry> {
    const reading = await exchanges.send(updateClient(client, '{}'), 'member');
    const record = recordIn(reading);
    if (record === undefined) {
      throw new Undecidable(
        'control-refused',
        `An empty change of the client ${client} is answered ${reading.status} without its record. What cannot be read back is not changed.`,
      );
    }
    const entry = { client, record, isDisposable: !isSparing };
    await journal?.keep(entry);
    return entry;
  }

  return {
    exchanges: {
      send: async (call, credentials) => {
        if (mayChange(call)) await keep(call);
        return watch(await exchanges.send(call, credentials));
      },
      recall: async (call, token) => {
        if (mayChange(call)) await keep(call);
        return watch(await exchanges.recall(call, token));
      },
      count: exchanges.count,
    },
    putBackAll: async (own) => {
      const outcomes: PutBack[] = [];
      for (const keeping of await Promise.allSettled(kept.values())) {
        if (keeping.status === 'rejected') continue;
        const outcome = await putBackSafely(keeping.value, own);
        if (outcome.kind === 'put-back') await journal?.forget(outcome.client);
        outcomes.push(outcome);
      }
      return outcomes;
    },
  };
}

/** What a reading of the client shows to be changed though it cannot be put back; undefined where it is nothing. */
function damageOf({ client, record }: JournalEntry, exchange: Exchange): string | undefined {
  const shown = recordIn(exchange);
  const isReading = exchange.call.body === '{}' && exchange.credentials === 'member';
  if (shown === undefined || !isReading || exchange.call.path !== updateClient(client, '').path)
    return undefined;
  const lost = lostFields(record, shown);
  if (lost.length === 0) return undefined;
  return `The client ${client} shows ${lost.join(', ')} changed, which cannot be put back, so that nothing more is changed. Test with writes "all" and clients that are disposable.`;
}

/** What breaks for one client keeps no other from being put back. */
function putBackSafely(entry: JournalEntry, exchanges: Exchanges): Promise<PutBack> {
  const message = 'case-conformance itself broke while it put it back';
  return putBack(entry, exchanges).catch(() => ({ kind: 'left-changed', client: entry.client, message }));
}

/** An empty change reads the record back, and changes nothing. */
function mayChange({ operation, body }: Call): boolean {
  return operation === 'updateClient' && body !== '{}';
}

function listedClient({ path }: Call, { clients }: Target): string {
  const client = clients.find((one) => path === updateClient(one, '').path);
  if (client !== undefined) return client;
  throw new Error('A check changes a client that is not listed.');
}

/** What is sent changes nothing that could not be put back. A body that is no JSON object names no field. */
function assertRestorable({ body = '' }: Call, { record }: JournalEntry): void {
  const json = readJson(new TextEncoder().encode(body));
  if (json.kind !== 'json') return;
  const back = restorable(record);
  const lost = [
    ...changeableFields.filter(
      (field) => memberOf(json.value, field) !== undefined && memberOf(back, field) === undefined,
    ),
    ...addressFields.filter(
      (line) =>
        memberOf(memberOf(json.value, 'address'), line) !== undefined &&
        memberOf(back.address, line) === undefined,
    ),
  ];
  if (lost.length > 0) throw new Error(`A check changes ${lost.join(', ')}, which cannot be put back.`);
}
