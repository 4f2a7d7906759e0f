import type { Fault } from '../behaviour.ts';
import { mapTexts, taking } from '../client-behaviours.ts';
import { type FaultFacts, faultsOf, unseenByVerify } from '../fault.ts';

/** What careless services make of a text: what it is called, what it is, and how. */
type Mangling = readonly [id: string, words: string, mangle: (text: string) => string];

const caseChanges: readonly Mangling[] = [
  ['lower-case', 'kept in lower case', (text) => text.toLowerCase()],
  ['upper-case', 'kept in upper case', (text) => text.toUpperCase()],
];

const manglings: readonly Mangling[] = [
  ['cut-at-50', 'cut to 50 characters', (text) => text.slice(0, 50)],
  ['cut-at-100', 'cut to 100 characters', (text) => text.slice(0, 100)],
  ['cut-at-199', 'cut to 199 characters', (text) => text.slice(0, 199)],
  ['angle-brackets-escaped', 'kept with < and > escaped', (text) => escaped(text, /[<>]/g)],
  ['ampersands-escaped', 'kept with & escaped', (text) => escaped(text, /&/g)],
  ['quotes-escaped', 'kept with straight quotes escaped', (text) => escaped(text, /["']/g)],
  ['markup-removed', 'kept without its markup', (text) => text.replaceAll(/<[^>]*>/g, '')],
  ['entities-read', 'kept with &amp; read as &', (text) => text.replaceAll('&amp;', '&')],
  ['ascii-questioned', 'kept with ? for what is not ASCII', (text) => text.replaceAll(/[^ -~]/g, '?')],
  ['accents-removed', 'kept without accents', (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')],
  ['accents-apart', 'kept with each accent as a character of its own', (text) => text.normalize('NFD')],
  [
    'utf-8-as-latin-1',
    'written as UTF-8 and read as Latin-1',
    (text) => Buffer.from(text).toString('latin1'),
  ],
  ['plane-removed', 'kept without characters beyond the basic plane', (text) => text.replaceAll(beyond, '')],
  [
    'plane-cut',
    'cut at the first character beyond the basic plane',
    (text) => text.replace(/[\u{10000}-\u{10ffff}].*/u, ''),
  ],
  ['quotes-doubled', 'kept with apostrophes doubled', (text) => text.replaceAll("'", "''")],
  ['backslashes-removed', 'kept without backslashes', (text) => text.replaceAll('\\', '')],
  ['backslashes-doubled', 'kept with backslashes doubled', (text) => text.replaceAll('\\', '\\\\')],
  ['line-breaks-read', 'kept with \\n read as a line break', (text) => text.replaceAll('\\n', '\n')],
  ['templates-filled', 'kept with placeholders filled in', (text) => text.replaceAll(/\{\{\w+\}\}/g, '')],
  ['capitalised', 'kept with each word capitalised', capitalised],
  ['spaces-collapsed', 'kept with one space for several', (text) => text.replaceAll(/ +/g, ' ')],
  ['spaces-removed', 'kept without spaces', (text) => text.replaceAll(' ', '')],
];

/** What is also tried on the lines of an address; they need not be kept as names are. */
const inLines: ReadonlySet<string> = new Set([
  'cut-at-199',
  'angle-brackets-escaped',
  'markup-removed',
  'ascii-questioned',
  'plane-removed',
  'upper-case',
  'spaces-collapsed',
]);

/** Services that do not keep texts as they are sent. */
export const clientTextFaults: readonly Fault[] = Object.freeze([
  ...faultsOfTexts(caseChanges),
  // No interaction sends what the others would change.
  ...faultsOfTexts(manglings, unseenByVerify),
]);

function faultsOfTexts(some: readonly Mangling[], facts?: FaultFacts): readonly Fault[] {
  return [
    ...faultsOf(
      'update-client-fields',
      '/lastName',
      some.map(([id, words, mangle]) => [
        `name-${id}`,
        `A last name is ${words}`,
        taking((patch) =>
          typeof patch.lastName === 'string' ? { ...patch, lastName: mangle(patch.lastName) } : patch,
        ),
      ]),
      facts,
    ),
    ...faultsOf(
      'update-client-address-replaced',
      '/address/line_1',
      some
        .filter(([id]) => inLines.has(id))
        .map(([id, words, mangle]) => [
          `line-${id}`,
          `A line of an address is ${words}`,
          taking((patch) => ({ ...patch, ...mapTexts(addressIn(patch), mangle) })),
        ]),
      facts,
    ),
  ];
}

const beyond = /[\u{10000}-\u{10ffff}]/gu;

function addressIn({ address }: Parameters<typeof mapTexts>[0]): Parameters<typeof mapTexts>[0] {
  return address === undefined ? {} : { address };
}

function escaped(text: string, characters: RegExp): string {
  return text.replaceAll(characters, (character) => `&#${character.charCodeAt(0)};`);
}

function capitalised(text: string): string {
  return text.toLowerCase().replaceAll(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase());
}
