import { isMasked, lengthOf } from '../../http/redact.ts';
import { isSuccessOrRefusal } from '../../http/status.ts';
import { characterNames, cutAtClass, replacedIn } from '../../rules/text-difference.ts';
import { memoised } from '../../schema/memoised.ts';
import { childPointer, pointerTokens, valueAt } from '../../schema/pointer.ts';
import type { OperationId } from '../../specification/description.ts';
import { type Evidence, outermostListOf } from '../../trace/evidence.ts';
import { isEmptyChange } from '../headline.ts';
import { isLeftOut, type Problem } from '../problems.ts';
import type { Report } from '../report.ts';
import { inList } from '../words.ts';

type Findings = Problem['findings'];

/** The requests that show a problem, and those to compare them with. */
export interface Seen {
  readonly findings: Findings;
  readonly operations: readonly OperationId[];
  /**
   * The requests whose answers deviate or that caused a deviation, such as a change that altered another field. Each
   * once.
   */
  readonly wrong: readonly Evidence[];
  /** Requests without a deviation that are similar to a wrong request, so they could have shown the problem. */
  readonly right: readonly Evidence[];
  /** The requests of `right` whose answers were judged by a check that found the problem. */
  readonly judgedRight: readonly Evidence[];
  /** `judgedRight`, and requests judged by such a check that are wrong in another way. */
  readonly judged: readonly Evidence[];
  /** All requests of the same kind: operation, method and caller. */
  readonly alike: readonly Evidence[];
  /** Whether the report has all requests of the run that checks looked at. */
  readonly isWhole: boolean;
  /** Whether the report shows which other requests could have had the problem. */
  readonly isComparable: boolean;
  readonly exchanges: readonly Evidence[];
  /** All requests with a deviation, of any problem. */
  readonly deviating: ReadonlySet<Evidence>;
  /** Names of the wrong members at the top of each answer. An empty name is for the whole answer. */
  readonly wrongMembers: ReadonlyMap<Evidence | undefined, ReadonlySet<string>>;
  /** The credentials of the wrong requests, such as `member`. */
  readonly callers: ReadonlySet<string>;
  /** Names of the wrong members at the top of the record, such as `price`. */
  readonly fields: ReadonlySet<string>;
  /**
   * The longest pointer to a value that contains all findings. Empty if the findings have only the whole answer in
   * common.
   */
  readonly place: string;
  readonly text: AlterableText;
  /** The case type of each path of a case, such as `Sale`. Empty if the report does not contain all cases. */
  readonly types: ReadonlyMap<string, string>;
}

export function seenIn(report: Report): (problem: Problem) => Seen {
  const { exchanges, results, discovered, recorded } = report;
  const at = (places: readonly number[]) => new Set(places.flatMap((place) => exchanges[place] ?? []));
  const findingsInAll = results.flatMap(({ findings }) => findings);
  const deviating = at(findingsInAll.flatMap(({ exchange, causedBy = exchange }) => [exchange, causedBy]));
  const wrongAsWhole = at(
    findingsInAll.flatMap(({ kind, pointer, exchange, causedBy = exchange }) => [
      ...(pointer === '' ? [exchange] : []),
      ...(kind === 'changed though refused' ? [causedBy] : []),
    ]),
  );
  const findingsOf = Map.groupBy(findingsInAll, ({ exchange }) => exchanges[exchange]);
  const wrongMembers = new Map(
    [...findingsOf].map(([one, some]) => [one, new Set(some.map(({ pointer }) => memberIn(pointer)))]),
  );
  // After a sweep (`--discover all`), the report has only some of the exchanges.
  const isSwept = discovered?.swept !== undefined;
  const isWhole = !isSwept && recorded === undefined;
  const types = !isSwept ? typesOfCases(report) : new Map<string, string>();
  return ({ findings, operations }) => {
    const wrong = withSameFailures(causesOf(findings), exchanges);
    const checks = [...new Set(findings.map(({ check }) => check))];
    const judged = at(checks.flatMap(({ evidence }) => evidence));
    const found = {
      ...{ findings, operations, wrong, exchanges, deviating, wrongMembers, types, isWhole },
      isComparable: !isSwept && !isAboutFormOfRequest(findings) && !isOfUnknownChanges(findings),
      callers: new Set(wrong.map(({ request }) => request.credentials)),
      fields: new Set(findings.map(({ pointer }) => memberIn(pointer))),
      place: commonPlace(findings),
      text: alterableText(findings),
    };
    const alike = exchanges.filter((one) => wrong.some((other) => isOfSameKind(one, other)));
    const comparable = alike.filter((one) => couldShow(one, found));
    // An answer with a wrong status may have several problems, so it is not right in any respect.
    const right = isOfWrongStatus(found) ? comparable.filter((one) => !wrongAsWhole.has(one)) : comparable;
    const isJudged = (one: Evidence): boolean => found.isComparable && judged.has(one);
    return {
      ...{ ...found, right, alike },
      judgedRight: right.filter(isJudged),
      judged: comparable.filter(isJudged),
    };
  };
}

/**
 * The requests that caused the findings. If others remain, an empty change that ran concurrently with them is left out:
 * it shows only what the others altered.
 */
function causesOf(findings: Findings): readonly Evidence[] {
  const all = [...new Set(findings.flatMap(({ cause }) => cause ?? []))];
  if (!findings.every(isLeftOut)) return all;
  const others = all.filter((one) => !(isEmptyChange(one) && one.request.concurrent));
  return others.length > 0 ? others : all;
}

/** The wrong requests, and readings that failed in the same way without a finding of a check. */
function withSameFailures(wrong: readonly Evidence[], exchanges: readonly Evidence[]): readonly Evidence[] {
  const failed = wrong.filter(({ response }) => !isSuccessOrRefusal(response.status));
  const again = exchanges.filter((one) =>
    failed.some((other) => isSameReading(one, other) && one.response.status === other.response.status),
  );
  return [...new Set([...wrong, ...again])];
}

export function isSameReading({ request: one }: Evidence, { request: other }: Evidence): boolean {
  return (
    [one, other].every(({ method }) => method === 'GET') &&
    (['path', 'credentials', 'spelling'] as const).every((part) => one[part] === other[part]) &&
    String(one.headers) === String(other.headers)
  );
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

type Found = Omit<Seen, 'right' | 'alike' | 'judgedRight' | 'judged'>;

/** Whether a request that does not show the problem could have shown it, since it is like a request that does. */
function couldShow(one: Evidence, found: Found): boolean {
  const { wrong, deviating, findings } = found;
  if (wrong.includes(one) || !wrong.some((other) => isLike(one, other, found))) return false;
  // A change with a deviation at another place counts as correct at this place only if the checks list the places that
  // they found correct. A wrong status is judged without the body, so places in a body do not matter.
  if (deviating.has(one) && !isOfWrongStatus(found) && changesFoundCorrect(findings) === undefined)
    return isReading(one) && isRightIn(one, found);
  return !wrong.every(isChange) || couldAlter(one, found);
}

/** Whether a record has deviations, but none in the members of this problem. */
function isRightIn(one: Evidence, { fields, wrongMembers }: Found): boolean {
  const wrong = wrongMembers.get(one);
  return !fields.has('') && !['', ...fields].some((name) => wrong?.has(name));
}

function memberIn(pointer: string): string {
  return pointer.split('/')[1] ?? '';
}

/** Whether two requests should get the same answer: same operation, method, credentials and class of status. */
function isLike(one: Evidence, other: Evidence, found: Found): boolean {
  const isPlain = ({ request }: Evidence): boolean =>
    request.spelling === undefined && request.headers === undefined;
  return (
    isOfSameKind(one, other) &&
    (isPlain(one) || !isPlain(other)) &&
    isEmptyChange(one) === isEmptyChange(other) &&
    isOfLikeStatus(one.response.status, other.response.status, found)
  );
}

function isOfSameKind(one: Evidence, other: Evidence): boolean {
  return (
    one.operation === other.operation &&
    one.request.method === other.request.method &&
    one.request.credentials === other.request.credentials
  );
}

function isOfLikeStatus(status: number, wrong: number, found: Found): boolean {
  if (isAboutErrorBodies(found)) return status === wrong;
  if (isOfWrongStatus(found)) return status !== wrong && isSuccessOrRefusal(status);
  return Math.trunc(status / 100) === Math.trunc(wrong / 100);
}

/**
 * Whether a change could have altered a place of the problem: a check found the place correct afterwards, and the
 * change sent a value there that this problem could alter.
 */
function couldAlter(one: Evidence, found: Found): boolean {
  const { wrong, exchanges, findings, text } = found;
  if (wrong.some((other) => isSameChange(one, other))) return false;
  const held = changesFoundCorrect(findings);
  const place = exchanges.indexOf(one);
  const isOfSent = everyChangeSentWrongField(found);
  if (isOfSent && !sendsWrongField(one, found)) return false;
  return findings.some(({ pointer, cause }) => {
    if (held?.has(`${place} ${pointer}`) === false) return false;
    if (!isOfSent) return true;
    return cause !== undefined && isUnsent(cause, pointer)
      ? isUnsent(one, pointer)
      : text.isMet(sentAt(one, pointer));
  });
}

/** Changes, each with a place that a check found correct afterwards. Undefined if no check lists such places. */
const changesFoundCorrect = memoised(
  (findings: Findings) => {
    const said = findings.flatMap(({ check }) => (check.held === undefined ? [] : [check.held]));
    if (said.length === 0 || findings.some(({ pointer }) => pointer === '')) return undefined;
    return new Set(said.flat().map(({ exchange, pointer }) => `${exchange} ${pointer}`));
  },
  (findings) => findings,
);

/**
 * Whether two changes have the same path and body. They may be one change: after a burst of concurrent changes, each is
 * sent again alone to find the wrong one.
 */
function isSameChange({ request: one }: Evidence, { request: other }: Evidence): boolean {
  return (
    one.path === other.path &&
    one.bodyLength === other.bodyLength &&
    JSON.stringify(one.body) === JSON.stringify(other.body)
  );
}

/**
 * A property that all altered texts had when they were sent. A text without the property could not show the problem.
 */
interface AlterableText {
  /**
   * Words that follow "changes of title", such as ` with ë` or ` to more than 3 characters`. Empty if any text may be
   * altered.
   */
  readonly words: string;
  readonly isMet: (sent: unknown) => boolean;
}

const maxNamedCharacters = 4;

function alterableText(findings: Findings): AlterableText {
  const texts = findings.flatMap(alteredText);
  const [ending, ...others] = texts.map(([sent, found]) => cutAtClass(sent, found));
  if (ending !== undefined && others.every((one) => one === ending))
    return ofTexts(` with a ${ending.one}`, (sent) => ending.member.test(sent));
  if (texts.length > 0 && findings.every(({ kind }) => kind === 'cut')) {
    const length = Math.max(...texts.map(([, found]) => lengthOf(found)));
    return ofTexts(` to more than ${length} characters`, (sent) => lengthOf(sent) > length);
  }
  const characters = alteredCharacters(texts);
  if (characters.length === 0) return { words: '', isMet: (sent) => sent !== undefined };
  const named = inList(characters.map(characterNames), 'or');
  return ofTexts(` with ${characters.length > maxNamedCharacters ? 'such characters' : named}`, (sent) =>
    characters.some((one) => sent.includes(one)),
  );
}

function ofTexts(words: string, isMet: (sent: string) => boolean): AlterableText {
  return { words, isMet: (sent) => typeof sent === 'string' && isMet(sent) };
}

/** The text that a change sent, and the text that was read afterwards. Empty if they are equal. */
function alteredText({
  kind = '',
  pointer,
  shown,
  cause,
}: Findings[number]): (readonly [sent: string, found: string])[] {
  if (!['cut', 'altered'].includes(kind)) return [];
  const [sent, found] = [cause && sentAt(cause, pointer), shown && shownAt(shown, pointer)];
  return typeof sent === 'string' && typeof found === 'string' && sent !== found ? [[sent, found]] : [];
}

/**
 * The characters that were altered, except letters and digits. Empty if a text was altered only in letters and digits:
 * almost all texts have those, so they explain nothing.
 */
function alteredCharacters(texts: readonly (readonly [sent: string, found: string])[]): string[] {
  const altered = texts
    .filter((pair) => !pair.some(isMasked))
    .map(([sent, found]) =>
      replacedIn(sent, found).flatMap(([from, to]) =>
        [...from].filter((one) => !/[\w ]/.test(one) && !to.includes(one)),
      ),
    );
  return altered.some((some) => some.length === 0) ? [] : [...new Set(altered.flat())];
}

/** Whether changes caused the problem, but the checks do not list the changes that were made correctly. */
function isOfUnknownChanges(findings: Findings): boolean {
  const isOfEffects = findings.every(({ causedBy, pointer }) => causedBy !== undefined && pointer !== '');
  return isOfEffects && changesFoundCorrect(findings) === undefined;
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

export const everyChangeSentWrongField = memoised(
  (found: Found) => found.wrong.every((one) => isChange(one) && sendsWrongField(one, found)),
  ({ wrong }) => wrong,
);

function sendsWrongField(one: Evidence, { fields }: Found): boolean {
  return fieldsOf(one).some((field) => fields.has(field));
}

/** Whether the problem is an error body, or a body that is not JSON. Any request can show such a problem. */
export const isAboutErrorBodies = memoised(
  ({ findings }: Found) =>
    findings.every(({ requirement, kind }) => requirement === 'error-message' || kind === 'json'),
  ({ findings }) => findings,
);

export const isOfWrongStatus = memoised(
  ({ findings }: Found) =>
    findings.every(({ kind = '', causedBy }) => causedBy === undefined && kind.startsWith('status ')),
  ({ findings }) => findings,
);

export function isChange({ request: { method } }: Evidence): boolean {
  return method === 'PATCH';
}

export function isReading({ operation, request: { method, headers } }: Evidence): boolean {
  return operation === 'getCaseData' && method === 'GET' && headers === undefined;
}

/** The path in lower case: an identifier in capitals names the same case. */
export function pathOf({ request: { path } }: Evidence): string {
  return path.toLowerCase();
}

/** The names of the fields in the body of a request. Empty if the body was too long to keep. */
export function fieldsOf(one: Evidence): string[] {
  return Object.keys(Object(one.request.body));
}

/** The value that a request sends at a place. Undefined if there is none, or if the body was too long to keep. */
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
