import type { ReportedDeviation } from '../conformance/result.ts';
import { tokenNames } from '../harness/target.ts';
import type { Redacted } from '../http/redact.ts';
import { is2xx } from '../http/status.ts';
import { guardedOperations } from '../rules/operations.ts';
import { childPointer, pointerTokens, valueAt } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import { type Evidence, outermostListOf } from '../trace/evidence.ts';
import type { Problem } from './problems.ts';
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
  readonly exchanges: readonly Evidence[];
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
  /** The values that all deviating requests have, and no right one. Empty if only one request deviates. */
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
    const causes = at(findings.map(({ exchange, causedBy = exchange }) => causedBy));
    const looked = isWhole ? at(findings.flatMap(({ check }) => check.evidence)) : undefined;
    const fields = new Set(findings.map(({ pointer }) => pointer.split('/')[1] ?? ''));
    const place = commonPlace(findings);
    const callers = new Set(causes.map(({ request }) => request.credentials));
    const seen = {
      findings,
      operations,
      causes,
      looked,
      exchanges,
      deviating,
      callers,
      fields,
      place,
      types,
    };
    // A recording does not say whose tokens it contains.
    const all = recorded === undefined ? [...ofCallers, ...ofRequests] : ofRequests;
    return [casesInWords(seen) ?? oftenInWords(seen), ...all.map((one) => contrasted(one, seen))].filter(
      (sentence) => sentence !== false,
    );
  };
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
  const different = [...wrong].filter((one) => !ofRight.has(one));
  const isSeveral = causes.length > 1 && right.length > 0;
  return words(
    {
      wrong: [...wrong],
      right: [...ofRight].filter((one) => !wrong.has(one)),
      common: isSeveral ? different.filter((one) => ofEach.every((own) => own.includes(one))) : [],
      isApart: ofRight.size > 0 && different.length === wrong.size && wrong.size > 0,
    },
    seen,
  );
}

/** Comparisons by caller: what the same invalid credentials, or the other callers, were answered elsewhere. */
const ofCallers: readonly Contrast[] = [
  {
    isOf: isForged,
    isAlike: (one, seen) => isRefused(one) && isOfSame(one, seen) && isOfUsualPath(one, seen),
    by: (one) => [exchangeInWords(one)],
    words: ({ right: [first] }) => first !== undefined && `Refused at other times, such as ${first}.`,
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
      const who = operations.length > 1 ? 'These operations' : operations[0];
      return (
        right.length > 0 && `${who} refused ${plural(right.length, 'other kind')} of invalid credentials.`
      );
    },
  },
  {
    isOf: (one) => isReading(one) && one.request.credentials === 'restricted',
    isAlike: (one, { causes }) =>
      isReading(one) && one.request.credentials === 'member' && causes.map(pathOf).includes(pathOf(one)),
    by: ({ response }) => [String(response.status)],
    words: ({ right: [status] }) => status !== undefined && `As member, it is answered ${status}.`,
  },
];

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
    words: ({ common: [when] }) =>
      when === 'concurrent' && 'Seen only when requests were sent at the same moment.',
  },
  {
    isOf: isChange,
    isAlike: isMadeOfWrong,
    by: ({ request }) => [request.path],
    words: ({ wrong: [, another], isApart }) =>
      isApart && another === undefined && 'Seen of this client only: other clients were changed.',
  },
  {
    isOf: isChange,
    // Changes with the wrong field are compared with each other, and so are those without it.
    isAlike: (one, seen) => isMade(one, seen) && namesWrong(one, seen) === namesWrong(seen.causes[0], seen),
    by: (one, { fields }) => withPairs(fieldsOf(one).filter((field) => !fields.has(field))),
    words: ({ common }) => {
      const alone = common.filter((one) => !one.includes(withField));
      const pairs = alone.length > 0 ? [] : common.flatMap((pair) => pair.split(withField));
      const named = pairs.length > 0 ? `${inList([...new Set(pairs)])} together` : inList(alone);
      return named !== '' && `Every change that did so named ${named}, and no right one did.`;
    },
  },
  {
    isOf: (one, { findings }) => isChange(one) && new Set(findings.map(({ pointer }) => pointer)).size === 1,
    isAlike: isMadeOfWrong,
    by: valuesOf,
    words: ({ wrong, right }) => {
      const isKnown = wrong.length > 0 && wrong.length + right.length > 1;
      const ofWrong = wrong.length > 1 ? [`Wrong with ${few(wrong)}.`] : [];
      const ofRight = right.length > 0 ? [`Right with ${few(right)}.`] : [];
      return isKnown && [...ofWrong, ...ofRight].join(' ');
    },
  },
];

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

/** Whether the answer is a success without a deviation. */
function isRight(one: Evidence, { deviating }: Seen): boolean {
  return is2xx(one.response.status) && !deviating.has(one);
}

/** Whether the request is a change that succeeded, by a caller whose requests also deviate. */
function isMade(one: Evidence, seen: Seen): boolean {
  return isChange(one) && isRight(one, seen) && seen.callers.has(one.request.credentials);
}

function isMadeOfWrong(one: Evidence, seen: Seen): boolean {
  return isMade(one, seen) && namesWrong(one, seen);
}

function namesWrong(one: Evidence | undefined, { fields }: Seen): boolean {
  return fieldsOf(one).some((field) => fields.has(field));
}

/** The fields in the body of a request. Unknown, and so empty, for a long body. */
function fieldsOf(one: Evidence | undefined): readonly string[] {
  const { body, fields } = one?.request ?? {};
  return fields ?? (typeof body === 'object' && body !== null ? Object.keys(body) : []);
}

/** The maximum number of characters of a value in a list. */
const longestValue = 40;

/** The value that a change sent for the wrong field; empty if it is long or masked. */
function valuesOf({ request: { body, whole } }: Evidence, { findings: [{ pointer }] }: Seen): string[] {
  const value = whole === true && body !== undefined ? valueAt(body, pointer) : undefined;
  const isShown = value !== undefined && typeof value !== 'object' && String(value).length <= longestValue;
  return isShown ? [jsonInWords(value as Redacted)] : [];
}

/** Whether a request is the same GET request as another, and has no deviation. An expected refusal counts as right. */
function isRightAgain(one: Evidence, { request }: Evidence, seen: Seen): boolean {
  const { method, path, credentials } = one.request;
  const isSame = path === request.path && credentials === request.credentials;
  const isReached = one.response.status !== 429 && one.response.status < 500;
  return isSame && method === 'GET' && request.method === 'GET' && isReached && !seen.deviating.has(one);
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
  if (value === undefined) return [missing];
  if (Array.isArray(value)) return [value.length === 0 ? 'empty' : itemsInWords(value)];
  return [typeof value === 'object' && value !== null ? 'an object' : jsonInWords(value as Redacted)];
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
function casesInWords(seen: Seen): string | undefined {
  const { causes, exchanges, callers, types } = seen;
  const [first] = callers;
  const caller = callers.has('member') ? 'member' : first;
  const wrong = new Map(
    causes.filter(isReading).map((one) => [pathOf(one), one.request.path.split('/')[4] ?? '']),
  );
  // A reading with additional headers counts as one of the plain readings if the same case is wrong there, too.
  const isOfCases = causes.every((one) => wrong.has(pathOf(one)) && types.has(pathOf(one)));
  if (!isOfCases || isOfStatus(seen) || wrong.size === 0 || ![...callers].every(isCaller)) return undefined;
  const asked = new Set(exchanges.filter((one) => isAnswered(one, caller)).map(pathOf));
  const known = [...types].filter(([path]) => wrong.has(path) || asked.has(path));
  if (known.length === 1) return `The case is a ${known[0]?.[1]}.`;
  if (wrong.size === known.length) return `In all ${wrong.size} cases.`;
  const shares = [...Map.groupBy(known, ([, type]) => type)]
    .map(([type, all]) => ({ type, all: all.length, some: all.filter(([path]) => wrong.has(path)).length }))
    .filter(({ some }) => some > 0);
  const words = shares.map(({ type, some, all }) =>
    some < all ? `${some} of ${all} ${type}s` : all === 1 ? `the only ${type}` : `every ${type}`,
  );
  // If only one case is wrong, the printed request already names it.
  const isNamed = wrong.size > 1 && wrong.size <= mostNamed && shares.some(({ some, all }) => some < all);
  return `In ${inList(words)}, in no other case${isNamed ? `: ${[...wrong.values()].join(', ')}` : ''}.`;
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
 * A sentence on how many of the similar requests show the problem: `In 3 of 12 changes.` If the number of similar
 * requests is unknown: `Seen 3 times.` False if there is only one request.
 */
function oftenInWords(seen: Seen): string | false {
  const { findings, operations, causes, looked, callers, fields } = seen;
  if (looked === undefined) return causes.length > 1 && `Seen ${numeral(causes.length)} times.`;
  const isOfAnswers = isOfStatus(seen);
  const isOfField = fields.size === 1 && causes.every((one) => isChange(one) && namesWrong(one, seen));
  const kindOf = ({ operation, request: { method, credentials }, response }: Evidence): string =>
    JSON.stringify([operation, method, credentials, isOfAnswers ? response.status : 'any']);
  const kinds = new Set(causes.map(kindOf));
  const isAlike = (one: Evidence): boolean => kinds.has(kindOf(one)) && (!isOfField || namesWrong(one, seen));
  const all = new Set([...causes, ...looked.filter(isAlike)]).size;
  if (all < 2) return false;
  const [[operation], [caller = '']] = [operations, [...callers]];
  const isOfOne = operation !== undefined && operations.length === 1;
  const what = isOfOne ? `${nouns[operation]}${isOfField ? ` of ${[...fields][0]}` : ''}` : 'requests';
  const isOfCaller = callers.size === 1 && isCaller(caller);
  const alike = isOfAnswers
    ? `answers with ${[...new Set(findings.map(({ status }) => status))].join(' or ')}`
    : isOfCaller
      ? `${what}${caller === 'member' ? '' : ` as ${caller}`}`
      : `such ${what}`;
  const often = causes.length === all ? `all ${all}` : `${numeral(causes.length)} of ${numeral(all)}`;
  return `In ${often} ${alike}${isOfOne ? '' : `: ${operations.join(', ')}`}.`;
}
