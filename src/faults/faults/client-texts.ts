import type { JsonObject } from '../../reference/json.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { mapTexts, only, taking, withAddress } from '../client-behaviours.ts';
import { normalisingServices } from '../normalising-services.ts';
import { faultsOf, faultsUnseenByVerify, kebab } from '../rows.ts';

/** A way in which careless services alter texts. */
type Mangling = readonly [id: string, words: string, mangle: (text: string) => string];

const manglings: readonly Mangling[] = [
  ['markup-removed', 'kept without its markup', (text) => text.replaceAll(/<[^>]*>/g, '')],
  ['ascii-questioned', 'kept with ? for what is not ASCII', (text) => text.replaceAll(/[^ -~]/g, '?')],
  ['accents-apart', 'kept with each accent as a character of its own', (text) => text.normalize('NFD')],
  ['plane-removed', 'kept without characters beyond the basic plane', (text) => text.replaceAll(beyond, '')],
  ['quotes-doubled', 'kept with apostrophes doubled', (text) => text.replaceAll("'", "''")],
  ['backslashes-doubled', 'kept with backslashes doubled', (text) => text.replaceAll('\\', '\\\\')],
  ['spaces-collapsed', 'kept with one space for several', (text) => text.replaceAll(/ +/g, ' ')],
  ['cut-at-4000', 'cut to 4,000 characters', (text) => text.slice(0, 4_000)],
  ['invisible-removed', 'kept without zero-width characters', (text) => text.replaceAll(zeroWidth, '')],
  ['tabs-spaced', 'kept with spaces for tabs', (text) => text.replaceAll('\t', ' ')],
  ['first-line', 'kept as far as its first line', (text) => text.replace(/[\r\n].*/s, '')],
  ['zeros-removed', 'kept without leading zeros', (text) => text.replace(/^0+(?=\d)/, '')],
  ['null-word-emptied', 'empty where it is the word null', (text) => (text === 'null' ? '' : text)],
  ['empty-dashed', 'a dash where it is empty', (text) => (text === '' ? '-' : text)],
];

/** The manglings that are also tried on the lines of an address, which need not be stored as names are. */
const inLines: ReadonlySet<string> = new Set(['upper-case', 'cut-at-4000', 'plane-removed']);

/** Manglings of one field, or of one line of an address. */
const manglingsOfOne: readonly (readonly [field: string, ...Mangling])[] = [
  ['title', 'dotted', 'kept with a full stop', (text) => `${text}.`],
  ['emailAddress', 'upper-case', 'kept in upper case', (text) => text.toUpperCase()],
  ['telephoneNumber', 'national', 'kept in national form', (text) => text.replace('+44', '0')],
  ['telephoneNumber', 'shorter', 'kept without its last digit', (text) => text.slice(0, -1)],
  ['address/postcode', 'closed', 'kept without its space', (text) => text.replace(' ', '')],
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
    'kept with the country code of Britain',
    (text) => text.replace(/^\+(?!44)/, '+44'),
  ],
  ['emailAddress', 'plus-decoded', 'kept with + read as a space', (text) => text.replaceAll('+', ' ')],
  ['emailAddress', 'percent-decoded', 'kept with %40 read as @', (text) => text.replaceAll('%40', '@')],
  ['emailAddress', 'cut', 'cut to 64 characters', (text) => text.slice(0, 64)],
  [
    'firstName',
    'initial-letters',
    'kept without punctuation, symbols and digits',
    (text) => text.replaceAll(/[^\p{L}\p{M}\s]/gu, ''),
  ],
  ['title', 'cut', 'cut to 20 characters', (text) => text.slice(0, 20)],
  ['address/county', 'cut', 'cut to 30 characters', (text) => text.slice(0, 30)],
];

/** Services that do not store texts as they are sent. */
export const clientTextFaults: readonly Fault[] = Object.freeze([
  ...normalisingServices.flatMap(([id, title, requirement, pointer, behaviour]) =>
    faultsUnseenByVerify(requirement, pointer, [`advised-${id}`, title, behaviour]),
  ),
  ...faultsOfOne(manglingsOfOne),
  ...faultsOfOne(manglingsOfRare, faultsUnseenByVerify),
  ...faultsOfTexts([['upper-case', 'kept in upper case', (text) => text.toUpperCase()]]),
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
