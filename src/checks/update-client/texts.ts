import { isDeepStrictEqual } from 'node:util';
import { isSuccess } from '../../harness/assertions.ts';
import type { Session } from '../../harness/session.ts';
import {
  longestText,
  revealingLengths,
  type TextGroup,
  textGroups,
  textOfLength,
} from '../../harness/tricky-texts.ts';
import type { Patch } from '../../rules/client-change.ts';
import type { ChangeableField, ClientRecord } from '../../rules/client-record.ts';
import { fieldsOfTexts, type TriedTexts } from '../../rules/text-rules.ts';
import { memberOf } from '../../schema/pointer.ts';
import { Undecidable } from '../../trace/gap.ts';
import { type ChangeableClient, mostChangeable } from './changeable-clients.ts';
import { changesOf, readBefore } from './making-changes.ts';

/** Changes texts of the client with the most changeable fields. */
export async function* changesOfTexts(session: Session): AsyncIterable<TriedTexts> {
  const one = await mostChangeable(session, fieldsOfTexts, ({ fields }) =>
    fields.some((field) => freeTexts.includes(field) || field === 'address'),
  );
  const { record: before } = await readBefore(session, one.client);
  let isAccepted = false;
  for await (const texts of before === undefined ? [] : changesFrom(session, one, before)) {
    isAccepted ||= isSuccess(texts.change.answer.reply);
    yield texts;
  }
  if (isAccepted) return;
  throw new Undecidable(
    'control-refused',
    'The target refuses every text that is tried. Its answers are among the observations.',
  );
}

async function* changesFrom(session: Session, one: ChangeableClient, before: ClientRecord): Tries {
  const { thorough } = session.sampling;
  const send = sending(session, one, before);
  const sendApart = sendingApart(send, thorough);
  for (const group of textGroups) yield* sendApart(group.id, partsWith(group, one));
  yield* lengths(send, one);
  if (thorough) yield* eachAlone(send, one);
}

type Tries = AsyncIterable<TriedTexts>;

/**
 * Sends the parts as one change.
 * @param id - continues the words "updateClient with"
 * @returns whether the target accepted them; undefined if nothing was sent
 */
type Send = (id: string, parts: readonly TextPart[]) => AsyncGenerator<TriedTexts, boolean | undefined>;

function sending(session: Session, one: ChangeableClient, before: ClientRecord): Send {
  const make = changesOf(session, { ...one, before });
  return async function* (id, parts) {
    const change = parts.length === 0 ? undefined : await make(() => bodyWith(parts, one));
    // Stop if the client can no longer be read back; the check of answers reports why.
    if (change === undefined) return undefined;
    yield { id, places: parts.map((part) => part.id), change };
    return isSuccess(change.answer.reply);
  };
}

/**
 * Changes that isolate a refused text cost two requests each, so their number is limited. A target that refuses nothing
 * is sent none of them.
 */
const maxIsolatingChanges = 8;

/** Splits a refused change into halves recursively, to find the refused texts. */
function sendingApart(send: Send, thorough: boolean): (id: string, parts: readonly TextPart[]) => Tries {
  let further = thorough ? Number.POSITIVE_INFINITY : maxIsolatingChanges;
  /** Parts whose format the texts of the suite do not match. */
  const closed = new Set<string>();
  return async function* sendApart(id, all): Tries {
    const parts = thorough ? all : all.filter((part) => !closed.has(part.id));
    if ((yield* send(id, parts)) !== false) return;
    const [first, ...others] = parts;
    if (first?.hasForm === true && others.length === 0) closed.add(first.id);
    const middle = Math.ceil(parts.length / 2);
    for (const half of [parts.slice(0, middle), parts.slice(middle)]) {
      if (half.length === parts.length || half.length === 0 || further <= 0) continue;
      further -= 1;
      yield* sendApart(id, half);
    }
  };
}

/**
 * If the target accepts the longest text, shorter ones need not be sent. Otherwise finds the limit of each part by
 * bisection. One of several fields that are refused together may accept the same length alone, and cut it.
 */
async function* lengths(send: Send, one: ChangeableClient): Tries {
  // Fields with a format would be refused for another reason than the length.
  const partsOf = (length: number): TextPart[] =>
    freePartsWith(() => textOfLength(length), one).filter(({ hasForm }) => !hasForm);
  if ((yield* send(lengthInWords(longestText), partsOf(longestText))) !== false) return;
  for (const { id } of partsOf(longestText)) {
    const partsOfLength = (length: number): TextPart[] => partsOf(length).filter((part) => part.id === id);
    let [from, to] = [0, revealingLengths.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const length = revealingLengths[middle] ?? longestText;
      if (yield* send(lengthInWords(length), partsOfLength(length))) from = middle + 1;
      else to = middle;
    }
    const refused = revealingLengths[from];
    const fields = fieldsOf(partsOfLength(longestText));
    if (refused === undefined || fields.length === 1) continue;
    for (const field of fields)
      for (const length of new Set([refused, longestText])) {
        const alone = fieldsOf(partsOfLength(length)).filter((one) => one.id === field.id);
        if (!(yield* send(lengthInWords(length), alone))) break;
      }
  }
}

function lengthInWords(length: number): string {
  return `${length} characters`;
}

/** Each text and each length by itself, in each part of a client. */
async function* eachAlone(send: Send, one: ChangeableClient): Tries {
  const texts = [
    ...textGroups.flatMap(({ rows }) => rows.flat()),
    ...revealingLengths.map((length) => [lengthInWords(length), textOfLength(length)] as const),
  ];
  for (const [id, text] of new Map(texts))
    for (const part of freePartsWith(() => text, one)) yield* send(id, [part]);
  for (const group of textGroups)
    for (const part of partsWith(group, one).filter(({ hasForm }) => hasForm)) yield* send(group.id, [part]);
}

/** A part of a change that a service may refuse on its own. */
interface TextPart {
  /** Continues the words "updateClient with … in". */
  readonly id: string;
  readonly patch: Patch;
  /** Whether the field has a format. A service that refuses one text in it will refuse the others too. */
  readonly hasForm: boolean;
}

/** Fields with free texts: the documents only say that they are strings. */
const freeTexts: readonly ChangeableField[] = ['lastName', 'firstName', 'companyName'];

const postcodePart = 'the postcode';

/** The parts of a change of a client to the texts of a group. */
function partsWith(group: TextGroup, one: ChangeableClient): TextPart[] {
  const { rows, emailAddress, telephoneNumber, postcode } = group;
  const shown = memberOf(one.record.address, 'postcode');
  const own = typeof shown === 'string' && shown !== '' ? shown : 'ZZ1 1ZZ';
  const written = one.lines.includes('postcode') ? postcode?.(own) : undefined;
  const ofForm: TextPart[] = [
    { id: 'the e-mail address', patch: { emailAddress }, hasForm: true },
    { id: 'the telephone number', patch: { telephoneNumber }, hasForm: true },
    { id: postcodePart, patch: { address: written && { postcode: written } }, hasForm: true },
  ];
  return [
    ...freePartsWith((place) => (rows[place % rows.length] ?? []).map(([, text]) => text).join(' '), one),
    ...ofForm.filter((part) => isSendable(part, one)),
  ];
}

/**
 * The parts of a change of all that is free: the names, the lines of the address but postcode and number, the title.
 * @param textAt - the text for a place among them
 */
function freePartsWith(textAt: (place: number) => string, one: ChangeableClient): TextPart[] {
  const written = (names: readonly string[], from: number): Patch =>
    Object.fromEntries(names.map((name, index) => [name, textAt(from + index)]));
  const named = freeTexts.filter((field) => one.fields.includes(field));
  const lines = one.lines.filter((line) => line !== 'postcode' && line !== 'uprn');
  const { length } = freeTexts;
  const free: TextPart[] = [
    { id: 'names', patch: written(named, 0), hasForm: false },
    { id: 'the address', patch: { address: written(lines, length + 1) }, hasForm: false },
    { id: 'the title', patch: { title: textAt(length) }, hasForm: true },
  ];
  return free.filter((part) => isSendable(part, one));
}

/** Each field of some parts as a part of its own, and each line of an address. */
function fieldsOf(parts: readonly TextPart[]): TextPart[] {
  return parts.flatMap(({ patch: { address, ...texts }, hasForm }) => [
    ...Object.entries(texts).map(([id, text]) => ({ id, patch: { [id]: text }, hasForm })),
    ...Object.entries(Object(address)).map(([line, text]) => ({
      ...{ id: `address/${line}`, patch: { address: { [line]: text } }, hasForm },
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
  const body = merged(parts);
  if (body.address === undefined) return body;
  return { ...body, address: Object.assign({}, record.address, body.address) };
}

function merged(parts: readonly TextPart[]): Patch {
  const body: Patch = Object.assign({}, ...parts.map(({ patch }) => patch));
  if (body.address === undefined) return body;
  return { ...body, address: Object.assign({}, ...parts.map(({ patch }) => patch.address)) };
}
