import { recordIn } from '../../rules/client-record.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { isReading } from './client-call.ts';

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
