import { recordIn } from '../../rules/client-record.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { isReading } from './client-call.ts';

/**
 * Detects whether client statuses change by themselves. Such a status need not be restored (interface 3), unlike a
 * status that the run itself has changed.
 */
export function watchStatuses() {
  const last = new Map<string, string>();
  const changed = new Set<string>();
  let isSeen = false;
  let hasStatusChanged = false;
  return {
    /** Whether a client's status changed although the client was not changed. */
    isSeen: (): boolean => isSeen,
    hasStatusChanged: (): boolean => hasStatusChanged,
    add: (client: string, exchange: Exchange): void => {
      if (exchange.credentials !== 'member') return;
      const before = last.get(client);
      const status = memberOf(recordIn(exchange), 'status');
      if (typeof status === 'string') last.set(client, status);
      const isOther = typeof status === 'string' && before !== undefined && status !== before;
      hasStatusChanged ||= isOther;
      if (!isReading(exchange.call)) {
        // Setting an e-mail address may change the status, since the address has to be confirmed. The answer may not
        // show the new status yet.
        if (status !== before || exchange.call.body?.includes('"emailAddress"')) changed.add(client);
        return;
      }
      isSeen ||= isOther && !changed.has(client);
      changed.delete(client);
    },
  };
}
