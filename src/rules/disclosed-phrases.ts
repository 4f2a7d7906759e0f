import { jsonOf } from '../harness/assertions.ts';
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

/**
 * The caller who is refused. A stranger may not learn anything about a record. A colleague may learn what it is
 * called, such as a name, a reference or an address, but not contact details of a client or a price.
 */
export type Refusee = 'stranger' | 'colleague';

/**
 * The phrases of records that a refusal discloses. Common words, such as a status, a vocabulary word, a year or a
 * town, do not count; nor does what the request contains or the description says.
 * @param telling - the phrases that may not be disclosed
 */
export function toldBy(reply: Exchange, telling: Phrases): readonly string[] {
  const told = phrasesWithin(saidIn(reply), telling);
  const { path, body = '' } = reply.call;
  const sent = phrasesWithin([path, body], phrasesOf(told));
  return told.filter((phrase) => !sent.includes(phrase));
}

/**
 * The phrases of records that refusals may not disclose.
 * @param accepted - the answers to a caller who may read the records
 */
export function tellingPhrases(
  specification: Specification,
  accepted: readonly Exchange[],
  refusee: Refusee,
): Phrases {
  const phrasesOfRecord = specification.derive(recordPhrases)[refusee];
  const ofEach = accepted.map(phrasesOfRecord);
  const all = ofEach.flatMap((phrases) => [...phrases.values()].flat());
  return Map.groupBy(all, ([word = '']) => word);
}

/** The phrases that occur in each answer to the same request, and in none of the other answers. */
export function toldEachTime(
  phrases: readonly string[],
  again: readonly Exchange[],
  others: readonly Exchange[],
): readonly string[] {
  const isIn = (phrase: string) => (one: Exchange) => holds(one, phrase);
  return phrases.filter((phrase) => again.every(isIn(phrase)) && !others.some(isIn(phrase)));
}

/** Whether an answer contains the phrase, in its body or a header, in any letter case. */
function holds(reply: Exchange, phrase: string): boolean {
  return phrasesWithin(saidIn(reply), phrasesOf([phrase])).length > 0;
}

/** The parts of an answer to search. They are generated lazily because they may be large. */
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

/** Cached, so each record is searched once for all refusals. */
function recordPhrases({ text: described }: Specification): Record<Refusee, (accepted: Exchange) => Phrases> {
  return { stranger: tellingTo('stranger', described), colleague: tellingTo('colleague', described) };
}

function tellingTo(refusee: Refusee, described: string): (accepted: Exchange) => Phrases {
  return remembered(
    (accepted: Exchange) =>
      phrasesOf(
        [...distinctiveIn(jsonOf(accepted), refusee)]
          .filter((text) => !described.includes(text))
          .map((text) => text.toLowerCase()),
      ),
    ({ body }) => body,
  );
}

/** The values of a record that do not occur in other records by chance. */
function* distinctiveIn(record: unknown, refusee: Refusee): Iterable<string> {
  for (const text of personalTexts(record, undefined))
    if (refusee === 'stranger' || reaches(text)) yield text;
  for (const [name, value] of membersIn(record)) {
    if (/price$/i.test(name) && typeof value === 'number' && value >= leastPrice) yield* amountIn(value);
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

/** The price in whole pounds, as plain digits and with thousands separators. */
function amountIn(value: number): string[] {
  const pounds = Math.trunc(value);
  return [String(pounds), pounds.toLocaleString('en-GB')];
}

/** The members of a value and of its nested values, each with its name. */
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
