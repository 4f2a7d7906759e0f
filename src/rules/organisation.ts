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
  wrongStatus,
} from '../harness/assertions.ts';
import type { About, Judgement } from '../harness/check.ts';
import { toFix } from '../harness/controls.ts';
import type { OrganisationNames } from '../harness/token-places.ts';
import { shownNames } from '../http/redact.ts';
import { isObject } from '../schema/json.ts';
import { memberOf, valueAt } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { typeInWords } from '../validation/words.ts';
import { showsAgain } from './disclosure.ts';
import { knownNames } from './known-names.ts';
import { misanswers, type Twin } from './refusal.ts';

/** A member reads the organisation (interface 4.4). */
export function* isReadable(reply: Exchange, { specification }: About): Iterable<Judgement> {
  yield* isSameConcurrently(reply, 'get-organisation');
  if (!isSuccess(reply)) {
    yield wrongStatus(reply, 'get-organisation', 'The status is {status} instead of 2xx');
    return;
  }
  if (reply.text !== '') yield isJson(reply);
  yield* holdsDetails(reply);
  if (reply.text === '') return;
  const fields = shownNames(Object(jsonOf(reply)), knownNames(specification))
    .sort()
    .join(', ');
  yield observes('organisation-record-fields', 'getOrganisation', fields);
}

/**
 * A user of another organisation is refused, or shown their own organisation. If the record has the identity of the
 * member's record, it is not theirs; records without an identity show nothing.
 */
export function isTheirOwn({ refused, accepted }: Twin): Judgement {
  if (!isSuccess(accepted)) {
    const words = `The member's own request is answered ${accepted.status}. ${toFix(accepted.status, 'tokens.member')}.`;
    return undecided('control-refused', words, accepted);
  }
  const own = listedIdentities(jsonOf(accepted));
  if (showsMembers({ refused, accepted })) {
    const words =
      own.length > 1
        ? "The answer lists the member's organisation, and not the caller's alone"
        : "The record is the member's organisation, and not the caller's";
    return discloses(refused, 'organisation-is-callers', words);
  }
  if (isSuccess(refused) && own.length === 0) {
    return undecided(
      'no-data',
      'The organisation record has neither an id nor a subDomain, so its owner is unknown.',
      accepted,
    );
  }
  if (isSuccess(refused) || refused.status === 403) return held;
  return misanswers(refused, 'outsider-403') ?? undecided('no-data', neitherAnswer(refused), refused);
}

/** Whether an answer shows the member's organisation, which is one of those that the member is shown. */
export function showsMembers({ refused, accepted }: Pick<Twin, 'refused' | 'accepted'>): boolean {
  const [own = [], shown = []] = [accepted, refused].map((reply) => listedIdentities(jsonOf(reply)));
  const isShown = own.every((identity) => shown.includes(identity));
  return own.length > 0 && (isShown || handsOver(refused, accepted));
}

/** An answer to a token with few permissions, and what was asked further if it looks wrong. */
export interface RestrictedReading {
  readonly reply: Exchange;
  /** The same request by the member. */
  readonly own?: Exchange;
  /** The same request by the restricted token once more. */
  readonly again?: Exchange;
}

/** Whether a token is shown another organisation than the member, and the same one each time. */
export function isOfAnotherOrganisation(
  specification: Specification,
  { reply, own, again = reply }: RestrictedReading,
): boolean {
  if (own === undefined || !isSuccess(own) || showsAgain(specification, reply, own)) return false;
  const [shown, shownAgain, shownToMember] = [reply, again, own].map(jsonOf);
  return (
    areOthers(shown, shownToMember) && !areOthers(shown, shownAgain) && areOthers(shownAgain, shownToMember)
  );
}

/** The caller's organisation before and after another one was created. */
export interface AfterCreation {
  readonly before: Exchange;
  readonly after: Exchange;
  /** A further reading, if the id was different after the creation. */
  readonly next: Exchange | undefined;
  /** A text that all names of the created organisation contain. */
  readonly createdName: string;
}

/**
 * A creation makes another organisation (interface 4.3), and a reading shows the caller's (4.4). Its record may change,
 * but its identity does not, and it takes over nothing that was sent for the other one.
 */
export function* leavesOwnOrganisation({
  before,
  after,
  next,
  createdName,
}: AfterCreation): Iterable<Judgement> {
  if (!isSuccess(after)) {
    yield wrongStatus(
      after,
      'get-organisation',
      'After an organisation was created, the own one is answered {status} instead of 2xx',
    );
    return;
  }
  yield* holdsDetails(after);
  if (hasOtherId(before, after, next)) {
    const words = "Since an organisation was created, the caller's has another id";
    yield deviates(after, 'organisation-is-callers', words, '', 'other after a creation');
    return;
  }
  const own = organisationsIn(jsonOf(after)).flatMap(({ pointer, record }) =>
    Object.entries(record)
      .filter(([name]) => ownNames.includes(name))
      .map(([name, value]) => [`${pointer}/${name}`, String(value)] as const),
  );
  const taken = own.filter(([, value]) => value.includes(createdName));
  const words = 'is the value that was sent for the new organisation';
  for (const [pointer] of taken)
    yield deviatesAt(after, 'organisation-is-callers', pointer, words, 'of the created one');
  if (taken.length > 0) return;
  yield own.length > 0
    ? held
    : undecided(
        'no-data',
        'The organisation record has no field that distinguishes it from another one.',
        after,
      );
}

/** The id, and fields of a payload that no other organisation has: they contain the mark of the run. */
const ofNames = ['registeredName', 'tradingName', 'emailAddress', 'websiteAddress', 'companyLogoUrl'];
const ownNames = ['id', 'subDomain', ...ofNames];

/**
 * Whether an organisation has another id than before. An id that is made for each answer is not an identity.
 * @param next - a further reading, if there are different ids
 */
export function hasOtherId(before: Exchange, after: Exchange, next: Exchange | undefined): boolean {
  const different = differentIds(before, after);
  if (next === undefined) return different.length > 0;
  const [madeAnew, notBack] = [differentIds(after, next), differentIds(before, next)];
  return different.some((pointer) => !(madeAnew.includes(pointer) && notBack.includes(pointer)));
}

/** The places of organisations whose ids differ between two answers. */
export function differentIds(one: Exchange, other: Exchange): string[] {
  return organisationsIn(jsonOf(one)).flatMap(({ pointer, record }) => {
    const [id, now] = [memberOf(record, 'id'), memberOf(valueAt(jsonOf(other), pointer), 'id')];
    return isIdentity(id) && isIdentity(now) && id !== now ? [pointer] : [];
  });
}

/** A successful answer contains the organisation's details (interface 4.4). Whether it is JSON is judged separately. */
export function holdsDetails(reply: Exchange): Judgement[] {
  const details = jsonOf(reply);
  const isEmptyList = Array.isArray(details) && details.length === 0;
  const mayHold = reply.body.kind === 'not-json' || (Object(details) === details && !isEmptyList);
  if (reply.text !== '' && mayHold) return [];
  const found = reply.text === '' ? 'empty' : isEmptyList ? 'an empty array' : typeInWords(details);
  const words = `The body is ${found} instead of the organisation's details`;
  return [deviates(reply, 'get-organisation', words, '', 'no details')];
}

/** An object in an answer that may be the record of an organisation, and its pointer. */
interface ShownOrganisation {
  readonly pointer: string;
  readonly record: object;
}

/**
 * The answer itself and its possible wrapped records. An object of any other name may be a part of the record, and
 * its members do not identify the organisation.
 */
export function organisationsIn(value: unknown): ShownOrganisation[] {
  const places = ['', ...['data', 'organisation', 'organization', 'org'].map((name) => `/${name}`)];
  return places
    .map((pointer) => ({ pointer, record: valueAt(value, pointer) }))
    .filter((one): one is ShownOrganisation => isObject(one.record));
}

/** The names of the organisation that an answer shows; placeholders if none shows any. */
export function namesOf(replies: readonly Exchange[]): OrganisationNames {
  const records = replies.filter(isSuccess).flatMap((reply) => organisationsIn(jsonOf(reply)));
  const named = (name: string): string | undefined =>
    records
      .map(({ record }) => memberOf(record, name))
      .find((one): one is string => typeof one === 'string' && /^[\w-]+$/.test(one));
  const [id, subDomain] = [named('id'), named('subDomain')];
  return { id: id ?? subDomain ?? 'other', subDomain: subDomain ?? id ?? 'other' };
}

/** The identity of an organisation: its sub-domain or id, in the record or in its wrapper. */
export function identityOf(value: unknown): string | undefined {
  const [first] = identitiesIn(value);
  return first === undefined ? undefined : first.join(' ');
}

/** The identities of the organisations that an answer shows: of one record, or of each in a list. */
function listedIdentities(value: unknown): string[] {
  const lists = ['', '/data', '/organisations', '/items'].map((pointer) => valueAt(value, pointer));
  const records = lists.find((list) => Array.isArray(list)) ?? [value];
  return (records as unknown[]).map(identityOf).filter((identity) => identity !== undefined);
}

/**
 * Whether two records belong to different organisations: they share an id or a sub-domain member, and all shared ones
 * differ.
 */
function areOthers(one: unknown, other: unknown): boolean {
  const [ofOne, ofOther] = [new Map(identitiesIn(one)), new Map(identitiesIn(other))];
  const both = [...ofOne.keys()].filter((name) => ofOther.has(name));
  return both.length > 0 && both.every((name) => ofOne.get(name) !== ofOther.get(name));
}

function identitiesIn(value: unknown): (readonly [name: string, identity: string])[] {
  return organisationsIn(value).flatMap(({ record }) =>
    ['id', 'subDomain'].flatMap((name) => {
      const identity = memberOf(record, name);
      return isIdentity(identity) ? [[name, String(identity)] as const] : [];
    }),
  );
}

/** Whether a value can serve as an identity. */
function isIdentity(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
