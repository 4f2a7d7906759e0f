import type { CheckResult } from '../../conformance/result.ts';
import { isSuccessOrRefusal } from '../../http/status.ts';
import { childPointer, generalPointer, pointerTokens, valueAt } from '../../schema/pointer.ts';
import type { OperationId } from '../../specification/description.ts';
import { type Evidence, outermostListOf } from '../../trace/evidence.ts';
import { isEmptyChange } from '../headline.ts';
import { isLeftOut, type Problem } from '../problems.ts';
import type { Report } from '../report.ts';

type Findings = Problem['findings'];

/** The requests that show a problem, and what they have in common. */
type Shown = ReturnType<typeof shownBy>;

/** The requests that show a problem, and those to compare them with. */
export interface Seen extends Shown {
  /** Requests that are similar to a wrong one, so they could have shown the problem, but did not. */
  readonly right: readonly Evidence[];
  /** The number of requests that could have shown the problem, as far as a check judged them. */
  readonly judged: number;
  /** Whether the report has all requests of the run that checks looked at. */
  readonly isWhole: boolean;
  /** Whether the exchanges were recorded elsewhere. A recording does not say whose tokens it contains. */
  readonly isRecorded: boolean;
  /** Whether the report shows which other requests could have had the problem. */
  readonly isComparable: boolean;
  /** All requests of the run. */
  readonly exchanges: readonly Evidence[];
  /** The right requests to read that are the same as a wrong one. */
  readonly sameReadings: readonly Evidence[];
  /** Whether all of `sameReadings` were sent before the first wrong request. */
  readonly isRightBefore: boolean;
  /** The case type of each path of a case, such as `Sale`. Empty if the report does not contain all cases. */
  readonly types: ReadonlyMap<string, string>;
}

export function seenIn(report: Report): (problem: Problem) => Seen {
  const { exchanges, results, discovered, recorded } = report;
  // After a sweep (`--discover all`), the report has only some of the exchanges.
  const isSwept = discovered?.swept !== undefined;
  const wrongPlaces = wrongPlacesIn(report);
  const places = new Map(exchanges.map((one, place) => [one, place]));
  const placeOf = (one: Evidence): number => places.get(one) ?? -1;
  const types = isSwept ? new Map<string, string>() : typesOfCases(report);
  return ({ findings, operations }) => {
    const shown = shownBy(findings, operations);
    const requirements = new Set(findings.map(({ requirement }) => requirement));
    const citing = results.filter((check) => check.requirements.some((one) => requirements.has(one)));
    const heldAt = heldPlaces(findings, citing);
    const isHeld = (one: Evidence, pointer: string): boolean =>
      heldAt?.has(`${placeOf(one)} ${pointer}`) !== false;
    const isOfRecords = shown.place !== '' && shown.wrong.every(isReading);
    const isOfChanges = shown.wrong.every(isChange);
    // All checks of a statement judge a place in a case, and a status. Of changes, they may judge different effects, so
    // they list the places that they found correct.
    const isJudgedByAll = isOfRecords || (isOfChanges ? heldAt !== undefined : shown.isOfStatus);
    const judging = isJudgedByAll ? citing : findings.map(({ check }) => check);
    const judged = new Set(judging.flatMap(({ evidence }) => evidence.map((place) => exchanges[place])));
    const isWrong = new Set(shown.wrong);
    const isOfForm = isAboutFormOfRequest(findings);
    const alike = exchanges.filter((one) =>
      shown.wrong.some(
        (other) => isOfSameKind(one, other) && (!isOfForm || one.request.spelling === other.request.spelling),
      ),
    );
    // A change that must be refused is right if it is refused and not made. Its body does not matter.
    const isForbidden = isOfChanges && !shown.isOfStatus && !shown.callers.has('member');
    const comparable = alike.filter((one) => {
      if (isWrong.has(one)) return false;
      if (isForbidden) return !wrongPlaces.has(one);
      if (!shown.wrong.some((other) => isLike(one, other, shown))) return false;
      if (!isRightAt(one, shown, wrongPlaces.get(one), heldAt !== undefined)) return false;
      return !isOfChanges || couldAlter(one, shown, isHeld);
    });
    const isOfEffects = findings.every(({ causedBy, pointer }) => causedBy !== undefined && pointer !== '');
    const isComparable = !isSwept && !isOfForm && (isForbidden || !isOfEffects || heldAt !== undefined);
    const right = shown.isOfStatus
      ? comparable.filter((one) => wrongPlaces.get(one)?.includes('') !== true)
      : comparable.filter((one) => judged.has(one));
    const keys = new Set(shown.wrong.flatMap((one) => readingKey(one) ?? []));
    const isSame = (one: Evidence): boolean => recorded === undefined && keys.has(readingKey(one) ?? '');
    const sameReadings = right.filter((one) => isSame(one) && isSuccessOrRefusal(one.response.status));
    return {
      ...{ ...shown, right, isComparable, exchanges, types, sameReadings },
      isOfSentFields: shown.isOfSentFields && !isForbidden,
      isRightBefore: sameReadings.every((one) => shown.wrong.every((other) => placeOf(one) < placeOf(other))),
      ...{ isWhole: !isSwept && recorded === undefined, isRecorded: recorded !== undefined },
      judged: isComparable
        ? shown.wrong.length + comparable.filter((one) => judged.has(one)).length
        : alike.length,
    };
  };
}

function shownBy(findings: Findings, operations: readonly OperationId[]) {
  const wrong = causesOf(findings);
  const fields: ReadonlySet<string> = new Set(findings.map(({ pointer }) => memberIn(pointer)));
  return {
    ...{ findings, operations },
    /** The requests whose answers deviate or that caused a deviation, such as a change that altered another field. */
    wrong,
    /** Names of the wrong members at the top of the record, such as `price`. Empty for the whole answer. */
    fields,
    /** The credentials of the wrong requests, such as `member`. */
    callers: new Set(wrong.map(({ request }) => request.credentials)),
    place: commonPlace(findings),
    /** The places of the findings, with `*` for each index. */
    places: [...new Set(findings.map(({ pointer }) => generalPointer(pointer)))],
    /** Whether every answer has a wrong status. */
    isOfStatus: findings.every(
      ({ kind = '', causedBy }) => causedBy === undefined && kind.startsWith('status '),
    ),
    /** Whether the problem is an error body or a body that is not JSON: any request can show it. */
    isOfErrorBodies: findings.every(
      ({ requirement, kind }) => requirement === 'error-message' || kind === 'json',
    ),
    /** Whether every wrong request is a change that sent one of the wrong fields. */
    isOfSentFields: wrong.every((one) => isChange(one) && sendsOneOf(one, fields)),
  };
}

/**
 * The requests that caused the findings. A concurrent empty change is left out, unless it is the only cause: it only
 * shows which fields the other changes altered.
 */
function causesOf(findings: Findings): readonly Evidence[] {
  const all = [...new Set(findings.flatMap(({ cause }) => cause ?? []))];
  if (!findings.every(isLeftOut)) return all;
  const others = all.filter((one) => !(isEmptyChange(one) && one.request.concurrent));
  return others.length > 0 ? others : all;
}

/**
 * For each exchange, the places that have deviations. The empty place means the whole answer, or a change that took
 * effect although it was forbidden or refused.
 */
function wrongPlacesIn({ exchanges, results }: Report): ReadonlyMap<Evidence, readonly string[]> {
  const places = new Map<Evidence, string[]>();
  const add = (place: number, ...pointers: string[]): void => {
    const one = exchanges[place];
    if (one === undefined) return;
    places.set(one, places.get(one) ?? []);
    places.get(one)?.push(...pointers);
  };
  for (const { pointer, exchange, causedBy = exchange } of results.flatMap(({ findings }) => findings)) {
    const cause = exchanges[causedBy];
    const isForbidden = cause?.request.method === 'PATCH' && cause.request.credentials !== 'member';
    add(exchange, generalPointer(pointer));
    add(causedBy, ...(isForbidden || (cause?.response.status ?? 0) >= 400 ? [''] : []));
  }
  return places;
}

/** The case type of each path of a case, from the checks that read the path as the member. Keys are in lower case. */
function typesOfCases({ results, exchanges }: Report): ReadonlyMap<string, string> {
  return new Map(
    results.flatMap(({ caseType, evidence }) => {
      if (caseType === undefined) return [];
      return evidence.flatMap((place) => {
        const { method, credentials, path = '' } = exchanges[place]?.request ?? {};
        return method === 'GET' && credentials === 'member' ? [[path.toLowerCase(), caseType] as const] : [];
      });
    }),
  );
}

/**
 * The longest pointer to a value that contains all findings, up to the first array: elements of an array are different
 * records.
 */
function commonPlace(findings: Findings): string {
  const [first = [], ...others] = findings.map(({ pointer }) => pointerTokens(outermostListOf(pointer)));
  const end = first.findIndex((token, index) => others.some((tokens) => tokens[index] !== token));
  return first.slice(0, end < 0 ? first.length : end).reduce(childPointer, '');
}

/**
 * Whether a request is right at the places of the problem, although it may have other deviations. A status is judged
 * without the body. Checks of changes list the places that they found right (`isListed`). A record without a deviation
 * at, above or below a place is right there.
 */
function isRightAt(
  one: Evidence,
  { places, isOfStatus }: Shown,
  wrong: readonly string[] | undefined,
  isListed: boolean,
): boolean {
  if (wrong === undefined || isOfStatus || isListed) return true;
  const isNear = (place: string, other: string): boolean =>
    place === other || place.startsWith(`${other}/`) || other.startsWith(`${place}/`);
  return (
    isReading(one) && places.every((place) => place !== '' && !wrong.some((other) => isNear(place, other)))
  );
}

/** The member at the top of a record that contains a place. */
function memberIn(pointer: string): string {
  return pointer.split('/')[1] ?? '';
}

/** Whether the same answer is expected for two requests: same operation, method, credentials and class of status. */
function isLike(one: Evidence, other: Evidence, shown: Shown): boolean {
  const [{ spelling, headers }, ofOther] = [one.request, other.request];
  return (
    isOfSameKind(one, other) &&
    (spelling === undefined || spelling === ofOther.spelling) &&
    (headers === undefined || ofOther.headers !== undefined) &&
    isEmptyChange(one) === isEmptyChange(other) &&
    isOfLikeStatus(one.response.status, other.response.status, shown)
  );
}

function isOfSameKind(one: Evidence, other: Evidence): boolean {
  return (
    one.operation === other.operation &&
    one.request.method === other.request.method &&
    one.request.credentials === other.request.credentials
  );
}

function isOfLikeStatus(status: number, wrong: number, { isOfErrorBodies, isOfStatus }: Shown): boolean {
  if (isOfErrorBodies) return status === wrong;
  if (isOfStatus) return status !== wrong && isSuccessOrRefusal(status);
  return Math.trunc(status / 100) === Math.trunc(wrong / 100);
}

/**
 * Whether a change could have shown the problem: a check found the place correct after it, and the change sent or left
 * out the field there, as the wrong changes did.
 */
function couldAlter(
  one: Evidence,
  { wrong, findings, fields, isOfSentFields }: Shown,
  isHeld: (one: Evidence, pointer: string) => boolean,
): boolean {
  const isOfEffects = findings.some(({ causedBy }) => causedBy !== undefined);
  if (isOfEffects && wrong.some((other) => isSameChange(one, other))) return false;
  if (isOfSentFields && !sendsOneOf(one, fields)) return false;
  return findings.some((finding) => {
    const { pointer, cause } = finding;
    if (!isHeld(one, pointer)) return false;
    if (isLeftOut(finding) && fieldsOf(one).includes(memberIn(pointer))) return false;
    if (!isOfSentFields) return true;
    return cause !== undefined && isUnsent(cause, pointer)
      ? isUnsent(one, pointer)
      : sentAt(one, pointer) !== undefined;
  });
}

/**
 * Changes, each with a place that a check found correct afterwards. Undefined if no check lists such places: checks of
 * all answers list none.
 */
function heldPlaces(findings: Findings, checks: readonly CheckResult[]): ReadonlySet<string> | undefined {
  const isOfAnswers = findings.every(
    ({ requirement, causedBy }) => causedBy === undefined && !requirement.startsWith('update-client-'),
  );
  if (isOfAnswers || findings.some(({ pointer }) => pointer === '')) return undefined;
  const listed = checks.flatMap(({ held }) => (held === undefined ? [] : [held]));
  if (listed.length === 0) return undefined;
  return new Set(listed.flat().map(({ exchange, pointer }) => `${exchange} ${pointer}`));
}

/** Whether two changes are the same: after a burst, each is sent again alone to find the wrong one. */
function isSameChange({ request: one }: Evidence, { request: other }: Evidence): boolean {
  return (
    one.path === other.path &&
    one.bodyLength === other.bodyLength &&
    JSON.stringify(one.body) === JSON.stringify(other.body)
  );
}

/**
 * Whether the headline names how the request was sent, such as by HEAD. Requests sent in another way could not show the
 * problem.
 */
function isAboutFormOfRequest(findings: Findings): boolean {
  return findings.every(
    ({ context, subject, way }) =>
      (context ?? way) !== undefined || (subject !== undefined && subject.any === undefined),
  );
}

/** A key that is equal for requests to read that are the same. Undefined for other requests. */
export function readingKey({ request }: Evidence): string | undefined {
  const { method, path, credentials, spelling, headers } = request;
  return method === 'GET' ? JSON.stringify([path, credentials, spelling, headers]) : undefined;
}

export function isChange({ request: { method } }: Evidence): boolean {
  return method === 'PATCH';
}

export function isReading({ operation, request: { method, headers } }: Evidence): boolean {
  return operation === 'getCaseData' && method === 'GET' && headers === undefined;
}

/** The path in lower case, without a query: an identifier in capitals names the same case. */
export function pathOf({ request: { path } }: Evidence): string {
  return path.replace(/\?.*/s, '').toLowerCase();
}

/** The identifier in the path of a request. */
export function idOf({ request: { path } }: Evidence): string {
  return path.split('/')[4] ?? '';
}

/** The names of the fields in the body of a request. Empty for a body that was too long to keep. */
export function fieldsOf(one: Evidence): string[] {
  return Object.keys(Object(one.request.body));
}

function sendsOneOf(one: Evidence, fields: ReadonlySet<string>): boolean {
  return fieldsOf(one).some((field) => fields.has(field));
}

/** The value that a request sends at a place. Undefined if the request sends none, or its body was too long to keep. */
export function sentAt({ request: { body } }: Evidence, pointer: string): unknown {
  return valueAt(body, pointer);
}

export function shownAt({ response: { body } }: Evidence, pointer: string): unknown {
  return valueAt(body, pointer);
}

function isUnsent(one: Evidence, pointer: string): boolean {
  return (
    one.request.body !== undefined && [undefined, ''].includes(sentAt(one, pointer) as string | undefined)
  );
}
