import { isJsonObject, type Json } from '../../reference/json.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { when } from '../behaviours.ts';
import { changingClients, keeping, showing } from '../client-behaviours.ts';
import { forClient } from '../requests.ts';
import { faultsOf, faultsUnseenByVerify, faultsWith, triedWithTwoClients } from '../rows.ts';
import { withValueAt } from '../values.ts';

/** One wrong value for each statement. */
const afterChanges: readonly (readonly [
  id: string,
  requirement: string,
  pointer: string,
  value: Json,
  title: string,
])[] = [
  ['id-short', 'client-id', '/id', '99a439b3', 'cuts the identifier short'],
  ['dob-number', 'client-texts', '/dob', 136_684_800, 'shows the date of birth as a number'],
  [
    'preference-text',
    'client-communication-preferences',
    '/communicationPreferences/email',
    'true',
    'shows a preference as a text',
  ],
  ['uprn-number', 'address-fields', '/address/uprn', 10_070_512_846, 'shows the UPRN as a number'],
];

/** Wrong values that are accepted when they are the only field of a change, and are then shown. */
const taken: readonly (readonly [
  id: string,
  requirement: string,
  pointer: string,
  title: string,
  isTaken: (value: Json) => boolean,
])[] = [
  [
    'array',
    'client-texts',
    '/title',
    'A title that is an array is accepted and shown if it is sent alone',
    Array.isArray,
  ],
  [
    'any-email',
    'client-email',
    '/emailAddress',
    'An invalid e-mail address is accepted if it is sent alone',
    (value) => typeof value === 'string',
  ],
  [
    'national-telephone',
    'client-telephone-numbers',
    '/telephoneNumber',
    'A telephone number in national form is accepted if it is sent alone',
    (value) => /^0\d{9,10}$/.test(String(value)),
  ],
  [
    'telephone-letters',
    'client-telephone-numbers',
    '/telephoneNumber',
    'A telephone number with letters after its plus sign is accepted if it is sent alone',
    (value) => /^\+.*[a-z]/i.test(String(value)),
  ],
  [
    'address-text',
    'address-fields',
    '/address',
    'An address that is a text is accepted and shown if it is sent alone',
    (value) => typeof value === 'string',
  ],
  [
    'uprn-number',
    'address-fields',
    '/address/uprn',
    'A UPRN that is a number is accepted and shown if only the address is sent',
    (value) => isJsonObject(value) && typeof value.uprn === 'number',
  ],
];

/**
 * Services that sometimes show a client with a wrong value. Values that are always wrong are tried for every field
 * separately.
 */
export const clientRecordFaults: readonly Fault[] = Object.freeze([
  ...afterChanges.flatMap(([id, requirement, pointer, value, title]) =>
    faultsOf(requirement, pointer, [
      `client-${id}-after-change`,
      `Only the answer to a change ${title}`,
      when(changingClients, showingAt(pointer, value)),
    ]),
  ),
  ...faultsWith(triedWithTwoClients)('client-status', '/status', [
    'client-status-number-of-second',
    'Only the second client has a status that is a number',
    when(forClient(2), showingAt('/status', 1)),
  ]),
  ...taken.flatMap(([id, requirement, pointer, title, isTaken]) =>
    faultsUnseenByVerify(requirement, pointer, [`client-takes-${id}`, title, taking(pointer, isTaken)]),
  ),
]);

/** Clients that have the field, or the object around it, are shown with this value. */
function showingAt(pointer: string, value: Json): Behaviour {
  const [, field = ''] = pointer.split('/');
  return showing((record) => (field in record ? withValueAt(record, pointer, value) : record));
}

/** Accepts a matching value of the field when it is sent alone; other wrong changes are refused. */
function taking(pointer: string, isTaken: (value: Json) => boolean): Behaviour {
  const [, field = ''] = pointer.split('/');
  return keeping({
    accepted: (record, patch) => {
      const isAlone = Object.keys(patch).join() === field;
      return isAlone && isTaken(patch[field] ?? null) ? { ...record, ...patch } : undefined;
    },
  });
}
