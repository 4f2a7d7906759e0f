import type { JsonObject } from '../../reference/json.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { mapTexts, only, taking, withAddress } from '../client-behaviours.ts';
import { type FaultFacts, faultsOf, kebab, unseenByVerify } from '../fault.ts';

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

/** What is made of the text of one field, or one line of an address, alone. */
const manglingsOfOne: readonly (readonly [field: string, ...Mangling])[] = [
  ['title', 'dotted', 'kept with a full stop', (text) => `${text}.`],
  ['emailAddress', 'upper-case', 'kept in upper case', (text) => text.toUpperCase()],
  [
    'emailAddress',
    'undotted',
    'kept without full stops before the at sign',
    (text) => text.replaceAll(/\.(?=.*@)/g, ''),
  ],
  [
    'telephoneNumber',
    'national',
    'kept as it is dialled within the country',
    (text) => text.replace('+44', '0'),
  ],
  ['telephoneNumber', 'spaced', 'kept in groups of digits', (text) => text.replace(/^(...)(....)/, '$1 $2 ')],
  ['telephoneNumber', 'shorter', 'kept without its last digit', (text) => text.slice(0, -1)],
  ['address/postcode', 'closed', 'kept without its space', (text) => text.replace(' ', '')],
  ['address/postcode', 'outward', 'cut to its first half', (text) => text.replace(/ .*/, '')],
  ['address/post_town', 'upper-case', 'kept in upper case', (text) => text.toUpperCase()],
  [
    'address/uprn',
    'rounded',
    'kept as a number of lower precision',
    (text) => String(Math.fround(Number(text))),
  ],
];

/** Services that do not keep texts as they are sent. */
export const clientTextFaults: readonly Fault[] = Object.freeze([
  ...manglingsOfOne.flatMap(([field, id, words, mangle]) =>
    faultsOf(
      field.startsWith('address/') ? 'update-client-address-replaced' : 'update-client-fields',
      `/${field}`,
      [[`${kebab(field).replaceAll(/[/_]/g, '-')}-${id}`, `${field} is ${words}`, mangling(field, mangle)]],
    ),
  ),
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
        mangling('lastName', mangle),
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
          mangling('address', mangle),
        ]),
      facts,
    ),
  ];
}

/** A service that takes the field, or the line of an address, mangled. */
function mangling(field: string, mangle: (text: string) => string): Behaviour {
  const [name = '', line] = field.split('/');
  const mangled = (object: JsonObject, one: string) => ({
    ...object,
    ...mapTexts(only(object, one), mangle),
  });
  return taking((patch) => {
    if (line === undefined) return mangled(patch, name);
    return withAddress(patch, (address) => mangled(address, line));
  });
}

const beyond = /[\u{10000}-\u{10ffff}]/gu;

function escaped(text: string, characters: RegExp): string {
  return text.replaceAll(characters, (character) => `&#${character.charCodeAt(0)};`);
}

function capitalised(text: string): string {
  return text.toLowerCase().replaceAll(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase());
}
