import type { Call } from '../../api/calls.ts';
import type { Asked } from '../../harness/session.ts';
import { is2xx } from '../../http/status.ts';
import { sendsChanges } from '../../rules/operations.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { isReading } from './client-call.ts';

/** The readings of clients that came since any client was last changed. */
interface FreshReadings {
  /** Sends a call, and heeds what that makes of the readings. */
  watch(call: Call, credentials: Asked['credentials'], send: () => Promise<Exchange>): Promise<Exchange>;
  /** The last answer to the call, where it is such a reading. */
  of(call: Call, credentials: Asked['credentials']): Exchange | undefined;
}

/** Opens the readings of a run. A change may land on any client, so that it makes all of them old. */
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
      // Whatever comes while it is on its way may be from before it.
      fresh = new Map();
      return send().finally(() => {
        fresh = new Map();
      });
    },
    of: (call, credentials) => (isReading(call) ? fresh.get(keyOf(call, credentials)) : undefined),
  };
}
