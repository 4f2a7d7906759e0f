import { remembered } from '../schema/remembered.ts';
import { rememberingStretches } from './long-stretches.ts';
import { type Ranges, reachOf, searchFor } from './secret-search.ts';
import { leastFound, lettersOf, writingsOf } from './secret-writings.ts';

/** What stands where a secret stood. */
export const masked = '(token)';

/** A shorter text is a word, or a part of one. A secret that is shorter is none. */
const shortest = 4;

/** Takes secrets out of a text. */
export type Masking = (text: string) => string;

/**
 * Takes secrets out of a text, for a target that tells a token back may do so in any place; also most of one, since
 * forged tokens are made from a real one. What looks like the rest of the secret, on both sides, goes with it. Letters
 * are found in either case, as the name of a host comes in lower case; a secret is found too where it is escaped,
 * encoded, reversed, or split. JSON stays JSON. A text is read once, whatever it holds.
 * @param secrets - of less than twelve letters and digits, taken out where one stands alone as it is; of less than four
 *   characters, left
 * @returns what takes them out; a text without them is returned as it is
 */
export const maskingOf = remembered(
  (secrets: readonly string[]) => maskingFor([...new Set(secrets)]),
  (secrets) => secrets,
);

function maskingFor(secrets: readonly string[]): Masking {
  const writings = secrets.flatMap(writingsOf);
  const search = rememberingStretches(searchFor(writings), reachOf(writings));
  const short = secrets.filter(
    (secret) => secret.length >= shortest && lettersOf(secret).length < leastFound,
  );
  return (text) => {
    const found = search(text);
    const alone = short.flatMap((secret) => standingAlone(text, secret));
    if (found.length === 0 && alone.length === 0) return text;
    const all = alone.length === 0 ? found : united([...found, ...alone]);
    return isJson(text) ? inJson(text, all, found) : (cutting(text, all)(0, text.length) ?? text);
  };
}

/** Where a secret stands that has few letters and digits, in either case; one of few characters, as it is, by itself. */
function standingAlone(text: string, secret: string): Ranges {
  const writings = new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  const found: [start: number, end: number][] = [];
  const isLong = secret.length >= leastFound;
  for (const writing of writings) {
    const pattern = new RegExp(writing.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), isLong ? 'gi' : 'g');
    for (const { index: at } of text.matchAll(pattern)) {
      const end = at + writing.length;
      if (isLong || isAlone(text, at, end)) found.push([at, end]);
    }
  }
  return found;
}

/** Whether what stands there is neither a part of a word, nor the name of a member, which the interface chose. */
function isAlone(text: string, start: number, end: number): boolean {
  const isName = text[start - 1] === '"' && /^"\s*:/.test(text.slice(end, end + 20));
  return !isName && !isInWord(text, start) && !isInWord(text, end) && !text.startsWith(masked, start - 1);
}

/** Whether the characters before the place and at it are of one word; what an escape ends with is of none. */
function isInWord(text: string, at: number): boolean {
  if (!isOfWord.test(text.charAt(at)) || !isOfWord.test(text.charAt(at - 1))) return false;
  return text.charAt(at - 2) !== '\\' && !/\\u[0-9a-fA-F]{4}$/.test(text.slice(Math.max(0, at - 6), at));
}

const isOfWord = /^[A-Za-z0-9_]$/;

/** In their order, and apart from each other. */
function united(ranges: Ranges): Ranges {
  const apart: [start: number, end: number][] = [];
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = apart.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else apart.push([start, end]);
  }
  return apart;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type Cutting = (start: number, end: number) => string | undefined;

/**
 * Opens what cuts ranges out of parts of a text, which are asked for in their order.
 * @returns the part without them; undefined where it has none
 */
function cutting(text: string, ranges: Ranges): Cutting {
  let next = 0;
  return (start, end) => {
    while ((ranges[next]?.[1] ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    let kept = '';
    let from = start;
    for (let at = next; (ranges[at]?.[0] ?? Number.POSITIVE_INFINITY) < end; at += 1) {
      const [first, last] = ranges[at] as Ranges[number];
      kept += text.slice(from, Math.max(first, start)) + masked;
      from = Math.min(last, end);
    }
    return from === start ? undefined : kept + text.slice(from, end);
  };
}

/**
 * JSON with ranges cut out of its strings and numbers, so that it stays JSON whatever a secret or what stands before it
 * is written like. What was cut out of a number leaves a string.
 */
function inJson(json: string, ofStrings: Ranges, ofScalars: Ranges): string {
  const cutString = cutting(json, ofStrings);
  const cutScalar = cutting(json, ofScalars);
  const parts: string[] = [];
  let done = 0;
  const put = (start: number, end: number, left: string | undefined): void => {
    if (left === undefined) return;
    parts.push(json.slice(done, start), `"${left}"`);
    done = end;
  };
  const putScalars = (start: number, end: number): void => {
    for (const { 0: written, index } of json.slice(start, end).matchAll(/[^\s,:{}[\]]+/g)) {
      const from = start + index;
      put(from, from + written.length, cutScalar(from, from + written.length));
    }
  };
  let end = 0;
  for (let start = json.indexOf('"'); start !== -1; start = json.indexOf('"', end)) {
    putScalars(end, start);
    end = endOfString(json, start);
    put(start, end, cutString(start + 1, end - 1));
  }
  putScalars(end, json.length);
  return parts.join('') + json.slice(done);
}

const backslash = 0x5c;

/** Where the string of JSON that begins there ends: most of a large text is strings. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let before = end;
    while (json.charCodeAt(before - 1) === backslash) before -= 1;
    if ((end - before) % 2 === 0) return end + 1;
  }
}
