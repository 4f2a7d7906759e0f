import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** The kinds of records. Each comes after those that it belongs to. */
export const recordKinds = ['organisation', 'user', 'client', 'case'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** A record and its owner: one line of an export. */
export interface Entry {
  readonly kind: RecordKind;
  readonly id: string;
  /** For an organisation, its own identifier. */
  readonly organisationId: string;
  readonly record: JsonObject;
}

/** An entry as one line of JSON, without a line end. */
export function lineOf({ kind, organisationId, record }: Entry): string {
  return JSON.stringify(kind === 'organisation' ? { kind, record } : { kind, organisationId, record });
}

export function identifierField(kind: RecordKind): 'id' | 'caseId' {
  return kind === 'case' ? 'caseId' : 'id';
}

/**
 * Reads an entry from the parsed JSON of a line, or returns why it is not one: a sentence with the pointer and without
 * its full stop. Only the identifier of the record is validated.
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
  if (!isIdentifier(id)) return `/record/${field} must be a text of printable ASCII without spaces`;
  if (kind === 'organisation') return { kind, id, organisationId: id, record };
  if (!isIdentifier(organisationId)) return '/organisationId must be the identifier of an organisation';
  return { kind, id, organisationId, record };
}

function isRecordKind(value: Json | undefined): value is RecordKind {
  return recordKinds.some((kind) => kind === value);
}

/** ASCII only: its letter case is then the same here and in a database. */
function isIdentifier(value: Json | undefined): value is string {
  return typeof value === 'string' && /^[!-~]+$/.test(value);
}
