import type { JsonObject } from '../../reference/json.ts';
import { refusal } from '../answers.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import {
  changingClients,
  mapTexts,
  only,
  refusing,
  sendsText,
  taking,
  withAddress,
} from '../client-behaviours.ts';
import { faultsOf, faultsUnseenByVerify, kebab } from '../fault.ts';
import { normalisingServices } from '../normalising-services.ts';
import { all } from '../requests.ts';

/** A way in which careless services alter texts. */
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
  ['cut-at-comma', 'cut at the first comma', (text) => text.replace(/,.*/s, '')],
  [
    'full-stops-removed',
    'kept without the full stops of abbreviations',
    (text) => text.replaceAll(/\.(?= )/g, ''),
  ],
  ['brackets-removed', 'kept without round brackets', (text) => text.replaceAll(/[()]/g, '')],
  ['backslashes-removed', 'kept without backslashes', (text) => text.replaceAll('\\', '')],
  ['backslashes-doubled', 'kept with backslashes doubled', (text) => text.replaceAll('\\', '\\\\')],
  ['line-breaks-read', 'kept with \\n read as a line break', (text) => text.replaceAll('\\n', '\n')],
  ['templates-filled', 'kept with placeholders filled in', (text) => text.replaceAll(/\{\{\w+\}\}/g, '')],
  ['capitalised', 'kept with each word capitalised', capitalised],
  ['spaces-collapsed', 'kept with one space for several', (text) => text.replaceAll(/ +/g, ' ')],
  ['spaces-removed', 'kept without spaces', (text) => text.replaceAll(' ', '')],
  ['cut-at-255', 'cut to 255 characters', (text) => text.slice(0, 255)],
  ['cut-at-1000', 'cut to 1,000 characters', (text) => text.slice(0, 1_000)],
  ['cut-at-4000', 'cut to 4,000 characters', (text) => text.slice(0, 4_000)],
  ['cut-at-255-bytes', 'cut to 255 bytes', (text) => Buffer.from(text).subarray(0, 255).toString()],
  [
    'long-ellipsis',
    'ended with an ellipsis after 60 characters',
    (text) => text.replace(/^(.{60}).+$/su, '$1…'),
  ],
  [
    'plane-questioned',
    'kept with ? for what is beyond the basic plane',
    (text) => text.replaceAll(beyond, '?'),
  ],
  ['invisible-removed', 'kept without zero-width characters', (text) => text.replaceAll(zeroWidth, '')],
  [
    'directions-removed',
    'kept without the marks of its direction',
    (text) => text.replaceAll(/[\u200e\u200f]/g, ''),
  ],
  ['no-break-spaced', 'kept with spaces for no-break spaces', (text) => text.replaceAll('\u00a0', ' ')],
  ['no-break-removed', 'kept without no-break spaces', (text) => text.replaceAll('\u00a0', '')],
  [
    'western-alone',
    'kept with ? for letters that are not those of Western Europe',
    (text) => text.replaceAll(/[^\0-\u00ff]/gu, '?'),
  ],
  ['quotes-straightened', 'kept with straight quotes for curly ones', (text) => text.replaceAll('’', "'")],
  ['percent-decoded', 'kept with %20 read as a space', (text) => text.replaceAll('%20', ' ')],
  ['plus-decoded', 'kept with + read as a space', (text) => text.replaceAll('+', ' ')],
  ['form-encoded', 'kept with % and + escaped', (text) => escapedForUrls(text)],
  ['percent-doubled', 'kept with percent signs doubled', (text) => text.replaceAll('%', '%%')],
  ['comments-cut', 'cut where -- stands', (text) => text.replace(/--.*/s, '')],
  ['tabs-spaced', 'kept with spaces for tabs', (text) => text.replaceAll('\t', ' ')],
  ['line-breaks-removed', 'kept without line breaks', (text) => text.replaceAll(/[\r\n]+/g, '')],
  ['line-breaks-spaced', 'kept with spaces for line breaks', (text) => text.replaceAll(/[\r\n]+/g, ' ')],
  ['line-breaks-marked', 'kept with <br> for line breaks', (text) => text.replaceAll(/\r?\n/g, '<br>')],
  ['first-line', 'kept as far as its first line', (text) => text.replace(/[\r\n].*/s, '')],
  ['zeros-removed', 'kept without leading zeros', (text) => text.replace(/^0+(?=\d)/, '')],
  ['numbers-read', 'kept as a number where it may be one', (text) => asNumber(text)],
  ['null-word-emptied', 'empty where it is the word null', (text) => (text === 'null' ? '' : text)],
  [
    'undefined-word-emptied',
    'empty where it is the word undefined',
    (text) => (text === 'undefined' ? '' : text),
  ],
  ['empty-dashed', 'a dash where it is empty', (text) => (text === '' ? '-' : text)],
];

/** The manglings that are also tried on the lines of an address, which need not be stored as names are. */
const inLines: ReadonlySet<string> = new Set([
  'cut-at-199',
  'angle-brackets-escaped',
  'markup-removed',
  'ascii-questioned',
  'plane-removed',
  'upper-case',
  'spaces-collapsed',
  'cut-at-255',
  'cut-at-1000',
  'cut-at-4000',
  'no-break-spaced',
  'invisible-removed',
  'percent-decoded',
  'plus-decoded',
  'tabs-spaced',
  'line-breaks-spaced',
  'first-line',
  'null-word-emptied',
]);

/** Manglings of one field, or of one line of an address. */
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

/** The same, for texts that no interaction sends. */
const manglingsOfRare: typeof manglingsOfOne = [
  ['telephoneNumber', 'cut', 'cut to 13 characters', (text) => text.slice(0, 13)],
  [
    'telephoneNumber',
    'british',
    'kept as though it were of Britain',
    (text) => text.replace(/^\+(?!44)/, '+44'),
  ],
  [
    'telephoneNumber',
    'without-zero',
    'kept without the zero that Italian numbers begin with',
    (text) => text.replace(/^\+390/, '+39'),
  ],
  [
    'telephoneNumber',
    'without-one',
    'kept without the prefix of North America',
    (text) => text.replace(/^\+1(?=\d{10}$)/, '+'),
  ],
  [
    'emailAddress',
    'tag-removed',
    'kept without what follows a plus sign',
    (text) => text.replace(/\+[^@]*/, ''),
  ],
  ['emailAddress', 'plus-decoded', 'kept with + read as a space', (text) => text.replaceAll('+', ' ')],
  ['emailAddress', 'percent-decoded', 'kept with %40 read as @', (text) => text.replaceAll('%40', '@')],
  ['emailAddress', 'apostrophe-escaped', 'kept with apostrophes escaped', (text) => escaped(text, /'/g)],
  ['emailAddress', 'cut', 'cut to 64 characters', (text) => text.slice(0, 64)],
  ['title', 'cut', 'cut to 20 characters', (text) => text.slice(0, 20)],
  ['companyName', 'cut', 'cut to 150 characters', (text) => text.slice(0, 150)],
  [
    'companyName',
    'null-word-emptied',
    'empty where it is the word null',
    (text) => (text === 'null' ? '' : text),
  ],
  [
    'firstName',
    'initial-letters',
    'kept without punctuation, symbols and digits',
    (text) => text.replaceAll(/[^\p{L}\p{M}\s]/gu, ''),
  ],
  ['address/line_2', 'upper-case', 'kept in upper case', (text) => text.toUpperCase()],
  [
    'address/line_3',
    'plane-removed',
    'kept without characters beyond the basic plane',
    (text) => text.replaceAll(beyond, ''),
  ],
  ['address/county', 'cut', 'cut to 30 characters', (text) => text.slice(0, 30)],
  [
    'address/post_town',
    'ascii-questioned',
    'kept with ? for what is not ASCII',
    (text) => text.replaceAll(/[^ -~]/g, '?'),
  ],
  ['address/postcode', 'lower-case', 'kept in lower case', (text) => text.toLowerCase()],
  ['address/postcode', 'padded', 'kept in eight places', (text) => text.replace(' ', '').padStart(8)],
];

/** Legal texts that a service fails on. */
const failings: readonly (readonly [id: string, words: string, form: RegExp])[] = [
  ['apostrophe', 'an apostrophe', /'/],
  ['letters', 'letters beyond ASCII', /[^\0-\u007f]/],
  ['plane', 'characters beyond the basic plane', /[\u{10000}-\u{10ffff}]/u],
  ['right-to-left', 'letters that are written from right to left', /[\u0590-\u06ff]/],
  ['long', 'more than 100 characters', /^.{101}/s],
  ['longer', 'more than 1,000 characters', /^.{1001}/s],
  ['percent', 'a percent sign', /%/],
  ['backslash', 'a backslash', /\\/],
  ['line-break', 'a line break', /\n/],
  ['empty', 'no characters', /^$/],
  ['null-word', 'the word null', /^null$/],
];

/** Services that do not store texts as they are sent. */
export const clientTextFaults: readonly Fault[] = Object.freeze([
  ...faultsUnseenByVerify(
    'update-client-fields',
    '',
    failings.map(([id, words, form]) => [
      `text-${id}-500`,
      `A change to a text of ${words} is answered 500`,
      refusing(all(changingClients, sendsText(form)), refusal(500)),
    ]),
  ),
  ...normalisingServices.flatMap(({ id, title, requirement, pointer, behaviour }) =>
    faultsUnseenByVerify(requirement, pointer, [`advised-${id}`, title, behaviour]),
  ),
  ...faultsOfOne(manglingsOfOne),
  ...faultsOfOne(manglingsOfRare, faultsUnseenByVerify),
  ...faultsOfTexts(caseChanges),
  // No interaction sends a text that the others would change.
  ...faultsOfTexts(manglings, faultsUnseenByVerify),
]);

function faultsOfOne(some: typeof manglingsOfOne, faults = faultsOf): readonly Fault[] {
  return some.flatMap(([field, id, words, mangle]) =>
    faults(
      field.startsWith('address/') ? 'update-client-address-replaced' : 'update-client-fields',
      `/${field}`,
      [`${kebab(field).replaceAll(/[/_]/g, '-')}-${id}`, `${field} is ${words}`, mangling(field, mangle)],
    ),
  );
}

function faultsOfTexts(some: readonly Mangling[], faults = faultsOf): readonly Fault[] {
  return [
    ...faults(
      'update-client-fields',
      '/lastName',
      some.map(([id, words, mangle]) => [
        `name-${id}`,
        `A last name is ${words}`,
        mangling('lastName', mangle),
      ]),
    ),
    ...faults(
      'update-client-address-replaced',
      '/address/line_1',
      some
        .filter(([id]) => inLines.has(id))
        .map(([id, words, mangle]) => [
          `line-${id}`,
          `A line of an address is ${words}`,
          mangling('address', mangle),
        ]),
    ),
  ];
}

/** A service that mangles the field, or the line of an address. */
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

/** The joiner and the non-joiner, which some scripts need for spelling, and which join emoji of families. */
const zeroWidth = /[\u200c\u200d]/g;

function escapedForUrls(text: string): string {
  return text.replaceAll(/[%+]/g, encodeURIComponent);
}

function asNumber(text: string): string {
  return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text;
}

function escaped(text: string, characters: RegExp): string {
  return text.replaceAll(characters, (character) => `&#${character.charCodeAt(0)};`);
}

function capitalised(text: string): string {
  return text.toLowerCase().replaceAll(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase());
}
