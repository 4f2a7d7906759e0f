import type { ClientRecord } from '../../rules/client-record.ts';
import { isRestored, restorable } from '../../rules/restorable.ts';
import type { Specification } from '../../specification/specification.ts';

/** Holds what a target shows of clients against what it was sent. */
interface WatchedValues {
  /** Notes what a client was sent, and the target says that it took. */
  sent(client: string, fields: ClientRecord): void;
  /** Notes what a client shows. @returns the fields that are shown otherwise than they were sent, first or ever */
  shown(client: string, record: ClientRecord): string[];
}

/**
 * What is shown of a client is sent back in the end, so that it has to be what the target keeps. A value of our own tells:
 * the first of all must be shown exactly, and the first of each field must not be shown as something else. After that a
 * field is trusted, and what becomes of its values is for the checks.
 */
export function watchValues(specification: Specification): WatchedValues {
  const last = new Map<string, ClientRecord>();
  const open = new Map<string, ClientRecord>();
  const trusted = new Set<string>();
  return {
    sent: (client, fields) => {
      open.set(client, { ...open.get(client), ...restorable(specification, fields) });
    },
    shown: (client, record) => {
      const before = last.get(client) ?? {};
      const fresh = Object.entries(open.get(client) ?? {}).filter(
        // A value that was shown before proves nothing.
        ([field, value]) => !isRestored(specification, field, { [field]: value }, before),
      );
      open.delete(client);
      last.set(client, record);
      const isExact = ([field, value]: [string, unknown]): boolean =>
        isRestored(specification, field, { [field]: value }, record);
      const isFirst = trusted.size === 0;
      const otherwise = fresh.filter(([field, value]) => {
        if (trusted.has(field) || isExact([field, value])) return false;
        return isFirst || !isRestored(specification, field, before, record);
      });
      for (const [field] of fresh.filter(isExact)) trusted.add(field);
      return otherwise.map(([field]) => field);
    },
  };
}
