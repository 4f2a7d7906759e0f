import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../src/reference/json.ts';
import { json, refusal } from '../answers.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { together, when } from '../behaviours.ts';
import { changeableFields } from '../catalogue/client.ts';
import {
  altering,
  answeringFrom,
  asReading,
  besides,
  changingClients,
  changingField,
  mapTexts,
  only,
  pathOfAnother,
  recordIn,
  refusing,
  sendsText,
  taking,
  withAddress,
  without,
} from '../client-behaviours.ts';
import { normalisingServices } from '../normalising-services.ts';
import { remembering } from '../remembering.ts';
import { all, by, forClient, header, not, objectIn, on } from '../requests.ts';
import {
  faultsOf,
  faultsUnseenByVerify,
  faultsWith,
  kebab,
  triedWithTwoClients,
  unseenByVerify,
  wrongStatuses,
} from '../rows.ts';

/** Changes of all seven fields. */
const changingAll = all(changingClients, (request) => Object.keys(objectIn(request)).length >= 7);

/** Services that do not apply a change. */
export const clientChangeFaults: readonly Fault[] = Object.freeze([
  ...changeableFields.flatMap((field) =>
    faultsOf('update-client-fields', `/${field}`, [
      `change-ignores-${kebab(field)}`,
      `A change of ${field} is answered 200, but not made`,
      taking((patch) => without(patch, field)),
    ]),
  ),
  ...faultsOf('update-client-fields', '', [
    ...wrongStatuses('change', 'Every change is', [302, 404, 500], (answer) =>
      refusing(changingClients, answer),
    ),
    [
      'change-refuses-own-values-422',
      'Values that a client shows are answered 422 when they are sent back',
      refusingOwnValues(422),
    ],
    [
      'change-wants-all',
      'A change that does not contain every field is answered 400',
      refusing(all(changingClients, not(changingAll)), refusal(400)),
    ],
  ]),
  ...faultsOf('update-client-fields', '/title', [
    [
      'change-ignores-lone',
      'A change of one field alone is answered 200, but not made',
      taking((patch) => (Object.keys(patch).length === 1 ? {} : patch)),
    ],
    [
      'change-of-first-client-alone',
      'Only the first listed client can be changed',
      ignoringFor(not(forClient(1))),
      triedWithTwoClients,
    ],
    [
      'change-once',
      'A field can be changed only once',
      taking((patch, earlier) => without(patch, ...earlier.flatMap((one) => Object.keys(one)))),
    ],
  ]),
  ...faultsOf('update-client-fields', '/lastName', [
    [
      'change-echoed',
      'A change is answered with the sent values, but not kept',
      when(changingClients, async (request, reference) => {
        const reading = await reference(asReading(request));
        if (reading.status !== 200) return reading;
        return json(200, { ...recordIn(reading), ...objectIn(request) });
      }),
    ],
    ['change-read-late', 'A client is read from a copy that applies one change for each reading', readLate()],
  ]),
  ...faultsUnseenByVerify('update-client-fields', '/firstName', [
    'change-in-chunks-ignored',
    'A body that is sent in chunks is ignored',
    when(all(changingClients, header('transfer-encoding', 'chunked')), (request, reference) =>
      reference(asReading(request)),
    ),
  ]),
  ...faultsOf('update-client-fields', '/firstName', [
    'change-splits-first-name',
    'The words of a first name after the first are kept as the middle name',
    taking((patch) => {
      const [, firstName, middleName = ''] = /^(\S+) (.+)$/.exec(String(patch.firstName)) ?? [];
      return firstName === undefined ? patch : { ...patch, firstName, middleName };
    }),
  ]),
  ...faultsOf('update-client-fields', '/companyName', [
    'change-company-into-last-name',
    'The company name is kept as the last name',
    taking(({ companyName, ...patch }) =>
      companyName === undefined ? patch : { ...patch, lastName: companyName },
    ),
  ]),
]);

/** Refuses the member's changes to the values that the client already shows. */
function refusingOwnValues(status: number): Behaviour {
  return when(all(changingClients, by('member')), async (request, reference) => {
    const reading = await reference(asReading(request));
    const patch = objectIn(request);
    if (reading.status !== 200 || Object.keys(patch).length === 0) return reference(request);
    const shown = only(recordIn(reading), ...Object.keys(patch));
    return isDeepStrictEqual(shown, patch) ? refusal(status) : reference(request);
  });
}

function readLate(): Behaviour {
  return remembering(
    () => new Map<string, JsonObject[]>(),
    (copies) =>
      when(all(on('updateClient'), by('member')), async (request, reference) => {
        const before = await reference(asReading(request));
        const answer = await reference(request);
        if (before.status !== 200 || answer.status !== 200) return answer;
        const waiting = copies.get(request.path) ?? [recordIn(before)];
        copies.set(request.path, waiting);
        if (changingClients(request)) {
          waiting.push(recordIn(answer));
          return answer;
        }
        const [shown = recordIn(answer)] = waiting.length > 1 ? waiting.splice(0, 1) : waiting;
        return json(200, shown);
      }),
  );
}

function ignoringFor(condition: typeof changingClients): Behaviour {
  return async (request, reference) =>
    reference(condition(request) && changingClients(request) ? asReading(request) : request);
}

/** Interactions and probes of `verify` change a client once. */
const sequences = faultsWith({ triedWith: 'sequences of changes', ...unseenByVerify });

/** Services that deviate only when certain fields are changed together, or one after the other. */
export const clientSequenceFaults: readonly Fault[] = Object.freeze([
  ...sequences('update-client-fields', '/title', [
    'sequence-title-with-telephone-number',
    'A change of title is lost if it contains telephoneNumber, but not lastName',
    taking((patch) => (names(patch, ['telephoneNumber'], ['lastName']) ? without(patch, 'title') : patch)),
  ]),
  ...sequences('update-client-address-replaced', '/address/line_1', [
    'sequence-address-with-telephone-number',
    'A change of address is lost if it contains telephoneNumber, but not emailAddress',
    taking((patch) =>
      names(patch, ['telephoneNumber'], ['emailAddress']) ? without(patch, 'address') : patch,
    ),
  ]),
  ...sequences('update-client-fields', '/firstName', [
    'sequence-first-name-after-company-name',
    'A change of firstName is lost if the previous change contained companyName, but not firstName',
    taking((patch, earlier) =>
      names(earlier.at(-1) ?? {}, ['companyName'], ['firstName']) ? without(patch, 'firstName') : patch,
    ),
  ]),
  ...sequences('update-client-omitted-unchanged', '/telephoneNumber', [
    'sequence-telephone-number-by-email-address-and-company-name',
    'A change of emailAddress and companyName without telephoneNumber removes telephoneNumber',
    besides((record, patch) =>
      names(patch, ['emailAddress', 'companyName'], ['telephoneNumber'])
        ? without(record, 'telephoneNumber')
        : record,
    ),
  ]),
  ...sequences('update-client-address-kept', '/address', [
    'sequence-address-by-first-name-and-last-name',
    'A change of firstName and lastName without title, address and companyName removes address',
    besides((record, patch) =>
      names(patch, ['firstName', 'lastName'], ['title', 'address', 'companyName'])
        ? without(record, 'address')
        : record,
    ),
  ]),
  ...sequences('update-client-fields', '', [
    'sequence-names-with-company-500',
    'A change of first name and company that leaves out the last name is answered 500',
    refusing((request) => names(objectIn(request), ['firstName', 'companyName'], ['lastName']), refusal(500)),
  ]),
  ...sequences('update-client-200', '/companyName', [
    'sequence-company-answered-late',
    'A change of the company with an e-mail address, but without a title, is answered with the previous company',
    answeringFrom((before, after, patch) =>
      names(patch, ['companyName', 'emailAddress'], ['title'])
        ? { ...after, companyName: before.companyName ?? '' }
        : after,
    ),
  ]),
]);

/** Whether a change names all of these fields, and none of those. */
function names(patch: JsonObject, named: readonly string[], leftOut: readonly string[]): boolean {
  return named.every((field) => field in patch) && !leftOut.some((field) => field in patch);
}

/** A way in which careless services alter texts. */
type Mangling = readonly [id: string, words: string, mangle: (text: string) => string];

const manglings: readonly Mangling[] = [
  ['markup-removed', 'kept without its markup', (text) => text.replaceAll(/<[^>]*>/g, '')],
  ['ascii-questioned', 'kept with ? for what is not ASCII', (text) => text.replaceAll(/[^ -~]/g, '?')],
  ['accents-apart', 'kept with each accent as a character of its own', (text) => text.normalize('NFD')],
  ['plane-removed', 'kept without characters beyond the basic plane', (text) => text.replaceAll(beyond, '')],
  ['quotes-doubled', 'kept with apostrophes doubled', (text) => text.replaceAll("'", "''")],
  ['backslashes-doubled', 'kept with backslashes doubled', (text) => text.replaceAll('\\', '\\\\')],
  ['cut-at-4000', 'cut to 4,000 characters', (text) => text.slice(0, 4_000)],
  ['invisible-removed', 'kept without zero-width characters', (text) => text.replaceAll(zeroWidth, '')],
  ['tabs-spaced', 'kept with spaces for tabs', (text) => text.replaceAll('\t', ' ')],
  ['first-line', 'kept as far as its first line', (text) => text.replace(/[\r\n].*/s, '')],
  ['zeros-removed', 'kept without leading zeros', (text) => text.replace(/^0+(?=\d)/, '')],
  ['null-word-emptied', 'empty where it is the word null', (text) => (text === 'null' ? '' : text)],
  ['empty-dashed', 'a dash where it is empty', (text) => (text === '' ? '-' : text)],
  ['yes-true', 'true where it is a word for true', (text) => text.replace(/^(yes|on)$/i, 'true')],
  [
    'date-with-time',
    'kept with a time after a date',
    (text) => text.replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00'),
  ],
  ['exponent-written-out', 'written out where it is a number with an exponent', withoutExponent],
  ['formula-quoted', 'kept with an apostrophe before an equals sign', (text) => text.replace(/^=/, "'=")],
  ['dashes-questioned', 'kept with ? for dashes and curly quotes', (text) => text.replaceAll(/[–“”]/g, '?')],
  ['capitals-of-names', 'kept with a capital at each beginning alone', inNameCase],
];

/** The manglings that are also tried on the lines of an address, which need not be stored as names are. */
const inLines: ReadonlySet<string> = new Set(['upper-case', 'cut-at-4000', 'plane-removed']);

function withoutExponent(text: string): string {
  return /^\d+e\d+$/i.test(text) ? String(Number(text)) : text;
}

function inNameCase(text: string): string {
  return text.replaceAll(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
}

/** Manglings of one field, or of one line of an address. */
const manglingsOfOne: readonly (readonly [field: string, ...Mangling])[] = [
  ['title', 'dotted', 'kept with a full stop', (text) => `${text}.`],
  ['emailAddress', 'upper-case', 'kept in upper case', (text) => text.toUpperCase()],
  ['telephoneNumber', 'national', 'kept in national form', (text) => text.replace('+44', '0')],
  ['telephoneNumber', 'shorter', 'kept without its last digit', (text) => text.slice(0, -1)],
  ['address/postcode', 'closed', 'kept without its space', (text) => text.replace(' ', '')],
  ['address/post_town', 'upper-case', 'kept in upper case', (text) => text.toUpperCase()],
  ['address/uprn', 'rounded', 'kept with lower precision', (text) => String(Math.fround(Number(text)))],
];

/** The same, for texts that no interaction sends. */
const manglingsOfRare: typeof manglingsOfOne = [
  ['telephoneNumber', 'cut', 'cut to 13 characters', (text) => text.slice(0, 13)],
  ['telephoneNumber', 'british', 'kept with a British prefix', (text) => text.replace(/^\+(?!44)/, '+44')],
  ['emailAddress', 'plus-decoded', 'kept with + read as a space', (text) => text.replaceAll('+', ' ')],
  ['emailAddress', 'percent-decoded', 'kept with %40 read as @', (text) => text.replaceAll('%40', '@')],
  ['emailAddress', 'cut', 'cut to 64 characters', (text) => text.slice(0, 64)],
  ['emailAddress', 'cut-at-128', 'cut to 128 characters', (text) => text.slice(0, 128)],
  ['title', 'without-dot', 'kept without the dot at its end', (text) => text.replace(/\.$/, '')],
  ['address/postcode', 'foreign-emptied', 'empty if it is all digits', (text) => text.replace(/^\d+$/, '')],
  [
    'firstName',
    'initial-letters',
    'kept as letters alone',
    (text) => text.replaceAll(/[^\p{L}\p{M}\s]/gu, ''),
  ],
  ['title', 'cut', 'cut to 20 characters', (text) => text.slice(0, 20)],
  ['address/county', 'cut', 'cut to 30 characters', (text) => text.slice(0, 30)],
];

/** Fails if the other client has the e-mail address already. */
const failingOverSharedEmail = when(
  all(changingField('emailAddress'), by('member')),
  async (request, reference) => {
    const other = await reference({ ...asReading(request), path: pathOfAnother(request) });
    const isShared = recordIn(other).emailAddress === objectIn(request).emailAddress;
    return isShared ? refusal(500) : reference(request);
  },
);

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
  ...faultsUnseenByVerify('update-client-fields', '/title', [
    [
      'title-in-other-case-ignored',
      'A title that changes in upper and lower case alone is not changed',
      ignoringTitle((title, before) => title.toLowerCase() === before.toLowerCase()),
    ],
    [
      'title-in-other-accents-ignored',
      'A title that changes in its accents alone is not changed',
      ignoringTitle((title, before) => plain(title) === plain(before)),
    ],
  ]),
  ...faultsUnseenByVerify('update-client-fields', '/emailAddress', [
    'email-in-turkish-lower-case',
    'An email address is kept in lower case by the rules of Turkish, without the dots of i',
    taking((patch) =>
      typeof patch.emailAddress === 'string'
        ? { ...patch, emailAddress: patch.emailAddress.toLocaleLowerCase('tr') }
        : patch,
    ),
  ]),
  ...faultsUnseenByVerify('update-client-address-replaced', '/address/uprn', [
    'address-with-one-new-line-ignored',
    'An address that differs from the former one in a single line is not changed',
    altering((record, patch) => ({
      ...record,
      ...(isSameButForALine(record.address, patch.address) ? without(patch, 'address') : patch),
    })),
  ]),
  ...faultsUnseenByVerify('update-client-omitted-unchanged', '/altTelephoneNumber', [
    'number-twice-drops-alternative',
    'A telephoneNumber that is the alternative one removes that',
    besides((record) =>
      record.telephoneNumber === record.altTelephoneNumber ? without(record, 'altTelephoneNumber') : record,
    ),
    { unseenBy: 'verify and restore' },
  ]),
  ...faultsUnseenByVerify('update-client-fields', '/companyName', [
    'company-name-blank-ignored',
    'A companyName of white space alone changes nothing',
    altering((record, patch) => ({
      ...record,
      ...(/^\s+$/.test(String(patch.companyName)) ? without(patch, 'companyName') : patch),
    })),
  ]),
  ...faultsUnseenByVerify('update-client-fields', '', [
    'email-address-shared-500',
    'A change of an e-mail address to that of another client is answered 500',
    failingOverSharedEmail,
    triedWithTwoClients,
  ]),
  ...faultsUnseenByVerify('client-texts', '/companyName', [
    'company-name-empty-null',
    'A companyName that is sent empty is shown as null',
    taking((patch) => (patch.companyName === '' ? { ...patch, companyName: null } : patch)),
  ]),
  ...faultsUnseenByVerify('update-client-fields', '/companyName', [
    'company-name-cut-where-others-refused',
    'A companyName of more than 255 characters is cut, and any other text of that length is answered 400',
    together(
      refusing(all(changingClients, sendsText(/^.{256}/s)), refusal(400)),
      when(changingField('companyName'), (request, reference) => {
        const patch = objectIn(request);
        const cut = mapTexts(only(patch, 'companyName'), (text) => text.slice(0, 255));
        return reference({ ...request, body: JSON.stringify({ ...patch, ...cut }) });
      }),
    ),
  ]),
]);

function isSameButForALine(one: Json = {}, other: Json = {}): boolean {
  const [former, next] = [one, other].map((address) => Object.entries(Object(address)).map(String));
  return next?.filter((line) => !former?.includes(line)).length === 1 && former?.length === next.length;
}

/** Keeps the title if the new one is the same to the service. */
function ignoringTitle(isSame: (title: string, before: string) => boolean): Behaviour {
  return altering((record, patch) => {
    const { title } = patch;
    const isKept = typeof title === 'string' && isSame(title, String(record.title));
    return { ...record, ...(isKept ? without(patch, 'title') : patch) };
  });
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

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
