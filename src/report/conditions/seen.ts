import { isMasked, lengthOf } from '../../http/redact.ts';
import { characterNames, cutAtClass, replacedIn } from '../../rules/text-difference.ts';
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
  /** The requests whose answers deviate, or that caused a deviation, each once. */
  readonly wrong: readonly Evidence[];
  /** The requests without a deviation that could have shown the problem. */
  readonly right: readonly Evidence[];
  /** Those of them that the checks looked at which found the problem. */
  readonly judgedRight: readonly Evidence[];
  /** Whether it is known which other requests could have shown the problem. */
  readonly isComparable: boolean;
  /** All requests of the run, in the order in which they were sent. */
  readonly exchanges: readonly Evidence[];
  /** All deviating requests, of this problem and of others. */
  readonly deviating: ReadonlySet<Evidence>;
  /** The credentials of the wrong requests, such as `member`. */
  readonly callers: ReadonlySet<string>;
  /** Names of the members at the top of a record that are wrong. */
  readonly fields: ReadonlySet<string>;
  /** The longest pointer that contains all findings; empty if only the whole answer does. */
  readonly place: string;
  readonly text: AlterableText;
  /** The case type of each path that reads a case. Empty if the report lacks some cases. */
  readonly types: ReadonlyMap<string, string>;
}

export function seenIn(report: Report): (problem: Problem) => Seen {
  const { exchanges, results, discovered } = report;
  const at = (places: readonly number[]) => new Set(places.flatMap((place) => exchanges[place] ?? []));
  const findingsInAll = results.flatMap(({ findings }) => findings);
  const deviating = at(findingsInAll.flatMap(({ exchange, causedBy = exchange }) => [exchange, causedBy]));
  // A sweep (`--discover all`) keeps only some exchanges, so its report cannot say what the others showed.
  const isWhole = discovered?.swept === undefined;
  const types = isWhole ? typesOfCases(report) : new Map<string, string>();
  return ({ findings, operations }) => {
    const wrong = causesOf(findings);
    const checks = [...new Set(findings.map(({ check }) => check))];
    const judged = at(checks.flatMap(({ evidence }) => evidence));
    const found = {
      ...{ findings, operations, wrong, exchanges, deviating, types },
      isComparable: isWhole && !isOfForm(findings) && !isOfUnknownChanges(findings),
      callers: new Set(wrong.map(({ request }) => request.credentials)),
      fields: new Set(findings.map(({ pointer }) => pointer.split('/')[1] ?? '')),
      place: commonPlace(findings),
      text: alterableText(findings),
    };
    const right = found.isComparable ? exchanges.filter((one) => couldShow(one, found)) : [];
    return { ...found, right, judgedRight: right.filter((one) => judged.has(one)) };
  };
}

/** Without empty changes among concurrent ones, if others are wrong, too: they only read what those did. */
function causesOf(findings: Findings): readonly Evidence[] {
  const all = [...new Set(findings.flatMap(({ cause }) => cause ?? []))];
  if (!findings.every(isLeftOut)) return all;
  const others = all.filter((one) => !(isEmptyChange(one) && one.request.concurrent));
  return others.length > 0 ? others : all;
}

/** The paths of cases in lower case, each with the case type of the checks that read it. */
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
 * The longest pointer that contains all findings, up to the first array: elements of different records have nothing in
 * common.
 */
function commonPlace(findings: Findings): string {
  const [first = [], ...others] = findings.map(({ pointer }) => pointerTokens(outermostListOf(pointer)));
  const end = first.findIndex((token, index) => others.some((tokens) => tokens[index] !== token));
  return first.slice(0, end < 0 ? first.length : end).reduce(childPointer, '');
}

type Found = Omit<Seen, 'right' | 'judgedRight'>;

/** Whether a request without a deviation could have shown the problem: it is like one that did. */
function couldShow(one: Evidence, found: Found): boolean {
  const { wrong, deviating, findings } = found;
  if (wrong.includes(one) || !wrong.some((other) => isLike(one, other, found))) return false;
  // A change that altered one place may have been right at another, if the checks say so.
  if (deviating.has(one) && heldIn(findings) === undefined) return false;
  return !wrong.every(isChange) || couldAlter(one, found);
}

/** Whether two requests may be expected to be answered alike. */
function isLike(one: Evidence, other: Evidence, found: Found): boolean {
  const isPlain = ({ request }: Evidence): boolean =>
    request.spelling === undefined && request.headers === undefined;
  return (
    one.operation === other.operation &&
    one.request.method === other.request.method &&
    one.request.credentials === other.request.credentials &&
    (isPlain(one) || !isPlain(other)) &&
    isEmptyChange(one) === isEmptyChange(other) &&
    isOfLikeStatus(one.response.status, other.response.status, found)
  );
}

function isOfLikeStatus(status: number, wrong: number, found: Found): boolean {
  if (isOfErrors(found)) return status === wrong;
  return isOfWrongStatus(found) ? status !== wrong : Math.trunc(status / 100) === Math.trunc(wrong / 100);
}

/** Whether a change could have altered a place, by the checks that say so and by the value that it sends there. */
function couldAlter(one: Evidence, found: Found): boolean {
  const { wrong, exchanges, findings, text } = found;
  if (wrong.some((other) => isSameChange(one, other))) return false;
  const held = heldIn(findings);
  const place = exchanges.indexOf(one);
  const isOfSent = isOfField(found);
  if (isOfSent && !sendsWrongField(one, found)) return false;
  return findings.some(({ pointer, cause }) => {
    if (held?.some((other) => other.pointer === pointer && other.exchange === place) === false) return false;
    if (!isOfSent) return true;
    return cause !== undefined && isUnsent(cause, pointer)
      ? isUnsent(one, pointer)
      : text.isMet(sentAt(one, pointer));
  });
}

/** The changes that a check found right at a place. Undefined if no check says so. */
function heldIn(findings: Findings) {
  const said = findings.flatMap(({ check }) => (check.held === undefined ? [] : [check.held]));
  return said.length === 0 || findings.some(({ pointer }) => pointer === '') ? undefined : said.flat();
}

/** Whether a change is sent again. The run sends some bodies in a burst first, and judges them when sent alone. */
function isSameChange({ request: one }: Evidence, { request: other }: Evidence): boolean {
  return one.path === other.path && JSON.stringify(one.body) === JSON.stringify(other.body);
}

/** A property that all altered texts had when they were sent. Another text could not show the problem. */
interface AlterableText {
  /** Words to follow "changes of title": ` with ë`, ` to more than 3 characters`. Empty if any text may be altered. */
  readonly words: string;
  readonly isMet: (sent: unknown) => boolean;
}

/** The maximum number of altered characters to name. */
const mostCharacters = 4;

function alterableText(findings: Findings): AlterableText {
  const texts = findings.flatMap(alteredText);
  const [ending, ...others] = texts.map(([sent, found]) => cutAtClass(sent, found));
  if (ending !== undefined && others.every((one) => one === ending))
    return ofTexts(` with ${ending.name.replace('the first', 'a')}`, (sent) => ending.member.test(sent));
  if (texts.length > 0 && findings.every(({ kind }) => kind === 'cut')) {
    const length = Math.max(...texts.map(([, found]) => lengthOf(found)));
    return ofTexts(` to more than ${length} characters`, (sent) => lengthOf(sent) > length);
  }
  const characters = alteredCharacters(texts);
  if (characters.length === 0) return { words: '', isMet: (sent) => sent !== undefined };
  const named = inList(characters.map(characterNames), 'or');
  return ofTexts(` with ${characters.length > mostCharacters ? 'such characters' : named}`, (sent) =>
    characters.some((one) => sent.includes(one)),
  );
}

function ofTexts(words: string, isMet: (sent: string) => boolean): AlterableText {
  return { words, isMet: (sent) => typeof sent === 'string' && isMet(sent) };
}

/** The text that was sent and the one found in its place. Empty if they are equal. */
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

/** The altered characters, unless a text was altered in letters and digits alone, which most texts have. */
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

/** Whether the problem is an effect of changes, and the checks do not say which other changes had none. */
function isOfUnknownChanges(findings: Findings): boolean {
  const isOfEffects = findings.every(({ causedBy, pointer }) => causedBy !== undefined && pointer !== '');
  return isOfEffects && heldIn(findings) === undefined;
}

/** Whether the headline names the form of the requests. Requests of another form could not show the problem. */
function isOfForm(findings: Findings): boolean {
  return findings.every(
    ({ context, subject, way }) =>
      (context ?? way) !== undefined || (subject !== undefined && subject.any === undefined),
  );
}

/** Whether the problem is about fields that each wrong change sent. */
export function isOfField(found: Found): boolean {
  return found.wrong.every((one) => isChange(one) && sendsWrongField(one, found));
}

function sendsWrongField(one: Evidence, { fields }: Found): boolean {
  return fieldsOf(one).some((field) => fields.has(field));
}

/** Whether the problem concerns error answers, or bodies that are not JSON, for any request. */
export function isOfErrors({ findings }: Found): boolean {
  return findings.every(({ requirement, kind }) => requirement === 'error-message' || kind === 'json');
}

export function isOfWrongStatus({ findings }: Found): boolean {
  return findings.every(({ kind = '', causedBy }) => causedBy === undefined && kind.startsWith('status '));
}

export function isChange({ request: { method } }: Evidence): boolean {
  return method === 'PATCH';
}

export function isReading({ operation, request: { method, headers } }: Evidence): boolean {
  return operation === 'getCaseData' && method === 'GET' && headers === undefined;
}

/** The path in lower case, since an identifier in capitals names the same case. */
export function pathOf({ request: { path } }: Evidence): string {
  return path.toLowerCase();
}

/** The fields in the body of a request. Unknown, and so empty, for a long body. */
export function fieldsOf(one: Evidence): string[] {
  return Object.keys(Object(one.request.body));
}

/** The value that a request sends at a place; undefined if it sends none, or its body is unknown. */
export function sentAt({ request: { body } }: Evidence, pointer: string): unknown {
  return body === undefined ? undefined : valueAt(body, pointer);
}

export function shownAt({ response: { body } }: Evidence, pointer: string): unknown {
  return body === undefined ? undefined : valueAt(body, pointer);
}

/** Whether a change sends no value or an empty text at a place. */
function isUnsent(one: Evidence, pointer: string): boolean {
  return (
    one.request.body !== undefined && [undefined, ''].includes(sentAt(one, pointer) as string | undefined)
  );
}
