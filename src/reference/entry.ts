import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** The kinds of records, each after those that it belongs to. */
export const recordKinds = ['organisation', 'user', 'client', 'case'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** A record, and whose it is: what a line of an export holds. */
export interface Entry {
  readonly kind: RecordKind;
  readonly id: string;
  /** An organisation is its own. */
  readonly organisationId: string;
  readonly record: JsonObject;
}

/** An entry as one line of JSON, without its end. */
export function lineOf({ kind, organisationId, record }: Entry): string {
  return JSON.stringify(kind === 'organisation' ? { kind, record } : { kind, organisationId, record });
}

/** The field of a record that identifies it. */
export function identifierField(kind: RecordKind): 'id' | 'caseId' {
  return kind === 'case' ? 'caseId' : 'id';
}

/**
 * The entry that the JSON of a line is, or else a sentence without its full stop that says where it is none, and why. The
 * fields of its record are not looked at, but for the identifier.
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

/** ASCII, so that its letter case is the same here and in a database. */
function isIdentifier(value: Json | undefined): value is string {
  return typeof value === 'string' && /^[!-~]+$/.test(value);
}
