import type { CheckResult, ReportedDeviation } from '../conformance/result.ts';
import { tokenNames } from '../harness/target.ts';
import type { Redacted } from '../http/redact.ts';
import { is2xx } from '../http/status.ts';
import { guardedOperations } from '../rules/operations.ts';
import { characterNames, cutAtClass, type Ending, isMasked, replacedIn } from '../rules/text-difference.ts';
import { childPointer, pointerTokens, valueAt } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import { type Evidence, outermostListOf } from '../trace/evidence.ts';
import { isEmptyChange } from './headline.ts';
import { isLeftOut, type Problem } from './problems.ts';
import type { Report } from './report.ts';
import { exchangeInWords, few, inList, jsonInWords, numeral, plural } from './words.ts';

/** The requests that show a problem, and those to compare them with. */
interface Seen {
  readonly findings: Problem['findings'];
  readonly operations: readonly OperationId[];
  /** The requests whose answers deviate, or that caused a deviation, each once. */
  readonly causes: readonly Evidence[];
  /** All requests of the checks that found the problem. Undefined if the report lacks some. */
  readonly looked: readonly Evidence[] | undefined;
  /** All requests of the run, in the order in which they were sent. */
  readonly exchanges: readonly Evidence[];
  /** The changes that could have altered a place, but did not, by its pointer. Undefined if the checks do not say. */
  readonly held: ReadonlyMap<string, ReadonlySet<Evidence>> | undefined;
  /** What each wrong change did to its field. */
  readonly effects: readonly Effect[];
  /** The requests without a deviation that could have shown the problem. */
  readonly right: readonly Evidence[];
  /** The texts that the service altered, each as it was sent and as it was found. */
  readonly texts: readonly (readonly [sent: string, found: string])[];
  /** The characters in which these texts were altered. */
  readonly altered: readonly string[];
  /** All deviating requests, of this problem and of others. */
  readonly deviating: ReadonlySet<Evidence>;
  /** The credentials of the deviating requests, such as `member`. */
  readonly callers: ReadonlySet<string>;
  /** Names of the members at the top of a record that are wrong. */
  readonly fields: ReadonlySet<string>;
  /** The longest pointer that contains all findings; empty if only the whole answer does. */
  readonly place: string;
  /** The case type of each path that reads a case. Empty if the report lacks some cases. */
  readonly types: ReadonlyMap<string, string>;
}

/** What a change did to one place. */
interface Effect {
  readonly pointer: string;
  readonly cause: Evidence;
  /** The place of the same body whose value was found here. */
  readonly source: string | undefined;
}

/**
 * A comparison of the deviating requests with similar requests without a deviation, by some property such as the fields
 * sent.
 */
interface Contrast {
  /** Whether the comparison applies to a deviating request. It is made only if it applies to all of them. */
  readonly isOf: (one: Evidence, seen: Seen) => boolean;
  readonly isAlike: (one: Evidence, seen: Seen) => boolean;
  readonly by: (one: Evidence, seen: Seen) => readonly string[];
  readonly words: (compared: Compared, seen: Seen) => string | false;
}

interface Compared {
  /** The values of the property that deviating requests have. */
  readonly wrong: readonly string[];
  /** The values that similar, right requests have, and no deviating request has. */
  readonly right: readonly string[];
  /** The values that all deviating requests have, and no right one. Empty without right requests. */
  readonly different: readonly string[];
  /** As `different`, but empty if only one request deviates. */
  readonly common: readonly string[];
  /** Whether there are right requests, and none of them has a value of a deviating one. */
  readonly isApart: boolean;
}

/**
 * Returns a function that gives sentences on when a problem occurs: how often, and what distinguishes the deviating
 * requests from right ones.
 */
export function conditionsIn(report: Report): (problem: Problem) => string[] {
  const { exchanges, results, discovered, recorded } = report;
  const at = (places: readonly number[]): Evidence[] =>
    [...new Set(places)].flatMap((place) => exchanges[place] ?? []);
  const deviating = new Set(at(results.flatMap(({ findings }) => findings.flatMap(placesOf))));
  // A sweep (`--discover all`) keeps only some exchanges, so its report cannot say what the others showed.
  const isWhole = discovered?.swept === undefined;
  const types = isWhole ? typesOfCases(report) : new Map<string, string>();
  return ({ findings, operations }) => {
    const causes = causesOf(at(findings.map(({ exchange, causedBy = exchange }) => causedBy)), findings);
    const looked = isWhole ? at(findings.flatMap(({ check }) => check.evidence)) : undefined;
    const fields = new Set(findings.map(({ pointer }) => pointer.split('/')[1] ?? ''));
    const place = commonPlace(findings);
    const callers = new Set(causes.map(({ request }) => request.credentials));
    const isOfPlaces = findings.every(({ pointer }) => pointer !== '');
    const held =
      isOfPlaces && findings.some(({ check }) => check.held !== undefined)
        ? new Map(
            [...Map.groupBy(findings, ({ pointer }) => pointer)].map(([pointer, some]) => [
              pointer,
              new Set(at(some.flatMap(({ check }) => heldIn(check, pointer)))),
            ]),
          )
        : undefined;
    const texts = findings.flatMap((one) => alteredText(exchanges, one));
    const found = {
      ...{ findings, operations, causes, looked, exchanges, deviating },
      ...{ callers, fields, place, types, texts, held, altered: alteredCharacters(texts) },
      ...{ effects: effectsOf(exchanges, findings), right: [] },
    };
    const seen = { ...found, right: exchanges.filter((one) => couldShow(one, found)) };
    // A recording does not say whose tokens it contains.
    const all = recorded === undefined ? [...ofCallers, ...ofRequests] : ofRequests;
    const often = casesInWords(seen) ?? oftenInWords(seen);
    const contrasts = all.map((one) => contrasted(one, seen)).filter((sentence) => sentence !== false);
    const ofAll = often?.isOfAll === true ? fieldsOfAll(seen) : [];
    const isCompared = often?.isOfAll === false && recorded === undefined;
    const again = isCompared && !contrasts.includes(onlyConcurrent) ? rightAgain(seen) : [];
    const isExplained = !isCompared || contrasts.length > 0 || again.length > 0;
    return [
      ...(often === undefined ? [] : [often.words]),
      ...alsoAltered(seen),
      ...[...ofAll, ...again, ...contrasts, ...(isExplained ? [] : unexplained(seen))],
    ];
  };
}

/** How often a problem occurs, and whether it occurs whenever it can. */
interface Often {
  readonly words: string;
  readonly isOfAll: boolean;
}

/** A right request beside the wrong one, the most similar one; or else that nothing distinguishes the wrong ones. */
function unexplained(seen: Seen): string[] {
  const { findings, causes, looked = [], right } = seen;
  const [first] = causes;
  if (first === undefined || isOfForm(seen)) return [];
  const differences = (one: Evidence): number[] => {
    const [some, others] = [one, first].map(fieldsOf) as [string[], string[]];
    return [
      Number(seen.types.get(pathOf(one)) !== seen.types.get(pathOf(first))),
      Number(!looked.includes(one)),
      Number(one.request.path !== first.request.path),
      Number(isChange(one) && one.request.whole !== true),
      new Set([...some, ...others]).size - some.filter((field) => others.includes(field)).length,
    ];
  };
  const others = right.filter((one) => !causes.some((cause) => isSameReading(one, cause)));
  const [nearest] = others.toSorted((one, other) => {
    const ofOther = differences(other);
    return (
      differences(one)
        .map((difference, place) => difference - (ofOther[place] ?? 0))
        .find((difference) => difference !== 0) ?? 0
    );
  });
  if (nearest !== undefined) return [`Right: ${exchangeInWords(nearest, findings[0].pointer)}.`];
  return causes.every(isChange) || causes.every(isReading) || isOfWrongStatus(seen)
    ? ['No pattern found.']
    : [];
}

/** Whether the headline names the form of the requests, so that others could not show the problem. */
function isOfForm({ findings }: Seen): boolean {
  return findings.every(
    ({ context, subject, way }) =>
      (context ?? way) !== undefined || (subject !== undefined && subject.any === undefined),
  );
}

/** Without empty changes among concurrent ones, if others are wrong, too: they only read what those did. */
function causesOf(all: readonly Evidence[], findings: Problem['findings']): readonly Evidence[] {
  if (!findings.every(isLeftOut)) return all;
  const others = all.filter((one) => !(isEmptyChange(one) && one.request.concurrent));
  return others.length > 0 ? others : all;
}

function effectsOf(exchanges: readonly Evidence[], findings: Problem['findings']): Effect[] {
  const all = findings.flatMap(({ pointer, exchange, causedBy = exchange, kind = '' }) => {
    const cause = exchanges[causedBy];
    if (pointer === '' || cause === undefined || !isChange(cause)) return [];
    const { body } = exchanges[exchange]?.response ?? {};
    const found = body === undefined || isLeftOut({ kind }) ? undefined : valueAt(body, pointer);
    const above = pointer.slice(0, pointer.lastIndexOf('/'));
    const [source] = Object.entries(Object(sentAt(cause, above)))
      .filter(([, value]) => typeof found === 'string' && found !== '' && value === found)
      .map(([name]) => childPointer(above, name))
      .filter((place) => place !== pointer);
    return [{ pointer, cause, source, kind }];
  });
  // A value that was moved to another place is missing at its own.
  return all.filter(
    ({ kind, pointer, cause }) =>
      kind !== 'absent' || !all.some((other) => other.cause === cause && other.source === pointer),
  );
}

/** What was altered in further texts, if the first one does not show it. */
function alsoAltered(seen: Seen): string[] {
  if (lengthOfCut(seen) !== undefined) return [];
  const [first = [], ...others] = seen.texts
    .filter((pair) => !pair.some(isMasked))
    .map(([sent, found]) =>
      replacedIn(sent, found)
        .filter(([from]) => /[^\w ]/.test(from))
        .map((parts) => parts.map(characterNames).join(' → ')),
    );
  const further = [...new Set(others.flat())].filter((one) => !first.includes(one));
  return further.length === 0 ? [] : [`Also: ${few(further, mostCharacters)}.`];
}

/** The fields that all changes named which altered another field, if no right change shows which of them did so. */
function fieldsOfAll({ findings, causes }: Seen): string[] {
  const [first, ...others] = causes;
  if (first === undefined || others.length === 0 || !findings.every(isLeftOut)) return [];
  const common = fieldsOf(first).filter((field) => others.every((one) => fieldsOf(one).includes(field)));
  return [common.length === 0 ? 'They named different fields.' : `Each named ${inList(common)}.`];
}

/** The text that was sent and the one found in its place. Empty if they are equal, or masked. */
function alteredText(
  exchanges: readonly Evidence[],
  { kind = '', pointer, exchange, causedBy = exchange }: Problem['findings'][number],
): (readonly [string, string])[] {
  if (!['cut', 'altered'].includes(kind)) return [];
  const [sent, found] = [exchanges[causedBy]?.request.body, exchanges[exchange]?.response.body].map((body) =>
    body === undefined ? undefined : valueAt(body, pointer),
  );
  if (typeof sent !== 'string' || typeof found !== 'string' || sent === found) return [];
  return [[sent, found]];
}

/**
 * Whether a request without a deviation could have shown the problem: it is like a deviating one, and, for a change,
 * sends (or leaves out) the field and, where texts are altered, a text with the same characters or length.
 */
function couldShow(one: Evidence, seen: Seen): boolean {
  if (isUnknown(seen) || isOfForm(seen)) return false;
  if (seen.deviating.has(one) || !seen.causes.some((cause) => isLike(one, cause, seen))) return false;
  const { causes, held, effects } = seen;
  if (!causes.every(isChange)) return true;
  if (causes.some((cause) => isSameChange(one, cause))) return false;
  if (held !== undefined && ![...held.values()].some((some) => some.has(one))) return false;
  if (!isOfField(seen)) return true;
  return (
    namesWrong(one, seen) &&
    effects.some(({ pointer, cause, source }) => {
      if (held !== undefined && held.get(pointer)?.has(one) !== true) return false;
      const value = sentAt(one, pointer);
      const other = source === undefined ? undefined : sentAt(one, source);
      if (isUnsent(cause, pointer)) return isNothing(value) && (source === undefined || !isNothing(other));
      const isExchangeable = [value, other].every((text) => typeof text === 'string' && !isMasked(text));
      return isAlterable(value, seen) && (source === undefined || (isExchangeable && other !== value));
    })
  );
}

/** Whether the problem is an effect of changes, and the checks do not say which other changes had none. */
function isUnknown({ findings, held }: Seen): boolean {
  return (
    held === undefined && findings.every(({ causedBy, pointer }) => causedBy !== undefined && pointer !== '')
  );
}

function heldIn({ held = [] }: CheckResult, place: string): number[] {
  return held.filter(({ pointer }) => pointer === place).map(({ exchange }) => exchange);
}

/** The value that a change sends at a place; undefined if it sends none, or its body is unknown. */
function sentAt({ request: { body } }: Evidence, pointer: string): unknown {
  return body === undefined ? undefined : valueAt(body, pointer);
}

/** Whether a change sends no value or an empty text at a place. */
function isUnsent(one: Evidence, pointer: string): boolean {
  return one.request.body !== undefined && isNothing(sentAt(one, pointer));
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === '';
}

/** Whether a change is sent again. The run sends some bodies in a burst first, and judges them when sent alone. */
function isSameChange({ request: one }: Evidence, { request: other }: Evidence): boolean {
  return one.path === other.path && JSON.stringify(one.body) === JSON.stringify(other.body);
}

/** Whether the problem is about fields that each deviating change sent. */
function isOfField(seen: Seen): boolean {
  return seen.causes.every((one) => isChange(one) && namesWrong(one, seen));
}

/** Whether two requests may be expected to be answered alike. */
function isLike(one: Evidence, cause: Evidence, seen: Seen): boolean {
  const { request, response } = one;
  const isPlain = (some: Evidence): boolean =>
    some.request.spelling === undefined && some.request.headers === undefined;
  return (
    one.operation === cause.operation &&
    request.method === cause.request.method &&
    request.credentials === cause.request.credentials &&
    (isPlain(one) || !isPlain(cause)) &&
    isEmptyChange(one) === isEmptyChange(cause) &&
    isOfLikeStatus(response.status, cause.response.status, seen)
  );
}

function isOfLikeStatus(status: number, wrong: number, seen: Seen): boolean {
  if (isOfStatus(seen)) return status === wrong;
  return isOfWrongStatus(seen) ? status !== wrong : Math.trunc(status / 100) === Math.trunc(wrong / 100);
}

function isOfWrongStatus({ findings }: Seen): boolean {
  return findings.every(({ kind = '', causedBy }) => causedBy === undefined && kind.startsWith('status '));
}

/** The length of a text, also of one that is masked as its length. */
function lengthOf(text: string): number {
  return Number(/^\(a string of (\d+) characters\)$/.exec(text)?.[1] ?? text.length);
}

/** The length to which texts are cut. Undefined if the problem is another one. */
function lengthOfCut({ findings, texts }: Seen): number | undefined {
  if (texts.length === 0 || findings.some(({ kind }) => kind !== 'cut') || endingOf(texts) !== undefined)
    return undefined;
  return Math.max(...texts.map(([, found]) => lengthOf(found)));
}

/** The kind of character at which all texts are cut, if it is one. */
function endingOf(texts: Seen['texts']): Ending | undefined {
  const [first, ...others] = texts.map(([sent, found]) => cutAtClass(sent, found));
  return others.every((one) => one === first) ? first : undefined;
}

/** The altered characters, unless a text was altered in letters and digits alone, which most texts have. */
function alteredCharacters(texts: Seen['texts']): string[] {
  const altered = texts
    .filter((pair) => !pair.some(isMasked))
    .map(([sent, found]) =>
      replacedIn(sent, found).flatMap(([from, to]) =>
        [...from].filter((one) => !/[\w ]/.test(one) && !to.includes(one)),
      ),
    );
  return altered.some((some) => some.length === 0) ? [] : [...new Set(altered.flat())];
}

/** Whether a value has what was altered in others: more characters than are kept, or one of the altered ones. */
function isAlterable(value: unknown, seen: Seen): boolean {
  if (value === undefined) return false;
  const [cut, ending] = [lengthOfCut(seen), endingOf(seen.texts)];
  if (ending !== undefined) return typeof value === 'string' && ending.member.test(value);
  if (cut !== undefined) return typeof value === 'string' && lengthOf(value) > cut;
  const { altered } = seen;
  return altered.length === 0 || altered.some((one) => String(value).includes(one));
}

function placesOf({ exchange, causedBy = exchange }: ReportedDeviation): number[] {
  return [exchange, causedBy];
}

function contrasted({ isOf, isAlike, by, words }: Contrast, seen: Seen): string | false {
  const { causes, exchanges } = seen;
  if (causes.length === 0 || !causes.every((one) => isOf(one, seen))) return false;
  const ofEach = causes.map((one) => by(one, seen));
  const right = exchanges.filter((one) => !causes.includes(one) && isAlike(one, seen));
  const ofRight = new Set(right.flatMap((one) => by(one, seen)));
  const wrong = new Set(ofEach.flat());
  const notRight = [...wrong].filter((one) => !ofRight.has(one));
  const different =
    right.length === 0 ? [] : notRight.filter((one) => ofEach.every((own) => own.includes(one)));
  return words(
    {
      wrong: [...wrong],
      right: [...ofRight].filter((one) => !wrong.has(one)),
      different,
      common: causes.length > 1 ? different : [],
      isApart: ofRight.size > 0 && notRight.length === wrong.size && wrong.size > 0,
    },
    seen,
  );
}

/** Comparisons by caller: what the same invalid credentials, or the other callers, were answered elsewhere. */
const ofCallers: readonly Contrast[] = [
  {
    isOf: isForged,
    isAlike: (one, seen) =>
      isRefused(one) &&
      isOfSame(one, seen) &&
      isOfUsualPath(one, seen) &&
      !seen.causes.some((cause) => isSameReading(one, cause)),
    by: (one, { causes }) => {
      const isOf = (name: 'method' | 'path'): boolean =>
        causes.some(({ request }) => request[name] === one.request[name]);
      if (isOf('method') && isOf('path')) return [];
      return [`with ${isOf('method') ? 'other paths' : 'another method'}, such as ${exchangeInWords(one)}`];
    },
    words: ({ right: [first] }) => first !== undefined && `Refused ${first}.`,
  },
  {
    isOf: isForged,
    isAlike: (one, { callers }) => isRefused(one) && callers.has(one.request.credentials),
    by: ({ operation }) => [operation],
    words: ({ right }) => {
      const refusing = guardedOperations.filter((operation) => right.includes(operation));
      return refusing.length > 0 && `Refused by ${inList(refusing)}.`;
    },
  },
  {
    isOf: isForged,
    isAlike: (one, { callers }) => callers.has(one.request.credentials),
    by: ({ operation }) => [operation],
    words: ({ wrong, right }) => {
      const sent = [...wrong, ...right];
      const untried = guardedOperations.filter((operation) => !sent.includes(operation));
      const where = right.length > 0 ? inList(untried, 'or') : 'any other operation';
      return untried.length > 0 && `Not sent to ${where}.`;
    },
  },
  {
    isOf: isForged,
    isAlike: (one, { operations, callers }) =>
      isRefused(one) &&
      operations.includes(one.operation) &&
      !callers.has(one.request.credentials) &&
      !isCaller(one.request.credentials),
    by: ({ request }) => [request.credentials],
    words: ({ right }, { operations }) => {
      const who = operations.length > 1 ? 'The operations that accept them' : operations[0];
      return (
        right.length > 0 && `${who} refused ${plural(right.length, 'other kind')} of invalid credentials.`
      );
    },
  },
  {
    isOf: (one, seen) => !isOfStatus(seen) && isReading(one) && one.request.credentials === 'restricted',
    isAlike: (one, { causes }) =>
      isReading(one) &&
      one.request.credentials === 'member' &&
      causes.slice(0, 1).map(pathOf).includes(pathOf(one)),
    by: ({ response }) => [String(response.status)],
    words: ({ right: [status] }) =>
      status !== undefined && `As member, the same request is answered ${status}.`,
  },
];

const onlyConcurrent = 'Seen only when requests were sent at the same moment.';

/** Comparisons by the contents of a case, by concurrency, and by the client, fields and values of a change. */
const ofRequests: readonly Contrast[] = [
  {
    isOf: (one, { place, types }) => place !== '' && isReading(one) && types.has(pathOf(one)),
    isAlike: (one, { causes, types }) =>
      isAnswered(one) && causes.some((cause) => types.get(pathOf(cause)) === types.get(pathOf(one))),
    by: contentOf,
    words: ({ right, isApart }, seen) => {
      if (!isApart) return false;
      const others = seen.exchanges.filter((one) => isAnswered(one) && !seen.causes.includes(one));
      return others.flatMap((one) => contentOf(one, seen)).every((one) => one === missing)
        ? `Every case that has ${seen.place} is wrong.`
        : `Where it is right, ${seen.place} is ${inList(right, 'or', mostAlternatives)}.`;
    },
  },
  {
    isOf: (one, seen) =>
      one.request.concurrent === true &&
      seen.exchanges.some((other) => isRightAgain(other, one, seen) && !other.request.concurrent),
    isAlike: (one, seen) => seen.causes.some((cause) => isRightAgain(one, cause, seen)),
    by: ({ request: { concurrent } }) => [concurrent ? 'concurrent' : 'alone'],
    words: ({ common: [when] }) => when === 'concurrent' && onlyConcurrent,
  },
  {
    isOf: isChange,
    isAlike: isRight,
    by: ({ request }) => [request.path],
    words: ({ wrong: [, another], isApart }) =>
      isApart && another === undefined && 'Seen only with this client: other clients were right.',
  },
  {
    isOf: isChange,
    isAlike: isRight,
    by: (one, { fields }) =>
      withPairs(fieldsOf(one).filter((field) => fields.size > 1 || !fields.has(field))),
    words: ({ common }) => {
      const alone = common.filter((one) => !one.includes(withField));
      const pairs = alone.length > 0 ? [] : common.flatMap((pair) => pair.split(withField));
      const named = pairs.length > 0 ? `${inList([...new Set(pairs)])} together` : inList(alone);
      return named !== '' && `Every change that did so named ${named}, and no right one did.`;
    },
  },
  {
    isOf: isChange,
    isAlike: isRight,
    by: (one) => [fieldsOf(one).length > 1 ? 'several fields' : 'one field'],
    words: ({ wrong, isApart }) => isApart && wrong.length === 1 && `Only changes of ${wrong[0]} did so.`,
  },
  {
    isOf: (one, seen) => isChange(one) && isOfWrongStatus(seen),
    isAlike: isRight,
    by: unusualCharacters,
    words: ({ different }) =>
      different.length > 0 &&
      `Only such changes sent ${inList(different.slice(0, mostAlternatives).map(characterNames))}.`,
  },
  {
    isOf: (one, { findings }) => isChange(one) && new Set(findings.map(({ pointer }) => pointer)).size === 1,
    isAlike: isRight,
    by: valuesOf,
    words: ({ wrong, right }) => {
      const isKnown = wrong.length > 0 && wrong.length + right.length > 1;
      const ofWrong = wrong.length > 1 ? [`Wrong with ${few(wrong)}.`] : [];
      const ofRight = right.length > 0 ? [`Right with ${few(right)}.`] : [];
      return isKnown && [...ofWrong, ...ofRight].join(' ');
    },
  },
];

function isRight(one: Evidence, { right }: Seen): boolean {
  return right.includes(one);
}

/** A sentence if the same reading was right at another time. */
function rightAgain(seen: Seen): string[] {
  const { findings, causes, exchanges, looked = [] } = seen;
  const isOfStatuses = isOfWrongStatus(seen);
  if (!isOfStatuses && findings.some(({ pointer }) => pointer !== '')) return [];
  const again = (isOfStatuses ? exchanges : looked).filter((one) =>
    causes.some(
      (cause) =>
        isRightAgain(one, cause, seen) && isOfLikeStatus(one.response.status, cause.response.status, seen),
    ),
  );
  const [first] = again;
  if (first === undefined) return [];
  const isBefore = Math.max(...again.map(placeIn(exchanges))) < Math.min(...causes.map(placeIn(exchanges)));
  if (!isBefore && !isOfStatuses) return [];
  const when = isBefore
    ? 'earlier in the run'
    : 'at other times, so the answer also depends on something else, such as the connection, a cache or the time';
  return [`The same request was right (${first.response.status}) ${when}.`];
}

function placeIn(exchanges: readonly Evidence[]): (one: Evidence) => number {
  return (one) => exchanges.indexOf(one);
}

const withField = ' with ';

/** All fields, and all pairs of fields. */
function withPairs(fields: readonly string[]): string[] {
  const sorted = fields.toSorted();
  const pairs = sorted.flatMap((one, place) =>
    sorted.slice(place + 1).map((other) => `${one}${withField}${other}`),
  );
  return [...sorted, ...pairs];
}

function isForged({ response }: Evidence, { findings }: Seen): boolean {
  const isOfCredentials = findings.every(({ requirement }) => requirement === 'credentials-401');
  return isOfCredentials && findings.every(({ way }) => way === undefined) && response.status !== 401;
}

function isRefused({ response }: Evidence): boolean {
  return response.status === 401;
}

/** Whether the request has an operation and credentials of a deviating request. */
function isOfSame({ operation, request }: Evidence, { operations, callers }: Seen): boolean {
  return operations.includes(operation) && callers.has(request.credentials);
}

/** Whether the member also sent a request with this path. */
function isOfUsualPath({ request: { path } }: Evidence, { exchanges }: Seen): boolean {
  return exchanges.some(({ request }) => request.path === path && request.credentials === 'member');
}

function isCaller(credentials: string): boolean {
  return tokenNames.some((name) => name === credentials);
}

function isChange({ request: { method } }: Evidence): boolean {
  return method === 'PATCH';
}

function namesWrong(one: Evidence, { fields }: Seen): boolean {
  return fieldsOf(one).some((field) => fields.has(field));
}

/** The fields in the body of a request. Unknown, and so empty, for a long body. */
function fieldsOf(one: Evidence): string[] {
  return Object.keys(Object(one.request.body));
}

/** The unmasked texts of a body. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return isMasked(value) ? [] : [value];
  return Object.values(Object(value)).flatMap(textsIn);
}

/** Characters in the texts of a change that a service may not expect. */
function unusualCharacters({ request: { body } }: Evidence): string[] {
  return [...new Set(textsIn(body).flatMap((text) => text.match(/[^\p{L}\p{N} .,@+-]|[^ -~]/gu) ?? []))];
}

/** The maximum number of characters of a value in a list. */
const longestValue = 40;

/** The value that a change sent for the wrong field; empty if it is long or masked. */
function valuesOf({ request: { body, whole } }: Evidence, { findings: [{ pointer }] }: Seen): string[] {
  const value = whole === true && body !== undefined ? valueAt(body, pointer) : undefined;
  const isShown = value !== undefined && typeof value !== 'object' && String(value).length <= longestValue;
  return isShown ? [jsonInWords(value as Redacted)] : [];
}

function isSameReading({ request: one }: Evidence, { request: other }: Evidence): boolean {
  const isOfGet = one.method === 'GET' && other.method === 'GET';
  return isOfGet && one.path === other.path && one.credentials === other.credentials;
}

/** Whether a request is the same GET request as another, and has no deviation. An expected refusal counts as right. */
function isRightAgain(one: Evidence, other: Evidence, seen: Seen): boolean {
  const isReached = one.response.status !== 429 && one.response.status < 500;
  return isSameReading(one, other) && isReached && !seen.deviating.has(one);
}

/** The path in lower case, since an identifier in capitals names the same case. */
function pathOf({ request: { path } }: Evidence): string {
  return path.toLowerCase();
}

function isReading({ operation, request: { method, headers } }: Evidence): boolean {
  return operation === 'getCaseData' && method === 'GET' && headers === undefined;
}

/**
 * Whether the caller read a case. For the member, only a success counts: otherwise the contents of the case are
 * unknown.
 */
function isAnswered(one: Evidence, caller = 'member'): boolean {
  const { request, response } = one;
  return isReading(one) && request.credentials === caller && (caller !== 'member' || is2xx(response.status));
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
function commonPlace(findings: Problem['findings']): string {
  const [first = [], ...others] = findings.map(({ pointer }) => pointerTokens(outermostListOf(pointer)));
  const end = first.findIndex((token, index) => others.some((tokens) => tokens[index] !== token));
  return first.slice(0, end < 0 ? first.length : end).reduce(childPointer, '');
}

const missing = 'missing';
const mostAlternatives = 3;

/** A description of the value at the place in an answer. Empty if the answer is not JSON. */
function contentOf({ response: { body } }: Evidence, { place }: Seen): string[] {
  if (body === undefined) return [];
  const value = valueAt(body, place);
  // Without the object that would contain it, the value cannot be wrong.
  const above = place.slice(0, place.lastIndexOf('/'));
  if (value === undefined) return above === '' || valueAt(body, above) !== undefined ? [missing] : [];
  if (Array.isArray(value)) return [value.length === 0 ? 'empty' : itemsInWords(value)];
  if (typeof value === 'object' && value !== null) return ['an object'];
  return [jsonInWords(value as Redacted).replace(/^\((an object) of (\d+)\)$/, '$1 with $2 members')];
}

const isUnmasked = /^[^(].*[a-wyz]/i;

/** A description of an array by the unmasked texts in its elements. */
function itemsInWords(items: readonly unknown[]): string {
  const said = items.flatMap((item) =>
    Object.entries(Object(item)).flatMap(([name, value]) =>
      typeof value === 'string' && isUnmasked.test(value) ? [`${name} ${jsonInWords(value)}`] : [],
    ),
  );
  return said.length === 0 ? 'an array' : `an array with ${inList([...new Set(said)].sort())}`;
}

/** The maximum number of cases to list by identifier. */
const mostNamed = 4;

/**
 * A sentence on the cases that show the problem: `In 2 of 3 Sales, in no other case.` Undefined if the problem is not
 * about reading cases.
 */
function casesInWords(seen: Seen): Often | undefined {
  const { causes, exchanges, callers, types } = seen;
  const [first] = callers;
  const caller = callers.has('member') ? 'member' : first;
  const wrong = new Map(
    causes.filter(isReading).map((one) => [pathOf(one), one.request.path.split('/')[4] ?? '']),
  );
  // A reading with additional headers counts as one of the plain readings if the same case is wrong there, too.
  const isOfCases = causes.every((one) => wrong.has(pathOf(one)) && types.has(pathOf(one)));
  if (!isOfCases || wrong.size === 0 || ![...callers].every(isCaller)) return undefined;
  const asked = new Set(exchanges.filter((one) => isAnswered(one, caller)).map(pathOf));
  const known = [...types].filter(([path]) => wrong.has(path) || asked.has(path));
  if (known.length === 1) return { words: `The case is a ${known[0]?.[1]}.`, isOfAll: true };
  if (wrong.size === known.length) return { words: `In all ${wrong.size} cases.`, isOfAll: true };
  const shares = [...Map.groupBy(known, ([, type]) => type)]
    .map(([type, all]) => ({ type, all: all.length, some: all.filter(([path]) => wrong.has(path)).length }))
    .filter(({ some }) => some > 0);
  const words = shares.map(({ type, some, all }) =>
    some < all ? `${some} of ${all} ${type}s` : all === 1 ? `the only ${type}` : `every ${type}`,
  );
  // If only one case is wrong, the printed request already names it.
  const isNamed = wrong.size > 1 && wrong.size <= mostNamed && shares.some(({ some, all }) => some < all);
  return {
    words: `In ${inList(words)}, in no other case${isNamed ? `: ${[...wrong.values()].join(', ')}` : ''}.`,
    isOfAll: shares.every(({ some, all }) => some === all),
  };
}

/** Whether the problem concerns error answers, or bodies that are not JSON, for any request. */
function isOfStatus({ findings }: Seen): boolean {
  return findings.every(({ requirement, kind }) => requirement === 'error-message' || kind === 'json');
}

const nouns: Readonly<Record<OperationId, string>> = {
  getCaseData: 'readings of a case',
  updateClient: 'changes',
  createOrganisation: 'creations',
  getOrganisation: 'readings of the organisation',
  listCases: 'readings of the list',
  getInterfaceDescription: 'readings of the description',
};

/**
 * A sentence on how many of the requests that could show the problem do: `In 3 of 12 changes.` If their number is
 * unknown: `Seen 3 times.` Undefined if there is only one.
 */
function oftenInWords(seen: Seen): Often | undefined {
  const { findings, operations, causes, looked, callers } = seen;
  if (looked === undefined)
    return causes.length > 1 ? { words: `Seen ${numeral(causes.length)} times.`, isOfAll: true } : undefined;
  const all = new Set([...causes, ...looked.filter((one) => isRight(one, seen))]).size;
  if (all < 2) return findings.every(isLeftOut) ? { words: onlyChange, isOfAll: true } : undefined;
  const [[operation], [caller = '']] = [operations, [...callers]];
  const isOfOne = operation !== undefined && operations.length === 1;
  const what = isOfOne ? `${nouns[operation]}${ofField(seen)}` : 'requests';
  const isOfCaller = callers.size === 1 && isCaller(caller);
  const alike = isOfStatus(seen)
    ? `answers with ${[...new Set(findings.map(({ status }) => status))].join(' or ')}`
    : isOfCaller
      ? `${what}${caller === 'member' ? '' : ` as ${caller}`}`
      : `such ${what}`;
  const isOfAll = causes.length === all;
  const refused = causes.map(({ response }) => response.status).filter((status) => !is2xx(status));
  const answered =
    refused.length === 0 || isOfWrongStatus(seen) || isOfStatus(seen)
      ? ''
      : ` answered ${[...new Set(refused)].join(' or ')}`;
  const often = isOfAll ? `In all ${all}` : `In ${numeral(causes.length)} of ${numeral(all)}`;
  return {
    words: `${isUnknown(seen) || isOfForm(seen) ? `Seen in ${numeral(all)}` : often} ${alike}${answered}${isOfOne ? '' : `: ${operations.map((one) => countOf(one, causes)).join(', ')}`}.`,
    isOfAll,
  };
}

/** An operation, with the number of its requests if there are several. */
function countOf(operation: OperationId, all: readonly Evidence[]): string {
  const count = all.filter((one) => one.operation === operation).length;
  return count > 1 ? `${operation} (${count})` : operation;
}

const onlyChange = 'No other change could show it, so what it depends on is unknown.';

/** The maximum number of altered characters to name. */
const mostCharacters = 4;

/** Words for the field and the texts of the changes that are counted: ` of lastName with é`. */
function ofField(seen: Seen): string {
  const [field] = seen.fields;
  if (seen.findings.every(isLeftOut) && seen.causes.every(isChange))
    return seen.fields.size === 1 ? ` before which the client had ${field}` : '';
  const cut = lengthOfCut(seen);
  const { altered } = seen;
  const ending = endingOf(seen.texts);
  const texts =
    ending !== undefined
      ? ` with ${ending.name.replace('the first', 'a')}`
      : cut !== undefined
        ? ` to more than ${cut} characters`
        : altered.length === 0
          ? ''
          : ` with ${altered.length > mostCharacters ? 'such characters' : inList(altered.map(characterNames), 'or')}`;
  if (!isOfField(seen)) return '';
  return `${seen.fields.size === 1 ? ` of ${field}` : ''}${texts}${placesInWords(seen)}`;
}

/** Words for the places that the changes left empty, or whose values they exchanged, if all did so. */
function placesInWords({ causes, effects }: Seen): string {
  const named = (places: readonly string[]): string =>
    inList([...new Set(places.map((place) => place.slice(1)))], 'and', mostAlternatives);
  const isOfAll = (some: readonly Effect[]): boolean =>
    causes.every((one) => some.some(({ cause }) => cause === one));
  const moved = effects.filter(({ source }) => source !== undefined);
  const unsent = effects.filter(({ cause, pointer }) => isUnsent(cause, pointer));
  const places = isOfAll(moved) ? moved.map(({ source = '' }) => source) : [];
  if (!isOfAll(unsent))
    return places.length === 0 ? '' : ` with ${named([...moved.map(({ pointer }) => pointer), ...places])}`;
  const empty = unsent.map(({ cause, pointer }) => sentAt(cause, pointer) === '');
  const how = empty.every(Boolean) ? 'empty' : empty.some(Boolean) ? 'empty or left out' : 'left out';
  const without = unsent.map(({ pointer }) => pointer);
  if (new Set(without).size > mostAlternatives) return ' that left such a line out';
  return `${places.length === 0 ? '' : ` with ${named(places)}, and`} with ${named(without)} ${how}`;
}
