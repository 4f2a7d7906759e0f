import { is2xx } from '../../http/status.ts';
import { identityOf, recordIn } from '../../rules/client-record.ts';
import { lostFields } from '../../rules/restorable.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { type Reason, Undecidable } from '../../trace/gap.ts';
import type { NoAnswer } from '../exchanges.ts';
import { fieldsIn, isReading } from './client-call.ts';
import type { KeptClients } from './kept-clients.ts';
import { watchStatuses } from './moving-status.ts';
import { type Showing, watchValues } from './shown-values.ts';

/**
 * Watches whether the values that a target shows can be restored, and whether it makes the changes that it confirms.
 */
interface WatchedTarget {
  /** Checks whose record an answer to the member shows. */
  heedIdentity(client: string, exchange: Exchange): void;
  /** Processes an answer to a check's change or reading, once. */
  heed(client: string, exchange: Exchange): Promise<void>;
  /** Notes that a change may have been made although no answer came. */
  heedSilence(client: string, call: Exchange['call'], error: NoAnswer): Promise<void>;
  /** Allows no more changes, if clients have to be restored. */
  stop(reason: Reason, message: string): void;
  /** @throws {Undecidable} if nothing more may be changed, or for now no other client */
  assertGoingOn(client: string): void;
  recordsOfOthers(): readonly Exchange[];
  isStatusFree(): boolean;
  hasStatusMoved(): boolean;
}

/** Changes with an unknown outcome after which no more are sent. */
const mostUnknown = 5;

/** Fields with accepted but invisible values after which the target is not believed. */
const mostDoubted = 4;

/** @param mustRestore - whether clients are restored; otherwise they are disposable */
export function watchTarget(
  specification: Specification,
  kept: KeptClients,
  mustRestore: boolean,
): WatchedTarget {
  const values = watchValues(specification);
  const statuses = watchStatuses();
  const ofOthers = new Set<Exchange>();
  const seen = new WeakSet<Exchange>();
  /** Fields that accepted a value of ours but have not shown it yet. */
  const doubted = new Set<string>();
  /** The client with such fields. No other client is changed until it shows them. */
  let doubtedClient: string | undefined;
  let unknown = 0;
  let stopped: Undecidable | undefined;

  function stop(reason: Reason, message: string): void {
    if (mustRestore) stopped ??= new Undecidable(reason, message);
  }

  function heedIdentity(client: string, exchange: Exchange): void {
    statuses.heed(client, exchange);
    const shown = exchange.credentials === 'member' ? recordIn(exchange) : undefined;
    if (shown === undefined || identityOf(shown, client) !== 'other') return;
    ofOthers.add(exchange);
    stop(
      'control-refused',
      `The client ${client} is answered with the record of another client, so that nothing more is changed.`,
    );
  }

  async function heed(client: string, exchange: Exchange): Promise<void> {
    heedIdentity(client, exchange);
    // `sendOnce` may return an old answer again.
    if (seen.has(exchange)) return;
    seen.add(exchange);
    await (isReading(exchange.call) ? heedReading(client, exchange) : heedChange(client, exchange));
  }

  async function heedChange(client: string, { call, credentials, status }: Exchange): Promise<void> {
    const fields = fieldsIn(specification, call);
    const isUnknown = status >= 500;
    if (isUnknown) await noteUnknown(client, isGateway(status));
    else if (!is2xx(status)) await kept.note(client, { kind: 'refused', fields });
    if (mustRestore && credentials === 'member' && (is2xx(status) || isUnknown))
      values.sent(client, fields, !isUnknown);
  }

  async function heedReading(client: string, exchange: Exchange): Promise<void> {
    const record = recordIn(exchange);
    if (!mustRestore || exchange.credentials !== 'member' || record === undefined) return;
    if (identityOf(record, client) === 'other') return;
    const entry = kept.all().find((one) => one.client === client);
    const lost =
      entry === undefined ? [] : lostFields(specification, entry.record, record, statuses.isSeen());
    if (lost.length > 0) {
      stop(
        'not-permitted',
        `The client ${client} shows ${lost.join(', ')} changed, which cannot be put back, so that nothing more is changed. List the field whose change does that, such as emailAddress, in leaveFields of the configuration, or test with writes "all" and clients that are disposable.`,
      );
    }
    await heedShowing(client, values.shown(client, record));
  }

  /**
   * If one field shows some other value, all fields may be masked, and everything sent so far may be lost. A field that
   * still shows its previous value is doubted until it shows what it was sent. Until then, no other client is changed.
   */
  async function heedShowing(client: string, { exact, asBefore, otherwise }: Showing): Promise<void> {
    for (const field of asBefore) doubted.add(field);
    for (const field of exact) doubted.delete(field);
    if (asBefore.length > 0) doubtedClient = client;
    if (doubted.size === 0) doubtedClient = undefined;
    if (otherwise.length > 0 || doubted.size >= mostDoubted) stop('not-permitted', notBelieved(client));
    const noting: Promise<void>[] = [];
    for (const { client: one, history } of kept.all()) {
      const touched = Object.keys(history.sent);
      const fields = otherwise.length > 0 ? touched : touched.filter((field) => asBefore.includes(field));
      if (fields.length > 0) noting.push(kept.note(one, { kind: 'shown-otherwise', fields }));
      if (exact.length > 0) noting.push(kept.note(one, { kind: 'shown-exactly', fields: exact }));
    }
    // The run counts all of these events even if the journal records none of them.
    await Promise.all(noting);
  }

  async function noteUnknown(client: string, mayBeLate: boolean): Promise<void> {
    if (mayBeLate) unknown += 1;
    if (unknown > mostUnknown) {
      stop(
        'unreachable',
        `It is not known of ${unknown} changes whether they were made, since they were not answered, so that nothing more is changed.`,
      );
    }
    await kept.note(client, { kind: 'unsettled' });
  }

  return {
    heedIdentity,
    heed,
    heedSilence: async (client, call, { mayHaveArrived }) => {
      if (!mayHaveArrived || isReading(call)) return;
      values.sent(client, fieldsIn(specification, call), false);
      await noteUnknown(client, true);
    },
    stop,
    assertGoingOn: (client) => {
      if (doubtedClient !== undefined && doubtedClient !== client)
        stop('not-permitted', notBelieved(doubtedClient));
      if (stopped !== undefined) throw stopped;
    },
    recordsOfOthers: () => [...ofOthers],
    isStatusFree: statuses.isSeen,
    hasStatusMoved: statuses.hasMoved,
  };
}

function notBelieved(client: string): string {
  return `The client ${client} is shown otherwise than it was sent. What such a target shows cannot be put back, so that nothing more is changed.`;
}

/** A gateway that got no answer in time cannot know what the service will still do. */
function isGateway(status: number): boolean {
  return status >= 502 && status <= 504;
}
