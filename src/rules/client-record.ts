import { isDeepStrictEqual } from 'node:util';
import { is2xx } from '../http/status.ts';
import { isObject, isSameUuid } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import type { components } from '../specification/interface.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { readerOf, type StatementReading } from './statements.ts';

/** A client record, or a part of one, as a target shows it. */
export type ClientRecord = Readonly<Record<string, unknown>>;

/** The record that an answer shows; undefined where it shows none. */
export function recordIn({ status, body }: Pick<Exchange, 'status' | 'body'>): ClientRecord | undefined {
  if (!is2xx(status) || body.kind !== 'json') return undefined;
  const { value } = body;
  return isObject(value) && isWithin(value, deepest) ? value : undefined;
}

/** Whose record it says that it is: that of the client asked for, that of another, or nobody's in particular. */
export type Identity = 'own' | 'other' | 'not-said';

/** Whose record it is, by its `id` (interface 2.2); an `id` that is no text says nothing. */
export function identityOf(record: ClientRecord, client: string): Identity {
  const id = memberOf(record, 'id');
  if (typeof id !== 'string') return 'not-said';
  return isSameUuid(id, client) ? 'own' : 'other';
}

/** Nothing that is described of a client is as deep, and what is much deeper could not be kept. */
const deepest = 100;

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isWithin(member, levels - 1));
}

/** What a client record has to do with each statement about it. */
export function readClientRecord(specification: Specification, record: unknown): StatementReading {
  return specification.derive(clientRecordReader)(record);
}

function clientRecordReader(specification: Specification): (record: unknown) => StatementReading {
  return readerOf(specification, 'Client');
}

/** A field of a client that can be changed (interface 4.2). */
export type ChangeableField = keyof components['schemas']['ClientPatch'];

/** The fields of a client that can be changed, in the description's order. */
export function changeableFields({ fieldsOf }: Specification): readonly ChangeableField[] {
  return fieldsOf('ClientPatch') as readonly ChangeableField[];
}

/** Whether a record shows the field: null is how some say that there is nothing to show. */
export function shows(record: ClientRecord, field: string): boolean {
  const value = memberOf(record, field);
  return value !== undefined && value !== null;
}

/** Whether two records show the same of a field, or neither shows it. */
export function isSame(
  specification: Specification,
  field: string,
  one: ClientRecord,
  other: ClientRecord,
): boolean {
  const values = [one, other].map((record) => comparable(specification, field, memberOf(record, field)));
  return isDeepStrictEqual(values[0], values[1]);
}

/** The fields of a client that two readings show otherwise. */
export function changedFields(
  specification: Specification,
  before: ClientRecord,
  after: ClientRecord,
): string[] {
  return specification.fieldsOf('Client').filter((field) => !isSame(specification, field, before, after));
}

/** A value in the form in which two of one meaning are equal. */
function comparable({ fieldsOf }: Specification, field: string, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  // An address of an image may be signed anew for each answer, or made from the name: only that there is one counts.
  if (field === 'avatarUrl') return value !== '';
  // Whether the plus sign is a part of the number is open.
  if (/[tT]elephoneNumber$/.test(field) && typeof value === 'string') return value.replace(/^\+/, '');
  // Of a domain, letters of either case are the same (RFC 5321, section 2.4).
  if (field === 'emailAddress' && typeof value === 'string')
    return value.replace(/@[^@]*$/, (domain) => domain.toLowerCase());
  // What the documents do not list may be anything, and differ from one answer to the next.
  if (field === 'communicationPreferences')
    return fieldsOf('CommunicationPreferences').map((name) => memberOf(value, name));
  // Which lines an address has is open, and so is how one says that there is nothing in a line.
  if (field === 'address') return fieldsOf('Address').map((name) => memberOf(value, name) ?? '');
  return value;
}
