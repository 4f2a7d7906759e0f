import { recordIn } from '../../rules/client-record.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { isReading } from './client-call.ts';

/** Tells a status that moves of itself, which nobody has to put back (interface 3), from one that a change has moved. */
interface MovingStatus {
  /** Heeds an answer to the member when it comes; one that is handed out again is an old one. */
  heed(client: string, exchange: Exchange): void;
  /** Whether a client was seen to have another status without a change. */
  isSeen(): boolean;
  /** Whether a client was seen to have another status, whatever was sent meanwhile. */
  hasMoved(): boolean;
}

/** Watches the statuses of clients. */
export function watchStatuses(): MovingStatus {
  const heeded = new WeakSet<Exchange>();
  const last = new Map<string, string>();
  /** Clients that were changed since, and whose status the change may have moved. */
  const changed = new Set<string>();
  let isSeen = false;
  let hasMoved = false;
  return {
    isSeen: () => isSeen,
    hasMoved: () => hasMoved,
    heed: (client, exchange) => {
      if (heeded.has(exchange) || exchange.credentials !== 'member') return;
      heeded.add(exchange);
      const before = last.get(client);
      const status = memberOf(recordIn(exchange), 'status');
      if (typeof status === 'string') last.set(client, status);
      const isOther = typeof status === 'string' && before !== undefined && status !== before;
      hasMoved ||= isOther;
      if (!isReading(exchange.call)) {
        // A new e-mail address may have to be confirmed, which the answer to it need not show yet.
        if (status !== before || exchange.call.body?.includes('"emailAddress"')) changed.add(client);
        return;
      }
      isSeen ||= isOther && !changed.has(client);
      changed.delete(client);
    },
  };
}
