import type { ClientRecord } from '../../rules/client-record.ts';
import { isRestored, restorable } from '../../rules/restorable.ts';
import type { Specification } from '../../specification/specification.ts';

/** What a reading says of the values that were sent before it, of fields that were not trusted until then. */
export interface Showing {
  /** Fields that show a value of ours exactly. */
  readonly exact: readonly string[];
  /** Fields that show what they showed before. */
  readonly asBefore: readonly string[];
  /** Fields that show something else. */
  readonly otherwise: readonly string[];
}

/** Holds what a target shows of clients against what it was sent. */
interface WatchedValues {
  /**
   * Notes what a client was sent.
   * @param isTaken - whether the target says that it took it; else it may have
   */
  sent(client: string, fields: ClientRecord, isTaken: boolean): void;
  /** Notes what a client shows. */
  shown(client: string, record: ClientRecord): Showing;
}

/**
 * What is shown of a client is sent back in the end, so that it has to be what the target keeps. A value of our own
 * tells. Once one was shown exactly in a field of a client, that field is trusted: what becomes of its values is for the checks.
 */
export function watchValues(specification: Specification): WatchedValues {
  const last = new Map<string, ClientRecord>();
  const open = new Map<string, ClientRecord>();
  /** By client: what of that the target says that it took. */
  const taken = new Map<string, ClientRecord>();
  /** By client: what is shown of one may be hidden of another. */
  const trusted = new Map<string, Set<string>>();
  return {
    sent: (client, fields, isTaken) => {
      const told = restorable(specification, fields);
      // What is sent last tells, or nothing does: one value may have been sent after the other.
      for (const noted of isTaken ? [open, taken] : [open]) {
        const others = Object.entries(noted.get(client) ?? {}).filter(
          ([field]) => !Object.hasOwn(fields, field),
        );
        noted.set(client, { ...Object.fromEntries(others), ...told });
      }
    },
    shown: (client, record) => {
      const before = last.get(client) ?? {};
      const sent = open.get(client) ?? {};
      const shows = (field: string, of: ClientRecord): boolean => isRestored(specification, field, sent, of);
      // A value that was shown before proves nothing.
      const own = trusted.get(client) ?? new Set<string>();
      trusted.set(client, own);
      const fresh = Object.keys(sent).filter((field) => !own.has(field) && !shows(field, before));
      const told = taken.get(client) ?? {};
      open.delete(client);
      taken.delete(client);
      last.set(client, record);
      const exact = fresh.filter((field) => shows(field, record));
      const others = fresh.filter((field) => !exact.includes(field));
      for (const field of exact) own.add(field);
      const isAsBefore = (field: string): boolean => isRestored(specification, field, before, record);
      return {
        exact,
        // What was not taken need not be shown.
        asBefore: others.filter((field) => isAsBefore(field) && Object.hasOwn(told, field)),
        otherwise: others.filter((field) => !isAsBefore(field)),
      };
    },
  };
}
