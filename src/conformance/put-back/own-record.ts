import type { Call } from '../../api/calls.ts';
import { updateClient } from '../../api/calls.ts';
import { type ClientRecord, changedFields, identityOf, recordIn } from '../../rules/client-record.ts';
import { emptyPatch } from '../../rules/operations.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';

/** A reading of a client: its own record, or why it is not. */
export type OwnReading =
  | { readonly kind: 'own'; readonly record: ClientRecord }
  /** `why` is a sentence without a full stop. */
  | { readonly kind: 'no-record' | 'of-another' | 'disagreeing'; readonly why: string };

/**
 * Reads a client and makes sure that the record is its own: the id says so, or a second reading shows the same record.
 * @param send - sends a call with the member's token
 * @throws {Undecidable} as `send` does
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
