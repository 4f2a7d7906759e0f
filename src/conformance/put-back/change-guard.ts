import { type Call, updateClient } from '../../api/calls.ts';
import { Undecidable } from '../../harness/check.ts';
import type { Target } from '../../harness/target.ts';
import { readJson } from '../../http/json.ts';
import { is2xx } from '../../http/status.ts';
import {
  type ClientRecord,
  changeableFields,
  changedFields,
  identityOf,
  recordIn,
} from '../../rules/client-record.ts';
import { emptyPatch, sendsChanges } from '../../rules/operations.ts';
import { lostFields, restorable } from '../../rules/restorable.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import { type Exchange, type Exchanges, NoAnswer } from '../exchanges.ts';
import { type ClientHistory, type HistoryEvent, noHistory, withEvent } from './client-history.ts';
import type { ChangedClient, Journal, JournalEntry } from './journal.ts';
import { readOwn } from './own-record.ts';
import { type PutBack, type PutBackOptions, putBackAll } from './put-back.ts';
import { type Showing, watchValues } from './shown-values.ts';

/** Watches over the clients of a run: none is changed before it is kept, and each is put back. */
interface ChangeGuard {
  /**
   * The exchanges for checks: before a call that may change a client, the client is read back and kept.
   * @throws {Undecidable} from their calls when it cannot be, or when nothing may be changed any more
   * @throws {Error} from their calls when a check changes what it may not: a mistake in the check
   */
  readonly exchanges: Exchanges;
  /** The answers so far that show the record of another client than the listed one that was asked for. */
  recordsOfOthers(): readonly Exchange[];
  /** Puts back every client that was kept, and forgets it in the journal. */
  putBackAll(options: Omit<PutBackOptions, 'specification'>): Promise<PutBack[]>;
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
}

/** After so many changes of which nobody knows whether they were made, no more are sent. */
const mostUnknown = 5;

/** After so many fields whose values are taken, but not shown, the target is not believed. */
const mostDoubted = 4;

/** Opens the guard of changes of a run. */
export function guardChanges({
  specification,
  exchanges,
  target,
  journal,
  mayChangeUnlisted = false,
}: GuardOptions): ChangeGuard {
  const mustRestore = target.writes === 'restore';
  let kept: ReadonlyMap<string, Promise<JournalEntry | undefined>> = new Map();
  const histories = new Map<string, ClientHistory>();
  const ofOthers: Exchange[] = [];
  const values = watchValues(specification);
  const seen = new WeakSet<Exchange>();
  /** Fields of which a value of ours was taken, but never shown. */
  const doubted = new Set<string>();
  /** The client that shows it, beside which no other is changed as long as it is so. */
  let doubtedClient: string | undefined;
  let unknown = 0;
  let firstProbe: Promise<void> | undefined;
  let trouble: string | undefined;
  /** Why nothing more is changed. */
  let stopped: Undecidable | undefined;

  /** Where clients are put back, nothing more is changed from then on. */
  const stop = (reason: Undecidable['reason'], message: string): void => {
    if (mustRestore) stopped ??= new Undecidable(reason, message);
  };

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
    const record = recordIn(watch(await exchanges.sendOnce(updateClient(client, emptyPatch), 'member')));
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
    if (stopped !== undefined) throw stopped;
    // All of them, since a change may land on another client than the one it is for.
    if (kept.size === 0) kept = new Map(target.clients.map((one) => [one, take(one)]));
    const entries = await Promise.allSettled(kept.values());
    assertDistinct(entries.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : [])));
    const entry = entries[target.clients.indexOf(client)];
    if (entry?.status !== 'fulfilled') throw entry?.reason;
    if (doubtedClient !== undefined && doubtedClient !== client)
      stop('not-permitted', notBelieved(doubtedClient));
    if (stopped !== undefined) throw stopped;
    if (mustRestore && entry.value !== undefined) assertRestorable(specification, call, entry.value);
    await note(client, { kind: 'sent', fields: fieldsIn(specification, call) });
  }

  /** Two clients that show one record without an id: one of them is perhaps shown for the other. */
  function assertDistinct(entries: readonly JournalEntry[]): void {
    for (const [index, { client, record }] of entries.entries()) {
      if (identityOf(record, client) === 'own') continue;
      const twin = entries
        .slice(index + 1)
        .find((other) => changedFields(specification, record, other.record).length === 0);
      if (twin === undefined) continue;
      const message = `The clients ${client} and ${twin.client} show the same record, without an id: one may be shown for the other, so that nothing is changed.`;
      stop('control-refused', message);
    }
  }

  /** The client as it is, once it is kept; undefined where only another one is shown, and nothing has to be put back. */
  async function take(client: string): Promise<JournalEntry | undefined> {
    const reading = await readOwn(specification, client, async (call) =>
      watch(await exchanges.send(call, 'member')),
    );
    if (reading.kind === 'of-another' && !mustRestore) return undefined;
    if (reading.kind !== 'own') {
      const message = `${reading.why}. What cannot be read back is not changed.`;
      throw new Undecidable('control-refused', message);
    }
    const entry = { client, record: reading.record, isDisposable: !mustRestore };
    await journalled((to) => to.keep(entry));
    histories.set(client, noHistory);
    return entry;
  }

  async function note(client: string, event: HistoryEvent): Promise<void> {
    const before = histories.get(client);
    if (before === undefined) return;
    const after = withEvent(before, event);
    if (after === before) return;
    await journalled((to) => to.note(client, event));
    histories.set(client, after);
  }

  /** @throws {Undecidable} where the journal cannot be written: what is not kept is not changed */
  async function journalled(write: (to: Journal) => Promise<void>): Promise<void> {
    if (journal === undefined) return;
    try {
      await write(journal);
    } catch (error) {
      trouble ??= error instanceof Error ? error.message : String(error);
      stopped ??= new Undecidable(
        'not-permitted',
        `The journal cannot be written, so that no client is changed any more. ${trouble}`,
      );
      throw stopped;
    }
  }

  /** What an answer gives away: another client's record, a loss, or that the target hides what it keeps. */
  function watch(exchange: Exchange): Exchange {
    const client = listedClient(exchange.call, target);
    if (client === undefined || exchange.credentials !== 'member') return exchange;
    const shown = recordIn(exchange);
    if (shown !== undefined && identityOf(shown, client) === 'other') {
      if (!ofOthers.includes(exchange)) ofOthers.push(exchange);
      stop(
        'control-refused',
        `The client ${client} is answered with the record of another client, so that nothing more is changed.`,
      );
    }
    return exchange;
  }

  /** As `watch`, and what else a change and a reading by a check give away. */
  async function watchChanges(exchange: Exchange): Promise<Exchange> {
    const { call, status } = watch(exchange);
    const client = listedClient(call, target);
    // What is sent once is handed out again when it is old.
    if (client === undefined || seen.has(exchange)) return exchange;
    seen.add(exchange);
    if (call.body !== emptyPatch && status >= 500) await noteUnknown(client, isGateway(status));
    else if (call.body !== emptyPatch && !is2xx(status))
      await note(client, { kind: 'refused', fields: fieldsIn(specification, call) });
    if (!mustRestore || exchange.credentials !== 'member') return exchange;
    const record = recordIn(exchange);
    const isOwn = record !== undefined && identityOf(record, client) !== 'other';
    if (call.body !== emptyPatch) {
      if (is2xx(status) || status >= 500) values.sent(client, fieldsIn(specification, call));
    } else if (isOwn) {
      const entry = await kept.get(client)?.catch(() => undefined);
      const lost = entry === undefined ? [] : lostFields(specification, entry.record, record);
      if (lost.length > 0) {
        const message = `The client ${client} shows ${lost.join(', ')} changed, which cannot be put back, so that nothing more is changed. Test with writes "all" and clients that are disposable.`;
        stop('not-permitted', message);
      }
      await heedShowing(client, values.shown(client, record));
    }
    return exchange;
  }

  /**
   * What is shown otherwise in one field may be so in all: whatever was sent until then may be lost. A field that shows
   * what it showed before is doubted until it shows what it is sent, and no other client is changed until then.
   */
  async function heedShowing(client: string, { exact, asBefore, otherwise }: Showing): Promise<void> {
    for (const field of asBefore) doubted.add(field);
    for (const field of exact) doubted.delete(field);
    if (asBefore.length > 0) doubtedClient = client;
    if (doubted.size === 0) doubtedClient = undefined;
    if (otherwise.length > 0 || doubted.size >= mostDoubted) stop('not-permitted', notBelieved(client));
    if (asBefore.length > 0) await note(client, { kind: 'shown-otherwise', fields: asBefore });
    for (const [one, { sent }] of histories) {
      const touched = Object.keys(sent);
      if (otherwise.length > 0 && touched.length > 0)
        await note(one, { kind: 'shown-otherwise', fields: touched });
      if (exact.length > 0) await note(one, { kind: 'shown-exactly', fields: exact });
    }
  }

  async function noteUnknown(client: string, mayBeLate: boolean): Promise<void> {
    if (mayBeLate) unknown += 1;
    if (unknown > mostUnknown) {
      stop(
        'unreachable',
        `Of ${unknown} changes nobody knows whether they were made, since they were not answered, so that nothing more is changed.`,
      );
    }
    await note(client, { kind: 'unsettled' });
  }

  async function sending(call: Call, send: () => Promise<Exchange>): Promise<Exchange> {
    await guard(call);
    try {
      const exchange = await send();
      return sendsChanges(call) ? await watchChanges(exchange) : exchange;
    } catch (error) {
      const client = sendsChanges(call) && call.body !== emptyPatch ? listedClient(call, target) : undefined;
      if (client !== undefined && error instanceof NoAnswer && error.mayHaveArrived) {
        values.sent(client, fieldsIn(specification, call));
        await noteUnknown(client, true);
      }
      throw error;
    }
  }

  return {
    exchanges: {
      send: (call, credentials) => sending(call, () => exchanges.send(call, credentials)),
      sendOnce: (call, token) => sending(call, () => exchanges.sendOnce(call, token)),
      count: exchanges.count,
    },
    recordsOfOthers: () => ofOthers,
    putBackAll: async (options) => {
      const keepings = await Promise.allSettled(kept.values());
      const changed = keepings
        .flatMap((keeping) => (keeping.status === 'fulfilled' ? [keeping.value] : []))
        .flatMap((entry): ChangedClient[] =>
          entry === undefined ? [] : [{ ...entry, history: histories.get(entry.client) ?? noHistory }],
        );
      const outcomes = await putBackAll(changed, { ...options, specification });
      for (const { kind, client } of outcomes) {
        if (kind === 'put-back') await journalled((to) => to.forget(client)).catch(() => undefined);
      }
      return outcomes;
    },
    journalTrouble: () => trouble,
  };
}

function notBelieved(client: string): string {
  return `The client ${client} is shown otherwise than it was sent. What such a target shows cannot be put back, so that nothing more is changed.`;
}

/** A gateway that did not hear from the service in time cannot know what the service does yet. */
function isGateway(status: number): boolean {
  return status >= 502 && status <= 504;
}

function listedClient({ path }: Call, { clients }: Target): string | undefined {
  return clients.find((one) => path === updateClient(one, '').path);
}

/** The fields that a body names, with their values; one that is no JSON object names none. */
function fieldsIn(specification: Specification, { body = '' }: Call): ClientRecord {
  const json = readJson(new TextEncoder().encode(body));
  if (json.kind !== 'json') return {};
  const named = changeableFields(specification).map((field) => [field, memberOf(json.value, field)] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
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
