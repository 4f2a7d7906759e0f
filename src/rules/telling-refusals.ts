import { jsonOf } from '../harness/assertions.ts';
import { type Phrases, phrasesIn, phrasesOf, readWords } from '../http/phrases.ts';
import { mostLevels, tellingTexts } from '../http/telling-texts.ts';
import { remembered } from '../schema/remembered.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';

/**
 * Who is refused. A stranger may know nothing of a record. A colleague may know what it is called, be it by a name, a
 * reference or an address, but a refusal is no place for how to reach a client, or for a price.
 */
export type Refusee = 'stranger' | 'colleague';

/**
 * What a refusal tells of records, as phrases. A status, a word of a vocabulary, a year or a town may stand in any
 * refusal; what the request holds is the caller's own; and what the description says is anybody's.
 * @param telling - what may not be told of the records
 */
export function toldBy(reply: Exchange, telling: Phrases): readonly string[] {
  const told = phrasesWithin(saidIn(reply), telling);
  const { path, body = '' } = reply.call;
  const sent = phrasesWithin([path, body], phrasesOf(told));
  return told.filter((phrase) => !sent.includes(phrase));
}

/**
 * What refusals may not tell of records.
 * @param accepted - the answers to somebody who may read them
 */
export function tellingPhrases(
  specification: Specification,
  accepted: readonly Exchange[],
  refusee: Refusee,
): Phrases {
  const ofEach = accepted.map((reply) => phrasesOfRecord[refusee](reply, specification));
  const all = ofEach.flatMap((phrases) => [...phrases.values()].flat());
  return Map.groupBy(all, ([word = '']) => word);
}

/** Whether an answer holds the phrase, in its body or a header, in any letter case. */
export function holds(reply: Exchange, phrase: string): boolean {
  return phrasesWithin(saidIn(reply), phrasesOf([phrase])).length > 0;
}

/** The parts of an answer, each made when it is looked at: they may be large. */
function* saidIn({ body, text, headers }: Exchange): Iterable<string> {
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

/** A record is looked through once for all refusals. */
const phrasesOfRecord = { stranger: tellingTo('stranger'), colleague: tellingTo('colleague') };

function tellingTo(refusee: Refusee) {
  return remembered(
    (accepted: Exchange, { text: described }: Specification) =>
      phrasesOf(
        [...distinctiveIn(jsonOf(accepted), refusee)]
          .filter((text) => !described.includes(text))
          .map((text) => text.toLowerCase()),
      ),
    ({ body }) => body,
  );
}

/** The values of a record that stand in no other by chance. */
function* distinctiveIn(record: unknown, refusee: Refusee): Iterable<string> {
  for (const text of tellingTexts(record, undefined)) if (refusee === 'stranger' || reaches(text)) yield text;
  for (const [name, value] of membersIn(record)) {
    if (/price$/i.test(name) && typeof value === 'number' && value >= leastPrice) yield* amountIn(value);
    if (refusee === 'stranger' && typeof value === 'string' && isLabel(name, value)) yield value;
  }
}

/** An e-mail address, a telephone number and a National Insurance number. */
function reaches(text: string): boolean {
  return /@|^[+0][\d\s()./-]+$|^[A-Z]{2}\d{6}[A-D]$/.test(text);
}

/** A reference has a number, and no date or year alone is one. */
function isLabel(name: string, value: string): boolean {
  if (name === 'reference') return value.length >= 6 && /\d/.test(value) && /\p{L}/u.test(value);
  return /^(surname|lastName)$/.test(name) && /^\p{Lu}[\p{L}'’-]{3,}$/u.test(value);
}

/** A lower one may be the number of anything. */
const leastPrice = 10_000;

/** Its pounds, written as a number, and in groups of three. */
function amountIn(value: number): string[] {
  const pounds = Math.trunc(value);
  return [String(pounds), pounds.toLocaleString('en-GB')];
}

/** The members of a value, and theirs, each with its name. */
export function* membersIn(
  value: unknown,
  levels = mostLevels,
): Iterable<readonly [name: string, value: unknown]> {
  if (levels === 0 || typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    yield [name, member];
    yield* membersIn(member, levels - 1);
  }
}
