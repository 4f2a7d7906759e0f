import type { ClientRecord } from '../../rules/client-record.ts';
import { isRestored, restorable } from '../../rules/restorable.ts';
import type { Specification } from '../../specification/specification.ts';

/** What a reading says of the values that were sent before it. */
export type Showing =
  /** Nothing new, or nothing. */
  | { readonly kind: 'nothing' }
  /** For the first time, a value of ours is shown exactly: what the target shows is what it keeps. */
  | { readonly kind: 'exact' }
  /** No value of ours was shown exactly yet, and these fields show what they showed before. */
  | { readonly kind: 'as-before'; readonly fields: readonly string[] }
  /** The first values of ours in these fields are shown as something else. */
  | { readonly kind: 'otherwise'; readonly fields: readonly string[] };

/** Holds what a target shows of clients against what it was sent. */
interface WatchedValues {
  /** Notes what a client was sent, and the target says that it took. */
  sent(client: string, fields: ClientRecord): void;
  /** Notes what a client shows. */
  shown(client: string, record: ClientRecord): Showing;
}

/**
 * What is shown of a client is sent back in the end, so that it has to be what the target keeps. A value of our own
 * tells. Once one was shown exactly in a field, that field is trusted: what becomes of its values is for the checks.
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
      const sent = open.get(client) ?? {};
      const shows = (field: string, of: ClientRecord): boolean => isRestored(specification, field, sent, of);
      // A value that was shown before proves nothing.
      const fresh = Object.keys(sent).filter((field) => !trusted.has(field) && !shows(field, before));
      open.delete(client);
      last.set(client, record);
      const isFirst = trusted.size === 0;
      const exact = fresh.filter((field) => shows(field, record));
      for (const field of exact) trusted.add(field);
      const others = fresh.filter((field) => !exact.includes(field));
      const changed = others.filter((field) => !isRestored(specification, field, before, record));
      if (changed.length > 0) return { kind: 'otherwise', fields: changed };
      if (exact.length > 0) return isFirst ? { kind: 'exact' } : { kind: 'nothing' };
      return isFirst && others.length > 0 ? { kind: 'as-before', fields: others } : { kind: 'nothing' };
    },
  };
}
