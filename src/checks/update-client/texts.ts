import { isDeepStrictEqual } from 'node:util';
import {
  hazards,
  inOtherCase,
  longestText,
  mixedText,
  type PartGroup,
  partGroups,
  revealingLengths,
  textOfLength,
  type WholeGroup,
  wholeGroups,
  wholeText,
  withoutAccents,
} from '../../generation/hazards.ts';
import { isSuccess } from '../../harness/assertions.ts';
import type { Session } from '../../harness/session.ts';
import { turnOf } from '../../harness/turns.ts';
import type { Patch } from '../../rules/client-change.ts';
import type { ChangeableField, ClientRecord } from '../../rules/client-record.ts';
import { fieldsOfTexts, type TriedTexts } from '../../rules/text-rules.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';
import { type ChangeableClient, changeableClients, mostChangeable } from './changeable-clients.ts';
import { changesOf, readBefore } from './making-changes.ts';

/** Changes texts of the client with the most changeable fields. */
export async function* changesOfTexts(session: Session): AsyncIterable<TriedTexts> {
  const one = await mostChangeable(session, fieldsOfTexts, ({ fields }) =>
    fields.some((field) => freeTexts.includes(field) || field === 'address'),
  );
  const { record: before } = await readBefore(session, one.client);
  let isAccepted = false;
  let refused: Exchange | undefined;
  for await (const texts of before === undefined ? [] : changesFrom(session, one, before)) {
    const { reply } = texts.change.answer;
    if (isSuccess(reply)) isAccepted = true;
    else refused ??= reply;
    yield texts;
  }
  if (isAccepted) return;
  throw new Undecidable(
    'control-refused',
    'The target refuses every text that is tried. Its answers are among the observations.',
    ...(refused === undefined ? [] : [refused]),
  );
}

async function* changesFrom(session: Session, one: ChangeableClient, before: ClientRecord): Tries {
  const { thorough } = session.sampling;
  const seed = turnOf(session.sampling);
  const send = sending(session, one, before);
  const sendApart = sendingApart(send);
  const accepted = yield* sendApart(everyPart.flatMap((id) => everyGroup(one, seed, id)));
  const groupsOf = (id: string): readonly PartGroup[] =>
    accepted.filter((part) => part.id === id).flatMap(({ groups = [] }) => groups);
  const withGroupsApart = everyPart.filter((id) => groupsOf(id).length < partGroups.length);
  yield* sendApart(withGroupsApart.flatMap((id) => mixedParts(one, { seed, id, groups: groupsOf(id) })));
  yield* sendApart(
    everyPart.flatMap((id) => mixedParts(one, { seed, id, groups: groupsOf(id), alter: nearlySame })),
  );
  const takes = await session.share(takenGroups);
  for (const group of wholeGroups) {
    const taken = yield* sendApart(wholeParts(one, seed, group));
    for (const { id } of taken) takes.set(id, [...(takes.get(id) ?? []), group]);
    if (group !== 'words') continue;
    const again = freePartsWith(group, (place) => inOtherCase(wholeText(group, { seed, place })), one);
    yield* sendApart([...again.filter(({ id }) => takes.has(id)), ...(await lentParts(session, one))]);
  }
  yield* lengths(send, one);
  if (thorough) yield* eachAlone(sendApart, one);
}

/** The e-mail address that the run gave another client: whether two may share one is open. */
async function lentParts(session: Session, one: ChangeableClient): Promise<readonly TextPart[]> {
  const [other] = (await session.share(changeableClients)).filter(({ client }) => client !== one.client);
  const { record } = other === undefined ? {} : await readBefore(session, other.client);
  const emailAddress = memberOf(record, 'emailAddress');
  const isMade = typeof emailAddress === 'string' && emailAddress !== other?.original.emailAddress;
  return isMade ? formattedParts(one, "another client's value", { emailAddress }) : [];
}

/** The groups of whole texts that the target accepted, by the part of a client. Shared by the checks of a run. */
async function takenGroups(): Promise<Map<string, WholeGroup[]>> {
  return new Map();
}

/**
 * Puts whole texts into the free fields of a body, as far as the target is known to accept them. The number
 * distinguishes the bodies of a run.
 */
export async function wholeTexts(session: Session): Promise<(body: Patch, number: number) => Patch> {
  const seed = turnOf(session.sampling);
  const takes = await session.share(takenGroups);
  return ({ title, address, ...names }, number) => {
    const drawn = (id: string, object: object): Patch => {
      const groups = takes.get(id) ?? [];
      const members = Object.entries(object).map(([name, value]) => {
        const index = everyField.indexOf(name);
        const group = index < 0 ? undefined : groups[(number + index) % groups.length];
        const place = number * everyField.length + index;
        return [name, group === undefined ? value : wholeText(group, { seed, place })];
      });
      return Object.fromEntries(members);
    };
    return {
      ...drawn('names', names),
      ...(title === undefined ? {} : drawn('the title', { title })),
      ...(address === undefined ? {} : { address: drawn('the address', Object(address)) }),
    };
  };
}

type Tries<Result = void> = AsyncGenerator<TriedTexts, Result>;

/**
 * Sends the parts as one change.
 * @returns whether the target accepted them; undefined if nothing was sent
 */
type Send = (parts: readonly TextPart[]) => Tries<boolean | undefined>;

function sending(session: Session, one: ChangeableClient, before: ClientRecord): Send {
  const make = changesOf(session, { ...one, before });
  return async function* (parts) {
    const change = parts.length === 0 ? undefined : await make(() => bodyWith(parts, one));
    // Stop if the client can no longer be read back; the check of answers reports why.
    if (change === undefined) return undefined;
    yield { tried: parts.map(({ what, id }) => ({ what, place: id })), change };
    return isSuccess(change.answer.reply);
  };
}

/** Sends parts as one change; if that is refused, each by itself, and what is to be sent instead of a refused one. */
type SendApart = (parts: readonly TextPart[]) => Tries<readonly TextPart[]>;

function sendingApart(send: Send): SendApart {
  return async function* sendApart(parts): Tries<readonly TextPart[]> {
    const isAccepted = yield* send(parts);
    if (isAccepted !== false) return isAccepted === true ? parts : [];
    const [first, ...others] = parts;
    const accepted: TextPart[] = [];
    for (const part of others.length > 0 ? parts : (first?.instead ?? []))
      accepted.push(...(yield* sendApart([part])));
    return accepted;
  };
}

/**
 * If the target accepts the longest text, shorter ones need not be sent. Otherwise finds the limit of each part by
 * bisection. One of several fields that are refused together may accept the same length alone, and cut it.
 */
async function* lengths(send: Send, one: ChangeableClient): Tries {
  // Fields with a format would be refused for another reason than the length.
  const partsOf = (length: number): TextPart[] =>
    freePartsWith(lengthInWords(length), () => textOfLength(length), one).filter(({ hasForm }) => !hasForm);
  if ((yield* send(partsOf(longestText))) !== false) return;
  for (const { id } of partsOf(longestText)) {
    const partsOfLength = (length: number): TextPart[] => partsOf(length).filter((part) => part.id === id);
    let [from, to] = [0, revealingLengths.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (yield* send(partsOfLength(revealingLengths[middle] ?? longestText))) from = middle + 1;
      else to = middle;
    }
    const refused = revealingLengths[from];
    const fields = fieldsOf(partsOfLength(longestText));
    if (refused === undefined || fields.length === 1) continue;
    for (const field of fields)
      for (const length of new Set([refused, longestText])) {
        const alone = fieldsOf(partsOfLength(length)).filter((one) => one.id === field.id);
        if (!(yield* send(alone))) break;
      }
  }
}

function lengthInWords(length: number): string {
  return `${length} characters`;
}

/** Every text and every length by itself. */
async function* eachAlone(sendApart: SendApart, one: ChangeableClient): Tries {
  const texts = [
    ...hazards.flatMap(([name, some]) => some.map((text) => [name, text] as const)),
    ...revealingLengths.map((length) => [lengthInWords(length), textOfLength(length)] as const),
  ];
  for (const [what, text] of texts) yield* sendApart(freePartsWith(what, () => text, one));
}

/** A part of a change that a service may refuse on its own. */
interface TextPart {
  /** The place, in words. */
  readonly id: string;
  /** Continues the words "updateClient with". */
  readonly what: string;
  readonly patch: Patch;
  /** Whether the field has a format. A service that refuses one text in it will refuse the others too. */
  readonly hasForm: boolean;
  /** The groups whose parts the texts are made of. */
  readonly groups?: readonly PartGroup[];
  /** Parts to send instead if this one is refused alone. */
  readonly instead?: readonly TextPart[];
}

/** Fields with free texts: the documents only say that they are strings. */
const freeTexts: readonly ChangeableField[] = ['lastName', 'firstName', 'companyName'];

/** Fields and lines with free texts. */
const everyField: readonly string[] = [
  ...['lastName', 'firstName', 'companyName', 'title'],
  ...['line_1', 'line_2', 'line_3', 'post_town', 'county'],
];

/** Parts with free texts, by their ids. */
const everyPart = ['names', 'the address', 'the title'] as const;

interface Mixed {
  readonly seed: number;
  readonly id: string;
  readonly groups: readonly PartGroup[];
  readonly round?: number;
  readonly alter?: (text: string) => string;
}

/** Characters: within the most common limit; within those of names; and of a title. */
const [mixedLength, shortLength, titleLength] = [250, 40, 16];

/** The part with texts of several hazards. None without groups. */
function mixedParts(
  one: ChangeableClient,
  { seed, id, groups, round = 0, alter = (text) => text }: Mixed,
): TextPart[] {
  if (groups.length === 0) return [];
  const isWhole = groups.length === partGroups.length;
  const what = isWhole ? 'characters of every kind' : groups.join(', ');
  const textIn = (length: number) => (place: number) =>
    alter(mixedText(groups, { seed, place }, round, length));
  const ofLength = (length: number): TextPart[] => freePartsWith(what, textIn(length), one);
  const short = id === 'the title' ? titleLength : shortLength;
  return ofLength(isWhole ? mixedLength : short)
    .filter((part) => part.id === id)
    .map((part) => ({ ...part, groups }));
}

/** The part with every hazard; if that is refused, with those of each group. */
function everyGroup(one: ChangeableClient, seed: number, id: string): TextPart[] {
  return mixedParts(one, { seed, id, groups: partGroups }).map((part) => {
    const groups = part.hasForm ? (['letters'] as const) : partGroups;
    const instead = groups.flatMap((group) => mixedParts(one, { seed, id, groups: [group], round: 1 }));
    return { ...part, instead };
  });
}

/** The text without its accents or, if it has none, in the other letter case. Some services take it for unchanged. */
function nearlySame(text: string): string {
  const plain = withoutAccents(text);
  return plain === text ? inOtherCase(text) : plain;
}

/** Values for the fields with a format. */
interface Formatted {
  readonly telephoneNumber?: string;
  readonly emailAddress?: string | undefined;
  readonly postcode?: (own: string) => string;
}

/**
 * Telephone numbers of other countries, one with a zero after the country code, one as long as E.164 allows (those of
 * Germany and America are reserved for drama, Italy reserves none); e-mail addresses with signs, with capitals, and
 * longer than common limits; another way to write the client's own postcode, and one of another country.
 */
const formatted: Readonly<Record<WholeGroup, Formatted>> = {
  words: {
    telephoneNumber: '+390612345678',
    emailAddress: 'Iris.Sample+Sale@Example.COM',
    postcode: (own) => own.toLowerCase(),
  },
  numbers: {
    telephoneNumber: '+493023125000123',
    emailAddress: `iris.sample.of.the.upper.house.of.testerton@mail.${'a-longer-name.'.repeat(6)}example.com`,
    postcode: (own) => own.toLowerCase().replaceAll(' ', ''),
  },
  'signs alone': {
    telephoneNumber: '+12025550143',
    emailAddress: "o'sample+50%40x_1.of-the-upper-house.of-testerton@mail.a-longer-name.example.com",
    postcode: () => '01067',
  },
};

/**
 * Fields that are sent empty or blank, with whole texts of signs in the others; if that is refused, the ones of the
 * next row. A last name is more often required.
 */
const emptied: readonly Readonly<Record<string, string>>[] = [
  { lastName: '', companyName: ' ', line_2: '', county: ' ' },
  { lastName: '', companyName: '', line_2: '', county: '' },
  { companyName: '', line_2: '', county: '' },
];

/** Whole texts of a group in every free field, and unusual ones in the fields with a format. */
function wholeParts(one: ChangeableClient, seed: number, group: WholeGroup): TextPart[] {
  const textAt = (place: number): string => wholeText(group, { seed, place });
  const free = freePartsWith(group, textAt, one);
  const withEmpty = emptied.toReversed().reduce<readonly TextPart[]>(
    (fuller, texts) =>
      freePartsWith(`${group}, or no characters`, textAt, one, texts).map((part, index) => {
        const instead = fuller.slice(index, index + 1);
        return instead.find(({ patch }) => isDeepStrictEqual(patch, part.patch)) ?? { ...part, instead };
      }),
    free,
  );
  return [
    ...(group === 'signs alone' ? withEmpty : free),
    ...formattedParts(one, 'another way of writing', formatted[group]),
  ];
}

function formattedParts(
  one: ChangeableClient,
  what: string,
  { telephoneNumber, emailAddress, postcode: written }: Formatted,
): TextPart[] {
  const shown = memberOf(one.record.address, 'postcode');
  const own = typeof shown === 'string' && shown !== '' ? shown : 'ZZ1 1ZZ';
  const postcode = one.lines.includes('postcode') ? written?.(own) : undefined;
  const parts: readonly (readonly [id: string, patch: Patch])[] = [
    ['the e-mail address', { emailAddress }],
    ['the telephone number', { telephoneNumber }],
    ['the postcode', { address: postcode && { postcode } }],
  ];
  return parts
    .map(([id, patch]) => ({ id, what, patch, hasForm: true }))
    .filter((part) => isSendable(part, one));
}

/**
 * The parts of a change of all that is free: the names, the lines of the address but postcode and number, the title.
 * @param textAt - the text for a place among them
 * @param others - texts of fields and lines that have one of their own
 */
function freePartsWith(
  what: string,
  textAt: (place: number) => string,
  one: ChangeableClient,
  others: Readonly<Record<string, string>> = {},
): TextPart[] {
  const written = (names: readonly string[], from: number): Patch =>
    Object.fromEntries(names.map((name, index) => [name, others[name] ?? textAt(from + index)]));
  const named = freeTexts.filter((field) => one.fields.includes(field));
  const lines = one.lines.filter((line) => line !== 'postcode' && line !== 'uprn');
  const { length } = freeTexts;
  const free: TextPart[] = [
    { id: 'names', what, patch: written(named, 0), hasForm: false },
    { id: 'the address', what, patch: { address: written(lines, length + 1) }, hasForm: false },
    { id: 'the title', what, patch: { title: textAt(length) }, hasForm: true },
  ];
  return free.filter((part) => isSendable(part, one));
}

/** Each field of some parts as a part of its own, and each line of an address. */
function fieldsOf(parts: readonly TextPart[]): TextPart[] {
  return parts.flatMap(({ patch: { address, ...texts }, what, hasForm }) => [
    ...Object.entries(texts).map(([id, text]) => ({ id, what, patch: { [id]: text }, hasForm })),
    ...Object.entries(Object(address)).map(([line, text]) => ({
      ...{ id: `address/${line}`, what, patch: { address: { [line]: text } }, hasForm },
    })),
  ]);
}

/** Whether a part names something, and only fields that may be changed. */
function isSendable({ patch }: TextPart, { fields }: ChangeableClient): boolean {
  const named = Object.entries(patch);
  return (
    named.length > 0 &&
    named.every(
      ([field, value]) =>
        fields.some((one) => one === field) && value !== undefined && !isDeepStrictEqual(value, {}),
    )
  );
}

/** The body of a change of those parts; of the address, the lines that none of them names stay as they are. */
function bodyWith(parts: readonly TextPart[], { record }: ChangeableClient): Patch {
  const body: Patch = Object.assign({}, ...parts.map(({ patch }) => patch));
  if (body.address === undefined) return body;
  return { ...body, address: Object.assign({}, record.address, ...parts.map(({ patch }) => patch.address)) };
}
