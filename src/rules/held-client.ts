import { jsonOf } from '../harness/assertions.ts';
import { isObject } from '../schema/json.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type ClientRecord, identityOf, isSame, shows } from './client-record.ts';
import { membersIn } from './disclosed-phrases.ts';

/**
 * Whether an answer contains data of a client's record at any depth: an object with its identifier and at least one
 * of its other values. The identifier alone may be a link, and other values alone may belong to a namesake.
 */
export function holdsClient(specification: Specification, reply: Exchange, record: ClientRecord): boolean {
  const { id } = record;
  if (typeof id !== 'string') return false;
  const others = specification.fieldsOf('Client').filter((field) => field !== 'id');
  const isOfIt = (value: unknown): boolean =>
    isObject(value) &&
    identityOf(value, id) === 'own' &&
    others.some((field) => shows(value, field) && isSame(specification, field, value, record));
  for (const [, value] of membersIn([jsonOf(reply)])) if (isOfIt(value)) return true;
  return false;
}
