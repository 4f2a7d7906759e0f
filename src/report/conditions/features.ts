import { hazardsIn } from '../../generation/hazards.ts';
import { changedParts } from '../../harness/spellings.ts';
import { forgeriesWithoutAuthorization, rewritten } from '../../harness/token-places.ts';
import { isMasked, lengthOf, type Redacted } from '../../http/redact.ts';
import { characterNames, endingsIn } from '../../rules/text-difference.ts';
import { grouped } from '../../schema/grouped.ts';
import { isObject } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Evidence } from '../../trace/evidence.ts';
import { typeInWords } from '../../validation/words.ts';
import { isAsSent, kindsOfValues } from '../headline.ts';
import type { Sighting } from '../problems.ts';
import { few, inList, jsonInWords, numeral } from '../words.ts';
import { isAnswered, isCaller } from './frequency.ts';
import { fieldsOf, isChange, isReading, pathOf, readingKey, type Seen, sentAt, shownAt } from './seen.ts';

/** A property, such as a header, that may distinguish the requests with wrong answers from those with right ones. */
interface Feature {
  /** Whether the problem may depend on this property. */
  readonly isOf: (seen: Seen) => boolean;
  /** Set if the property is named even if right requests have it, too. */
  readonly isSuspected?: true;
  /** The requests to compare the wrong ones with. By default, all right ones, if they are comparable. */
  readonly others?: (seen: Seen) => readonly Evidence[];
  readonly valuesOf: (one: Evidence, seen: Seen) => readonly string[];
  /** @param common - the values of all wrong requests that no other request has */
  readonly words: (common: readonly [string, ...string[]], seen: Seen) => string | undefined;
}

const [maxNamedValues, maxNamedKinds] = [3, 12];

/** The first of these that separates the wrong requests from the others is named. */
const features: readonly Feature[] = [
  {
    isOf: ({ wrong: [first] }) => first !== undefined && partsOf(first).length > 1,
    isSuspected: true,
    others: answeredOtherwise,
    valuesOf: partsOf,
    words: (parts, seen) => {
      const named = partsInWords(parts);
      if (parts.length > 1) return `Sent in one request, so any of these may be to blame: ${named}.`;
      return answeredOtherwise(seen).flatMap(partsOf).includes(parts[0])
        ? `All such requests had ${named}.`
        : `Of what was sent in addition, only ${named} may be to blame.`;
    },
  },
  {
    isOf: (seen) => ofChanges(seen) && seen.isOfStatus && !seen.callers.has('member'),
    valuesOf: ({ request }) => (isOfTexts(request.body) ? [] : ['invalid']),
    words: () => 'Only changes with an invalid body were wrong.',
  },
  {
    isOf: (seen) => ofChanges(seen) || (seen.wrong.length > 1 && seen.wrong.every(isOfGet)),
    valuesOf: ({ request: { headers = [] } }) => headers,
    words: (common, { wrong }) =>
      `Only ${wrong.every(isOfGet) ? 'readings' : 'changes'} with ${inList(common)} were wrong.`,
  },
  {
    isOf: ({ wrong, judged }) =>
      wrong.length < judged && wrong.every((one) => isChange(one) && one.request.concurrent),
    isSuspected: true,
    valuesOf: sendersOf,
    words: ([path]) => `The value is that of another request at the same moment: for ${path}.`,
  },
  {
    // The sentence on the frequency already names the type of a case whose type is known.
    isOf: ({ wrong, types }) => wrong.every((one) => isReading(one) && !types.has(pathOf(one))),
    valuesOf: (one) => [shownAt(one, '/caseType')].filter((type) => typeof type === 'string'),
    words: ([type], { wrong }) =>
      wrong.length > 1 ? `All that can be read are ${type}s.` : `The case is a ${type}.`,
  },
  {
    // Wrong values may have been sent to one client alone.
    isOf: (seen) => ofChanges(seen) && !(seen.isOfSentFields && isOfValues(seen)),
    valuesOf: ({ request }) => [request.path],
    words: () => 'Wrong only with this client: others were right.',
  },
  {
    isOf: ofTexts('status'),
    others: anyRight,
    valuesOf: ({ request: { body } }) =>
      Object.entries(Object(body)).flatMap(([field, value]) =>
        typeof value === 'string' ? [] : [`${typeInWords(value)} for ${field}`],
      ),
    words: onlySent,
  },
  {
    isOf: ofTexts('cut', 'status'),
    others: rightWithTexts,
    valuesOf: (one, seen) => shownTexts(one, seen).flatMap((text) => [...text].filter(isUnusual)),
    words: (common) => (common.length > maxNamedValues ? undefined : onlySent(common.map(characterInWords))),
  },
  {
    isOf: ofTexts('status'),
    others: rightWithTexts,
    valuesOf: (one, seen) => shownTexts(one, seen).flatMap(kindsIn),
    words: onlySent,
  },
  {
    isOf: (seen) => ofTexts('cut')(seen) || (seen.wrong.length > 1 && ofTexts('status')(seen)),
    others: anyRight,
    valuesOf: (one, seen) => {
      const limit = longestIn([
        ...seen.right.flatMap((other) => textsSent(other, seen)),
        ...storedTexts(seen.findings).map(([, found]) => found),
      ]);
      return longestIn(textsSent(one, seen)) > limit ? [numeral(limit)] : [];
    },
    words: ([limit]) => `Only texts of more than ${limit} characters were wrong.`,
  },
  {
    isOf: (seen) => ofChanges(seen) && !seen.findings.every(({ kind = '' }) => kindsOfValues.includes(kind)),
    valuesOf: (one) => (fieldsOf(one).length === 1 ? fieldsOf(one) : []),
    words: ([field], seen) =>
      `Only changes of ${field} alone were wrong.${isRefusedAnew(field, seen) ? ` A new value of ${field} alone was refused, too.` : ''}`,
  },
  {
    // Two changes may name the same field by chance, since most changes name several fields.
    isOf: (seen) => ofChanges(seen) && !isOfValues(seen) && seen.wrong.length > 2,
    valuesOf: (one, { fields }) => fieldsOf(one).filter((field) => fields.size > 1 || !fields.has(field)),
    words: (common) => `Every wrong change named ${inList(common)}, and no right one did.`,
  },
  {
    isOf: (seen) => ofChanges(seen) && seen.wrong.length > 2,
    valuesOf: pairsOf,
    words: (pairs, { fields }) => {
      const ofFields = [...fields].sort().join(' and ');
      const named = pairs.length === 1 ? pairs[0] : pairs.find((pair) => pair === ofFields);
      return named && `Wrong only if a change has both ${named}.`;
    },
  },
  {
    isOf: (seen) => ofChanges(seen) && !isOfValues(seen),
    valuesOf: (one) => [fieldsOf(one).length > 1 ? 'several fields' : 'one field'],
    words: ([number]) => `Only changes of ${number} were wrong.`,
  },
];

/** A sentence on when the same request was right, too. */
export function sameRequestInWords({
  wrong,
  sameReadings,
  isRightBefore,
  isOfStatus,
}: Seen): string | undefined {
  const [first] = sameReadings;
  if (first === undefined) return undefined;
  const isConcurrent = ({ request }: Evidence): boolean => request.concurrent === true;
  const isRepeated = (one: Evidence): boolean =>
    sameReadings.some((other) => readingKey(one) === readingKey(other));
  if (isRightBefore)
    return `The same request was right (${first.response.status}) before, and wrong from then on.`;
  if (
    wrong.length > 1 &&
    wrong.every((one) => isConcurrent(one) && isRepeated(one)) &&
    !sameReadings.some(isConcurrent)
  )
    return 'Seen only when requests were sent at the same moment.';
  if (!isOfStatus) return undefined;
  return `The same request was right (${first.response.status}) at other times, so the answer also depends on something else, such as the connection, a cache or the time.`;
}

/** A sentence on the first feature that all wrong requests have, and no right one. */
export function separationInWords(seen: Seen): string | undefined {
  const isWrong = new Set(seen.wrong);
  for (const { isOf, isSuspected, others = rightOnes, valuesOf, words } of features) {
    if (!isOf(seen)) continue;
    const valuesIn = (some: readonly Evidence[]) => some.map((one) => valuesOf(one, seen));
    const right = valuesIn(others(seen).filter((one) => !isWrong.has(one)));
    const [first = [], ...further] = valuesIn(seen.wrong);
    const common = [...new Set(first)].filter((one) => further.every((values) => values.includes(one)));
    const alone = common.filter((one) => !right.some((values) => values.includes(one)));
    const isNamed = isSuspected === true || right.length > 0;
    const [value, ...more] = alone.length === 0 && isSuspected ? common : alone;
    const said = value === undefined || !isNamed ? undefined : words([value, ...more], seen);
    if (said !== undefined) return said;
  }
  return undefined;
}

function rightOnes({ right, isComparable }: Seen): readonly Evidence[] {
  return isComparable ? right : [];
}

function anyRight({ right }: Seen): readonly Evidence[] {
  return right;
}

/** Right requests with a text that the report shows, or with none: masked texts cannot be compared. */
function rightWithTexts(seen: Seen): readonly Evidence[] {
  return seen.right.filter((one) => {
    const texts = textsSent(one, seen);
    return texts.length === 0 || texts.some((text) => !isMasked(text));
  });
}

const partsOfForgeries: ReadonlyMap<string, readonly string[]> = new Map(
  [...forgeriesWithoutAuthorization, rewritten('')].map(({ title, additions }) => {
    const { headers = {}, query = {}, members = {} } = additions?.('') ?? {};
    const parts = [
      ...Object.keys(headers).map((name) => `header ${name}`),
      ...Object.keys(query).map((name) => `parameter ${name}`),
      ...Object.keys(members).map((name) => `member ${name}`),
    ];
    return [title, parts];
  }),
);

/**
 * Requests that got another status than the first wrong one and are comparable with it: the same operation, and the same
 * caller or, like the wrong one, no valid credentials.
 */
function answeredOtherwise({ exchanges, wrong: [first] }: Seen): readonly Evidence[] {
  const caller = first?.request.credentials ?? '';
  return exchanges.filter(
    ({ operation, request: { credentials }, response }) =>
      operation === first?.operation &&
      response.status !== first.response.status &&
      (isCaller(caller) ? credentials === caller : !isCaller(credentials)),
  );
}

/** The parts of a request that a plain one lacks, such as `header X-Role: admin`. Each may deceive a guard. */
function partsOf({ request: { spelling, headers = [], credentials } }: Evidence): readonly string[] {
  const changed = changedParts.get(spelling ?? '');
  return [
    ...(partsOfForgeries.get(credentials) ?? []),
    ...(spelling === undefined ? [] : headers.map((header) => `header ${header}`)),
    ...(changed === undefined ? [] : [changed]),
  ];
}

function partsInWords(parts: readonly string[]): string {
  const words = grouped(parts, (part) => part.replace(/ .*/s, '')).map(([first, ...others]) => {
    const further = others.map((part) => part.replace(/^\w+ /, ''));
    return further.length === 0 ? `the ${first}` : `the ${inList([first.replace(' ', 's '), ...further])}`;
  });
  return inList(words, 'or');
}

function isOfGet({ request }: Evidence): boolean {
  return request.method === 'GET';
}

/** The pairs of fields that a change names. A right change that sends one text for both does not show whether they are mixed. */
function pairsOf(one: Evidence, { wrong }: Seen): string[] {
  const isMixed = (field: string, other: string): boolean =>
    wrong.includes(one) || sentAt(one, `/${field}`) !== sentAt(one, `/${other}`);
  return fieldsOf(one).flatMap((field, place, all) =>
    all
      .slice(place + 1)
      .filter((other) => isMixed(field, other))
      .map((other) => [field, other].sort().join(' and ')),
  );
}

/** Whether a new value of a field, which a service may refuse, was refused like the value that the record shows. */
function isRefusedAnew(field: string, { exchanges, wrong, callers, isOfStatus }: Seen): boolean {
  return (
    isOfStatus &&
    exchanges.some(
      (one) =>
        isChange(one) &&
        !wrong.includes(one) &&
        callers.has(one.request.credentials) &&
        String(fieldsOf(one)) === field &&
        wrong.some(({ response }) => response.status === one.response.status),
    )
  );
}

function ofChanges({ wrong }: Seen): boolean {
  return wrong.every(isChange);
}

/** Whether all findings are about what was sent: a wrong value that is shown, or a text that is altered. */
function isOfValues({ findings }: Seen): boolean {
  return findings.every(({ kind = '' }) => ofValues.includes(kind));
}

const ofValues: readonly string[] = ['altered', 'cut', ...kindsOfValues];

/** Whether all findings are about texts of changes, in one of these ways. */
function ofTexts(...ways: readonly ('status' | 'cut')[]): Feature['isOf'] {
  return ({ findings, isOfStatus, wrong }) =>
    wrong.every(({ request }) => request.body !== undefined) &&
    (isOfStatus ? ways.includes('status') : findings.every(({ kind }) => ways.some((way) => way === kind)));
}

function textsSent(one: Evidence, { wrong, findings, isOfStatus }: Seen): string[] {
  const sent = isOfStatus
    ? [...new Set(wrong.flatMap(fieldsOf))].map((field) => memberOf(one.request.body, field))
    : [...new Set(findings.map(({ pointer }) => pointer))].map((pointer) => sentAt(one, pointer));
  return sent.flatMap(textsIn);
}

function textsIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsIn);
}

function longestIn(texts: readonly unknown[]): number {
  return Math.max(0, ...texts.map((text) => (typeof text === 'string' ? lengthOf(text) : 0)));
}

/** The texts that a request sends for the fields that may be to blame, as far as the report shows them. */
function shownTexts(one: Evidence, seen: Seen): string[] {
  return textsSent(one, seen).filter((text) => !isMasked(text));
}

/** Whether the character is outside the letters, digits and punctuation that names and addresses usually have. */
function isUnusual(character: string): boolean {
  return !/[\p{L}\p{N} .,@+-]/u.test(character);
}

/** A character in quotation marks, or its name with an article, such as `a line feed`. */
function characterInWords(character: string): string {
  const name = characterNames(character);
  return name === character ? `"${name}"` : name.replace(/^(?=[a-z]{2})/, 'a ');
}

function kindsIn(text: string): string[] {
  return [...new Set([...endingsIn(text).map(({ many }) => many), ...hazardsIn(text)])];
}

/** The paths of other concurrent requests that sent, or name in their path, a value that is found at a wrong place. */
function sendersOf(one: Evidence, { findings, exchanges }: Seen): string[] {
  const found = findings.flatMap(({ cause, shown, pointer }) =>
    cause === one && shown !== undefined ? [{ pointer, value: shownAt(shown, pointer) }] : [],
  );
  return exchanges
    .filter(({ request }) => request.concurrent && request.path !== one.request.path)
    .filter((other) =>
      found.some(
        ({ pointer, value }) =>
          typeof value === 'string' &&
          !isMasked(value) &&
          [sentAt(other, pointer), ...other.request.path.split('/')].includes(value),
      ),
    )
    .map(({ request }) => request.path);
}

/** The texts that were sent at a wrong place, each with what was found there. */
function storedTexts(findings: readonly Sighting[]): (readonly [sent: string, found: Redacted])[] {
  return findings.flatMap(({ cause, shown, pointer }) => {
    const [sent, found] = [cause && sentAt(cause, pointer), shown && shownAt(shown, pointer)];
    return typeof sent === 'string' && found !== undefined ? [[sent, found as Redacted] as const] : [];
  });
}

/** Whether a body of a change has the types that the client's fields have: texts, and an address of texts. */
function isOfTexts(body: unknown): boolean {
  return (
    isObject(body) && Object.values(body).every((value) => typeof value === 'string' || isOfTexts(value))
  );
}

function onlySent(named: readonly string[]): string | undefined {
  const these = named.length === 1 ? '' : ' these, so one of them may be to blame:';
  return named.length === 0 ? undefined : `Only the wrong ones sent${these} ${few(named, maxNamedKinds)}.`;
}

const maxValueLength = 42;

/** A sentence on the values at the place of the problem: of right cases, or of wrong and right changes. */
export function valuesInWords(seen: Seen): string | undefined {
  const { place, wrong, right, findings, isComparable } = seen;
  if (!isComparable || place === '') return undefined;
  if (wrong.every(isReading)) {
    const valuesIn = (some: readonly Evidence[]) => [
      ...new Set(some.flatMap((one) => (showsAffectedCaseType(one, seen) ? contentOf(one, place) : []))),
    ];
    const [ofWrong, ofRight] = [valuesIn(wrong), valuesIn(right)];
    if (ofWrong.length === 0 || ofRight.length === 0 || ofWrong.some((one) => ofRight.includes(one)))
      return undefined;
    return String(ofRight) === missing
      ? `No other has ${place}.`
      : `Where it is right, ${place} is ${inList(ofRight, 'or', maxNamedValues)}.`;
  }
  if (!ofChanges(seen) || findings.some(({ pointer }) => pointer !== place)) return undefined;
  // Which value was sent does not matter if another client got it.
  if (findings.some(({ kind }) => kind === 'changed with another')) return undefined;
  // If a wrong value is shown as it was sent, later changes do not matter: they only show it again.
  const asSent = findings.filter((one) => isAsSent(seen, one));
  const causes = asSent.length > 0 ? asSent.flatMap(({ cause }) => cause ?? []) : wrong;
  const [ofWrong, ofRight] = [causes, right].map((some) => [
    ...new Set(some.flatMap((one) => valueSent(one, place))),
  ]) as [string[], string[]];
  const onlyRight = ofRight.filter((one) => !ofWrong.includes(one));
  if (ofWrong.length === 0 || onlyRight.length === 0) return undefined;
  const [someWrong, someRight] = [ofWrong, onlyRight].map((some) =>
    few(some.toSorted((one, other) => one.length - other.length)),
  );
  return `Wrong with ${someWrong}. Right with ${someRight}.`;
}

const missing = 'missing';

/** Whether the member got a case of a type that a wrong answer also has. */
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
  return [jsonInWords(value as Redacted).replace(/^\((an (array|object)) of .*$/, '$1')];
}

/** The value that a change sent for a field. Empty if it is masked or long. */
function valueSent(one: Evidence, place: string): string[] {
  const value = sentAt(one, place);
  const words = value === undefined ? '' : jsonInWords(value as Redacted);
  return words === '' || words.length > maxValueLength || textsIn(value).some(isMasked) ? [] : [words];
}
