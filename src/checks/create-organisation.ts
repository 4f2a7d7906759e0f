import { createOrganisation, getOrganisation } from '../api/calls.ts';
import {
  fragmentGroups,
  lookalikeGroups,
  lookalikeText,
  maxTextLength,
  textOfFragments,
  textOfLength,
} from '../generation/hazards.ts';
import {
  bodyInWords,
  deviatesAt,
  held,
  isSuccess,
  jsonOf,
  observes,
  unexpectedStatus,
  withParts,
  wrongStatus,
} from '../harness/assertions.ts';
import { type Check, checkOf, type Judgement, ofEachItem } from '../harness/check.ts';
import { provenToken } from '../harness/controls.ts';
import type { Subject } from '../harness/deviation.ts';
import { type OrganisationPayload, organisationPayload } from '../harness/organisation-payload.ts';
import type { Session } from '../harness/session.ts';
import { rowsOfTurn, turnOf } from '../harness/turns.ts';
import { serverErrors } from '../rules/change-rules.ts';
import { valueRefusals } from '../rules/client-change.ts';
import { operations } from '../rules/operations.ts';
import { organisationsIn } from '../rules/organisation.ts';
import { textDifference } from '../rules/text-difference.ts';
import { memberOf, valueAt } from '../schema/pointer.ts';
import type { Exchange } from '../trace/exchange.ts';
import { ifAnswered, Undecidable } from '../trace/gap.ts';
import {
  type ChangedPayload,
  changedPayloads,
  everyMemberAlone,
  inShort,
  inWords,
  payloadOf,
  payloadWith,
} from './create-organisation/changed-payloads.ts';

const ofCreation = {
  requirements: ['create-organisation'],
  needs: operations.createOrganisation.needs,
  isSeeded: true,
} as const;

/** The documents only say that the operation creates an organisation (interface 4.3). */
export const createOrganisationChecks: readonly Check[] = Object.freeze<Check[]>([
  checkOf<Creation>({
    ...ofCreation,
    id: 'createOrganisation.full',
    title: 'An organisation is created from a payload with every field',
    probe: createFromAll,
    rule: (items) =>
      items.flatMap((item, place) => [
        ...answersPayload(item),
        ...(place === 0 && item.reply !== undefined ? createsOrganisation(item.reply) : []),
      ]),
  }),
  checkOf<Creation>({
    ...ofCreation,
    id: 'createOrganisation.left-out',
    title: 'A payload that leaves fields out, or empty, breaks nothing',
    probe: leaveOut,
    rule: ofEachItem(answersPayload),
  }),
  checkOf<Creation>({
    ...ofCreation,
    id: 'createOrganisation.texts',
    title: 'An organisation is created with its texts as they were sent, with any characters',
    probe: sendTexts,
    rule: ofEachItem((one) => [
      ...answersPayload(one),
      ...(one.reply === undefined ? [] : showsWhatWasSent(one.reply)),
    ]),
  }),
]);

export function creation(session: Session): Promise<Exchange> {
  return session.send(createOrganisation(JSON.stringify(organisationPayload(session, 'full'))), 'member');
}

/**
 * The same creation again, under the registered name of the caller's own organisation: a service may take that for the
 * organisation to change.
 */
export async function recreation(session: Session): Promise<Exchange | undefined> {
  const { call } = await session.share(creation);
  const [own] = organisationsIn(jsonOf(await session.sendOnce(getOrganisation(), 'member')));
  const registeredName = memberOf(own?.record, 'registeredName');
  const body = JSON.stringify({ ...JSON.parse(call.body ?? '{}'), registeredName });
  return ifAnswered(
    session.send({ ...call, ...(typeof registeredName === 'string' ? { body } : {}) }, 'member'),
  );
}

export function refusedCreation(
  reply: Pick<Exchange, 'status' | 'number'>,
  payload = 'a payload with every documented field and documented values',
): Undecidable {
  const { status } = reply;
  const remedy = valueRefusals.includes(status)
    ? 'See what the target says of it: it may require what the documents do not name, or refuse what they name.'
    : 'Check whether tokens.member may create organisations.';
  const words = `POST /api/v2/org is answered ${status} for ${payload}. ${remedy}`;
  return new Undecidable('control-refused', words, reply);
}

/** Statuses that no payload explains: the operation is missing, or refuses the documented media type. */
const unrelatedToPayload: readonly number[] = [404, 405, 410, 415];

/** `what` completes the words "Creating an organisation with …", and `pointer` is its place in the body. */
interface TriedPayload {
  readonly what: string;
  readonly pointer?: string | undefined;
  readonly short?: ReturnType<typeof inShort>;
  /** Set for an invalid body. */
  readonly isWrong?: true;
  readonly body: string;
  /** Sent once if the service fails: payloads with a part of what this one has. */
  readonly ifFails?: readonly TriedPayload[];
  /** The same, sent if the payload is refused: a service may refuse one part, and fail for another. */
  readonly ifRefused?: readonly TriedPayload[];
}

async function* createFrom(session: Session, tried: readonly TriedPayload[]): AsyncIterable<Creation> {
  const first = await session.share(creation);
  if ([401, 403, ...unrelatedToPayload].includes(first.status)) throw refusedCreation(first);
  const replies: Exchange[] = [];
  const isSearched = (reply: Exchange): boolean => isSuccess(first) && reply.status >= 500;
  const isRefused = (reply: Exchange): boolean => isSuccess(first) && valueRefusals.includes(reply.status);
  async function* sent(one: TriedPayload): AsyncGenerator<Creation, Exchange> {
    const { body, ifFails: _, ifRefused: __, ...words } = one;
    const reply = await session.send(createOrganisation(body), 'member');
    replies.push(reply);
    yield { reply, ...words };
    return reply;
  }
  let parts: readonly TriedPayload[] = [];
  for (const one of tried) {
    const reply = yield* sent(one);
    if (parts.length === 0 && isSearched(reply)) parts = one.ifFails ?? [];
    if (isRefused(reply)) for (const part of one.ifRefused ?? []) yield* sent(part);
  }
  for (const part of parts) yield* sent(part);
  const [one] = replies;
  if (one === undefined || replies.some(isDecided)) return;
  throw isSuccess(first)
    ? refusedCreation(one, `each of ${replies.length} payloads`)
    : refusedCreation(first);
}

function isDecided({ status }: Exchange): boolean {
  return isSuccess({ status }) || status >= 500;
}

async function* createFromAll(session: Session): AsyncIterable<Creation> {
  const reply = await session.share(creation);
  if (reply.status === 401) await provenToken(session, 'member');
  yield { reply, what: 'every field' };
  const culprit = valueRefusals.includes(reply.status) ? await refusedMember(session) : undefined;
  if (culprit !== undefined) return yield { reply, what: 'every field', culprit };
  if (![401, ...unrelatedToPayload].includes(reply.status) && !isDecided(reply)) throw refusedCreation(reply);
  if (!isSuccess(reply)) return;
  // The documents do not say whether two organisations may have the same sub-domain, so the answer is only observed.
  const again = await session.share(recreation);
  const isNamed = again !== undefined && again.call.body !== reply.call.body;
  const what = `a sub-domain that is taken${isNamed ? ", and the registered name of the caller's organisation" : ''}`;
  if (again !== undefined) yield { reply: again, what };
  for (const { body, ...wrong } of wrongPayloads(session))
    yield { ...wrong, reply: await ifAnswered(session.send(createOrganisation(body), 'member')) };
}

/**
 * Members with the only value that the documents show, or with plain words, so no rule of a service can refuse them.
 * The values of the others could be checked against a register or a form.
 */
const plainMembers = [
  ...['type', 'user.role', 'user.title', 'user.suffix', 'user.bio'],
  ...['tradingName', 'address.line_2', 'address.line_3'],
];

/** Members that a service may compare with a register. */
const registered = ['registrationNumber', 'sraIDNumber', 'vatNumber', 'address.uprn', 'user.sraIDNumber'];

/** The plain member because of which a payload is refused, although it has nothing that could be looked up. */
async function refusedMember(session: Session): Promise<string | undefined> {
  const isAccepted = async (label: string, ...further: readonly string[]): Promise<boolean> => {
    const payload = payloadWith(session, label, { change: 'left out', names: [...registered, ...further] });
    return isSuccess(await session.send(createOrganisation(JSON.stringify(payload)), 'member'));
  };
  if (await isAccepted('plain')) return undefined;
  for (const [place, name] of plainMembers.entries())
    if (await isAccepted(`r${place}`, name)) return (await isAccepted('again')) ? undefined : name;
  return undefined;
}

const textFields = [
  ...['telephoneNumber', 'registeredName', 'registrationNumber', 'sraIDNumber', 'tradingName'],
  ...['vatNumber', 'websiteAddress', 'emailAddress', 'type'],
];

function wrongPayloads(session: Session): readonly TriedPayload[] {
  const { sampling } = session;
  const payload = organisationPayload(session, 'wrong');
  const withValue = (what: string, name: string, value: unknown): TriedPayload => ({
    ...{ what, pointer: `/${name}`, isWrong: true, body: JSON.stringify({ ...payload, [name]: value }) },
  });
  const shapes: readonly TriedPayload[] = [
    withValue('an address that is an array', 'address', []),
    withValue('a user that is a text', 'user', 'Avery Sample'),
    withValue('null for vatNumber', 'vatNumber', null),
    { what: 'an array for a body', isWrong: true, body: '[]' },
    withValue('a field that the documents do not have', 'sample', 'Sample'),
  ];
  const everyNumber = Object.fromEntries(textFields.map((field) => [field, 5]));
  const numbers: readonly TriedPayload[] = [
    { what: 'a number for every text', isWrong: true, body: JSON.stringify({ ...payload, ...everyNumber }) },
    ...textFields.map((field) => withValue(`a number for ${field}`, field, 5)),
  ];
  const some = (rows: readonly TriedPayload[], count: number): readonly TriedPayload[] =>
    sampling.thorough ? rows : rowsOfTurn(rows, count, turnOf(sampling));
  const notJson: TriedPayload = { what: 'a body that is not JSON', isWrong: true, body: '{' };
  return [notJson, ...some(shapes, 3), ...some(numbers, 1)];
}

function leaveOut(session: Session): AsyncIterable<Creation> {
  const all = session.sampling.thorough ? everyMemberAlone(session) : [];
  const { address, user, ...payload } = organisationPayload(session, 'alike');
  const { line_2: _, ...lines } = Object(address);
  const alike = { ...payload, address: lines, user: { ...user, email: payload.emailAddress } };
  const payloadFor = (changed: ChangedPayload, label: string): TriedPayload => ({
    ...{ what: inWords(changed), body: JSON.stringify(payloadWith(session, label, changed)) },
    short: inShort(changed),
    ...(changed.names.length === 1 ? { pointer: `/${changed.names[0]?.replace('.', '/')}` } : {}),
    ifRefused: (changed.alone ?? []).map((one, place) => payloadFor(one, `${label}p${place}`)),
  });
  return createFrom(session, [
    ...[...changedPayloads(session), ...all].map((changed, place) => payloadFor(changed, `o${place}`)),
    { what: 'one e-mail address for both, and a third line without a second', body: JSON.stringify(alike) },
    { what: 'no field at all', body: '{}' },
  ]);
}

interface Texts {
  readonly what: string;
  readonly textAt: (place: number) => string;
  readonly ifFails?: readonly Texts[];
}

/** A target may refuse unusual texts, but a text that it accepts and returns must be unchanged. */
function sendTexts(session: Session): AsyncIterable<Creation> {
  const { thorough } = session.sampling;
  const seed = turnOf(session.sampling);
  const withFragments = (what: string, groups: typeof fragmentGroups, round: number): Texts => ({
    what,
    textAt: (place) => textOfFragments(groups, { seed, place }, round, 140),
  });
  const texts: readonly Texts[] = [
    ...[0, 1].map((round) => ({
      ...withFragments('characters of every kind', fragmentGroups, round),
      ifFails: fragmentGroups.map((group) => withFragments(group, [group], round)),
    })),
    ...lookalikeGroups.slice(0, thorough ? undefined : 1).map((group) => ({
      what: group,
      textAt: (place: number) => lookalikeText(group, { seed, place }),
    })),
    { what: `texts of ${maxTextLength} characters`, textAt: () => textOfLength(maxTextLength) },
    { what: 'texts of 256 characters', textAt: () => textOfLength(256) },
  ];
  const payloadsOf = (some: readonly Texts[], label: string): TriedPayload[] =>
    some.map(({ what, textAt, ifFails = [] }, place) => ({
      ...{ what, body: JSON.stringify(payloadOf(session, `${label}${place}`, textAt)) },
      ...(ifFails.length === 0 ? {} : { ifFails: payloadsOf(ifFails, `${label}${place}p`) }),
    }));
  return createFrom(session, payloadsOf(texts, 't'));
}

const row = 'create-organisation';

interface Creation extends Omit<TriedPayload, 'body' | 'ifFails' | 'ifRefused'> {
  /** Undefined if no answer came. */
  readonly reply: Exchange | undefined;
  /** The plain member because of which the payload is refused. */
  readonly culprit?: string | undefined;
}

/**
 * The documents do not say how a payload is refused (interface 7), so only a server error deviates, and the refusal of a
 * documented member. A wrong payload may also be accepted.
 */
function* answersPayload({ reply, what, pointer, short, isWrong, culprit }: Creation): Iterable<Judgement> {
  if (reply !== undefined && culprit !== undefined) {
    const words = `Creating an organisation with ${culprit} is answered {status}, and without it accepted`;
    return yield wrongStatus(reply, row, words, { subject: creating(culprit), context: `with ${culprit}` });
  }
  const isAccepted = reply !== undefined && isSuccess(reply) && isWrong !== true;
  const value = reply === undefined ? 'no answer' : isAccepted ? 'accepted' : String(reply.status);
  const open = isWrong ? 'update-and-create-errors' : 'organisation-payload-required';
  yield observes(open, `createOrganisation with ${what}`, value);
  if (isAccepted) yield held;
  if (reply === undefined) return;
  for (const wrong of serverErrors(reply, row, creating(what, pointer, short?.brief), what))
    yield short === undefined || wrong.kind !== 'deviates' ? wrong : withParts(wrong, { detail: short.all });
}

function creating(what: string, pointer?: string, brief?: string): Subject {
  const any = 'Creating an organisation';
  return {
    ...{ one: `${any} with ${what}`, any },
    ...(brief === undefined ? {} : { brief: `${any} with ${brief}` }),
    ...(pointer === undefined ? {} : { pointer }),
  };
}

function* createsOrganisation(reply: Exchange): Iterable<Judgement> {
  if (isSuccess(reply)) {
    const value = `${reply.status}, ${bodyInWords(reply)}`;
    yield observes('create-organisation-answer', 'createOrganisation', value);
    yield* showsWhatWasSent(reply);
  } else if (reply.status === 401) {
    const words = 'A valid token is answered 401, although other requests accept it';
    yield wrongStatus(reply, row, words);
  } else if (unrelatedToPayload.includes(reply.status)) {
    yield unexpectedStatus(reply, row, 'The answer is {status}');
  }
}

/** Places whose values services rarely reformat. */
const comparedPlaces = [
  ...['/registeredName', '/tradingName', '/emailAddress'],
  ...['/user/firstName', '/user/lastName', '/user/email'],
];

/**
 * The body of a success is open (interface 4.3), so only an answer is judged that contains the unique sub-domain, or
 * one that the run sent for another organisation.
 */
function showsWhatWasSent(reply: Exchange): Judgement[] {
  if (!isSuccess(reply)) return [];
  const payload: OrganisationPayload = JSON.parse(reply.call.body ?? '{}');
  const [ofRun = asStored(payload.subDomain)] = madeUpStart.exec(asStored(payload.subDomain)) ?? [];
  const shown = organisationsIn(jsonOf(reply)).find(({ record }) =>
    asStored(memberOf(record, 'subDomain')).startsWith(ofRun),
  );
  if (shown === undefined) return [];
  const ofPayload = Object.entries(payload).map(([name, value]) => [`/${name}`, value]);
  const siblings = { ...Object.fromEntries(ofPayload), ...payload.user, ...payload.address };
  const { pointer, record } = shown;
  const lines = mixedUp(payload.address, memberOf(record, 'address'));
  return [...comparedPlaces, ...lines.map((line) => `/address/${line}`)].flatMap((place) => {
    const [found, own] = [record, payload].map((one) => valueAt(one, place));
    if (typeof found !== 'string' || own === undefined || asStored(found) === asStored(own)) return [];
    const { words, alike } = textDifference(String(own), found, { siblings });
    return [deviatesAt(reply, row, `${pointer}${place}`, words, 'other', alike)];
  });
}

/** The start of each sub-domain of a run. */
const madeUpStart = /^case-conformance-\w+-/;

/**
 * The address lines that show the text of another line. Other changes are not reported: services may reformat
 * addresses.
 */
function mixedUp(sent: object | undefined, shown: unknown): string[] {
  return Object.entries(sent ?? {}).flatMap(([line, own]) => {
    const found = memberOf(shown, line);
    const isOfOther = Object.entries(sent ?? {}).some(
      ([other, text]) =>
        other !== line && asStored(text) === asStored(found) && asStored(text) !== asStored(own),
    );
    return isOfOther && found !== '' ? [line] : [];
  });
}

/** A text without the differences that a store may make: letter case, Unicode normalization and spaces. */
function asStored(value: unknown): string {
  return String(value).normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
