import { deviates, hasMessage, held, isJson, jsonOf } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import { referredName } from '../schema/schema.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { discreetFindings } from './known-names.ts';

/** The name of the schema for a refusal's body; undefined if the description names none. */
export function refusalSchemaName(
  { bodySchema, describesSchema }: Specification,
  operation: OperationId,
  status: number,
): string | undefined {
  const name = referredName(bodySchema(operation, status));
  return name !== undefined && describesSchema(name) ? name : undefined;
}

/**
 * The body of a refusal is as described: an object with a message (interface 4.1 and 7), and with any other required
 * members.
 */
export function isRefusalAsDescribed(specification: Specification, reply: Exchange): Judgement[] {
  const name = refusalSchemaName(specification, reply.call.operation, reply.status);
  const said = asksForMessage(specification, name ?? 'Error') ? hasMessage(reply) : isJson(reply);
  if (said.kind !== 'held' || name === undefined || reply.body.kind === 'not-json') return [said];
  const wrong = discreetFindings(specification, name, jsonOf(reply));
  if (wrong.length === 0) return [held];
  return wrong.map(({ pointer, message, keyword }) =>
    deviates(reply, 'error-message', message, pointer, keyword),
  );
}

/**
 * If the description has no schema for this refusal, the common `Error` schema applies; without that, the interface,
 * which requires a message.
 */
function asksForMessage({ describesSchema, schemaNamed }: Specification, name: string): boolean {
  if (!describesSchema(name)) return true;
  const { required = [], properties = {} } = schemaNamed(name);
  return required.includes('message') && properties.message !== undefined;
}
