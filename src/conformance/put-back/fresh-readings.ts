import type { Call } from '../../api/calls.ts';
import type { Asked } from '../../harness/session.ts';
import { is2xx } from '../../http/status.ts';
import { sendsChanges } from '../../rules/operations.ts';
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
