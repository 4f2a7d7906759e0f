// Not `node:util`, whose `diff` Bun does not have. Only one file of `diff` is imported, since the whole package takes
// 9 ms to load.
import { diffArrays } from 'diff/lib/diff/array.js';
import { alteredHazards } from '../generation/hazards.ts';
import { characters } from '../http/json.ts';
import type { OwnValues } from '../http/made-up.ts';
import { percentDecoded } from '../http/percent-decoding.ts';
import { isProgramLiteral } from '../http/redact.ts';

const punctuation = /[!-/:-@[-`{-~]/;

type Class = readonly [name: string, member: RegExp];

const ofPunctuation: Class = ['punctuation', punctuation];

const classes: readonly Class[] = [
  ['white space', /\s/],
  ['emoji and other characters of 4 bytes in UTF-8', /[\u{10000}-\u{10ffff}]/u],
  ['characters beyond Latin-1', /[^\0-\u00ff]/],
  ['characters beyond ASCII', /[^\0-\u007f]/],
];

interface Circumstances {
  readonly siblings?: unknown;
  readonly own?: OwnValues | undefined;
}

/**
 * Describes how the found text differs from the sent one. Quotes only texts that the suite invented, and
 * ASCII punctuation with its replacements, which identify nobody.
 */
export function textDifference(
  sent: string,
  found: string,
  { siblings = {}, own = new Map() }: Circumstances = {},
) {
  const [other] = Object.entries(Object(siblings)).find(([, text]) => text === found && found !== '') ?? [];
  if (other !== undefined)
    return { words: `is what was sent as ${other}`, alike: 'is what was sent as another field' };
  const [exact, vague] = waysFrom(sent, found);
  const hazards = exact === undefined || found === '' ? hazardsInWords(sent, found) : '';
  const alike =
    exact === undefined ? (vague ?? `${otherTextInWords(sent, found)}${hazards}`) : `${exact}${hazards}`;
  const example = exact === undefined ? exampleOf(sent, found, own) : '';
  return { words: `${vague === undefined && example !== '' ? isAlteredWords : alike}${example}`, alike };
}

const maxReplacements = 4;

/** Longer parts of the found text are not shown, since they may identify somebody. */
const maxFoundPart = 4;

/** Longer parts of the sent text are not shown either: such a difference is not small. */
const maxSentPart = 12;

/** The replaced characters. Empty unless the suite invented the sent text. */
function exampleOf(sent: string, found: string, own: OwnValues): string {
  const replaced = own.has(sent) && found !== '' ? replacedIn(sent, found) : [];
  const [ofCase, others] = [true, false].map((isCase) => [
    ...new Set(replaced.filter((parts) => isOneBy(lower, ...parts) === isCase).map(replacementInWords)),
  ]) as [string[], string[]];
  const named = [...others.slice(0, maxReplacements), ...ofCase].slice(0, maxReplacements + 1);
  const more = ofCase.length + others.length - named.length;
  return named.length === 0 ? '' : `: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function replacementInWords([part, by]: Replaced): string {
  if (part === '') return `${characterNames(by)} added`;
  return by === '' ? `${characterNames(part)} lost` : `${characterNames(part)} → ${characterNames(by)}`;
}

/** The parts that differ, by a longest common subsequence. Empty if more than a few characters differ. */
export function replacedIn(sent: string, found: string): Replaced[] {
  const parts = differingParts(sent, found);
  const lengthAt = (place: 0 | 1): number => parts.reduce((sum, part) => sum + part[place].length, 0);
  // A few altered characters in a text that the suite made up identify nobody.
  const isNear = lengthAt(0) * 2 <= sent.length && lengthAt(1) * 4 <= found.length;
  const isSmall = parts.every(([one, other]) => one.length <= maxSentPart && other.length <= maxFoundPart);
  return isNear && isSmall ? parts : [];
}

type Replaced = readonly [sent: string, found: string];

function differingParts(sent: string, found: string): Replaced[] {
  const [one, other] = [[...sent], [...found]];
  if (Math.max(one.length, other.length) > maxTextLength) return [[sent, found]];
  const maxEditLength = Math.max(0, one.length - other.length) + Math.ceil(other.length / 2);
  const changes = diffArrays(one, other, { maxEditLength });
  if (changes === undefined) return [[sent, found]];
  const parts: [string, string][] = [];
  let isSame = true;
  for (const { added, removed, value } of changes) {
    if (isSame && (added || removed)) parts.push(['', '']);
    isSame = !added && !removed;
    const part = parts.at(-1);
    if (part !== undefined && !isSame) part[removed ? 0 : 1] += value.join('');
  }
  return parts;
}

/** Names of characters that a reader would not see, or would take for another one. */
const names: Readonly<Record<string, string>> = {
  ...{ '\0': 'NUL', '\t': 'tab', '\n': 'line feed', '\r': 'carriage return', ' ': 'space' },
  ...{ '\u00a0': 'no-break space', '\u200c': 'zero-width non-joiner', '\u200d': 'zero-width joiner' },
  ...{ '\u200f': 'right-to-left mark', '\u0301': 'combining acute accent', '\u0308': 'combining diaeresis' },
  ...{ '\u2013': 'en dash', '\u2019': 'curly apostrophe', '\u201c': 'curly quote', '\u201d': 'curly quote' },
  '\ufffd': 'replacement character',
};

/** Characters for a reader: visible ones as they are, confusable ones also by name, and others by name. */
export function characterNames(text: string): string {
  const all = [...text].map((character) => {
    const name = names[character];
    const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    const isVisible = /[\p{L}\p{N}\p{S}\p{P}]/u.test(character);
    if (isVisible && (name !== undefined || character.normalize('NFKC') !== character))
      return `${character} (${name ?? code})`;
    if (isVisible) return character;
    return character < '!' && name !== undefined ? name : `${name === undefined ? '' : `${name} `}${code}`;
  });
  return all.every((one) => [...one].length === 1) ? text : all.join(' + ');
}

/** If more hazards are altered, they have a common cause, and none is named. */
const maxNamedHazards = 2;

function hazardsInWords(sent: string, found: string): string {
  const had = alteredHazards(sent, found);
  return had.length === 0 || had.length > maxNamedHazards ? '' : `, sent with ${had.join(' and ')}`;
}

export function isCut(sent: string, found: string): boolean {
  return found !== '' && found !== sent && sent.startsWith(found);
}

export function isDerived(sent: string, found: string): boolean {
  // Any two dates differ by a number of days, which does not show that one was derived from the other.
  const isOtherDate = daysApart(sent, found) !== undefined;
  const isEmpty = sent.trim() === '' || found === '';
  return !isOtherDate && !isEmpty && waysFrom(sent, found).some((way) => way !== undefined);
}

function waysFrom(sent: string, found: string): (string | undefined)[] {
  return [exactWays, vagueWays].map((ways) =>
    ways.map((one) => one(sent, found)).find((one) => one !== undefined),
  );
}

type Way = (sent: string, found: string) => string | undefined;

const exactWays: readonly Way[] = [
  (sent, found) => (sent === '' ? `was sent empty, but ${newTextInWords(found)}` : undefined),
  (_sent, found) => (found === '' ? 'is empty' : undefined),
  (sent, found) => (isOneBy(trimmed, sent, found) ? 'is stored with other spaces around it' : undefined),
  (sent, found) => (isSameNumber(sent, found) ? 'is stored as a number is written' : undefined),
  (sent, found) => (sent === `${found}.` ? 'loses the dot at its end' : undefined),
  (sent, found) => (isCut(sent, found) ? cutInWords(sent, found) : undefined),
  (sent, found) => (found === sent.toUpperCase() ? 'is stored in upper case' : undefined),
  (sent, found) => (found === sent.toLowerCase() ? 'is stored in lower case' : undefined),
  (sent, found) => (composed(found) === plain(sent) ? 'loses its accents' : undefined),
  (sent, found) => (found === sent.replaceAll(/<[^>]*>/g, '') ? 'loses its markup' : undefined),
  (sent, found) => (found === withoutPercents(sent) ? 'is percent-decoded' : undefined),
  (sent, found) => (unescaped(found) === sent ? 'is stored with the \\u escapes of JSON' : undefined),
  (sent, found) =>
    /^0+$/.test(sent.slice(0, -found.length)) && sent.endsWith(found) ? 'loses leading zeros' : undefined,
  daysApart,
  (sent, found) => (/^\+\d/.test(sent) && isNational(sent, found) ? 'loses its country code' : undefined),
  (sent, found) => ofClasses(sent, found, [ofPunctuation]),
];

const vagueWays: readonly Way[] = [
  (sent, found) => (isOneBy(lower, sent, found) ? 'is stored with other upper and lower case' : undefined),
  (sent, found) => (isOneBy(composed, sent, found) ? 'is stored in another normalization form' : undefined),
  (sent, found) => ofClasses(sent, found, classes),
  (sent, found) => {
    const further = ofClasses(lower(sent), lower(found), [ofPunctuation, ...classes])?.replace(
      / instead of .*/,
      '',
    );
    return further === undefined ? undefined : `${further}, and other upper and lower case`;
  },
];

function cutInWords(sent: string, found: string): string {
  const ending = cutAtClass(sent, found);
  return `is cut ${ending === undefined ? `to ${characters(found.length)}` : `at the first ${ending.one}`}`;
}

function longerInWords(more: string): string {
  // Letters may be a short name of the target, so they are only counted.
  return `is stored with ${/^[!-/:-@[-`{-~ ]{1,2}$/.test(more) ? characterNames(more) : characters(more.length)} after it`;
}

/** A kind of character at which a text may end. */
interface Ending {
  readonly one: string;
  readonly many: string;
  readonly member: RegExp;
}

/**
 * The kind of character before which a text was cut, if the found text contains no such character. Such a cut is not
 * due to a length limit.
 */
export function cutAtClass(sent: string, found: string): Ending | undefined {
  const [next = ''] = sent.slice(found.length);
  // `\r\n` is one line break, so its `\r` may be left.
  const before = next === '\n' ? found.replace(/\r$/, '') : found;
  return endings.find(({ member }) => member.test(next) && !member.test(before));
}

export function endingsIn(text: string): Ending[] {
  return endings.filter(({ member }) => member.test(text));
}

const endings: readonly Ending[] = [
  { one: 'NUL', many: 'NUL', member: /\0/ },
  { one: 'line break', many: 'line breaks', member: /[\r\n]/ },
  {
    one: 'character beyond the basic plane',
    many: 'characters beyond the basic plane',
    member: /[\u{10000}-\u{10ffff}]/u,
  },
  { one: 'character beyond ASCII', many: 'characters beyond ASCII', member: /[^\0-\u007f]/ },
];

function ofClasses(sent: string, found: string, some: readonly Class[]): string | undefined {
  return some
    .map(([name, member]) => {
      const altered = replacements([...sent], [...found], member) ?? [];
      const isOfSome = altered.length < [...sent].filter((one) => member.test(one)).length;
      return ofClass(name, altered, isOfSome);
    })
    .find((words) => words !== undefined);
}

const msOfDay = 86_400_000;

function daysApart(sent: string, found: string): string | undefined {
  if (![sent, found].every(isFullDate)) return undefined;
  const days = (Date.parse(found) - Date.parse(sent)) / msOfDay;
  const count = `${Math.abs(days)} day${Math.abs(days) === 1 ? '' : 's'}`;
  return Number.isInteger(days) ? `is ${count} ${days < 0 ? 'earlier' : 'later'}` : undefined;
}

export function isFullDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

const lower = (text: string): string => text.toLowerCase();
const composed = (text: string): string => text.normalize('NFC');
const trimmed = (text: string): string => text.trim();
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

function withoutPercents(text: string): string {
  return text.replaceAll(/(%[0-9a-f]{2})+/gi, (escaped) => percentDecoded(escaped));
}

/** The text with Unicode escapes of JSON decoded, also if they have lost their backslash. */
function unescaped(text: string): string {
  return text.replaceAll(/\\?u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

function isOneBy(form: (text: string) => string, one: string, other: string): boolean {
  return form(one) === form(other);
}

function isSameNumber(sent: string, found: string): boolean {
  return /^-?\d+\.\d+$/.test(sent) && String(Number(sent)) === found;
}

function isNational(sent: string, found: string): boolean {
  const code = sent.length - found.length;
  return found.startsWith('0') && code > 0 && code <= 3 && sent.endsWith(found.slice(1));
}

const isAlteredWords = 'is altered';

function newTextInWords(found: string): string {
  return isProgramLiteral(found) ? `is stored as "${found}"` : `is a text of ${characters(found.length)}`;
}

function otherTextInWords(sent: string, found: string): string {
  const { length } = found;
  if (isProgramLiteral(found)) return newTextInWords(found);
  if (found.startsWith(sent)) return longerInWords(found.slice(sent.length));
  if (replacedIn(sent, found).length > 0) return isAlteredWords;
  return `is another text of ${length === sent.length ? 'the same length' : `${characters(length)} instead of ${sent.length}`}`;
}

type Replacement = readonly [character: string, by: string];

const maxReplacementLength = 8;
const maxTextLength = 1_000;

/** Text that is safe to quote: punctuation, escapes, character references and tiny words identify nobody. */
const isSign = /^([ -/:-@[-`{-~]{0,2}|&#?\w{1,6};|%[\dA-F]{2}|\ufffd|[a-z]{2,3})$/i;

/**
 * The replacements of characters of one class, if nothing else was altered. For punctuation, they must
 * satisfy `isSign`.
 */
function replacements(
  sent: readonly string[],
  found: readonly string[],
  member: RegExp,
): Replacement[] | undefined {
  if (Math.max(sent.length, found.length) > maxTextLength) return undefined;
  const lengths = [1, 0, ...Array.from({ length: maxReplacementLength - 1 }, (_, index) => index + 2)];
  const failed = new Set<number>();
  const from = (at: number, foundAt: number): Replacement[] | undefined => {
    const character = sent[at];
    if (character === undefined) return foundAt === found.length ? [] : undefined;
    const state = at * (maxTextLength + 1) + foundAt;
    if (failed.has(state)) return undefined;
    for (const length of member.test(character) ? lengths : [1]) {
      const by = found.slice(foundAt, foundAt + length).join('');
      if (by !== character && !(member.test(character) && (member !== punctuation || isSign.test(by))))
        continue;
      const rest = from(at + 1, foundAt + length);
      if (rest !== undefined) return by === character ? rest : [[character, by], ...rest];
    }
    failed.add(state);
    return undefined;
  };
  return from(0, 0);
}

function ofClass(name: string, altered: readonly Replacement[], isOfSome: boolean): string | undefined {
  if (altered.length === 0) return undefined;
  const exact = new Set(altered.map(([, by]) => by));
  // A character beyond the basic plane may become ??, and others ?.
  const made = exact.size === 1 ? exact : new Set([...exact].map((by) => by.replace(/^(.)\1+$/s, '$1')));
  const [first = ''] = made;
  if (name === 'punctuation') {
    const signs = [...new Set(altered.map((one) => one.map(characterNames).join(' as ')))].sort().slice(0, 3);
    return first === '' && made.size === 1
      ? `loses ${[...new Set(altered.map(([sign]) => sign))].join(' ')}`
      : `is stored with ${signs.join(', ')}`;
  }
  const what = isOfSome ? 'some characters' : name;
  if (made.size === 1 && first === '') return `loses ${what}`;
  return `is stored with ${made.size === 1 && isSign.test(first) ? characterNames(first) : 'other characters'} instead of ${what}`;
}
