import { isMasked, type Redacted } from '../../http/redact.ts';
import { guardedOperations } from '../../rules/operations.ts';
import { characterNames } from '../../rules/text-difference.ts';
import { valueAt } from '../../schema/pointer.ts';
import type { Evidence } from '../../trace/evidence.ts';
import { exchangeInWords, few, inList, jsonInWords, plural } from '../words.ts';
import { contentOf, missing } from './cases.ts';
import { isRightAgain } from './could-show.ts';
import { mostAlternatives } from './frequency.ts';
import { fieldsOf, isAnswered, isCaller, isChange, isReading, isSameReading, pathOf } from './requests.ts';
import { isOfStatus, isOfWrongStatus, isRight, type Seen } from './seen.ts';

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
  /** The values that all deviating requests have, and no right one. Empty if only one deviates, or none is right. */
  readonly common: readonly string[];
  /** Whether there are right requests, and none of them has a value of a deviating one. */
  readonly isApart: boolean;
}

export function contrasted({ isOf, isAlike, by, words }: Contrast, seen: Seen): string | false {
  const { causes, exchanges } = seen;
  if (causes.length === 0 || !causes.every((one) => isOf(one, seen))) return false;
  const ofEach = causes.map((one) => by(one, seen));
  const right = exchanges.filter((one) => !causes.includes(one) && isAlike(one, seen));
  const ofRight = new Set(right.flatMap((one) => by(one, seen)));
  const wrong = new Set(ofEach.flat());
  const notRight = [...wrong].filter((one) => !ofRight.has(one));
  const isCompared = causes.length > 1 && right.length > 0;
  return words(
    {
      wrong: [...wrong],
      right: [...ofRight].filter((one) => !wrong.has(one)),
      common: isCompared ? notRight.filter((one) => ofEach.every((own) => own.includes(one))) : [],
      isApart: ofRight.size > 0 && notRight.length === wrong.size && wrong.size > 0,
    },
    seen,
  );
}

/** Comparisons by caller: what the same invalid credentials, or the other callers, were answered elsewhere. */
export const ofCallers: readonly Contrast[] = [
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

export const onlyConcurrent = 'Seen only when requests were sent at the same moment.';

/** Comparisons by the contents of a case, by concurrency, and by the client, fields and values of a change. */
export const ofRequests: readonly Contrast[] = [
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
    // Two changes that name the same field do so by chance, since most changes name several.
    words: ({ common }, { causes }) => {
      if (causes.length < 3) return false;
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
    words: ({ common }) =>
      common.length > 0 &&
      common.length <= mostAlternatives &&
      `Only such changes sent ${inList(common.map(characterNames))}.`,
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
