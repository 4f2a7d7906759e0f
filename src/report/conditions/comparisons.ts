import { is2xx } from '../../http/status.ts';
import { guardedOperations } from '../../rules/operations.ts';
import type { Evidence } from '../../trace/evidence.ts';
import { exchangeInWords, inList, plural } from '../words.ts';
import { isCaller } from './frequency.ts';
import { fieldsOf, isChange, pathOf, readingKey, type Seen, sentAt, shownAt } from './seen.ts';

/**
 * Sentences on which operations refused the same invalid credentials, and which other invalid credentials the accepting
 * operations refused.
 */
export function refusalsInWords({ findings, operations, wrong, exchanges, callers }: Seen): string[] {
  const isOfCredentials = findings.every(
    ({ requirement, way }) => requirement === 'credentials-401' && way === undefined,
  );
  if (!isOfCredentials || wrong.some(isRefused)) return [];
  const sent = exchanges.filter(({ request }) => callers.has(request.credentials));
  const refusing = namesIn(sent.filter((one) => isRefused(one) && !operations.includes(one.operation)));
  const untried = guardedOperations.filter((operation) => !namesIn(sent).includes(operation));
  const others = exchanges.filter(
    ({ operation, request }) =>
      operations.includes(operation) && !callers.has(request.credentials) && !isCaller(request.credentials),
  );
  const kinds = new Set(others.filter(isRefused).map(({ request }) => request.credentials)).size;
  const who = operations.length > 1 ? 'The same operations' : operations[0];
  const where = namesIn(sent).length > operations.length ? inList(untried, 'or') : 'any other operation';
  return [
    ...(refusing.length === 0 ? [] : [`Answered 401, as required, by ${inList(refusing)}.`]),
    ...(untried.length === 0 ? [] : [`Not sent to ${where} in this run.`]),
    ...(kinds === 0 ? [] : [`${who} answered 401 to ${plural(kinds, 'other kind')} of invalid credentials.`]),
  ];
}

function namesIn(some: readonly Evidence[]): string[] {
  return guardedOperations.filter((name) => some.some(({ operation }) => operation === name));
}

function isRefused({ response }: Evidence): boolean {
  return response.status === 401;
}

/** A sentence with the right request that is most similar to a wrong one, for comparison. */
export function rightInWords(seen: Seen, isOfAll: boolean): string[] {
  const { findings, wrong } = seen;
  const [first] = wrong;
  if (first === undefined) return [];
  if (!seen.isComparable) return [];
  const showsField = (one: Evidence): boolean =>
    findings.some(
      ({ pointer, causedBy }) =>
        pointer === '' ||
        causedBy !== undefined ||
        [sentAt, shownAt].some((at) => at(one, pointer) !== undefined),
    );
  const others = isOfAll
    ? []
    : seen.right.filter((one) => !seen.sameReadings.includes(one) && showsField(one));
  const [nearest] = [...others, ...sameAsMember(first, seen)]
    .map((one) => ({ one, distance: distanceOf(one, first, seen) }))
    .toSorted((one, other) => one.distance - other.distance);
  if (nearest === undefined) return [];
  const [words, ofWrong] = [nearest.one, first].map((one) => exchangeInWords(one, findings[0]));
  // Two different requests may have the same words, since long bodies are shortened.
  return words === ofWrong ? [] : [`Right: ${words}.`];
}

/**
 * The member's requests that are otherwise equal, if the member got another status than the caller without permission.
 */
function sameAsMember(first: Evidence, { exchanges, deviating }: Seen): Evidence[] {
  const { request, response } = first;
  if (request.credentials !== 'restricted') return [];
  const asMember = readingKey({ ...first, request: { ...request, credentials: 'member' } });
  return exchanges.filter(
    (one) =>
      asMember !== undefined &&
      readingKey(one) === asMember &&
      one.response.status !== response.status &&
      !deviating.has(one),
  );
}

/** The number of properties that only one of two requests has. Refused changes are the farthest. */
function distanceOf(one: Evidence, other: Evidence, { types }: Seen): number {
  const [some, others] = [one, other].map((each) => {
    const { path, whole, body } = each.request;
    const values = Object.entries(Object(body)).map(([field, value]) => `${field} ${typeof value}`);
    return new Set([path, `${types.get(pathOf(each))}`, `${whole}`, ...fieldsOf(each), ...values]);
  }) as [Set<string>, Set<string>];
  const common = [...some].filter((property) => others.has(property)).length;
  const isRefused = isChange(one) && !is2xx(one.response.status);
  return some.size + others.size - 2 * common + (isRefused ? refusedDistance : 0);
}

const refusedDistance = 1_000;
