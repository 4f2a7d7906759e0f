import type { JsonObject } from '../../reference/json.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { changeableFields, unchangeableFields } from '../catalogue/client.ts';
import { altering, besides, keeping, only, without, withPreferences } from '../client-behaviours.ts';
import { type FaultRows, faultsOf, kebab, unseenByVerify } from '../fault.ts';

/** Fields whose change removes another field. */
const takenBy = [
  ['emailAddress', 'telephoneNumber'],
  ['firstName', 'middleName'],
  ['lastName', 'companyName'],
  ['title', 'address'],
  ['telephoneNumber', 'address'],
] as const;

/** Services that alter fields which a change does not name. */
export const clientOmissionFaults: readonly Fault[] = Object.freeze([
  ...unchangeableFields.flatMap((field) =>
    at(field, [
      `omission-clears-${kebab(field)}`,
      `Every change takes ${field} away`,
      besides((record) => without(record, field)),
    ]),
  ),
  ...['status', 'communicationPreferences', 'dob'].flatMap((field) =>
    at(field, [
      `omission-nulls-${kebab(field)}`,
      `Every change makes ${field} null`,
      besides((record) => (field in record ? { ...record, [field]: null } : record)),
    ]),
  ),
  ...changeableFields.flatMap((field) =>
    at(field, [
      `omission-clears-${kebab(field)}`,
      `A change that does not name ${field} takes it away`,
      besides((record, patch) => (field in patch ? record : without(record, field))),
    ]),
  ),
  ...takenBy.flatMap(([changed, taken]) =>
    faultsOf(
      taken === 'address' ? 'update-client-address-kept' : 'update-client-omitted-unchanged',
      `/${taken}`,
      [
        `omission-clears-${kebab(taken)}-by-${kebab(changed)}`,
        `A change of ${changed} alone takes ${taken} away`,
        besides((record, patch) => (Object.keys(patch).join() === changed ? without(record, taken) : record)),
      ],
    ),
  ),
  ...at('lastName', [
    [
      'omission-replaces-client',
      'A change replaces the whole client',
      altering((record, patch) => ({ ...only(record, 'id'), ...patch })),
    ],
    [
      'omission-replaces-changeable',
      'A change replaces all that can be changed',
      altering((record, patch) => ({ ...without(record, ...changeableFields), ...patch })),
    ],
    [
      'omission-empties',
      'What a change leaves out is made empty',
      besides((record, patch) => ({ ...record, ...emptied(record, patch) })),
    ],
    [
      'omission-last-name-from-first',
      'A change of the first name alone makes the last name the same',
      besides((record, { firstName, lastName }) =>
        firstName === undefined || lastName !== undefined ? record : { ...record, lastName: firstName },
      ),
    ],
    [
      'omission-forgets-when-read',
      'A new last name is gone once it was read',
      keeping({
        read: (record, earlier) =>
          'lastName' in (earlier.at(-1) ?? {}) ? without(record, 'lastName') : record,
      }),
      unseenByVerify,
    ],
  ]),
  ...at('dob', [
    'omission-dob-with-time',
    'Every change adds a time to the date of birth',
    mapping('dob', (dob) => `${dob}T00:00:00.000Z`),
  ]),
  ...at('communicationPreferences', [
    [
      'omission-preferences-all',
      'Every change sets all preferences',
      setting({ communicationPreferences: { email: true, phone: true, sms: true, post: true } }),
    ],
    [
      'omission-preferences-false-dropped',
      'Every change drops the preferences that are false',
      besides((record) =>
        withPreferences(record, (given) =>
          Object.fromEntries(Object.entries(given).filter(([, value]) => value === true)),
        ),
      ),
    ],
    [
      'omission-preferences-by-email',
      'A change of the e-mail address takes back the preference of e-mail',
      besides((record, patch) =>
        'emailAddress' in patch ? withPreferences(record, (given) => ({ ...given, email: false })) : record,
      ),
    ],
  ]),
  ...at('telephoneNumber', [
    'omission-telephone-exchanged',
    'Every change that leaves them out exchanges the two telephone numbers',
    besides((record, patch) =>
      'telephoneNumber' in patch || record.altTelephoneNumber === undefined
        ? record
        : {
            ...record,
            telephoneNumber: record.altTelephoneNumber,
            altTelephoneNumber: record.telephoneNumber ?? null,
          },
    ),
  ]),
  ...at('altTelephoneNumber', [
    'omission-telephone-twice',
    'A change of the telephone number changes the other one too',
    besides((record, { telephoneNumber }) =>
      telephoneNumber === undefined ? record : { ...record, altTelephoneNumber: telephoneNumber },
    ),
  ]),
  ...at('emailAddress', [
    'omission-email-lower-case',
    'Every change that leaves it out writes the e-mail address in upper case',
    besides((record, patch) =>
      'emailAddress' in patch || record.emailAddress === undefined
        ? record
        : { ...record, emailAddress: String(record.emailAddress).toUpperCase() },
    ),
  ]),
  ...at('title', [
    'omission-title-by-first-name',
    'A change of the first name alone resets the title',
    besides((record, patch) =>
      Object.keys(patch).join() === 'firstName' ? { ...record, title: 'Mx' } : record,
    ),
  ]),
  ...at('niNumber', [
    'omission-ni-number-masked',
    'Every change masks the national insurance number for good',
    mapping('niNumber', (number) => number.replaceAll(/\d/g, '*')),
  ]),
]);

function at(field: string, rows: FaultRows): readonly Fault[] {
  return faultsOf('update-client-omitted-unchanged', `/${field}`, rows);
}

/** Every change sets these fields, if the client has them. */
function setting(fields: JsonObject): Behaviour {
  return besides((record) => ({
    ...record,
    ...Object.fromEntries(Object.entries(fields).filter(([field]) => field in record)),
  }));
}

/** Every change that does not name the field alters its text. */
function mapping(field: string, change: (text: string) => string): Behaviour {
  return besides((record) => {
    const value = record[field];
    return typeof value === 'string' ? { ...record, [field]: change(value) } : record;
  });
}

/** The texts of a client that a change does not name, emptied. */
function emptied(record: JsonObject, patch: JsonObject): JsonObject {
  const left = Object.entries(record).filter(
    ([name, value]) => typeof value === 'string' && !(name in patch),
  );
  return Object.fromEntries(left.filter(([name]) => name !== 'id').map(([name]) => [name, '']));
}
