import { advises, deviates, handsOver, held, isSuccess, jsonOf, wrongStatus } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import { wayOf } from '../harness/spellings.ts';
import {
  maxRecordDepth,
  type Phrases,
  personalTexts,
  phrasesIn,
  phrasesOf,
  readWords,
} from '../http/personal-texts.ts';
import { membersWithin } from '../schema/json.ts';
import { memoised } from '../schema/memoised.ts';
import { knownNames } from '../specification/known-names.ts';
import type { Specification } from '../specification/specification.ts';
import { startOf } from '../trace/answer-budget.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type RuleOfTwin, showsProtected, type Twin } from './refusal.ts';

/** In characters. A shorter text, such as a title, may occur in many records. */
const minTextLength = 8;

/** Sharing this many texts is not a coincidence. If the accepted answer has fewer, all must match. */
const minCommonTexts = 2;

/**
 * Whether the answer to a request that must be refused contains the accepted answer or, if it is a success, several
 * texts of the accepted answer. Texts that the description or the request contains do not count.
 */
export function repeatsData(
  { text: described }: Specification,
  reply: Exchange,
  accepted: Exchange,
): boolean {
  if (handsOver(reply, accepted)) return true;
  if (!isSuccess(reply) || !isSuccess(accepted)) return false;
  const asked = decodeURIComponent(accepted.call.path).toLowerCase();
  const distinctive = textsIn(jsonOf(accepted)).filter(
    (text) =>
      text.length >= minTextLength && !described.includes(text) && !asked.includes(text.toLowerCase()),
  );
  const shown = new Set(textsIn(jsonOf(reply)));
  const common = new Set(distinctive.filter((text) => shown.has(text)));
  return common.size > 0 && common.size >= Math.min(minCommonTexts, new Set(distinctive).size);
}

function textsIn(body: unknown): string[] {
  return [...membersWithin({ body }, maxRecordDepth)]
    .map(([, value]) => value)
    .filter((value) => typeof value === 'string');
}

/**
 * The server may route this request elsewhere, and answer 404, a page for people, or public data. Only protected data
 * and a creation that is answered 201, or with any success if only a query was added, are deviations.
 */
export const revealsNothing: RuleOfTwin = function* (twin, { specification }, requirement) {
  const { refused, accepted, spelling, credentials } = twin;
  const { method, operation } = refused.call;
  const creates = operation === 'createOrganisation';
  // A router may answer another path, or follow headers.
  const [path] = refused.call.path.split('?', 1);
  const isQueried = path === accepted.call.path && spelling?.of !== undefined;
  const isCreated = creates && (isQueried ? isSuccess(refused) : refused.status === 201);
  const sent = spelling?.headers === undefined ? 'The path, written' : 'The request, sent';
  if (spelling !== undefined && typeof credentials === 'string') {
    const isShown = spelling.isTheSame
      ? isSuccess(refused) || handsOver(refused, accepted)
      : isCreated || repeatsData(specification, refused, accepted);
    const words = `${sent} with ${spelling.id}, is answered {status} instead of refused`;
    yield isShown ? wrongStatus(refused, requirement, words, { way: wayOf(spelling) }) : held;
    return;
  }
  if (!isCreated && !repeatsData(specification, refused, accepted)) yield held;
  else if (spelling === undefined && method === accepted.call.method)
    yield showsProtected(specification, refused, requirement);
  else {
    const how = spelling === undefined ? method : `${sent} with ${spelling.id},`;
    const whom = typeof credentials === 'string' ? 'that the token may not see' : 'without credentials';
    const words = `${how} ${creates ? 'creates an organisation' : 'shows data'} ${whom}`;
    const way = spelling === undefined ? `The method ${method}` : wayOf(spelling);
    yield deviates(refused, requirement, words, '', { kind: 'shown', way });
  }
};

export interface HeadTwin extends Twin {
  /**
   * The answer to HEAD of a case that does not exist. Requested only if the refused HEAD is answered with a
   * success.
   */
  readonly absent: Exchange | undefined;
  /** The refusal of the same request with GET, if its Content-Length is to be compared. */
  readonly get?: Exchange;
}

/**
 * Judges a HEAD request that must be refused. HEAD is answered like GET, but without the body (RFC 9110,
 * section 9.3.2). It must not disclose that a case exists, or how long its record is.
 */
export function* headDisclosesNothing(
  { refused, accepted, get, absent, credentials }: HeadTwin,
  requirement: string,
): Iterable<Judgement> {
  const by = `HEAD ${typeof credentials === 'string' ? `with tokens.${credentials}` : 'without credentials'}`;
  if (absent === undefined || isSuccess(absent)) yield held;
  else {
    const words = `${by} reveals that the case exists: it is answered {status}`;
    const way = typeof credentials === 'string' ? { way: 'The method HEAD' } : {};
    yield wrongStatus(refused, requirement, words, way);
  }
  const { 'content-length': length } = refused.headers;
  if (get === undefined || length !== lengthOf(accepted) || length === lengthOf(get)) return;
  const words = `${by} reveals the length of the record in its Content-Length`;
  yield advises(refused, 'head-as-get', words, '', 'length of the record');
}

function lengthOf({ headers, text }: Exchange): string {
  return headers['content-length'] ?? String(Buffer.byteLength(text));
}

interface Suspect {
  readonly twin: Twin;
  readonly phrases: readonly string[];
  /** The phrases of the record that was refused, each with the name of its field if the description knows the field. */
  readonly own: ReadonlyMap<string, string | undefined>;
  /** Answers that do not depend on the record. A phrase that occurs in them is not from the record. */
  readonly others: readonly Exchange[];
}

export interface RepeatedSuspect extends Suspect {
  readonly again: readonly Exchange[];
}

const maxSearchedCharacters = 20_000;

export function suspectsAmong(
  specification: Specification,
  twins: readonly Twin[],
  refusedCaller: RefusedCaller,
): readonly Suspect[] {
  const searched = twins.map((twin) => ({ ...twin, refused: beginningOf(twin.refused) }));
  // For the other records, only what even a colleague may not learn is searched, such as a price: a contact's name in a
  // refusal may be a person's name in another record by chance.
  const ofAny = phrasesOfRecords(
    specification,
    searched.map(({ accepted }) => accepted),
    'colleague',
  );
  return searched.flatMap((twin) => {
    const { refused, accepted } = twin;
    const told = disclosedPhrases(refused, phrasesOfRecords(specification, [accepted], refusedCaller));
    const own = new Map(
      told.map((phrase) => [phrase, fieldContaining(specification, jsonOf(accepted), phrase)]),
    );
    const phrases = [...new Set([...told, ...disclosedPhrases(refused, ofAny)])];
    if (phrases.length === 0) return [];
    const others = searched
      .map((other) => other.refused)
      .filter(({ call }) => call.path !== refused.call.path);
    return [{ twin, phrases, own, others }];
  });
}

function fieldContaining(specification: Specification, record: unknown, phrase: string): string | undefined {
  const [name] =
    [...membersWithin(record, maxRecordDepth)].find(
      ([, value]) =>
        typeof value !== 'object' && readWords(String(value).toLowerCase()).words.join(' ') === phrase,
    ) ?? [];
  return name !== undefined && knownNames(specification).has(name) ? name : undefined;
}

function beginningOf(refused: Exchange): Exchange {
  if (refused.text.length <= maxSearchedCharacters) return refused;
  const body = { kind: 'not-json', problem: 'not read', message: 'It is too long to be searched.' } as const;
  return { ...refused, text: startOf(refused.text, maxSearchedCharacters), body };
}

/**
 * Judges that refusals disclose nothing of protected records. A refusal may name a contact, the caller and the
 * requested path. So a phrase counts only if it is from a protected record, is in each repetition of the refusal, and
 * is neither in other refusals nor in answers that the caller may read.
 */
export function* disclosesNoPhrase(suspect: RepeatedSuspect, requirement: string): Iterable<Judgement> {
  const { twin, phrases, own, again, others } = suspect;
  const disclosed = repeatedPhrases(phrases, again, others);
  if (disclosed.length === 0) return;
  const ofItsRecord = disclosed.find((phrase) => own.has(phrase));
  const whose = ofItsRecord === undefined ? 'another record' : 'the record that was asked for';
  const name = own.get(ofItsRecord ?? '');
  const words = `The refusal contains ${name === undefined ? 'a text' : `the ${name}`} of ${whose}`;
  yield deviates(twin.refused, requirement, words, '', `tells with ${twin.refused.credentials}`);
}

/**
 * Who is refused. A `stranger`, from another organisation or without credentials, may learn nothing about a record. A
 * `colleague`, of the same organisation, may learn its name, reference or address, but no price and no contact details.
 */
export type RefusedCaller = 'stranger' | 'colleague';

export function disclosedPhrases(reply: Exchange, phrases: Phrases): readonly string[] {
  const disclosed = phrasesWithin(partsOf(reply), phrases);
  const { path, body = '' } = reply.call;
  const sent = phrasesWithin([path, body], phrasesOf(disclosed));
  return disclosed.filter((phrase) => !sent.includes(phrase));
}

/**
 * Distinctive texts of records. Common words, such as a status, a year or a town, and texts of the
 * description are left out.
 */
export function phrasesOfRecords(
  specification: Specification,
  accepted: readonly Exchange[],
  refusedCaller: RefusedCaller,
): Phrases {
  const phrasesOfRecord = specification.derive(recordPhrases)[refusedCaller];
  const all = accepted.flatMap((one) => [...phrasesOfRecord(one).values()].flat());
  return Map.groupBy(all, ([word = '']) => word);
}

export function repeatedPhrases(
  phrases: readonly string[],
  again: readonly Exchange[],
  others: readonly Exchange[],
): readonly string[] {
  const isIn = (phrase: string) => (one: Exchange) =>
    phrasesWithin(partsOf(one), phrasesOf([phrase])).length > 0;
  return phrases.filter((phrase) => again.every(isIn(phrase)) && !others.some(isIn(phrase)));
}

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

function recordPhrases({ text: described }: Specification) {
  const phrasesFor = (refusedCaller: RefusedCaller) =>
    memoised(
      (accepted: Exchange) => {
        const texts = [...distinctiveTexts(jsonOf(accepted), refusedCaller)];
        return phrasesOf(texts.filter((text) => !described.includes(text)).map((text) => text.toLowerCase()));
      },
      ({ body }) => body,
    );
  return { stranger: phrasesFor('stranger'), colleague: phrasesFor('colleague') };
}

function* distinctiveTexts(record: unknown, refusedCaller: RefusedCaller): Iterable<string> {
  for (const text of personalTexts(record, undefined))
    if (refusedCaller === 'stranger' || isContactData(text)) yield text;
  for (const [name, value] of membersWithin(record, maxRecordDepth)) {
    if (/price$/i.test(name) && typeof value === 'number' && value >= minPrice) {
      const pounds = Math.trunc(value);
      yield* [String(pounds), String(pounds).replaceAll(/\B(?=(\d{3})+$)/g, ',')];
    }
    if (refusedCaller === 'stranger' && typeof value === 'string' && identifiesRecord(name, value))
      yield value;
  }
}

function isContactData(text: string): boolean {
  return /@|^[+0][\d\s()./-]+$|^[A-Z]{2}\d{6}[A-D]$/.test(text);
}

/**
 * Whether a value identifies a record: a surname, or a reference with letters and a digit. A date or a year
 * alone is not a reference.
 */
function identifiesRecord(name: string, value: string): boolean {
  if (name === 'reference') return value.length >= 6 && /\d/.test(value) && /\p{L}/u.test(value);
  return /^(surname|lastName)$/.test(name) && /^\p{Lu}[\p{L}'’-]{3,}$/u.test(value);
}

/** The price in pounds from which a number counts as protected data. A lower number may mean anything. */
const minPrice = 10_000;
