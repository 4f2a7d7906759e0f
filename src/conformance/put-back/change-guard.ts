import { type Call, updateClient } from '../../api/calls.ts';
import type { Credentials, UnderConcurrency } from '../../harness/session.ts';
import type { Target, TokenName } from '../../harness/target.ts';
import { is2xx } from '../../http/status.ts';
import { isNotClientRecord } from '../../rules/change-rules.ts';
import { type ClientRecord, identityOf, missingFields, recordIn } from '../../rules/client-record.ts';
import { emptyPatch, sendsChanges } from '../../rules/operations.ts';
import { restorable } from '../../rules/restorable.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';
import { type Exchanges, NoAnswer } from '../exchanges.ts';
import { retryAlone } from '../retry-alone.ts';
import { fieldsIn, isReading, listedClient, readOwn } from './client-call.ts';
import { type ClientState, listedState, obstacleToChange } from './client-state.ts';
import { openClients } from './clients.ts';
import type { Journal } from './journal.ts';
import type { ClientEvent } from './next-state.ts';
import { type PutBack, type PutBackOptions, putBackAll } from './put-back.ts';
import { watchStatuses } from './status-changes.ts';

/** Protects the clients of a run: records all of them before the first change of any, and restores it at the end. */
export interface ChangeGuard {
  /**
   * Sends a call. Before a client's first change, reads the client and records it in the journal.
   * @param isOnce - whether an earlier answer to an equal call may be returned
   * @throws {Undecidable} if recording fails, if nothing more may be changed, or if no answer arrives
   * @throws {Error} if a check changes an unlisted client: a bug in the check
   */
  send(call: Call, credentials: Credentials, isOnce?: boolean): Promise<Exchange>;
  readingSinceChange(call: Call, credentials: TokenName): Exchange | undefined;
  underConcurrency(): UnderConcurrency;
  recordsOfOthers(): readonly Exchange[];
  hasStatusChanged(): boolean;
  putBackAll(options: Omit<PutBackOptions, 'specification' | 'onHidden'>): Promise<PutBack[]>;
  journalTrouble(): string | undefined;
}

interface GuardOptions {
  readonly specification: Specification;
  readonly exchanges: Pick<Exchanges, 'send' | 'sendOnce' | 'sendOneByOne'>;
  readonly target: Target;
  readonly journal?: Journal | undefined;
  readonly mayChangeUnlisted?: boolean | undefined;
  readonly isSetUp?: (() => boolean) | undefined;
}

export function guardChanges(options: GuardOptions): ChangeGuard {
  const { specification, exchanges, target, journal } = options;
  const { mayChangeUnlisted = false, isSetUp = () => false } = options;
  const mustRestore = target.writes === 'restore';
  const listed = target.clients.map((client) => listedState(client, !mustRestore));
  const clients = openClients(specification, listed, journal);
  const statuses = watchStatuses();
  const ofOthers: Exchange[] = [];
  const seen = new WeakSet<Exchange>();
  const { retryIfFailed, underConcurrency } = retryAlone(exchanges);
  /**
   * Readings since the last change. A faulty target may apply a change to any client, so each change clears
   * all readings.
   */
  let latest = new Map<string, Exchange>();
  let taking: ReadonlyMap<string, Promise<void>> = new Map();
  let firstProbe: Promise<void> | undefined;
  let isReported = false;
  let stop: Undecidable | undefined;
  const unread = new Map<string, Exchange[]>();

  const sendUnguarded: ChangeGuard['send'] = (call, credentials, isOnce = false) => {
    const sent = isOnce ? exchanges.sendOnce(call, credentials) : exchanges.send(call, credentials);
    return retryIfFailed({ call, credentials }, sent);
  };

  /**
   * Must be called before each call is sent. Records the client of a change.
   * @param mayBeProbe - whether the call may be the one with which `probeFirstClient` reads the first client
   */
  async function prepare(call: Call, mayBeProbe: boolean): Promise<void> {
    if (!sendsChanges(call)) return;
    if (mustRestore) {
      firstProbe ??= probeFirstClient();
      const isProbe = mayBeProbe && isReading(call) && listedClient(call, target) === target.clients[0];
      await firstProbe.catch((error: unknown) => {
        // If the probe failed because of a deviation, the check that reads the same client must see the deviation.
        if (!isReported || !isProbe) throw error;
      });
    }
    if (!isReading(call)) await keep(call);
  }

  /**
   * Reads one client before any other. An empty change is the only way to read a client, but a target that treats it as
   * a replacement empties the client. So only one client is at risk.
   */
  async function probeFirstClient(): Promise<void> {
    const [client] = target.clients;
    if (client === undefined) return;
    const exchange = await sendUnguarded(updateClient(client, emptyPatch), 'member', true);
    await observe(client, exchange);
    const record = recordIn(exchange);
    if (record === undefined) return;
    const missing = missingFields(target, client, record);
    isReported = missing.length > 0;
    if (isReported)
      throw new Undecidable(
        'control-refused',
        [
          `The client ${client} does not show ${missing.join(', ')}, as clients says that it does, so no other client is tried. Check it at the target.`,
          client,
        ],
        ...missing.map((field) => ({ number: exchange.number, pointer: `/${field}` })),
      );
    if (Object.keys(restorable(specification, record)).length > 0) return;
    isReported = isNotClientRecord(specification, record);
    const words = `The client ${client} shows no field that could be put back, so no client is tried. Check it at the target, and list one first that shows a name.`;
    throw new Undecidable('no-data', [words, client], exchange);
  }

  async function keep(call: Call): Promise<void> {
    const client = listedClient(call, target);
    if (client === undefined && mayChangeUnlisted) return;
    if (client === undefined) throw new Error('A check changes a client that is not listed.');
    if (isSetUp() && clients.of(client).phase !== 'kept') {
      await clients.apply(client, { kind: 'set-up' });
      return;
    }
    if (mustRestore && journal === undefined)
      throw new Error('A run that puts clients back needs a journal.');
    const fields = fieldsIn(specification, call);
    const left = Object.keys(fields).filter((field) => target.leaveFields?.includes(field));
    if (left.length > 0)
      throw new Error(`A check changes ${left.join(', ')}, which the configuration leaves out.`);
    assertGoingOn(client);
    // Record all clients first: a faulty target may apply a change to another client.
    if (taking.size === 0) taking = new Map(target.clients.map((one) => [one, take(one)]));
    await Promise.allSettled(taking.values());
    await taking.get(client);
    assertGoingOn(client);
    if (mustRestore) assertRestorable(fields, clients.of(client));
    await clients.apply(client, { kind: 'sent', fields });
  }

  async function take(client: string): Promise<void> {
    // Read the client now, and not earlier in the run: a restore must not undo a change that somebody else
    // made before.
    const reading = await readOwn(specification, client, async (call) => {
      const exchange = await sendUnguarded(call, 'member');
      await observe(client, exchange);
      return exchange;
    });
    if (reading.kind === 'own') await clients.apply(client, { kind: 'kept', record: reading.record });
    else if (mustRestore)
      throw new Undecidable(
        'control-refused',
        [`${reading.why}, so the run does not change it: it could not put it back.`, client],
        ...(unread.get(client) ?? []),
      );
  }

  /**
   * Throws if nothing more may be changed. If clients must be restored, the first obstacle stops all further
   * changes of the run.
   */
  function assertGoingOn(client: string): void {
    if (!mustRestore) return;
    stop ??= obstacleToChange(specification, clients.all(), client);
    if (stop !== undefined) throw stop;
  }

  function assertRestorable(fields: ClientRecord, { client, record }: ClientState): void {
    const back = restorable(specification, record);
    const lost = Object.keys(fields).filter((field) => !Object.hasOwn(back, field));
    if (lost.length === 0) return;
    const words = `A change of ${lost.join(', ')} of the client ${client} is not sent, since the record that the run keeps does not show it so that it could be put back.`;
    throw new Undecidable('not-permitted', [words, client]);
  }

  async function observe(client: string, exchange: Exchange): Promise<void> {
    if (seen.has(exchange)) return;
    seen.add(exchange);
    const events = eventsIn(specification, client, exchange);
    if (events.some(({ kind }) => kind === 'of-another')) ofOthers.push(exchange);
    if (isReading(exchange.call) && events.length === 0)
      unread.set(client, [...(unread.get(client) ?? []), exchange]);
    statuses.add(client, exchange);
    const moved = statuses.isSeen() ? target.clients : [];
    await Promise.all([
      ...moved.map((one) => clients.apply(one, { kind: 'status-changed' })),
      ...events.map((event) => clients.apply(client, event)),
    ]);
  }

  const send: ChangeGuard['send'] = async (call, credentials, isOnce = false) => {
    await prepare(call, isOnce && credentials === 'member');
    const client = listedClient(call, target);
    const isChange = sendsChanges(call) && !isReading(call);
    // A change makes all earlier readings stale. A reading that overlaps with the change may be stale too.
    if (isChange) latest = new Map();
    const since = latest;
    try {
      const exchange = await sendUnguarded(call, credentials, isOnce);
      if (client !== undefined) await observe(client, exchange);
      // An answer of `sendOnce` may be older than the last change.
      if (isReading(call) && !isOnce && is2xx(exchange.status)) since.set(keyOf(call, credentials), exchange);
      return exchange;
    } catch (error) {
      if (client !== undefined && isChange && error instanceof NoAnswer && error.mayHaveArrived) {
        const fields = fieldsIn(specification, call);
        await clients.apply(client, { kind: 'unknown', fields, mayBeLate: true });
      }
      throw error;
    } finally {
      if (isChange) latest = new Map();
    }
  };

  return {
    send,
    readingSinceChange: (call, credentials) => latest.get(keyOf(call, credentials)),
    underConcurrency,
    recordsOfOthers: () => [...ofOthers],
    hasStatusChanged: statuses.hasStatusChanged,
    putBackAll: async (further) => {
      await Promise.allSettled(taking.values());
      const kept = clients.all().filter(({ phase }) => phase === 'kept');
      const outcomes = await putBackAll(kept, { ...further, specification, onHidden: clients.noteHidden });
      for (const { kind, client } of outcomes) if (kind === 'put-back') await clients.forget(client);
      return outcomes;
    },
    journalTrouble: clients.trouble,
  };
}

function keyOf({ method, path, headers }: Call, credentials: Credentials): string {
  return JSON.stringify([method, path, headers, credentials]);
}

function eventsIn(specification: Specification, client: string, exchange: Exchange): ClientEvent[] {
  const { call, credentials, status, number } = exchange;
  const isOfMember = credentials === 'member';
  const record = isOfMember ? recordIn(exchange) : undefined;
  const isOther = record !== undefined && identityOf(record, client) === 'other';
  const others: ClientEvent[] = isOther ? [{ kind: 'of-another', number }] : [];
  if (isReading(call)) return isOther || record === undefined ? others : [{ kind: 'shown', record, number }];
  const fields = fieldsIn(specification, call);
  // Later readings are the member's, so only the member's changes are compared with them.
  const compared = isOfMember ? fields : {};
  if (is2xx(status)) return [...others, { kind: 'accepted', fields: compared }];
  if (status < 500) return [{ kind: 'refused', fields }];
  // After 502, 503 or 504 from a gateway, the service may still process the request.
  return [{ kind: 'unknown', fields: compared, mayBeLate: status >= 502 && status <= 504 }];
}
