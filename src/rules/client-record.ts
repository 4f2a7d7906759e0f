import { isDeepStrictEqual } from 'node:util';
import type { Target } from '../harness/target.ts';
import { is2xx } from '../http/status.ts';
import { isObject, isSameUuid } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import type { components } from '../specification/interface.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { readerOf } from './statements.ts';

/** A client record, or a part of one, as the target returns it. */
export type ClientRecord = Readonly<Record<string, unknown>>;

export function recordIn({ status, body }: Pick<Exchange, 'status' | 'body'>): ClientRecord | undefined {
  if (!is2xx(status) || body.kind !== 'json') return undefined;
  const { value } = body;
  return isObject(value) ? value : undefined;
}

/** Whose record it is: the requested client's (`own`), another's, or not stated. */
type Identity = 'own' | 'other' | 'not-said';

/** Compares the record's `id` (interface 2.2) with the client. An `id` that is not a text counts as not stated. */
export function identityOf(record: ClientRecord, client: string): Identity {
  const id = memberOf(record, 'id');
  if (typeof id !== 'string') return 'not-said';
  return isSameUuid(id, client) ? 'own' : 'other';
}

export const readClientRecord = readerOf('Client');

/** A field of a client that can be changed (interface 4.2). */
export type ChangeableField = keyof components['schemas']['ClientPatch'];

export function changeableFields({ fieldsOf }: Specification): readonly ChangeableField[] {
  return fieldsOf('ClientPatch') as readonly ChangeableField[];
}

/** Whether a record shows the field. Null counts as missing, since some services write a missing value as null. */
export function shows(record: ClientRecord, field: string): boolean {
  const value = memberOf(record, field);
  return value !== undefined && value !== null;
}

/** Whether two records show the same value of a field, or both show none. */
export function isSame(
  specification: Specification,
  field: string,
  one: ClientRecord,
  other: ClientRecord,
): boolean {
  const values = [one, other].map((record) => comparable(specification, field, memberOf(record, field)));
  return isDeepStrictEqual(values[0], values[1]);
}

export function changedFields(
  specification: Specification,
  before: ClientRecord,
  after: ClientRecord,
): string[] {
  return specification.fieldsOf('Client').filter((field) => !isSame(specification, field, before, after));
}

/**
 * Whether the status differs. The documents do not say when a status changes (interface 3): a person or time
 * may change it during a run. A missing status does not count as a difference.
 */
export function hasStatusChanged(one: ClientRecord | undefined, other: ClientRecord | undefined): boolean {
  const status = memberOf(other, 'status');
  return typeof status === 'string' && status !== memberOf(one, 'status');
}

/** The fields that differ between two records of a client, except a status that may have changed by itself. */
export function differingFields(
  specification: Specification,
  one: ClientRecord,
  other: ClientRecord,
): string[] {
  const fields = changedFields(specification, one, other);
  return hasStatusChanged(one, other) ? fields.filter((field) => field !== 'status') : fields;
}

/** The value in a form in which values with the same meaning are equal. */
function comparable({ fieldsOf }: Specification, field: string, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  // An image URL may be newly signed for each answer, or derived from the name, so only its presence is compared.
  if (field === 'avatarUrl') return value !== '';
  // The documents do not say whether the plus sign is a part of the number.
  if (/[tT]elephoneNumber$/.test(field) && typeof value === 'string') return value.replace(/^\+/, '');
  // Domains are case-insensitive (RFC 5321, section 2.4).
  if (field === 'emailAddress' && typeof value === 'string')
    return value.replace(/@[^@]*$/, (domain) => domain.toLowerCase());
  // Only documented members are compared. Others may differ from answer to answer.
  if (field === 'communicationPreferences')
    return fieldsOf('CommunicationPreferences').map((name) => memberOf(value, name));
  // An empty line may be missing, null or an empty text.
  if (field === 'address') return fieldsOf('Address').map((name) => memberOf(value, name) ?? '');
  return value;
}

/**
 * The fields that are known to belong to a client, but are missing from this record. An empty text counts as missing.
 */
export function missingFields(
  { shownFields = {} }: Pick<Target, 'shownFields'>,
  client: string,
  record: ClientRecord,
): string[] {
  const known = shownFields[client] ?? [];
  return known.filter((field) => !shows(record, field) || memberOf(record, field) === '');
}
