import type { Call } from '../../api/calls.ts';
import type { Asked } from '../../harness/session.ts';
import { is2xx } from '../../http/status.ts';
import { recordIn } from '../../rules/client-record.ts';
import { sendsChanges } from '../../rules/operations.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { isReading } from './client-call.ts';

/** Readings of clients since the last change of any client. */
interface FreshReadings {
  /** Sends a call and updates the readings. */
  watch(call: Call, credentials: Asked['credentials'], send: () => Promise<Exchange>): Promise<Exchange>;
  /** The last answer to the call since the last change, if there is one. */
  of(call: Call, credentials: Asked['credentials']): Exchange | undefined;
}

/** A change may land on any client, so it makes all readings stale. */
export function openFreshReadings(): FreshReadings {
  let fresh = new Map<string, Exchange>();
  const keyOf = ({ method, path, headers }: Call, credentials: Asked['credentials']): string =>
    JSON.stringify([method, path, headers, credentials]);
  return {
    watch: async (call, credentials, send) => {
      if (!sendsChanges(call)) return send();
      if (isReading(call)) {
        const since = fresh;
        const exchange = await send();
        if (is2xx(exchange.status)) since.set(keyOf(call, credentials), exchange);
        return exchange;
      }
      // A reading that overlaps with the change may be from before it.
      fresh = new Map();
      return send().finally(() => {
        fresh = new Map();
      });
    },
    of: (call, credentials) => (isReading(call) ? fresh.get(keyOf(call, credentials)) : undefined),
  };
}

/**
 * Distinguishes a status that changes by itself, which need not be restored (interface 3), from one that a change has
 * moved.
 */
interface MovingStatus {
  /** Takes in an answer, once. */
  add(client: string, exchange: Exchange): void;
  /** Whether a client's status changed without a change of the client. */
  isSeen(): boolean;
  /** Whether a client's status was seen to differ between readings, for any reason. */
  hasMoved(): boolean;
}

export function watchStatuses(): MovingStatus {
  const last = new Map<string, string>();
  /** Clients whose status a later change may have moved. */
  const changed = new Set<string>();
  let isSeen = false;
  let hasMoved = false;
  return {
    isSeen: () => isSeen,
    hasMoved: () => hasMoved,
    add: (client, exchange) => {
      if (exchange.credentials !== 'member') return;
      const before = last.get(client);
      const status = memberOf(recordIn(exchange), 'status');
      if (typeof status === 'string') last.set(client, status);
      const isOther = typeof status === 'string' && before !== undefined && status !== before;
      hasMoved ||= isOther;
      if (!isReading(exchange.call)) {
        // A new e-mail address may have to be confirmed. The answer to the change need not show that yet.
        if (status !== before || exchange.call.body?.includes('"emailAddress"')) changed.add(client);
        return;
      }
      isSeen ||= isOther && !changed.has(client);
      changed.delete(client);
    },
  };
}
