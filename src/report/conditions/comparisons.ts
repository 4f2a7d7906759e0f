import type { Redacted } from '../../http/redact.ts';
import { is2xx } from '../../http/status.ts';
import { guardedOperations } from '../../rules/operations.ts';
import { isObject } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Evidence } from '../../trace/evidence.ts';
import { inList, jsonInWords, plural } from '../words.ts';
import { isCaller } from './frequency.ts';
import { isChange, pathOf, readingKey, type Seen, sentAt, shownAt } from './seen.ts';

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

/** A sentence on a right request that differs from the first wrong one in one thing, such as the token or a value. */
export function rightInWords(seen: Seen, isOfAll: boolean): string | undefined {
  const { findings, types } = seen;
  const [first] = seen.wrong;
  if (first === undefined || !seen.isComparable || isOfMoment(first, findings)) return undefined;
  const showsField = (one: Evidence): boolean =>
    findings.some(
      ({ pointer, causedBy }) =>
        pointer === '' ||
        causedBy !== undefined ||
        [sentAt, shownAt].some((at) => at(one, pointer) !== undefined),
    );
  const others = isOfAll
    ? []
    : seen.right.filter(
        (one) =>
          !seen.sameReadings.includes(one) &&
          showsField(one) &&
          !isRefusedChange(one) &&
          !one.request.path.includes('//'),
      );
  const isOfSameType = (one: Evidence): boolean => types.get(pathOf(one)) === types.get(pathOf(first));
  const [nearest] = [...sameAsMember(first, seen), ...others]
    .map((one) => ({ one, differences: differencesOf(one, first, seen) }))
    .filter(({ one, differences: [difference, ...more] }) => {
      if (difference === undefined || more.length > 0) return false;
      // A wrong request that shares the difference refutes it.
      return seen.wrong.every((other) =>
        differencesOf(one, other, seen).some((shared) => [difference, anotherBody].includes(shared)),
      );
    })
    .toSorted(({ one }, { one: other }) => Number(isOfSameType(other)) - Number(isOfSameType(one)));
  if (nearest === undefined) return undefined;
  const { one, differences } = nearest;
  const { path } = one.request;
  const words =
    differences[0] === path ? pathInWords(path, first.request.path, types.get(pathOf(one))) : differences[0];
  return `The same request ${words} was right (${one.response.status}).`;
}

/** Whether a problem may depend on the moment alone, since only a repetition or requests at the same moment show it. */
function isOfMoment({ request }: Evidence, findings: Seen['findings']): boolean {
  const checks = findings.map(({ check }) => check.id);
  return (
    request.concurrent === true &&
    (checks.every((id) => id.endsWith('.again')) || checks.some((id) => /(at-once|\.together)$/.test(id)))
  );
}

/** A change may be refused for its values, which shows nothing of the others. */
function isRefusedChange(one: Evidence): boolean {
  return isChange(one) && one.request.credentials === 'member' && !is2xx(one.response.status);
}

/** For a caller without permission: the same requests of the member, if they got another status. */
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

/**
 * Each thing in which a request differs from another: its path, or words such as `as member`. Other headers count twice
 * if the request was sent earlier: then the time may matter, too.
 */
function differencesOf(right: Evidence, wrong: Evidence, { isOfStatus, placeOf }: Seen): string[] {
  const [one, other] = [right.request, wrong.request];
  const isEarlier = placeOf(right) < placeOf(wrong);
  return [
    ...(one.path === other.path ? [] : [one.path]),
    ...(one.credentials === other.credentials ? [] : [`as ${one.credentials}`]),
    ...(other.concurrent && !one.concurrent ? ['alone'] : []),
    ...(String(one.headers) === String(other.headers)
      ? []
      : [headersInWords(one.headers), ...(isEarlier ? [''] : [])]),
    ...bodyDifferences(one, other, isOfStatus),
  ];
}

function headersInWords(headers: readonly string[] = []): string {
  return headers.length === 0 ? 'without these headers' : `with ${inList(headers)} instead`;
}

/** Names the identifier if the paths differ only there. */
function pathInWords(path: string, other: string, type = 'identifier'): string {
  const [parts, ofOther] = [path, other].map((one) => one.split('/')) as [string[], string[]];
  const [part, ...more] = parts.filter((one, place) => one !== ofOther[place]);
  const isOfPart = parts.length === ofOther.length && more.length === 0 && part !== '';
  return isOfPart && parts[4] === part ? `for the ${type} ${part}` : `with the path ${path}`;
}

const anotherBody = 'with another body';

/** Two entries, so more than one thing, if values are masked, or if a later effect may depend on former values. */
function bodyDifferences(
  one: Evidence['request'],
  other: Evidence['request'],
  isOfStatus: boolean,
): string[] {
  if ([one, other].every((sent) => sent.body === undefined && sent.bodyLength === undefined)) return [];
  const [body, ofOther] = [one, other].map((request) =>
    isOfStatus && request.whole && isObject(request.body) ? request.body : undefined,
  );
  if (body === undefined || ofOther === undefined) return [anotherBody, ''];
  const valueIn = (some: object, field: string): string => jsonInWords(memberOf(some, field) as Redacted);
  return [...new Set([...Object.keys(ofOther), ...Object.keys(body)])]
    .filter((field) => valueIn(body, field) !== valueIn(ofOther, field))
    .map((field) =>
      Object.hasOwn(body, field) ? `with "${field}": ${valueIn(body, field)}` : `without ${field}`,
    );
}
