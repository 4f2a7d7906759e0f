import {
  advises,
  deviates,
  discloses,
  handsOver,
  held,
  isSuccess,
  jsonOf,
  throughWay,
  wrongStatus,
} from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import { wayOf } from '../harness/spellings.ts';
import { listedCases, type Target } from '../harness/target.ts';
import {
  mostLevels,
  type Phrases,
  personalTexts,
  phrasesIn,
  phrasesOf,
  readWords,
} from '../http/personal-texts.ts';
import { remembered } from '../schema/remembered.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { startOf } from '../trace/reception.ts';
import { knownNames } from './known-names.ts';
import { disclosedIdentifiers, holdsIdentifier } from './listed-identifiers.ts';
import { type RuleOfTwin, showsGuarded, type Twin } from './refusal.ts';

/** Characters. A shorter text, such as a title, may occur in many records. */
const minCharacters = 8;

/** This many common texts are not a coincidence. If the accepted answer has fewer, all of them must match. */
const leastCommon = 2;

/**
 * Whether an answer shows the content of the accepted answer: it hands that over as a refusal would, or shares texts
 * with it. Texts of the description and of the path do not count.
 */
export function showsAgain({ text: described }: Specification, reply: Exchange, accepted: Exchange): boolean {
  if (handsOver(reply, accepted)) return true;
  if (!isSuccess(reply) || !isSuccess(accepted)) return false;
  const asked = decodeURIComponent(accepted.call.path).toLowerCase();
  const distinctive = textsIn(jsonOf(accepted)).filter(
    (text) =>
      text.length >= minCharacters && !described.includes(text) && !asked.includes(text.toLowerCase()),
  );
  const shown = new Set(textsIn(jsonOf(reply)));
  const common = new Set(distinctive.filter((text) => shown.has(text)));
  return common.size > 0 && common.size >= Math.min(leastCommon, new Set(distinctive).size);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * A request that the server may take for a different one shows nothing of what is refused. How else it is answered is
 * open: it may be answered 404, with a page for people, or with what is public.
 */
export const showsNothing: RuleOfTwin = function* (twin, { specification }, requirement) {
  const { refused, accepted, spelling, credentials } = twin;
  const sent = spelling?.headers === undefined ? 'The path, written' : 'The request, sent';
  if (spelling !== undefined && typeof credentials === 'string') {
    const isShown = spelling.isTheSame
      ? isSuccess(refused) || handsOver(refused, accepted)
      : showsAgain(specification, refused, accepted);
    const words = `${sent} with ${spelling.id}, is answered {status} instead of refused`;
    yield isShown ? throughWay(wrongStatus(refused, requirement, words), wayOf(spelling)) : held;
    return;
  }
  const { method } = refused.call;
  if (!showsAgain(specification, refused, accepted)) yield held;
  else if (spelling === undefined && method === accepted.call.method)
    yield showsGuarded(refused, requirement);
  else {
    const how = spelling === undefined ? method : `${sent} with ${spelling.id},`;
    const whom = typeof credentials === 'string' ? 'that the token may not see' : 'without credentials';
    const words = `${how} shows data ${whom}`;
    const way = spelling === undefined ? `The method ${method}` : wayOf(spelling);
    yield deviates(refused, requirement, words, '', { kind: 'shown', way });
  }
};

/** A HEAD request without credentials, and what shows whether its answer discloses something. */
export interface HeadTwin extends Twin {
  /** The refusal of GET without credentials. */
  readonly get: Exchange;
  /** HEAD of a case that does not exist; only if HEAD was answered with a success. */
  readonly absent: Exchange | undefined;
}

/**
 * HEAD is answered as GET is, but without the body (RFC 9110, section 9.3.2). It may disclose that a case exists, or
 * the length of its record.
 */
export function* headDisclosesNothing(
  { refused, accepted, get, absent }: HeadTwin,
  requirement: string,
): Iterable<Judgement> {
  if (absent === undefined || isSuccess(absent)) yield held;
  else {
    yield wrongStatus(
      refused,
      requirement,
      'HEAD without credentials reveals that the case exists: it is answered {status}',
    );
  }
  const { 'content-length': length } = refused.headers;
  if (length !== lengthOf(accepted) || length === lengthOf(get)) return;
  const words = 'HEAD without credentials reveals the length of the record in its Content-Length';
  yield advises(refused, 'head-as-get', words, '', 'length of the record');
}

/** The length of a body as it was sent, or as it would be without a content coding. */
function lengthOf({ headers, text }: Exchange): string {
  return headers['content-length'] ?? String(Buffer.byteLength(text));
}

/**
 * The identifiers that a refusal contains and its request did not send. None if it hands over everything, which is
 * reported as such.
 */
function identifiersIn({ refused, accepted }: Twin): readonly string[] {
  return isSuccess(refused) || handsOver(refused, accepted) ? [] : disclosedIdentifiers(refused);
}

/**
 * A refusal of the list of cases, or of the organisation, names no configured case or client. It may name the
 * organisation and a contact.
 */
export function* namesNoRecord(twin: Twin, target: Target, requirement: string): Iterable<Judgement> {
  const identifiers = identifiersIn(twin);
  const configured = [...target.clients, ...listedCases(target).map(({ id }) => id)];
  if (!configured.some((one) => identifiers.some((id) => holdsIdentifier(one, id)))) return;
  const words = 'The refusal names a case or client of the organisation';
  yield discloses(twin.refused, requirement, words);
}

/** A refusal that contains phrases of records. */
interface Suspect {
  readonly twin: Twin;
  readonly phrases: readonly string[];
  /** The phrases of its own record, each with the name of the field that holds it, if the description knows that. */
  readonly own: ReadonlyMap<string, string | undefined>;
  /** Answers in which a phrase may occur only if its source is not a record. */
  readonly others: readonly Exchange[];
}

/** A suspect whose request was repeated. */
export interface RepeatedSuspect extends Suspect {
  readonly again: readonly Exchange[];
}

/** Characters. No refusal needs more. */
const mostSearched = 20_000;

/** The refusals that contain phrases of a record that is refused. */
export function suspectsAmong(
  specification: Specification,
  twins: readonly Twin[],
  refusee: Refusee,
): readonly Suspect[] {
  const searched = twins.map((twin) => ({ ...twin, refused: beginningOf(twin.refused) }));
  // A contact in one record may have the name of a person in another, so fewer phrases of the other record count.
  const ofAny = phrasesOfRecords(
    specification,
    searched.map(({ accepted }) => accepted),
    'colleague',
  );
  return searched.flatMap((twin) => {
    const { refused, accepted } = twin;
    const told = disclosedIn(refused, phrasesOfRecords(specification, [accepted], refusee));
    const own = new Map(told.map((phrase) => [phrase, fieldWith(specification, jsonOf(accepted), phrase)]));
    const phrases = [...new Set([...told, ...disclosedIn(refused, ofAny)])];
    if (phrases.length === 0) return [];
    const others = searched
      .map((other) => other.refused)
      .filter(({ call }) => call.path !== refused.call.path);
    return [{ twin, phrases, own, others }];
  });
}

/** The name of the first member that holds a phrase. */
function fieldWith(specification: Specification, record: unknown, phrase: string): string | undefined {
  const [name] =
    [...membersIn(record)].find(
      ([, value]) =>
        typeof value !== 'object' && readWords(String(value).toLowerCase()).words.join(' ') === phrase,
    ) ?? [];
  return name !== undefined && knownNames(specification).has(name) ? name : undefined;
}

function beginningOf(refused: Exchange): Exchange {
  if (refused.text.length <= mostSearched) return refused;
  const body = { kind: 'not-json', message: 'It is too long to be searched.' } as const;
  return { ...refused, text: startOf(refused.text, mostSearched), body };
}

/**
 * Refusals of records disclose nothing of them, nor of other records. The documents give a refusal a message and leave
 * its words free: it may name a contact, the caller, and what was asked for. So a phrase counts only if it is of a
 * refused record, occurs in the refusal each time, and occurs neither in refusals of anything else nor in what the
 * caller may read.
 */
export function* disclosesNoPhrase(suspect: RepeatedSuspect, requirement: string): Iterable<Judgement> {
  const { twin, phrases, own, again, others } = suspect;
  const disclosed = repeatedPhrases(phrases, again, others);
  if (disclosed.length === 0) return;
  const ofItsRecord = disclosed.find((phrase) => own.has(phrase));
  const whose = ofItsRecord === undefined ? 'another record' : 'its record';
  const name = own.get(ofItsRecord ?? '');
  const words = `The refusal contains ${name === undefined ? 'a text' : `the ${name}`} of ${whose}`;
  yield deviates(twin.refused, requirement, words, '', `tells with ${twin.refused.credentials}`);
}

/**
 * The caller who is refused. A stranger may not learn anything about a record. A colleague may learn what it is
 * called, such as a name, a reference or an address, but not contact details of a client or a price.
 */
export type Refusee = 'stranger' | 'colleague';

/**
 * The phrases of records that a refusal discloses. Common words, such as a status, a vocabulary word, a year or a
 * town, do not count; nor does what the request contains or the description says.
 * @param phrases - those that may not be disclosed
 */
export function disclosedIn(reply: Exchange, phrases: Phrases): readonly string[] {
  const disclosed = phrasesWithin(partsOf(reply), phrases);
  const { path, body = '' } = reply.call;
  const sent = phrasesWithin([path, body], phrasesOf(disclosed));
  return disclosed.filter((phrase) => !sent.includes(phrase));
}

/**
 * The phrases of records that refusals may not disclose.
 * @param accepted - the answers to a caller who may read the records
 */
export function phrasesOfRecords(
  specification: Specification,
  accepted: readonly Exchange[],
  refusee: Refusee,
): Phrases {
  const phrasesOfRecord = specification.derive(recordPhrases)[refusee];
  const all = accepted.flatMap((one) => [...phrasesOfRecord(one).values()].flat());
  return Map.groupBy(all, ([word = '']) => word);
}

/** The phrases that occur in each answer to the same request, and in none of the other answers. */
export function repeatedPhrases(
  phrases: readonly string[],
  again: readonly Exchange[],
  others: readonly Exchange[],
): readonly string[] {
  const isIn = (phrase: string) => (one: Exchange) =>
    phrasesWithin(partsOf(one), phrasesOf([phrase])).length > 0;
  return phrases.filter((phrase) => again.every(isIn(phrase)) && !others.some(isIn(phrase)));
}

/** The parts of an answer to search, in any letter case. They are generated lazily because they may be large. */
function* partsOf({ body, text, headers }: Exchange): Iterable<string> {
  yield text;
  if (body.kind === 'json') yield JSON.stringify(body.value);
  yield Object.values(headers).join('\n');
}

function phrasesWithin(parts: Iterable<string>, phrases: Phrases): readonly string[] {
  const found = new Set<string>();
  if (phrases.size === 0) return [];
  for (const part of parts)
    for (const words of phrasesIn(readWords(part.toLowerCase()), phrases)) found.add(words.join(' '));
  return [...found];
}

/** Cached, so each record is searched once for all refusals. */
function recordPhrases({ text: described }: Specification): Record<Refusee, (accepted: Exchange) => Phrases> {
  const phrasesFor = (refusee: Refusee) =>
    remembered(
      (accepted: Exchange) => {
        const texts = [...distinctiveIn(jsonOf(accepted), refusee)];
        return phrasesOf(texts.filter((text) => !described.includes(text)).map((text) => text.toLowerCase()));
      },
      ({ body }) => body,
    );
  return { stranger: phrasesFor('stranger'), colleague: phrasesFor('colleague') };
}

/** The values of a record that do not occur in other records by chance. */
function* distinctiveIn(record: unknown, refusee: Refusee): Iterable<string> {
  for (const text of personalTexts(record, undefined))
    if (refusee === 'stranger' || reaches(text)) yield text;
  for (const [name, value] of membersIn(record)) {
    if (/price$/i.test(name) && typeof value === 'number' && value >= leastPrice) {
      const pounds = Math.trunc(value);
      yield* [String(pounds), pounds.toLocaleString('en-GB')];
    }
    if (refusee === 'stranger' && typeof value === 'string' && isLabel(name, value)) yield value;
  }
}

/** Whether a text is an e-mail address, a telephone number or a National Insurance number. */
function reaches(text: string): boolean {
  return /@|^[+0][\d\s()./-]+$|^[A-Z]{2}\d{6}[A-D]$/.test(text);
}

/** A reference must contain letters and a digit; a date or a year alone is not one. */
function isLabel(name: string, value: string): boolean {
  if (name === 'reference') return value.length >= 6 && /\d/.test(value) && /\p{L}/u.test(value);
  return /^(surname|lastName)$/.test(name) && /^\p{Lu}[\p{L}'’-]{3,}$/u.test(value);
}

/** Pounds. A lower number may mean anything. */
const leastPrice = 10_000;

/** The members of a value and of its nested values, each with its name. */
function* membersIn(value: unknown, levels = mostLevels): Iterable<readonly [name: string, value: unknown]> {
  if (levels === 0 || typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    yield [name, member];
    yield* membersIn(member, levels - 1);
  }
}
