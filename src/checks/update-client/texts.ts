import { isDeepStrictEqual } from 'node:util';
import {
  cutLengths,
  type FragmentGroup,
  fragmentGroups,
  hazards,
  inOtherCase,
  type LookalikeGroup,
  lookalikeGroups,
  lookalikeText,
  maxTextLength,
  textOfFragments,
  textOfLength,
  usualLookalike,
  withoutAccents,
} from '../../generation/hazards.ts';
import { isSuccess } from '../../harness/assertions.ts';
import type { Session } from '../../harness/session.ts';
import { turnOf } from '../../harness/turns.ts';
import { characters } from '../../http/json.ts';
import type { BeforeAndAfter } from '../../rules/change-rules.ts';
import type { Patch } from '../../rules/client-change.ts';
import type { ChangeableField, ClientRecord } from '../../rules/client-record.ts';
import { fieldsOfTexts, type TriedTexts } from '../../rules/text-rules.ts';
import { isObject } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';
import { type ChangeableClient, changeableClients, mostChangeable } from './changeable-clients.ts';
import { changesOf, readBack, readBefore } from './making-changes.ts';

export async function* changesOfTexts(session: Session): AsyncIterable<TriedTexts | BeforeAndAfter> {
  const one = await mostChangeable(session, fieldsOfTexts, ({ fields }) =>
    fields.some((field) => freeTexts.includes(field) || field === 'address'),
  );
  const { record: before } = await readBefore(session, one.client);
  let isAccepted = false;
  let refused: Exchange | undefined;
  for await (const texts of before === undefined ? [] : changesFrom(session, one, before)) {
    yield texts;
    if (!('change' in texts)) continue;
    const { reply } = texts.change.answer;
    if (isSuccess(reply)) isAccepted = true;
    else refused ??= reply;
  }
  if (isAccepted) return;
  const words = 'The target refuses every text that is tried. Its answers are among the observations.';
  throw new Undecidable('control-refused', words, ...(refused === undefined ? [] : [refused]));
}

async function* changesFrom(session: Session, one: ChangeableClient, before: ClientRecord): Tries {
  const { thorough } = session.sampling;
  const seed = turnOf(session.sampling);
  const send = sending(session, one, before);
  const sendApart = sendingApart(send);
  const accepted = yield* sendApart(everyPart.flatMap((id) => everyGroup(one, seed, id)));
  const groupsOf = (id: string): readonly FragmentGroup[] =>
    accepted.filter((part) => part.id === id).flatMap(({ groups = [] }) => groups);
  const withGroupsApart = everyPart.filter((id) => groupsOf(id).length < fragmentGroups.length);
  yield* sendApart(withGroupsApart.flatMap((id) => mixedParts(one, { seed, id, groups: groupsOf(id) })));
  const inAscii = everyPart
    .flatMap((id) => mixedParts(one, { seed, id, groups: groupsOf(id), alter: nearlySame }))
    .map((part) => partlyEmpty({ ...withNumber(part, one), isEscaped: true }));
  yield* sendApart(inAscii);
  let lent: Lender | undefined;
  for (const group of lookalikeGroups) {
    const acceptedParts = yield* sendApart(lookalikeParts(one, seed, group));
    if (group !== 'words') continue;
    const textAt = lookalikesOf(group, seed);
    const again = freePartsWith(group, (place) => inOtherCase(textAt(place)), one);
    const lender = await lenderFor(session, one);
    const plain = again.filter(({ id }) => acceptedParts.some((part) => part.id === id));
    if (lender === undefined) {
      yield* sendApart(plain);
      continue;
    }
    // The documents do not say whether two clients may share a value.
    const borrowed = [
      ...(session.target.writes === 'all' ? plain.slice(0, 1).map(withIdOf(lender)) : []),
      ...formattedParts(one, "another client's value", lender.values),
    ];
    const isReplaced = ({ id }: TextPart): boolean => borrowed.some((part) => part.id === id);
    const kept = yield* sendApart([...plain.filter((part) => !isReplaced(part)), ...borrowed]);
    if (kept.some((part) => borrowed.includes(part))) lent = lender;
  }
  yield* lengths(send, one);
  // A service may look for the client by its e-mail address or the id, and so change the other client. Or clients with
  // the same address may share it, and so each later change.
  if (lent !== undefined) yield { before: lent.before, after: await readBack(session, lent.client) };
  if (thorough) yield* eachAlone(sendApart, one);
}

/** Only for disposable data: the run could not restore the id of a client. */
function withIdOf({ client }: Lender): (part: TextPart) => TextPart {
  return (part) => {
    const patch = { ...part.patch, id: client };
    return { ...part, what: `${part.what}, and the id of another client`, patch, instead: [part] };
  };
}

interface Lender {
  readonly client: string;
  readonly before: ClientRecord;
  readonly values: Formatted;
}

async function lenderFor(session: Session, one: ChangeableClient): Promise<Lender | undefined> {
  const [other] = (await session.share(changeableClients)).filter(({ client }) => client !== one.client);
  if (other === undefined) return undefined;
  const { client, original } = other;
  const { record: before } = await readBefore(session, client);
  const made = (['emailAddress', 'telephoneNumber', 'address'] as const).flatMap((field) => {
    const value = memberOf(before, field);
    return value === undefined || isDeepStrictEqual(value, original[field]) ? [] : [[field, value]];
  });
  return before === undefined ? undefined : { client, before, values: Object.fromEntries(made) };
}

type Tries<Result = void> = AsyncGenerator<TriedTexts | BeforeAndAfter, Result>;

/** Yields what was sent. Returns whether the target accepted the parts; undefined if nothing was sent. */
type Send = (parts: readonly TextPart[]) => Tries<boolean | undefined>;

function sending(session: Session, one: ChangeableClient, before: ClientRecord): Send {
  const make = changesOf(session, { ...one, before });
  return async function* (parts) {
    const isEscaped = parts.some((part) => part.isEscaped) || undefined;
    const change = parts.length === 0 ? undefined : await make({ body: bodyWith(parts, one), isEscaped });
    // Stop if the client can no longer be read back. The check of answers reports why.
    if (change === undefined) return undefined;
    yield { tried: parts.map(({ what, id }) => ({ what, place: id })), change };
    return isSuccess(change.answer.reply);
  };
}

/**
 * Sends the parts together. If the target refuses them, sends each part alone, and then the replacements of the refused
 * parts.
 */
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
 * Sends very long texts. If they are refused, finds the limit of each part by bisection. Then each field is
 * sent alone: it may accept and cut a text that was refused together with others.
 */
async function* lengths(send: Send, one: ChangeableClient): Tries {
  // A field with a format would be refused for its format, not its length.
  const partsOf = (length: number): TextPart[] =>
    freePartsWith(characters(length), () => textOfLength(length), one).filter(({ hasFormat }) => !hasFormat);
  if ((yield* send(partsOf(maxTextLength))) !== false) return;
  for (const { id } of partsOf(maxTextLength)) {
    const partsOfLength = (length: number): TextPart[] => partsOf(length).filter((part) => part.id === id);
    let [from, to] = [0, cutLengths.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (yield* send(partsOfLength(cutLengths[middle] ?? maxTextLength))) from = middle + 1;
      else to = middle;
    }
    const refused = cutLengths[from];
    const fields = fieldsOf(partsOfLength(maxTextLength));
    if (refused === undefined || fields.length === 1) continue;
    for (const field of fields)
      for (const length of new Set([refused, maxTextLength])) {
        const alone = fieldsOf(partsOfLength(length)).filter((one) => one.id === field.id);
        if (!(yield* send(alone))) break;
      }
  }
}

async function* eachAlone(sendApart: SendApart, one: ChangeableClient): Tries {
  const texts = [
    ...hazards.flatMap(([name, some]) => some.map((text) => [name, text] as const)),
    ...cutLengths.map((length) => [characters(length), textOfLength(length)] as const),
  ];
  for (const [what, text] of texts) yield* sendApart(freePartsWith(what, () => text, one));
}

/** A part of the client record whose texts a service may refuse independently, such as the names or the address. */
interface TextPart {
  /** The part in words, such as "the address". */
  readonly id: string;
  /** Continues the words "updateClient with". */
  readonly what: string;
  readonly patch: Patch;
  /**
   * Set for fields, such as the title, whose values a service may restrict. If it refuses one text, it will
   * refuse the others too.
   */
  readonly hasFormat: boolean;
  readonly groups?: readonly FragmentGroup[];
  readonly isEscaped?: true;
  readonly instead?: readonly TextPart[];
}

/** The documents only say that these fields are strings. */
const freeTexts: readonly ChangeableField[] = ['lastName', 'firstName', 'companyName'];

const everyPart = ['names', 'the address', 'the title'] as const;

interface Mixed {
  readonly seed: number;
  readonly id: string;
  readonly groups: readonly FragmentGroup[];
  readonly round?: number;
  readonly alter?: (text: string) => string;
}

/** In characters, within the most common limits of any text, of names, and of titles. */
const [mixedLength, shortLength, titleLength] = [250, 40, 16];

function mixedParts(
  one: ChangeableClient,
  { seed, id, groups, round = 0, alter = (text) => text }: Mixed,
): TextPart[] {
  if (groups.length === 0) return [];
  const isWhole = groups.length === fragmentGroups.length;
  const what = isWhole ? 'characters of every kind' : groups.join(', ');
  const textIn = (length: number) => (place: number) =>
    alter(textOfFragments(groups, { seed, place }, round, length));
  const ofLength = (length: number): TextPart[] => freePartsWith(what, textIn(length), one);
  const short = id === 'the title' ? titleLength : shortLength;
  return ofLength(isWhole ? mixedLength : short)
    .filter((part) => part.id === id)
    .map((part) => ({ ...part, groups }));
}

/** If the target refuses all groups of hazards together, a part for each group is sent instead. */
function everyGroup(one: ChangeableClient, seed: number, id: string): TextPart[] {
  return mixedParts(one, { seed, id, groups: fragmentGroups }).map((part) => {
    const groups = part.hasFormat ? (['letters'] as const) : fragmentGroups;
    const instead = groups.flatMap((group) => mixedParts(one, { seed, id, groups: [group], round: 1 }));
    return { ...part, instead };
  });
}

/** The text without its accents, or else in another letter case: some services wrongly see no change. */
function nearlySame(text: string): string {
  const plain = withoutAccents(text);
  return plain === text ? inOtherCase(text) : plain;
}

interface Formatted {
  readonly telephoneNumber?: string;
  readonly emailAddress?: string | undefined;
  readonly postcode?: (own: string) => string;
  readonly address?: object;
}

/**
 * Unusual valid values. Telephone numbers: foreign ones, one with a zero after the country code, one of the maximum
 * length of E.164 (the German and American ones are reserved for drama; Italy reserves none). E-mail addresses: with
 * signs, with capitals, longer than common limits. Postcodes: the client's own in another spelling, and a foreign one.
 */
const formatted: Readonly<Record<LookalikeGroup, Formatted>> = {
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
 * Fields sent empty or blank while the others get texts. If the target refuses the first object, the second is tried,
 * and then no field is sent empty: services often require the last name.
 */
const emptied: readonly Readonly<Record<string, string>>[] = [
  { lastName: '', companyName: '', line_2: '', county: ' ', uprn: '' },
  { companyName: '', line_2: '', county: '' },
];

/** The address with its number, if it has one. */
function withNumber(part: TextPart, { lines, record }: ChangeableClient): TextPart {
  const uprn = lines.includes('uprn') ? memberOf(record.address, 'uprn') : undefined;
  if (part.id !== 'the address' || uprn === undefined) return part;
  return { ...part, patch: { address: { ...Object(part.patch.address), uprn } } };
}

function partlyEmpty(part: TextPart): TextPart {
  const what = `${part.what}, or no characters`;
  return emptied.toReversed().reduce<TextPart>((fuller, texts) => {
    const patch = withTexts(part.patch, texts);
    return isDeepStrictEqual(patch, fuller.patch) ? fuller : { ...part, what, patch, instead: [fuller] };
  }, part);
}

/** The patch with these texts in the fields and lines that it has. */
function withTexts({ address, ...fields }: Patch, texts: Readonly<Record<string, string>>): Patch {
  const altered = (own: object): Patch =>
    Object.fromEntries(Object.entries(own).map(([name, text]) => [name, texts[name] ?? text]));
  return { ...altered(fields), ...(address === undefined ? {} : { address: altered(Object(address)) }) };
}

/** Whether the text at this place is for a name: those come first. */
function isOfName(place: number): boolean {
  return place < freeTexts.length;
}

/**
 * Returns the text for the field with an index. The names of the person and the company, which come first, get the
 * texts that software most often takes for another type, such as `null`.
 */
function lookalikesOf(group: LookalikeGroup, seed: number): (place: number) => string {
  return (place) => (isOfName(place) ? usualLookalike : lookalikeText)(group, { seed, place });
}

/**
 * Parts whose free-text fields each get a text of the group, such as `null` or `1e5`, and whose fields with a
 * format get unusual valid values.
 */
function lookalikeParts(one: ChangeableClient, seed: number, group: LookalikeGroup): TextPart[] {
  return [
    ...freePartsWith(group, lookalikesOf(group, seed), one),
    ...formattedParts(one, 'another way of writing', formatted[group]),
  ];
}

function formattedParts(
  one: ChangeableClient,
  what: string,
  { telephoneNumber, emailAddress, postcode: written, address }: Formatted,
): TextPart[] {
  const shown = memberOf(one.record.address, 'postcode');
  const own = typeof shown === 'string' && shown !== '' ? shown : 'ZZ1 1ZZ';
  const postcode = one.lines.includes('postcode') ? written?.(own) : undefined;
  const parts: readonly (readonly [id: string, patch: Patch])[] = [
    ['the e-mail address', { emailAddress }],
    ['the telephone number', { telephoneNumber }],
    ['the postcode', { address: postcode && { postcode } }],
    [
      'the address',
      { address: address && Object.fromEntries(one.lines.map((line) => [line, memberOf(address, line)])) },
    ],
  ];
  return parts
    .map(([id, patch]) => ({ id, what, patch, hasFormat: true }))
    .filter((part) => isSendable(part, one));
}

/** Texts for the names, the title, and the address lines except postcode and number. */
function freePartsWith(what: string, textAt: (place: number) => string, one: ChangeableClient): TextPart[] {
  const written = (names: readonly string[], from: number): Patch =>
    Object.fromEntries(names.map((name, index) => [name, textAt(from + index)]));
  const named = freeTexts.filter((field) => one.fields.includes(field));
  const lines = one.lines.filter((line) => line !== 'postcode' && line !== 'uprn');
  const { length } = freeTexts;
  const free: TextPart[] = [
    { id: 'names', what, patch: written(named, 0), hasFormat: false },
    { id: 'the address', what, patch: { address: written(lines, length + 1) }, hasFormat: false },
    { id: 'the title', what, patch: { title: textAt(length) }, hasFormat: true },
  ];
  return free.filter((part) => isSendable(part, one));
}

function fieldsOf(parts: readonly TextPart[]): TextPart[] {
  return parts.flatMap(({ patch: { address, ...texts }, what, hasFormat }) => [
    ...Object.entries(texts).map(([id, text]) => ({ id, what, patch: { [id]: text }, hasFormat })),
    ...Object.entries(Object(address)).map(([line, text]) => ({
      ...{ id: `address/${line}`, what, patch: { address: { [line]: text } }, hasFormat },
    })),
  ]);
}

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

/**
 * The body with the texts of all parts. An address is replaced as a whole (interface 4.2), so its other lines
 * are sent with their values.
 */
function bodyWith(parts: readonly TextPart[], { record }: ChangeableClient): Patch {
  const body: Patch = Object.assign({}, ...parts.map(({ patch }) => patch));
  if (body.address === undefined) return body;
  const shown = isObject(record.address) ? record.address : {};
  const address = Object.assign({}, shown, ...parts.map(({ patch }) => patch.address));
  // A borrowed address lacks the lines that the other client's does.
  return { ...body, address: JSON.parse(JSON.stringify(address)) };
}
