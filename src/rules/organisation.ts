import { isDeepStrictEqual } from 'node:util';
import {
  deviates,
  deviatesAt,
  discloses,
  handsOver,
  held,
  isJson,
  isSameConcurrently,
  isSuccess,
  jsonOf,
  neitherAnswer,
  observes,
  undecided,
  unexpectedStatus,
  wrongStatus,
} from '../harness/assertions.ts';
import type { About, Judgement } from '../harness/check.ts';
import { toFix } from '../harness/controls.ts';
import type { OrganisationNames } from '../harness/token-places.ts';
import { shownNames } from '../http/redact.ts';
import { isObject } from '../schema/json.ts';
import { childPointer, memberOf, valueAt } from '../schema/pointer.ts';
import { knownNames } from '../specification/known-names.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { typeInWords } from '../validation/words.ts';
import { repeatsData } from './disclosure.ts';
import { envelopes } from './known-names.ts';
import { rejectsValidToken, type Twin } from './refusal.ts';

export function* isReadable(reply: Exchange, { specification }: About): Iterable<Judgement> {
  yield* isSameConcurrently(reply, 'get-organisation');
  if (!isSuccess(reply))
    return yield unexpectedStatus(reply, 'get-organisation', 'The status is {status} instead of 2xx');
  if (reply.text !== '') yield isJson(reply);
  yield* holdsDetails(reply);
  if (reply.text === '') return;
  const fields = shownNames(Object(jsonOf(reply)), knownNames(specification))
    .sort()
    .join(', ');
  yield observes('organisation-record-fields', 'getOrganisation', fields);
}

/**
 * The outsider is refused, or gets their own organisation. A record with the member's id or sub-domain is not
 * theirs. A record without either proves nothing.
 */
export function isCallersOwn({ refused, accepted }: Twin): Judgement {
  if (!isSuccess(accepted)) {
    const words = `The member's own request is answered ${accepted.status}. ${toFix(accepted.status, 'tokens.member')}.`;
    return undecided('control-refused', words, accepted);
  }
  const own = listedIdentities(jsonOf(accepted));
  if (showsMemberOrganisation({ refused, accepted })) {
    const words =
      own.length > 1
        ? "The answer lists the member's organisation, and not the caller's alone"
        : "The record is the member's organisation, and not the caller's";
    return discloses(refused, 'organisation-is-callers', words);
  }
  if (isSuccess(refused) && own.length === 0) {
    const words = 'The organisation record has neither an id nor a subDomain, so its owner is unknown.';
    return undecided('no-data', words, accepted);
  }
  if (isSuccess(refused) && hasSameName(refused, accepted)) {
    const words =
      "The outsider's organisation has the registeredName of the member's, so it is unclear whose details are shown. Use a token of an organisation with another name.";
    return undecided('no-data', words, refused);
  }
  if (isSuccess(refused) || refused.status === 403) return held;
  return rejectsValidToken(refused, 'outsider-403') ?? undecided('no-data', neitherAnswer(refused), refused);
}

function hasSameName(one: Exchange, other: Exchange): boolean {
  const [name, otherName] = [one, other].map(
    (reply) => identitiesIn(jsonOf(reply), ['registeredName'])[0]?.[1],
  );
  return name !== undefined && name === otherName;
}

function showsMemberOrganisation({ refused, accepted }: Pick<Twin, 'refused' | 'accepted'>): boolean {
  const [own = [], shown = []] = [accepted, refused].map((reply) => listedIdentities(jsonOf(reply)));
  const isShown = own.every((identity) => shown.includes(identity));
  return own.length > 0 && (isShown || handsOver(refused, accepted));
}

export interface RestrictedReading {
  readonly reply: Exchange;
  readonly own?: Exchange;
  readonly again?: Exchange;
}

export function isOfAnotherOrganisation(
  specification: Specification,
  { reply, own, again = reply }: RestrictedReading,
): boolean {
  if (own === undefined || !isSuccess(own) || repeatsData(specification, reply, own)) return false;
  const [shown, shownAgain, shownToMember] = [reply, again, own].map(jsonOf);
  return (
    areDifferentOrganisations(shown, shownToMember) &&
    !areDifferentOrganisations(shown, shownAgain) &&
    areDifferentOrganisations(shownAgain, shownToMember)
  );
}

export interface AfterCreation {
  readonly before: Exchange;
  readonly after: Exchange;
  readonly next: Exchange | undefined;
  /** The text that all names of the created organisation contain. */
  readonly createdName: string;
  /** The payload from which it was created. */
  readonly sent: unknown;
}

/**
 * A creation makes another organisation (interface 4.3). The caller's record may change, but not its identity, and
 * it must not contain values that were sent for the new one.
 */
export function* leavesOwnOrganisation(creation: AfterCreation): Iterable<Judgement> {
  const { before, after, next, createdName, sent } = creation;
  if (!isSuccess(after)) {
    const words = 'After an organisation was created, the own one is answered {status} instead of 2xx';
    return yield wrongStatus(after, 'get-organisation', words);
  }
  yield* holdsDetails(after);
  if (hasOtherId(before, after, next)) {
    const words = "After an organisation was created, the caller's organisation has another id than before";
    return yield deviates(after, 'organisation-is-callers', words, '', 'other after a creation');
  }
  const members = organisationsIn(jsonOf(after)).flatMap(({ pointer, record }) =>
    Object.entries(record).map(([name, value]) => ({ name, value, at: childPointer(pointer, name) })),
  );
  const own = members.filter(({ name }) => identifyingFields.includes(name));
  const taken = members.filter(
    ({ name, value, at }) =>
      (own.some((one) => one.at === at) && String(value).includes(createdName)) ||
      (isDeepStrictEqual(value, memberOf(sent, name)) &&
        !isDeepStrictEqual(value, valueAt(jsonOf(before), at))),
  );
  const words = 'is the value that was sent for the new organisation';
  for (const { at } of taken)
    yield deviatesAt(after, 'organisation-is-callers', at, words, 'of the created one');
  if (taken.length > 0) return;
  yield own.length > 0
    ? held
    : undecided(
        'no-data',
        'The organisation record has no field that distinguishes it from another one.',
        after,
      );
}

const nameFields = ['registeredName', 'tradingName', 'emailAddress', 'websiteAddress', 'companyLogoUrl'];
const identifyingFields = ['id', 'subDomain', ...nameFields];

/** An id that is generated for each answer does not count. */
export function hasOtherId(before: Exchange, after: Exchange, next: Exchange | undefined): boolean {
  const different = differentIds(before, after);
  if (next === undefined) return different.length > 0;
  const [madeAnew, notBack] = [differentIds(after, next), differentIds(before, next)];
  return different.some((pointer) => !(madeAnew.includes(pointer) && notBack.includes(pointer)));
}

export function differentIds(one: Exchange, other: Exchange): string[] {
  return organisationsIn(jsonOf(one)).flatMap(({ pointer, record }) => {
    const [id, now] = [memberOf(record, 'id'), memberOf(valueAt(jsonOf(other), pointer), 'id')];
    return isIdentity(id) && isIdentity(now) && id !== now ? [pointer] : [];
  });
}

/** A success contains the organisation's details (interface 4.4). Other rules judge whether it is JSON. */
export function holdsDetails(reply: Exchange): Judgement[] {
  const details = jsonOf(reply);
  const isEmptyList = Array.isArray(details) && details.length === 0;
  const mayHold = reply.body.kind === 'not-json' || (Object(details) === details && !isEmptyList);
  if (reply.text !== '' && mayHold) return [];
  const found = reply.text === '' ? 'empty' : isEmptyList ? 'an empty array' : typeInWords(details);
  const words = `The body is ${found} instead of the organisation's details`;
  return [deviates(reply, 'get-organisation', words, '', 'no details')];
}

interface ShownOrganisation {
  readonly pointer: string;
  readonly record: object;
}

/**
 * The organisation records in a value: the value itself, or the content of a usual envelope. Other objects
 * may be parts of the record, and their members do not identify the organisation.
 */
export function organisationsIn(value: unknown): ShownOrganisation[] {
  return ['', ...envelopes.map((name) => `/${name}`)]
    .map((pointer) => ({ pointer, record: valueAt(value, pointer) }))
    .filter((one): one is ShownOrganisation => isObject(one.record));
}

export function namesOf(replies: readonly Exchange[]): OrganisationNames {
  const records = replies.filter(isSuccess).flatMap((reply) => organisationsIn(jsonOf(reply)));
  const named = (name: string): string | undefined =>
    records
      .map(({ record }) => memberOf(record, name))
      .find((one): one is string => typeof one === 'string' && /^[\w-]+$/.test(one));
  const [id, subDomain] = [named('id'), named('subDomain')];
  return { id: id ?? subDomain ?? 'other', subDomain: subDomain ?? id ?? 'other' };
}

export function identityOf(value: unknown): string | undefined {
  const [first] = identitiesIn(value);
  return first === undefined ? undefined : first.join(' ');
}

function listedIdentities(value: unknown): string[] {
  const lists = ['', '/data', '/organisations', '/items'].map((pointer) => valueAt(value, pointer));
  const records = lists.find((list) => Array.isArray(list)) ?? [value];
  return (records as unknown[]).map(identityOf).filter((identity) => identity !== undefined);
}

function areDifferentOrganisations(one: unknown, other: unknown): boolean {
  const [ofOne, ofOther] = [new Map(identitiesIn(one)), new Map(identitiesIn(other))];
  const both = [...ofOne.keys()].filter((name) => ofOther.has(name));
  return both.length > 0 && both.every((name) => ofOne.get(name) !== ofOther.get(name));
}

function identitiesIn(
  value: unknown,
  names = ['id', 'subDomain'],
): (readonly [name: string, identity: string])[] {
  return organisationsIn(value).flatMap(({ record }) =>
    names.flatMap((name) => {
      const identity = memberOf(record, name);
      return isIdentity(identity) ? [[name, String(identity)] as const] : [];
    }),
  );
}

function isIdentity(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
