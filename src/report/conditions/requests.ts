import { tokenNames } from '../../harness/target.ts';
import { is2xx } from '../../http/status.ts';
import { valueAt } from '../../schema/pointer.ts';
import type { Evidence } from '../../trace/evidence.ts';

export function isCaller(credentials: string): boolean {
  return tokenNames.some((name) => name === credentials);
}

export function isChange({ request: { method } }: Evidence): boolean {
  return method === 'PATCH';
}

export function isReading({ operation, request: { method, headers } }: Evidence): boolean {
  return operation === 'getCaseData' && method === 'GET' && headers === undefined;
}

/**
 * Whether the caller read a case. For the member, only a success counts: otherwise the contents of the case are
 * unknown.
 */
export function isAnswered(one: Evidence, caller = 'member'): boolean {
  const { request, response } = one;
  return isReading(one) && request.credentials === caller && (caller !== 'member' || is2xx(response.status));
}

export function isSameReading({ request: one }: Evidence, { request: other }: Evidence): boolean {
  const isOfGet = one.method === 'GET' && other.method === 'GET';
  return isOfGet && one.path === other.path && one.credentials === other.credentials;
}

/** The path in lower case, since an identifier in capitals names the same case. */
export function pathOf({ request: { path } }: Evidence): string {
  return path.toLowerCase();
}

/** The fields in the body of a request. Unknown, and so empty, for a long body. */
export function fieldsOf(one: Evidence): string[] {
  return Object.keys(Object(one.request.body));
}

/** The value that a change sends at a place; undefined if it sends none, or its body is unknown. */
export function sentAt({ request: { body } }: Evidence, pointer: string): unknown {
  return body === undefined ? undefined : valueAt(body, pointer);
}

/** Whether a change sends no value or an empty text at a place. */
export function isUnsent(one: Evidence, pointer: string): boolean {
  return one.request.body !== undefined && isNothing(sentAt(one, pointer));
}

export function isNothing(value: unknown): boolean {
  return value === undefined || value === '';
}
