import { guardedOperations } from '../../rules/operations.ts';
import type { Evidence } from '../../trace/evidence.ts';
import { inList } from '../words.ts';
import type { Seen } from './seen.ts';

/** Sentences on which other operations refused the same invalid credentials, and which did not get them. */
export function refusalsInWords({ findings, operations, wrong, exchanges, callers }: Seen): string[] {
  const spellings = new Set(wrong.map(({ request }) => request.spelling));
  const isOfCredentials = findings.every(
    ({ requirement, way }) =>
      requirement === 'credentials-401' && (way === undefined || !spellings.has(undefined)),
  );
  if (!isOfCredentials || wrong.some(isRefused)) return [];
  const sent = exchanges.filter(
    ({ request }) =>
      callers.has(request.credentials) && (spellings.has(undefined) || spellings.has(request.spelling)),
  );
  const refusing = namesIn(sent.filter((one) => isRefused(one) && !operations.includes(one.operation)));
  const untried = guardedOperations.filter((operation) => !namesIn(sent).includes(operation));
  return [
    ...(refusing.length === 0 ? [] : [`Answered 401, as required, by ${inList(refusing)}.`]),
    ...(untried.length === 0 ? [] : [`Not sent to ${inList(untried, 'or')}.`]),
  ];
}

function namesIn(some: readonly Evidence[]): string[] {
  return guardedOperations.filter((name) => some.some(({ operation }) => operation === name));
}

function isRefused({ response }: Evidence): boolean {
  return response.status === 401;
}
