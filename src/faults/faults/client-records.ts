import type { Json, JsonObject } from '../../reference/json.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { when } from '../behaviours.ts';
import { changingClients, keeping, showing } from '../client-behaviours.ts';
import { forClient } from '../requests.ts';
import { withValueAt } from '../values.ts';

/** One wrong value of a client: what it is called, what it breaks, where it stands, what stands there. */
type ClientRow = readonly [id: string, requirement: string, pointer: string, value: Json, title: string];

const wrongValues: readonly ClientRow[] = [
  ['client-id-number', 'client-id', '/id', 47, 'The identifier of a client is a number'],
  [
    'client-id-short',
    'client-id',
    '/id',
    '99a439b3',
    'The identifier of a client is the first part of a UUID',
  ],
  [
    'client-id-braced',
    'client-id',
    '/id',
    '{99a439b3-87fb-4bda-bded-98a31048f0e0}',
    'The identifier of a client is a UUID in braces',
  ],
  [
    'client-id-urn',
    'client-id',
    '/id',
    'urn:uuid:99a439b3-87fb-4bda-bded-98a31048f0e0',
    'The identifier of a client is a URN',
  ],
  ['client-id-null', 'client-id', '/id', null, 'The identifier of a client is null'],

  ['client-first-name-number', 'client-texts', '/firstName', 7, 'A first name is a number'],
  [
    'client-last-name-object',
    'client-texts',
    '/lastName',
    { value: 'Ollerenshaw' },
    'A last name is an object',
  ],
  ['client-title-number', 'client-texts', '/title', 2, 'A title is the number of one in a list'],
  ['client-middle-name-null', 'client-texts', '/middleName', null, 'A middle name is null'],
  ['client-company-null', 'client-texts', '/companyName', null, 'A company that there is not is null'],
  ['client-pronouns-list', 'client-texts', '/pronouns', ['she', 'her'], 'Pronouns are a list'],
  [
    'client-avatar-object',
    'client-texts',
    '/avatarUrl',
    { url: 'https://images.example.com/1' },
    'An image is an object',
  ],
  ['client-dob-number', 'client-texts', '/dob', 136_684_800, 'A date of birth is a number of seconds'],
  [
    'client-dob-object',
    'client-texts',
    '/dob',
    { year: 1974, month: 5, day: 8 },
    'A date of birth is an object',
  ],
  [
    'client-nationality-list',
    'client-texts',
    '/nationality',
    ['British', 'Irish'],
    'Nationalities are a list',
  ],
  [
    'client-ni-number-boolean',
    'client-texts',
    '/niNumber',
    true,
    'Of a national insurance number is told whether there is one',
  ],
  [
    'client-occupation-boolean',
    'client-texts',
    '/occupation',
    false,
    'An occupation that there is not is false',
  ],

  ['client-email-name', 'client-email', '/emailAddress', 'rosalind', 'An e-mail address has no at sign'],
  ['client-email-no-domain', 'client-email', '/emailAddress', 'rosalind@', 'An e-mail address has no domain'],
  [
    'client-email-named',
    'client-email',
    '/emailAddress',
    'Rosalind <rosalind@example.com>',
    'A name stands before an e-mail address',
  ],
  [
    'client-email-two',
    'client-email',
    '/emailAddress',
    'rosalind@example.com,jane@example.com',
    'Two e-mail addresses stand in one field',
  ],
  ['client-email-empty', 'client-email', '/emailAddress', '', 'An e-mail address that there is not is empty'],
  ['client-email-null', 'client-email', '/emailAddress', null, 'An e-mail address that there is not is null'],
  [
    'client-email-list',
    'client-email',
    '/emailAddress',
    ['rosalind@example.com'],
    'E-mail addresses are a list',
  ],

  [
    'client-telephone-spaced',
    'client-telephone-numbers',
    '/telephoneNumber',
    '+44 7700 900147',
    'Spaces stand in a telephone number',
  ],
  [
    'client-telephone-national',
    'client-telephone-numbers',
    '/telephoneNumber',
    '07700900147',
    'A telephone number is as it is dialled within the country',
  ],
  [
    'client-telephone-noughts',
    'client-telephone-numbers',
    '/telephoneNumber',
    '00447700900147',
    'A telephone number starts with two noughts',
  ],
  [
    'client-telephone-brackets',
    'client-telephone-numbers',
    '/telephoneNumber',
    '+44(0)7700900147',
    'Brackets stand in a telephone number',
  ],
  [
    'client-telephone-long',
    'client-telephone-numbers',
    '/telephoneNumber',
    '+4477009001470000',
    'A telephone number has sixteen digits',
  ],
  [
    'client-telephone-number',
    'client-telephone-numbers',
    '/telephoneNumber',
    447_700_900_147,
    'A telephone number is a number',
  ],
  [
    'client-telephone-empty',
    'client-telephone-numbers',
    '/telephoneNumber',
    '',
    'A telephone number that there is not is empty',
  ],
  [
    'client-telephone-null',
    'client-telephone-numbers',
    '/telephoneNumber',
    null,
    'A telephone number that there is not is null',
  ],
  [
    'client-alt-telephone-extension',
    'client-telephone-numbers',
    '/altTelephoneNumber',
    '+441632960147 ext. 2',
    'An extension stands behind the other telephone number',
  ],
  [
    'client-alt-telephone-object',
    'client-telephone-numbers',
    '/altTelephoneNumber',
    { country: 44, number: '1632960147' },
    'The other telephone number is an object',
  ],

  ['client-status-lower-case', 'client-status', '/status', 'active', 'A status is written in lower case'],
  ['client-status-upper-case', 'client-status', '/status', 'ACTIVE', 'A status is written in upper case'],
  ['client-status-spaced', 'client-status', '/status', 'Not Invited', 'A status is written in two words'],
  ['client-status-unknown', 'client-status', '/status', 'Archived', 'A status is not one of the five'],
  ['client-status-number', 'client-status', '/status', 1, 'A status is a number'],
  ['client-status-null', 'client-status', '/status', null, 'A status is null'],
  ['client-status-object', 'client-status', '/status', { name: 'Active' }, 'A status is an object'],

  [
    'client-preferences-list',
    'client-communication-preferences',
    '/communicationPreferences',
    ['email', 'phone'],
    'Preferences are a list',
  ],
  [
    'client-preferences-text',
    'client-communication-preferences',
    '/communicationPreferences',
    'email',
    'Preferences are a text',
  ],
  [
    'client-preferences-null',
    'client-communication-preferences',
    '/communicationPreferences',
    null,
    'Preferences that there are not are null',
  ],
  [
    'client-preference-text',
    'client-communication-preferences',
    '/communicationPreferences/email',
    'true',
    'A preference is a text',
  ],
  [
    'client-preference-yes',
    'client-communication-preferences',
    '/communicationPreferences/phone',
    'Yes',
    'A preference is Yes',
  ],
  [
    'client-preference-number',
    'client-communication-preferences',
    '/communicationPreferences/sms',
    0,
    'A preference is a number',
  ],
  [
    'client-preference-null',
    'client-communication-preferences',
    '/communicationPreferences/post',
    null,
    'A preference that is not known is null',
  ],

  ['client-address-text', 'address-fields', '/address', 'Hollin Edge Farm, Bakewell', 'An address is a text'],
  [
    'client-address-list',
    'address-fields',
    '/address',
    ['Hollin Edge Farm', 'Bakewell'],
    'An address is a list of lines',
  ],
  ['client-address-null', 'address-fields', '/address', null, 'An address that there is not is null'],
  [
    'client-line-null',
    'address-fields',
    '/address/line_2',
    null,
    'A line of an address that there is not is null',
  ],
  ['client-line-number', 'address-fields', '/address/line_1', 14, 'The first line of an address is a number'],
  [
    'client-post-town-object',
    'address-fields',
    '/address/post_town',
    { name: 'Bakewell' },
    'A post town is an object',
  ],
  ['client-county-false', 'address-fields', '/address/county', false, 'A county that there is not is false'],
  ['client-uprn-number', 'address-fields', '/address/uprn', 10_070_512_846, 'A UPRN is a number'],
];

/** Where a wrong value is shown: in every answer, or only in some. */
const sometimes: readonly (readonly [
  id: string,
  row: ClientRow['0'],
  title: string,
  limited: (shown: Behaviour) => Behaviour,
])[] = [
  [
    'client-id-short-after-change',
    'client-id-short',
    'Only after a change is the identifier cut short',
    afterChanges,
  ],
  [
    'client-dob-number-after-change',
    'client-dob-number',
    'Only the answer to a change shows the date of birth as a number',
    afterChanges,
  ],
  [
    'client-email-empty-after-change',
    'client-email-empty',
    'Only the answer to a change shows the e-mail address as empty',
    afterChanges,
  ],
  [
    'client-telephone-spaced-after-change',
    'client-telephone-spaced',
    'Only the answer to a change shows the telephone number with spaces',
    afterChanges,
  ],
  [
    'client-status-lower-case-after-change',
    'client-status-lower-case',
    'Only the answer to a change shows the status in lower case',
    afterChanges,
  ],
  [
    'client-preference-text-after-change',
    'client-preference-text',
    'Only the answer to a change shows a preference as a text',
    afterChanges,
  ],
  [
    'client-uprn-number-after-change',
    'client-uprn-number',
    'Only the answer to a change shows the UPRN as a number',
    afterChanges,
  ],
  [
    'client-status-number-of-second',
    'client-status-number',
    'Only the second client has a status that is a number',
    ofSecond,
  ],
  [
    'client-line-null-of-second',
    'client-line-null',
    'Only the second client has a line of an address that is null',
    ofSecond,
  ],
];

/** Services that show a client with a wrong value. */
export const clientRecordFaults: readonly Fault[] = Object.freeze([
  ...wrongValues.map(([id, requirement, pointer, value, title]) =>
    Object.freeze({ id, title, requirement, pointer, behaviour: showingAt(pointer, value) }),
  ),
  ...sometimes.map(([id, rowId, title, limited]) => {
    const [, requirement, pointer, value] = wrongValueNamed(rowId);
    return Object.freeze({ id, title, requirement, pointer, behaviour: limited(showingAt(pointer, value)) });
  }),
  // A wrong value that is taken is a wrong value that is shown.
  ...(
    [
      [
        'client-takes-number',
        'client-texts',
        '/title',
        'A title that is a number is taken, and shown as one',
      ],
      [
        'client-takes-null',
        'client-texts',
        '/lastName',
        'A last name that is null is taken, and shown as null',
      ],
      [
        'client-takes-any-email',
        'client-email',
        '/emailAddress',
        'An e-mail address that is none is taken, and shown',
      ],
      [
        'client-takes-any-telephone',
        'client-telephone-numbers',
        '/telephoneNumber',
        'A telephone number that is none is taken, and shown',
      ],
      [
        'client-takes-address-text',
        'address-fields',
        '/address',
        'An address that is a text is taken, and shown as one',
      ],
      [
        'client-takes-line-number',
        'address-fields',
        '/address/line_1',
        'A line of an address that is a number is taken, and shown as one',
      ],
    ] as const
  ).map(([id, requirement, pointer, title]) =>
    Object.freeze({ id, title, requirement, pointer, behaviour: taking(pointer.split('/')[1] ?? '') }),
  ),
]);

function wrongValueNamed(id: string): ClientRow {
  const row = wrongValues.find(([one]) => one === id);
  if (row === undefined) throw new Error(`No wrong value is named '${id}'.`);
  return row;
}

/** Clients that have something in that place are shown with the value there. */
function showingAt(pointer: string, value: Json): Behaviour {
  return showing((record) => (holds(record, pointer) ? withValueAt(record, pointer, value) : record));
}

function holds(record: JsonObject, pointer: string): boolean {
  return Object.hasOwn(record, pointer.split('/')[1] ?? '');
}

function afterChanges(shown: Behaviour): Behaviour {
  return when(changingClients, shown);
}

function ofSecond(shown: Behaviour): Behaviour {
  return when(forClient(2), shown);
}

/** Whatever is sent for the field is taken; what else is wrong is left alone. */
function taking(field: string): Behaviour {
  return keeping({ accepted: (record, patch) => (field in patch ? { ...record, ...patch } : record) });
}
