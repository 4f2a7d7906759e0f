import { type Call, updateClient } from '../../api/calls.ts';
import type { Target } from '../../harness/target.ts';
import { readJson } from '../../http/json.ts';
import { type ClientRecord, changeableFields } from '../../rules/client-record.ts';
import { emptyPatch, sendsChanges } from '../../rules/operations.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';

/** The listed client that a call may change, or reads. */
export function listedClient(call: Call, { clients }: Pick<Target, 'clients'>): string | undefined {
  if (!sendsChanges(call)) return undefined;
  return clients.find((one) => call.path === updateClient(one, '').path);
}

/** Whether a call changes nothing of a client: so it is read. */
export function isReading({ body }: Call): boolean {
  return body === emptyPatch;
}

/** The fields that a body names, with their values; one that is no JSON object names none. */
export function fieldsIn(specification: Specification, { body = '' }: Call): ClientRecord {
  const json = readJson(new TextEncoder().encode(body));
  if (json.kind !== 'json') return {};
  const named = changeableFields(specification).map((field) => [field, memberOf(json.value, field)] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}
