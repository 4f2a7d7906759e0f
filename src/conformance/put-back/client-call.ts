import { type Call, updateClient } from '../../api/calls.ts';
import type { Target } from '../../harness/target.ts';
import { readJson } from '../../http/json.ts';
import { type ClientRecord, changeableFields } from '../../rules/client-record.ts';
import { emptyPatch, sendsChanges } from '../../rules/operations.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';

/** The listed client that a call changes or reads. */
export function listedClient(call: Call, { clients }: Pick<Target, 'clients'>): string | undefined {
  if (!sendsChanges(call)) return undefined;
  return clients.find((one) => call.path === updateClient(one, '').path);
}

/** An empty change only reads the client. */
export function isReading({ body }: Call): boolean {
  return body === emptyPatch;
}

/** The fields in a body, with their values. Empty if the body is not a JSON object. */
export function fieldsIn(specification: Specification, { body = '' }: Call): ClientRecord {
  const json = readJson(new TextEncoder().encode(body));
  if (json.kind !== 'json') return {};
  const named = changeableFields(specification).map((field) => [field, memberOf(json.value, field)] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}
