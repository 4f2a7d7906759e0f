import { type Call, updateClient } from '../../api/calls.ts';
import type { Target } from '../../harness/target.ts';
import {
  type ClientRecord,
  changeableFields,
  changedFields,
  identityOf,
  recordIn,
} from '../../rules/client-record.ts';
import { emptyPatch, sendsChanges } from '../../rules/operations.ts';
import { parsedJson } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';

export function listedClient(call: Call, { clients }: Pick<Target, 'clients'>): string | undefined {
  if (!sendsChanges(call)) return undefined;
  return clients.find((one) => call.path === updateClient(one, '').path);
}

export function isReading({ body }: Call): boolean {
  return body === emptyPatch;
}

export function fieldsIn(specification: Specification, { body = '' }: Call): ClientRecord {
  const value = parsedJson(body);
  const named = changeableFields(specification).map((field) => [field, memberOf(value, field)] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

type OwnReading =
  | { readonly kind: 'own'; readonly record: ClientRecord }
  | { readonly kind: 'no-record' | 'of-another' | 'disagreeing'; readonly why: string };

/**
 * Reads a client. The record is proven to be the client's by its id, or else by a second reading that shows
 * the same record.
 */
export async function readOwn(
  specification: Specification,
  client: string,
  send: (call: Call) => Promise<Exchange>,
): Promise<OwnReading> {
  const first = ownReadingOf(await send(updateClient(client, emptyPatch)), client);
  if (first.kind !== 'own' || identityOf(first.record, client) === 'own') return first;
  const second = ownReadingOf(await send(updateClient(client, emptyPatch)), client);
  if (second.kind !== 'own') return second;
  const differing = changedFields(specification, first.record, second.record);
  if (differing.length === 0) return second;
  const why = `The client ${client} shows no id, and ${differing.join(', ')} otherwise from one reading to the next`;
  return { kind: 'disagreeing', why };
}

function ownReadingOf(exchange: Exchange, client: string): OwnReading {
  const record = recordIn(exchange);
  if (record === undefined) {
    const why = `An empty change of the client ${client} is answered ${exchange.status} without its record`;
    return { kind: 'no-record', why };
  }
  if (identityOf(record, client) !== 'other') return { kind: 'own', record };
  const why = `An empty change of the client ${client} is answered with the record of another client`;
  return { kind: 'of-another', why };
}
