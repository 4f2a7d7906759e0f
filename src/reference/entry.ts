import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** The kinds of records. Each comes after the kinds that it belongs to: a user after its organisation. */
export const recordKinds = ['organisation', 'user', 'client', 'case'] as const;
export type RecordKind = (typeof recordKinds)[number];

export interface Entry {
  readonly kind: RecordKind;
  readonly id: string;
  /** The identifier of the organisation that has the record. For an organisation, its own identifier. */
  readonly organisationId: string;
  readonly record: JsonObject;
}

export function lineOf({ kind, organisationId, record }: Entry): string {
  return JSON.stringify(kind === 'organisation' ? { kind, record } : { kind, organisationId, record });
}

export function identifierField(kind: RecordKind): 'id' | 'caseId' {
  return kind === 'case' ? 'caseId' : 'id';
}

/**
 * Reads an entry from a parsed line. Of the record, only the identifier is validated.
 * @returns the entry, or what is wrong with the line: a sentence without a full stop that begins with a JSON pointer
 */
export function readEntry(line: unknown): Entry | string {
  if (!isJsonObject(line))
    return 'The line must be an object with the members kind, organisationId and record';
  const { kind, organisationId, record } = line;
  const known = recordKinds.find((one) => one === kind);
  if (known === undefined) return `/kind must be one of ${recordKinds.join(', ')}`;
  if (!isJsonObject(record)) return '/record must be an object';
  const field = identifierField(known);
  const id = record[field];
  if (id === undefined) return `/record/${field} must be present`;
  if (!isAsciiIdentifier(id)) return `/record/${field} must be a text of printable ASCII without spaces`;
  if (known === 'organisation') return { kind: known, id, organisationId: id, record };
  if (!isAsciiIdentifier(organisationId)) return '/organisationId must be the identifier of an organisation';
  return { kind: known, id, organisationId, record };
}

/** Whether an identifier is ASCII, so that databases change its letter case in the same way as JavaScript. */
export function isAsciiIdentifier(value: Json | undefined): value is string {
  return typeof value === 'string' && /^[!-~]+$/.test(value);
}
