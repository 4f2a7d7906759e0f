import type { Json, JsonObject } from '../../src/reference/json.ts';
import { refusal } from '../answers.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { answering, composed, perService, when } from '../behaviours.ts';
import { changeableFields } from '../catalogue/client.ts';
import {
  answeringFrom,
  asReading,
  changingClients,
  changingField,
  echoing,
  mapTexts,
  only,
  pathOfAnother,
  recordIn,
  refusing,
  sendsText,
  storingInstead,
  storingMore,
  storingPatch,
  without,
} from '../client-behaviours.ts';
import { normalisingField, normalisingServices } from '../normalising-services.ts';
import { all, by, type Condition, forClient, header, not, objectIn } from '../requests.ts';
import { type FaultFacts, faultsOf, kebab, wrongStatuses } from '../rows.ts';

function ignoring(condition: Condition): Behaviour {
  return when(changingClients, condition, (request, reference) => reference(asReading(request)));
}

const inSequences = { triedWith: 'sequences of changes', unseenBy: 'verify' } as const;

function names(patch: JsonObject, named: readonly string[], leftOut: readonly string[]): boolean {
  return named.every((field) => field in patch) && !leftOut.some((field) => field in patch);
}

type Mangling = readonly [field: string, id: string, words: string, mangle: (text: string) => string];

const manglings: readonly Mangling[] = [
  ['title', 'dotted', 'kept with a full stop', (text) => `${text}.`],
  ['lastName', 'upper-case', 'kept in upper case', (text) => text.toUpperCase()],
  ['emailAddress', 'upper-case', 'kept in upper case', (text) => text.toUpperCase()],
  ['telephoneNumber', 'national', 'kept in national form', (text) => text.replace('+44', '0')],
  ['address/line_1', 'upper-case', 'kept in upper case', (text) => text.toUpperCase()],
  ['address/postcode', 'closed', 'kept without its space', (text) => text.replace(' ', '')],
  ['address/uprn', 'rounded', 'kept with lower precision', (text) => String(Math.fround(Number(text)))],
];

function percentDecoded(text: string): string {
  return text.replaceAll(/%[2-7][\da-f]/gi, (code) => decodeURIComponent(code));
}

const dateAndTime = /^(\d{4}-\d\d-\d\d)T[\d:]+(?:Z|[+-][\d:]+)$/;

/** Ways to alter texts that no interaction of `verify` sends. */
const manglingsOfRare: readonly Mangling[] = [
  ['title', 'cut', 'cut to 20 characters', (text) => text.slice(0, 20)],
  [
    'firstName',
    'initial-letters',
    'kept as letters alone',
    (text) => text.replaceAll(/[^\p{L}\p{M}\s]/gu, ''),
  ],
  ['lastName', 'markup-removed', 'kept without its markup', (text) => text.replaceAll(/<[^>]*>/g, '')],
  [
    'lastName',
    'plane-removed',
    'kept without emoji',
    (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''),
  ],
  ['lastName', 'quotes-doubled', 'kept with apostrophes doubled', (text) => text.replaceAll("'", "''")],
  ['lastName', 'cut-at-4000', 'cut to 4,000 characters', (text) => text.slice(0, 4_000)],
  ['lastName', 'empty-dashed', 'a dash where it is empty', (text) => (text === '' ? '-' : text)],
  ['lastName', 'yes-true', 'true where it is a word for true', (text) => text.replace(/^(yes|on)$/i, 'true')],
  ['companyName', 'percent-decoded', 'percent-decoded', percentDecoded],
  [
    'companyName',
    'time-cut',
    'a date where it is a date and time',
    (text) => text.replace(dateAndTime, '$1'),
  ],
  ['emailAddress', 'percent-decoded', 'kept with %40 read as @', (text) => text.replaceAll('%40', '@')],
  ['emailAddress', 'cut', 'cut to 64 characters', (text) => text.slice(0, 64)],
  ['telephoneNumber', 'british', 'kept with a British prefix', (text) => text.replace(/^\+(?!44)/, '+44')],
  ['address/postcode', 'foreign-emptied', 'empty if it is all digits', (text) => text.replace(/^\d+$/, '')],
  ['address/county', 'cut', 'cut to 30 characters', (text) => text.slice(0, 30)],
];

function isSameButForALine(one: Json = {}, other: Json = {}): boolean {
  const [former, next] = [one, other].map((address) => Object.entries(Object(address)).map(String));
  return next?.filter((line) => !former?.includes(line)).length === 1 && former?.length === next.length;
}

function faultOf([field, id, words, mangle]: Mangling, facts: FaultFacts = {}): readonly Fault[] {
  const [name = '', line] = field.split('/');
  const requirement = line === undefined ? 'update-client-fields' : 'update-client-address-replaced';
  return faultsOf({ requirement, pointer: `/${field}`, ...facts })(
    `${kebab(field).replaceAll(/[/_]/g, '-')}-${id}`,
    `${field} is ${words}`,
    normalisingField(line ?? name, mangle),
  );
}

export const clientChangeFaults: readonly Fault[] = [
  ...changeableFields.flatMap((field) =>
    faultsOf({ requirement: 'update-client-fields', pointer: `/${field}` })(
      `change-ignores-${kebab(field)}`,
      `A change of ${field} is answered 200, but not made`,
      storingPatch((patch) => without(patch, field)),
    ),
  ),
  ...faultsOf({ requirement: 'update-client-fields' })({
    ...wrongStatuses(
      'change',
      'Every change is',
      [302, 404, 500],
      answering(all(changingClients, by('member'))),
    ),
    'change-wants-all': [
      'A change that does not contain every field is answered 400',
      refusing(changingClients, (request) => Object.keys(objectIn(request)).length < 7, refusal(400)),
    ],
  }),
  ...faultsOf({ requirement: 'update-client-fields', pointer: '/title' })({
    'change-ignores-lone': [
      'A change of one field alone is answered 200, but not made',
      storingPatch((patch) => (Object.keys(patch).length === 1 ? {} : patch)),
    ],
    'change-of-first-client-alone': [
      'Only the first listed client can be changed',
      ignoring(not(forClient(1))),
      { triedWith: 'two clients' },
    ],
  }),
  ...faultsOf({ requirement: 'update-client-fields', pointer: '/lastName' })(
    'change-echoed',
    'A change is answered with the sent values, but not kept',
    when(changingClients, echoing),
  ),
  ...faultsOf({ requirement: 'update-client-fields', pointer: '/firstName', unseenBy: 'verify' })(
    'change-in-chunks-ignored',
    'A body that is sent in chunks is ignored',
    ignoring(header('transfer-encoding', 'chunked')),
  ),
  // Faults that only sequences of changes show: certain fields are changed together, or one after the other.
  ...faultsOf({ requirement: 'update-client-fields', pointer: '/title', ...inSequences })(
    'sequence-title-with-telephone-number',
    'A change of title is lost if it contains telephoneNumber, but not lastName',
    storingPatch((patch) =>
      names(patch, ['telephoneNumber'], ['lastName']) ? without(patch, 'title') : patch,
    ),
  ),
  ...faultsOf({ requirement: 'update-client-fields', pointer: '/firstName', ...inSequences })(
    'sequence-first-name-after-company-name',
    'A change of firstName is lost if the previous change contained companyName, but not firstName',
    perService(() => {
      let before: JsonObject = {};
      return storingPatch((patch) => {
        const isLost = names(before, ['companyName'], ['firstName']);
        before = patch;
        return isLost ? without(patch, 'firstName') : patch;
      });
    }),
  ),
  ...faultsOf({
    requirement: 'update-client-omitted-unchanged',
    pointer: '/telephoneNumber',
    ...inSequences,
  })(
    'sequence-telephone-number-by-email-address-and-company-name',
    'A change of emailAddress and companyName without telephoneNumber removes telephoneNumber',
    storingMore((record, patch) =>
      names(patch, ['emailAddress', 'companyName'], ['telephoneNumber'])
        ? without(record, 'telephoneNumber')
        : record,
    ),
  ),
  ...faultsOf({ requirement: 'update-client-omitted-unchanged', pointer: '/avatarUrl', unseenBy: 'verify' })(
    'avatar-url-by-last-name',
    'A change of lastName replaces avatarUrl',
    storingMore((record, patch) =>
      'lastName' in patch ? { ...record, avatarUrl: 'https://acme.example/initials.png' } : record,
    ),
  ),
  ...faultsOf({
    requirement: 'update-client-omitted-unchanged',
    pointer: '/nationality',
    unseenBy: 'verify',
  })(
    'nationality-by-foreign-number',
    'A change to a telephone number of Germany makes the client German',
    storingMore((record, { telephoneNumber }) =>
      String(telephoneNumber).startsWith('+49') ? { ...record, nationality: 'German' } : record,
    ),
  ),
  ...faultsOf({ requirement: 'update-client-address-kept', pointer: '/address', ...inSequences })(
    'sequence-address-by-first-name-and-last-name',
    'A change of firstName and lastName without title, address and companyName removes address',
    storingMore((record, patch) =>
      names(patch, ['firstName', 'lastName'], ['title', 'address', 'companyName'])
        ? without(record, 'address')
        : record,
    ),
  ),
  ...faultsOf({ requirement: 'update-client-fields', ...inSequences })(
    'sequence-names-with-company-500',
    'A change of first name and company that leaves out the last name is answered 500',
    refusing((request) => names(objectIn(request), ['firstName', 'companyName'], ['lastName']), refusal(500)),
  ),
  ...faultsOf({ requirement: 'update-client-200', pointer: '/companyName', ...inSequences })(
    'sequence-company-answered-late',
    'A change of the company with an e-mail address, but without a title, is answered with the previous company',
    answeringFrom((before, after, patch) =>
      names(patch, ['companyName', 'emailAddress'], ['title'])
        ? { ...after, companyName: before.companyName ?? '' }
        : after,
    ),
  ),
  ...normalisingServices.map((fault) => Object.freeze({ ...fault, id: `advised-${fault.id}` })),
  ...manglings.flatMap((one) => faultOf(one)),
  ...manglingsOfRare.flatMap((one) => faultOf(one, { unseenBy: 'verify' })),
  ...faultsOf({ requirement: 'update-client-fields', pointer: '/firstName', unseenBy: 'verify' })(
    'change-escapes-kept',
    'Letters that a body writes as JSON escapes are kept as their codes',
    when(changingClients, (request, reference) =>
      reference({ ...request, body: request.body.replaceAll(/\\(?=u[\da-f]{4})/gi, '') }),
    ),
  ),
  ...(['title', 'lastName'] as const).flatMap((field) =>
    faultsOf({ requirement: 'update-client-fields', pointer: `/${field}`, unseenBy: 'verify' })(
      `${kebab(field)}-in-other-case-ignored`,
      `${field} is not changed if the new text differs in upper and lower case alone`,
      storingInstead((record, patch) => {
        const isSame = String(patch[field]).toLowerCase() === String(record[field]).toLowerCase();
        return { ...record, ...(isSame ? without(patch, field) : patch) };
      }),
    ),
  ),
  ...faultsOf({
    requirement: 'update-client-address-replaced',
    pointer: '/address/uprn',
    unseenBy: 'verify',
  })(
    'address-with-one-new-line-ignored',
    'An address that differs from the former one in a single line is not changed',
    storingInstead((record, patch) => ({
      ...record,
      ...(isSameButForALine(record.address, patch.address) ? without(patch, 'address') : patch),
    })),
  ),
  ...faultsOf({ requirement: 'update-client-fields', unseenBy: 'verify' })(
    'email-address-shared-500',
    'A change of an e-mail address to that of another client is answered 500',
    when(changingField('emailAddress'), by('member'), async (request, reference) => {
      const other = await reference({ ...asReading(request), path: pathOfAnother(request) });
      const isShared = recordIn(other).emailAddress === objectIn(request).emailAddress;
      return isShared ? refusal(500) : reference(request);
    }),
    { triedWith: 'two clients' },
  ),
  ...faultsOf({ requirement: 'client-texts', pointer: '/companyName', unseenBy: 'verify' })(
    'company-name-empty-null',
    'A companyName that is sent empty is shown as null',
    storingPatch((patch) => (patch.companyName === '' ? { ...patch, companyName: null } : patch)),
  ),
  ...faultsOf({ requirement: 'update-client-fields', pointer: '/companyName', unseenBy: 'verify' })(
    'company-name-cut-where-others-refused',
    'A companyName of more than 255 characters is cut, and any other text of that length is answered 400',
    composed(
      refusing(changingClients, sendsText(/^.{256}/s), refusal(400)),
      when(changingField('companyName'), (request, reference) => {
        const patch = objectIn(request);
        const cut = mapTexts(only(patch, 'companyName'), (text) => text.slice(0, 255));
        return reference({ ...request, body: JSON.stringify({ ...patch, ...cut }) });
      }),
    ),
  ),
];
