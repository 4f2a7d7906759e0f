import { isJsonObject, type Json, type JsonObject } from '../../src/reference/json.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { when } from '../behaviours.ts';
import { withField } from '../catalogue/records.ts';
import {
  changingClients,
  only,
  showing,
  storingInstead,
  storingMore,
  storingPatch,
  storingRefused,
  withAddress,
  without,
} from '../client-behaviours.ts';
import { forClient, on } from '../requests.ts';
import { type Entry, faultsOf, kebab } from '../rows.ts';

const afterChanges: readonly (readonly [id: string, requirement: string, pointer: string, value: Json])[] = [
  ['id-short', 'client-id', '/id', '99a439b3'],
  ['dob-number', 'client-texts', '/dob', 136_684_800],
  ['preference-text', 'client-communication-preferences', '/communicationPreferences/email', 'true'],
  ['uprn-number', 'address-fields', '/address/uprn', 10_070_512_846],
];

/** Wrong values that a service stores and shows if no other field is sent. `form` matches the JSON of the value. */
const taken: readonly Entry<[requirement: string, pointer: string, form: RegExp]>[] = [
  ['array', 'A title that is an array', 'client-texts', '/title', /^\[/],
  ['any-email', 'An invalid e-mail address', 'client-email', '/emailAddress', /^"/],
  [
    'national-telephone',
    'A national number',
    'client-telephone-numbers',
    '/telephoneNumber',
    /^"0\d{9,10}"$/,
  ],
  ['email-line-break', 'An e-mail address and a line break', 'client-email', '/emailAddress', /\\n"$/],
  [
    'telephone-line-break',
    'A number and a line break',
    'client-telephone-numbers',
    '/telephoneNumber',
    /\\n"$/,
  ],
  ['address-text', 'An address that is a text', 'address-fields', '/address', /^"/],
  ['uprn-number', 'A UPRN that is a number', 'address-fields', '/address/uprn', /"uprn":\d/],
];

function showingAt(pointer: string, value: Json): Behaviour {
  const [, field = ''] = pointer.split('/');
  return showing((record) => (field in record ? (withField(record, pointer, value) as JsonObject) : record));
}

function takingAlone(pointer: string, form: RegExp): Behaviour {
  const [, field = ''] = pointer.split('/');
  return storingRefused('with the client', (record, patch) => {
    const isAlone = Object.keys(patch).join() === field;
    return isAlone && form.test(JSON.stringify(patch[field])) ? { ...record, ...patch } : undefined;
  });
}

function takingAddress(change: (sent: JsonObject, kept: JsonObject) => JsonObject): Behaviour {
  return storingInstead((record, patch) => {
    const changed = { ...record, ...patch };
    if (!isJsonObject(patch.address)) return changed;
    return { ...changed, address: change(patch.address, isJsonObject(record.address) ? record.address : {}) };
  });
}

const addressNotReplaced = { requirement: 'update-client-address-replaced' };
const changedThoughOmitted = { requirement: 'update-client-omitted-unchanged' };

export const clientFieldFaults: readonly Fault[] = [
  // Faults: a client is sometimes shown with a wrong value. Values that are always wrong are generated
  // elsewhere (`single-fields.ts`).
  ...afterChanges.flatMap(([id, requirement, pointer, value]) =>
    faultsOf({ requirement, pointer })(
      `client-${id}-after-change`,
      `Only the answer to a change shows ${pointer} as ${JSON.stringify(value)}`,
      when(changingClients, showingAt(pointer, value)),
    ),
  ),
  ...faultsOf({ requirement: 'client-status', pointer: '/status', triedWith: 'two clients' })(
    'client-status-number-of-second',
    'Only the second client has a status that is a number',
    when(forClient(2), showingAt('/status', 1)),
  ),
  ...taken.flatMap(([id, words, requirement, pointer, form]) =>
    faultsOf({ requirement, pointer, unseenBy: 'verify' })(
      `client-takes-${id}`,
      `${words} is accepted if it is sent alone`,
      takingAlone(pointer, form),
    ),
  ),
  // Faults: a sent address does not replace the old one, or an address is lost when none is sent.
  ...faultsOf({ ...addressNotReplaced, pointer: '/address/line_1' })({
    'address-ignored': ['A new address is not kept', storingPatch((patch) => without(patch, 'address'))],
  }),
  ...faultsOf({ ...addressNotReplaced, pointer: '/address/line_2', unseenBy: 'verify' })(
    'address-empty-ignored',
    'An address without any line is answered 200, but not kept',
    storingPatch((patch) =>
      isJsonObject(patch.address) && Object.keys(patch.address).length === 0
        ? without(patch, 'address')
        : patch,
    ),
  ),
  ...faultsOf({ ...addressNotReplaced, pointer: '/address/line_1', unseenBy: 'verify' })(
    'address-merged-if-single-line',
    'A new address of a single line is merged with the old',
    takingAddress((sent, kept) => (Object.keys(sent).length === 1 ? { ...kept, ...sent } : sent)),
  ),
  ...faultsOf({ ...addressNotReplaced, pointer: '/address/county', unseenBy: 'verify' })(
    'address-keeps-emptied-line',
    'An address line that is sent empty keeps its text',
    takingAddress((sent, kept) => (sent.county === '' ? { ...sent, county: kept.county ?? '' } : sent)),
  ),
  ...faultsOf({ ...addressNotReplaced, pointer: '/address/line_3', unseenBy: 'verify' })(
    'address-closes-gap',
    'The third line of an address moves up if the second is left out',
    takingAddress(({ line_3, ...sent }) =>
      line_3 === undefined ? sent : { ...sent, ['line_2' in sent ? 'line_3' : 'line_2']: line_3 },
    ),
  ),
  ...faultsOf({ ...addressNotReplaced, pointer: '/address/line_1', unseenBy: 'restore' })(
    'address-line-renamed',
    'The first line of an address is shown as line1',
    showing((record) => withAddress(record, ({ line_1 = null, ...lines }) => ({ ...lines, line1: line_1 }))),
  ),
  ...faultsOf({ ...addressNotReplaced, pointer: '/address/line_3' })(
    'address-merged',
    'A new address is merged with the old',
    takingAddress((sent, kept) => ({ ...kept, ...sent })),
  ),
  ...faultsOf({ ...addressNotReplaced, pointer: '/address/uprn' })(
    'address-loses-uprn',
    'An address loses its uprn',
    takingAddress((sent) => without(sent, 'uprn')),
  ),
  ...faultsOf({ ...addressNotReplaced, pointer: '/address/uprn', unseenBy: 'verify' })(
    'address-keeps-uprn-of-postcode',
    'An address without uprn keeps the old one as long as the postcode stays',
    takingAddress((sent, { postcode = null, uprn = null }) =>
      'uprn' in sent || sent.postcode !== postcode ? sent : { ...sent, uprn },
    ),
  ),
  ...faultsOf({ requirement: 'address-fields', pointer: '/address/uprn', unseenBy: 'verify' })(
    'address-uprn-empty-null',
    'A uprn that is sent empty is shown as null',
    takingAddress((sent) => (sent.uprn === '' ? { ...sent, uprn: null } : sent)),
  ),
  ...faultsOf({ requirement: 'update-client-address-kept', pointer: '/address' })(
    'address-cleared',
    'A change without an address removes the address',
    storingMore((record, patch) => ('address' in patch ? record : without(record, 'address'))),
  ),
  ...['status', 'altTelephoneNumber'].flatMap((field) =>
    faultsOf({ ...changedThoughOmitted, pointer: `/${field}` })(
      `omission-clears-${kebab(field)}`,
      `Every change removes ${field}`,
      storingMore((record) => without(record, field)),
    ),
  ),
  ...faultsOf({ ...changedThoughOmitted, pointer: '/companyName' })(
    'omission-clears-company-name-by-last-name',
    'A change of lastName alone removes companyName',
    storingMore((record, patch) =>
      Object.keys(patch).join() === 'lastName' ? without(record, 'companyName') : record,
    ),
  ),
  ...faultsOf({ ...changedThoughOmitted, pointer: '/lastName' })(
    'omission-replaces-client',
    'A change replaces the whole client',
    storingInstead((record, patch) => ({ ...only(record, 'id'), ...patch })),
  ),
  ...faultsOf({ ...changedThoughOmitted, pointer: '/dob' })(
    'omission-dob-with-time',
    'Every change adds a time to the date of birth',
    storingMore((record) =>
      typeof record.dob === 'string' ? { ...record, dob: `${record.dob}T00:00:00.000Z` } : record,
    ),
  ),
  // Faults: a change replaces all changeable fields, or the answer does not show the client.
  ...faultsOf({ requirement: 'update-client-200' })({
    'wrapped-data': ['Every answer has the fields of the client under data', showing((data) => ({ data }))],
  }),
  ...faultsOf({ requirement: 'client-texts', pointer: '/firstName' })(
    'client-in-snake-case',
    'The names of a client are written as first_name',
    showing((record) =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [
          name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          value,
        ]),
      ),
    ),
  ),
  ...faultsOf({ ...changedThoughOmitted, pointer: '/firstName', triedWith: 'known fields' })(
    'reading-replaces-client',
    'An empty change empties the client',
    storingInstead((record, patch) => ({ ...only(record, 'id'), ...patch }), on('updateClient')),
  ),
];
