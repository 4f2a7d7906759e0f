import type { ClientRecord } from '../../rules/client-record.ts';
import { isRestored, restorable } from '../../rules/restorable.ts';
import type { Specification } from '../../specification/specification.ts';

/** The result of a reading: how it shows the values sent before, in fields that were not trusted until then. */
export interface Showing {
  /** Fields that show a sent value exactly. */
  readonly exact: readonly string[];
  /** Fields that still show their previous value. */
  readonly asBefore: readonly string[];
  /** Fields that show some other value. */
  readonly otherwise: readonly string[];
}

interface WatchedValues {
  /**
   * Notes the values sent to a client.
   * @param isTaken - whether the target accepted them; otherwise it may or may not have
   */
  sent(client: string, fields: ClientRecord, isTaken: boolean): void;
  shown(client: string, record: ClientRecord): Showing;
}

/**
 * The values that a client shows are sent back in the end, so they must be the stored ones. A value of our own proves
 * that: once a field of a client showed one exactly, the field is trusted, and later values are for the checks to
 * judge.
 */
export function watchValues(specification: Specification): WatchedValues {
  const last = new Map<string, ClientRecord>();
  const open = new Map<string, ClientRecord>();
  /** By client: the open values that the target accepted. */
  const taken = new Map<string, ClientRecord>();
  /** By client: a field may be visible for one client and masked for another. */
  const trusted = new Map<string, Set<string>>();
  return {
    sent: (client, fields, isTaken) => {
      const told = restorable(specification, fields);
      // Only the last value of a field proves anything: changes may have been applied in another order.
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
      // A value that was already shown proves nothing.
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
        // A value that was not accepted need not be shown.
        asBefore: others.filter((field) => isAsBefore(field) && Object.hasOwn(told, field)),
        otherwise: others.filter((field) => !isAsBefore(field)),
      };
    },
  };
}
