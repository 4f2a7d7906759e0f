import { hazardsIn } from '../../generation/hazards.ts';
import { spellingsWithHeaders } from '../../harness/spellings.ts';
import { isMasked, lengthOf, type Redacted } from '../../http/redact.ts';
import { is2xx, isSuccessOrRefusal } from '../../http/status.ts';
import { guardedOperations } from '../../rules/operations.ts';
import { characterNames, endingsIn } from '../../rules/text-difference.ts';
import { distinct } from '../../schema/grouped.ts';
import { isObject } from '../../schema/json.ts';
import { memoised } from '../../schema/memoised.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Evidence } from '../../trace/evidence.ts';
import { exchangeInWords, few, inList, jsonInWords, numeral, plural } from '../words.ts';
import { isAnswered, isCaller } from './frequency.ts';
import {
  fieldsOf,
  isChange,
  isOfWrongStatus,
  isReading,
  isSameReading,
  pathOf,
  type Seen,
  sentAt,
  shownAt,
} from './seen.ts';

/**
 * A property, such as the case type, that may distinguish the requests with wrong answers from those with right
 * answers.
 */
interface Feature {
  /** Whether the problem may depend on this property. */
  readonly isOf: (seen: Seen) => boolean;
  /** Set if the feature needs no request that is known to be right (`Seen.isComparable`). */
  readonly needsNoComparable?: true;
  readonly valuesOf: (one: Evidence, seen: Seen) => readonly string[];
  readonly words: (compared: Compared, seen: Seen) => string | false;
}

/** The values of one feature, such as `Sale` and `Transfer`. */
interface Compared {
  readonly wrong: readonly string[];
  readonly right: readonly string[];
  /** Values that all wrong requests and no right request have. Empty if no request was right. */
  readonly common: readonly string[];
  /** Set if both kinds of requests have values, and no value is in both `wrong` and `right`. */
  readonly isApart: boolean;
}

const missing = 'missing';

const [maxNamedValues, maxNamedKinds] = [3, 12];

const ofCharacters: Feature = {
  isOf: isOfRefusedTexts,
  needsNoComparable: true,
  valuesOf: (one, seen) => unmaskedTextsSent(one, seen).flatMap((text) => [...text].filter(isUnusual)),
  words: ({ common }) => common.length <= maxNamedValues && onlySent(common.map(characterNames)),
};

const features: readonly Feature[] = [
  {
    isOf: ({ place, wrong }) => place !== '' && wrong.every((one) => isAnswered(one)),
    valuesOf: (one, seen) => (showsAffectedCaseType(one, seen) ? contentOf(one, seen.place) : []),
    words: ({ right, isApart }, { place }) => {
      if (!isApart) return false;
      return right.every((one) => one === missing)
        ? `Every such case that has ${place} is wrong.`
        : `Where it is right, ${place} is ${inList(right, 'or', maxNamedValues)}.`;
    },
  },
  {
    isOf: ({ wrong }) => wrong.every(({ request }) => request.method === 'GET'),
    valuesOf: ({ request: { headers = [] } }) => headers,
    words: ({ common }, { wrong }) =>
      common.length > 0 && wrong.length > 1 && `Only readings with ${inList(common)} were wrong.`,
  },
  {
    isOf: ({ wrong }) => wrong.some(({ request }) => spellingsWithHeaders.has(request.spelling ?? '')),
    needsNoComparable: true,
    valuesOf: () => [],
    words: () => 'All of this was sent in one request, so each part may be to blame.',
  },
  {
    isOf: (seen) => ofChanges(seen) && isOfWrongStatus(seen) && !seen.callers.has('member'),
    valuesOf: ({ request }) => (isOfTexts(request.body) ? ['valid'] : ['invalid']),
    words: ({ wrong: [body], isApart }) =>
      isApart && body === 'invalid' && 'Only changes with an invalid body did so.',
  },
  {
    // If the type of a case is known, the sentence on frequency already names the type.
    isOf: ({ wrong, types }) => wrong.every((one) => isReading(one) && !types.has(pathOf(one))),
    valuesOf: (one) => [shownAt(one, '/caseType')].filter((type) => typeof type === 'string'),
    words: ({ common: [type] }, { wrong }) =>
      type !== undefined && (wrong.length > 1 ? `All that can be read are ${type}s.` : `It is a ${type}.`),
  },
  {
    isOf: ofChanges,
    valuesOf: ({ request }) => [request.path],
    words: ({ wrong: [, another], isApart }) =>
      isApart && another === undefined && 'Seen only with this client: other clients were right.',
  },
  {
    isOf: ofChanges,
    valuesOf: (one, { fields }) => fieldsOf(one).filter((field) => fields.size > 1 || !fields.has(field)),
    // Two changes may name the same field by chance, since most changes name several fields.
    words: ({ common }, { wrong }) =>
      common.length > 0 &&
      wrong.length > 2 &&
      `Every change that did so named ${inList(common)}, and no right one did.`,
  },
  {
    isOf: ofChanges,
    valuesOf: (one) => [fieldsOf(one).length > 1 ? 'several fields' : 'one field'],
    words: ({ wrong, isApart }) => isApart && wrong.length === 1 && `Only changes of ${wrong[0]} did so.`,
  },
  ofCharacters,
  {
    isOf: isOfRefusedTexts,
    needsNoComparable: true,
    valuesOf: (one, seen) => unmaskedTextsSent(one, seen).flatMap(kindsIn),
    words: ({ common }, seen) =>
      ofCharacters.words(compared(ofCharacters, seen), seen) === false && onlySent(common),
  },
  {
    isOf: isOfRefusedTexts,
    needsNoComparable: true,
    valuesOf: (one, seen) => [String(Math.max(0, ...textsSent(one, seen).map(lengthOf)))],
    words: ({ wrong, right }, { wrong: { length } }) => {
      const [shortest, longest] = [Math.min(...wrong.map(Number)), Math.max(...right.map(Number))];
      return (
        length > 1 &&
        right.length > 0 &&
        shortest > longest &&
        `Only texts of more than ${numeral(longest)} characters did so.`
      );
    },
  },
  {
    isOf: (seen) => ofChanges(seen) && isOfOneFieldOrType(seen),
    valuesOf: valuesSent,
    words: ({ wrong, right }) =>
      wrong.length > 0 &&
      right.length > 0 &&
      `Wrong with ${few(shortestFirst(wrong))}. Right with ${few(shortestFirst(right))}.`,
  },
];

function onlySent(named: readonly string[]): string | false {
  const these = named.length === 1 ? '' : ' these, so one of them may be to blame:';
  return named.length > 0 && `Only such requests sent${these} ${few(named, maxNamedKinds)}.`;
}

function shortestFirst(all: readonly string[]): string[] {
  return all.toSorted((one, other) => one.length - other.length);
}

export function differencesInWords(seen: Seen): string[] {
  return features
    .filter(({ isOf, needsNoComparable }) => (needsNoComparable === true || seen.isComparable) && isOf(seen))
    .flatMap((feature) => feature.words(compared(feature, seen), seen) || []);
}

function compared({ valuesOf }: Feature, seen: Seen): Compared {
  const ofEach = seen.wrong.map((one) => valuesOf(one, seen));
  const ofRight = new Set(seen.right.flatMap((one) => valuesOf(one, seen)));
  const wrong = new Set(ofEach.flat());
  const notRight = [...wrong].filter((one) => !ofRight.has(one));
  const isCompared = seen.right.length > 0;
  return {
    wrong: [...wrong],
    right: [...ofRight].filter((one) => !wrong.has(one)),
    common: isCompared ? notRight.filter((one) => ofEach.every((own) => own.includes(one))) : [],
    isApart: ofRight.size > 0 && notRight.length === wrong.size && wrong.size > 0,
  };
}

function ofChanges({ wrong }: Seen): boolean {
  return wrong.every(isChange);
}

function showsAffectedCaseType(one: Evidence, { wrong, types }: Seen): boolean {
  return isAnswered(one) && wrong.some((other) => types.get(pathOf(other)) === types.get(pathOf(one)));
}

/** Words for the value at a place in an answer, such as `empty`. Empty if the answer is not JSON. */
function contentOf(one: Evidence, place: string): string[] {
  if (one.response.body === undefined) return [];
  const value = shownAt(one, place);
  // If the object that would contain the value is missing too, the value is not what is wrong.
  const above = place.slice(0, place.lastIndexOf('/'));
  if (value === undefined) return above === '' || shownAt(one, above) !== undefined ? [missing] : [];
  if (Array.isArray(value)) return [value.length === 0 ? 'empty' : 'an array'];
  if (typeof value === 'object' && value !== null) return ['an object'];
  return [jsonInWords(value as Redacted)];
}

function isOfRefusedTexts(seen: Seen): boolean {
  return isOfWrongStatus(seen) && seen.wrong.every(({ request }) => request.body !== undefined);
}

/**
 * The texts that a request sends for the fields that may be to blame. If a request with few fields is wrong, the other
 * fields of a longer request are not to blame.
 */
function textsSent({ request: { body } }: Evidence, { wrong }: Seen): string[] {
  return suspectFields(wrong).flatMap((field) => textsIn(memberOf(body, field)));
}

function unmaskedTextsSent(one: Evidence, seen: Seen): string[] {
  return textsSent(one, seen).filter((text) => !isMasked(text));
}

const suspectFields = memoised(
  (wrong: readonly Evidence[]) => {
    const all = distinct(wrong.map(fieldsOf), String);
    const smallest = all.filter(
      (some) => !all.some((fewer) => isPartOf(fewer, some) && !isPartOf(some, fewer)),
    );
    return [...new Set(smallest.flat())];
  },
  (wrong) => wrong,
);

function isPartOf(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}

function textsIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsIn);
}

function isOfTexts(body: unknown): boolean {
  return (
    isObject(body) && Object.values(body).every((value) => typeof value === 'string' || isOfTexts(value))
  );
}

function isUnusual(character: string): boolean {
  return !/[\p{L}\p{N} .,@+-]/u.test(character);
}

function kindsIn(text: string): string[] {
  return [...new Set([...endingsIn(text).map(({ many }) => many), ...hazardsIn(text)])];
}

/** Whether values may be compared: all findings are about one field, or about wrong types of any fields. */
function isOfOneFieldOrType({ findings }: Seen): boolean {
  return findings.every(
    ({ kind, pointer }) => pointer !== '' && (kind === 'type' || pointer === findings[0].pointer),
  );
}

const maxValueLength = 40;

/**
 * The values that a change sent for the wrong fields. For one of the wrong changes, only the fields that are wrong
 * there.
 */
function valuesSent(one: Evidence, { findings }: Seen): string[] {
  const own = findings.filter(({ cause }) => cause === one);
  const pointers = new Set((own.length > 0 ? own : findings).map(({ pointer }) => pointer));
  return [...pointers]
    .map((pointer) => sentAt(one, pointer))
    .filter((value) => value !== undefined && typeof value !== 'object' && isShown(String(value)))
    .map((value) => jsonInWords(value as Redacted));
}

function isShown(text: string): boolean {
  return text.length <= maxValueLength && !isMasked(text);
}

/** A sentence if the same request to read got a right answer at another time. */
export function sameReadingInWords(seen: Seen): string[] {
  const { wrong, exchanges } = seen;
  const isOfStatus = isOfWrongStatus(seen);
  // Only readings that a check judged are known to be right, unless a wrong status is the problem.
  const again = (isOfStatus ? seen.right : seen.judgedRight).filter(
    (one) => isSuccessOrRefusal(one.response.status) && wrong.some((other) => isSameReading(one, other)),
  );
  const [first] = again;
  if (first === undefined) return [];
  const placeOf = (one: Evidence): number => exchanges.indexOf(one);
  if (Math.max(...again.map(placeOf)) < Math.min(...wrong.map(placeOf)))
    return [`The same request was right (${first.response.status}) before, and wrong from then on.`];
  const isOfConcurrent = wrong.every(
    (one) => one.request.concurrent && again.some((other) => isSameReading(one, other)),
  );
  if (isOfConcurrent && wrong.length > 1 && again.every(({ request }) => !request.concurrent))
    return ['Seen only when requests were sent at the same moment.'];
  return isOfStatus
    ? [
        `The same request was right (${first.response.status}) at other times, so the answer also depends on something else, such as the connection, a cache or the time.`,
      ]
    : [];
}

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
  const right = seen.judgedRight.length > 0 ? seen.judgedRight : seen.right;
  const showsField = (one: Evidence): boolean =>
    findings.some(
      ({ pointer, causedBy }) =>
        pointer === '' ||
        causedBy !== undefined ||
        [sentAt, shownAt].some((at) => at(one, pointer) !== undefined),
    );
  const others = isOfAll ? [] : right.filter((one) => !isSameReading(one, first) && showsField(one));
  const [nearest] = [...others, ...sameAsMember(first, seen)]
    .map((one) => ({ one, distance: distanceOf(one, first, seen) }))
    .toSorted((one, other) => one.distance - other.distance);
  if (nearest === undefined) return [];
  const [words, ofWrong] = [nearest.one, first].map((one) => exchangeInWords(one, findings[0]));
  // Two different requests may have the same words, since long bodies are shortened.
  return words === ofWrong ? [] : [`Right: ${words}.`];
}

/** The same requests sent by the member, if the caller has too few permissions and the member got another status. */
function sameAsMember({ request, response }: Evidence, { exchanges, deviating }: Seen): Evidence[] {
  if (request.credentials !== 'restricted') return [];
  const asMember = exchanges.filter((one) =>
    isSameReading(one, { ...one, request: { ...request, credentials: 'member' } }),
  );
  return asMember.filter((one) => one.response.status !== response.status && !deviating.has(one));
}

/** The number of properties that only one of two requests has. A refused change counts as farthest. */
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
