import { isJsonObject, type Json, type JsonObject } from './json.ts';

/**
 * The kinds of records, ordered so that each comes after those that it belongs to: a user after its
 * organisation.
 */
export const recordKinds = ['organisation', 'user', 'client', 'case'] as const;
export type RecordKind = (typeof recordKinds)[number];

export interface Entry {
  readonly kind: RecordKind;
  readonly id: string;
  /** The owner's identifier. An organisation owns itself. */
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
 * Reads an entry from a parsed line. Validates only the identifier of the record.
 * @returns what is wrong instead, as a sentence that begins with a JSON pointer and has no full stop
 */
export function readEntry(line: unknown): Entry | string {
  if (!isJsonObject(line))
    return 'The line must be an object with the members kind, organisationId and record';
  const { kind, organisationId, record } = line;
  if (!isRecordKind(kind)) return `/kind must be one of ${recordKinds.join(', ')}`;
  if (!isJsonObject(record)) return '/record must be an object';
  const field = identifierField(kind);
  const id = record[field];
  if (id === undefined) return `/record/${field} must be present`;
  if (!isAsciiIdentifier(id)) return `/record/${field} must be a text of printable ASCII without spaces`;
  if (kind === 'organisation') return { kind, id, organisationId: id, record };
  if (!isAsciiIdentifier(organisationId)) return '/organisationId must be the identifier of an organisation';
  return { kind, id, organisationId, record };
}

function isRecordKind(value: Json | undefined): value is RecordKind {
  return recordKinds.some((kind) => kind === value);
}

/** Identifiers must be ASCII, so that databases change their letter case in the same way as JavaScript. */
export function isAsciiIdentifier(value: Json | undefined): value is string {
  return typeof value === 'string' && /^[!-~]+$/.test(value);
}
