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

type Identity = 'own' | 'other' | 'not-said';

export function identityOf(record: ClientRecord, client: string): Identity {
  const id = memberOf(record, 'id');
  if (typeof id !== 'string') return 'not-said';
  return isSameUuid(id, client) ? 'own' : 'other';
}

export const readClientRecord = readerOf('Client');

export type ChangeableField = keyof components['schemas']['ClientPatch'];

export function changeableFields({ fieldsOf }: Specification): readonly ChangeableField[] {
  return fieldsOf('ClientPatch') as readonly ChangeableField[];
}

/** Whether a record shows the field. Null counts as missing, since some services write a missing value as null. */
export function shows(record: ClientRecord, field: string): boolean {
  const value = memberOf(record, field);
  return value !== undefined && value !== null;
}

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

/** A person, or time, may change the status during a run: the documents leave that open (interface 3). */
export function hasStatusChanged(one: ClientRecord | undefined, other: ClientRecord | undefined): boolean {
  const status = memberOf(other, 'status');
  return typeof status === 'string' && status !== memberOf(one, 'status');
}

export function differingFields(
  specification: Specification,
  one: ClientRecord,
  other: ClientRecord,
): string[] {
  const fields = changedFields(specification, one, other);
  return hasStatusChanged(one, other) ? fields.filter((field) => field !== 'status') : fields;
}

function comparable({ fieldsOf }: Specification, field: string, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  // A URL may be signed anew for each answer, in its query.
  if (field === 'avatarUrl' && typeof value === 'string') return value.replace(/[?#].*$/s, '');
  // The documents do not say whether the plus sign is a part of the number.
  if (/[tT]elephoneNumber$/.test(field) && typeof value === 'string') return value.replace(/^\+/, '');
  // Domains are case-insensitive (RFC 5321, section 2.4).
  if (field === 'emailAddress' && typeof value === 'string')
    return value.replace(/@[^@]*$/, (domain) => domain.toLowerCase());
  // Only documented members are compared. Undocumented ones may differ from answer to answer.
  if (field === 'communicationPreferences')
    return fieldsOf('CommunicationPreferences').map((name) => memberOf(value, name));
  // An empty line may be missing, null or an empty text.
  if (field === 'address') return fieldsOf('Address').map((name) => memberOf(value, name) ?? '');
  return value;
}

/**
 * Fields that the client shows according to the configuration, but not in this record. An empty text counts as missing.
 */
export function missingFields(
  { shownFields = {} }: Pick<Target, 'shownFields'>,
  client: string,
  record: ClientRecord,
): string[] {
  const known = shownFields[client] ?? [];
  return known.filter((field) => !shows(record, field) || memberOf(record, field) === '');
}
