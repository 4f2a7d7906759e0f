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
import { memberOf, valueAt } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { typeInWords } from '../validation/words.ts';
import { repeatsData } from './disclosure.ts';
import { knownNames } from './known-names.ts';
import { misanswers, type Twin } from './refusal.ts';

/** Judges that the member can read the organisation (interface 4.4). */
export function* isReadable(reply: Exchange, { specification }: About): Iterable<Judgement> {
  yield* isSameConcurrently(reply, 'get-organisation');
  if (!isSuccess(reply)) {
    yield unexpectedStatus(reply, 'get-organisation', 'The status is {status} instead of 2xx');
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
 * Judges that another organisation's user is refused, or gets their own organisation. A record with the
 * member's id or sub-domain is not theirs. A record without either proves nothing.
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
    return undecided(
      'no-data',
      'The organisation record has neither an id nor a subDomain, so its owner is unknown.',
      accepted,
    );
  }
  if (isSuccess(refused) || refused.status === 403) return held;
  return misanswers(refused, 'outsider-403') ?? undecided('no-data', neitherAnswer(refused), refused);
}

/** Whether an answer contains the member's organisation: all organisations that the member's own answer lists. */
export function showsMemberOrganisation({ refused, accepted }: Pick<Twin, 'refused' | 'accepted'>): boolean {
  const [own = [], shown = []] = [accepted, refused].map((reply) => listedIdentities(jsonOf(reply)));
  const isShown = own.every((identity) => shown.includes(identity));
  return own.length > 0 && (isShown || handsOver(refused, accepted));
}

/** The answer to the restricted token, and further readings if it looks wrong. */
export interface RestrictedReading {
  readonly reply: Exchange;
  /** The answer to the member. */
  readonly own?: Exchange;
  /** A second answer to the restricted token. */
  readonly again?: Exchange;
}

/** Whether a token repeatedly gets an organisation other than the member's. */
export function isOfAnotherOrganisation(
  specification: Specification,
  { reply, own, again = reply }: RestrictedReading,
): boolean {
  if (own === undefined || !isSuccess(own) || repeatsData(specification, reply, own)) return false;
  const [shown, shownAgain, shownToMember] = [reply, again, own].map(jsonOf);
  return (
    areOthers(shown, shownToMember) && !areOthers(shown, shownAgain) && areOthers(shownAgain, shownToMember)
  );
}

/** The caller's organisation before and after the creation of another one. */
export interface AfterCreation {
  readonly before: Exchange;
  readonly after: Exchange;
  /** A third reading, made if the id differs after the creation. */
  readonly next: Exchange | undefined;
  /** The text that all names of the created organisation contain. */
  readonly createdName: string;
}

/**
 * Judges that a creation does not affect the caller's organisation. It makes another one (interface 4.3), and
 * a reading shows the caller's (4.4). The caller's record may change, but not its identity, and it must not
 * contain values that were sent for the new one.
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

/**
 * Fields of the created organisation with values that no other organisation has: its id, and fields that
 * contain the run's mark.
 */
const ofNames = ['registeredName', 'tradingName', 'emailAddress', 'websiteAddress', 'companyLogoUrl'];
const ownNames = ['id', 'subDomain', ...ofNames];

/**
 * Whether an organisation's id has changed. An id that is generated for each answer does not count.
 * @param next - a third reading, if the first two ids differ
 */
export function hasOtherId(before: Exchange, after: Exchange, next: Exchange | undefined): boolean {
  const different = differentIds(before, after);
  if (next === undefined) return different.length > 0;
  const [madeAnew, notBack] = [differentIds(after, next), differentIds(before, next)];
  return different.some((pointer) => !(madeAnew.includes(pointer) && notBack.includes(pointer)));
}

/** Pointers to the organisations whose ids differ between two answers. */
export function differentIds(one: Exchange, other: Exchange): string[] {
  return organisationsIn(jsonOf(one)).flatMap(({ pointer, record }) => {
    const [id, now] = [memberOf(record, 'id'), memberOf(valueAt(jsonOf(other), pointer), 'id')];
    return isIdentity(id) && isIdentity(now) && id !== now ? [pointer] : [];
  });
}

/** Judges that a success contains the organisation's details (interface 4.4). Other rules judge whether it is JSON. */
export function holdsDetails(reply: Exchange): Judgement[] {
  const details = jsonOf(reply);
  const isEmptyList = Array.isArray(details) && details.length === 0;
  const mayHold = reply.body.kind === 'not-json' || (Object(details) === details && !isEmptyList);
  if (reply.text !== '' && mayHold) return [];
  const found = reply.text === '' ? 'empty' : isEmptyList ? 'an empty array' : typeInWords(details);
  const words = `The body is ${found} instead of the organisation's details`;
  return [deviates(reply, 'get-organisation', words, '', 'no details')];
}

/** An object in an answer that may be an organisation's record, with its pointer. */
interface ShownOrganisation {
  readonly pointer: string;
  readonly record: object;
}

/**
 * The objects that may be an organisation's record: the answer itself, and its members `data`,
 * `organisation`, `organization` and `org`. Any other object may be a part of the record, and its members do
 * not identify the organisation.
 */
export function organisationsIn(value: unknown): ShownOrganisation[] {
  const places = ['', ...['data', 'organisation', 'organization', 'org'].map((name) => `/${name}`)];
  return places
    .map((pointer) => ({ pointer, record: valueAt(value, pointer) }))
    .filter((one): one is ShownOrganisation => isObject(one.record));
}

/** The id and sub-domain of the organisation in these answers; placeholders if no answer contains them. */
export function namesOf(replies: readonly Exchange[]): OrganisationNames {
  const records = replies.filter(isSuccess).flatMap((reply) => organisationsIn(jsonOf(reply)));
  const named = (name: string): string | undefined =>
    records
      .map(({ record }) => memberOf(record, name))
      .find((one): one is string => typeof one === 'string' && /^[\w-]+$/.test(one));
  const [id, subDomain] = [named('id'), named('subDomain')];
  return { id: id ?? subDomain ?? 'other', subDomain: subDomain ?? id ?? 'other' };
}

/** The identity of an organisation: the sub-domain or id in its record or in the envelope around it. */
export function identityOf(value: unknown): string | undefined {
  const [first] = identitiesIn(value);
  return first === undefined ? undefined : first.join(' ');
}

/** The identity of each organisation in an answer, which may be one record or a list. */
function listedIdentities(value: unknown): string[] {
  const lists = ['', '/data', '/organisations', '/items'].map((pointer) => valueAt(value, pointer));
  const records = lists.find((list) => Array.isArray(list)) ?? [value];
  return (records as unknown[]).map(identityOf).filter((identity) => identity !== undefined);
}

/**
 * Whether two records belong to different organisations: they have an id or a sub-domain member in common,
 * and all common ones differ.
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

/** Whether a value can identify an organisation: a number or a non-empty text. */
function isIdentity(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
