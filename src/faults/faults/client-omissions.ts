import type { JsonObject } from '../../reference/json.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { altering, besides, keeping, only, showing, without, withPreferences } from '../client-behaviours.ts';
import {
  type FaultRows,
  faultsOf,
  faultsWith,
  kebab,
  triedWithKnownFields,
  unseenByVerify,
} from '../rows.ts';

/** Services that alter fields which a change does not name. */
export const clientOmissionFaults: readonly Fault[] = Object.freeze([
  ...['status', 'dob', 'altTelephoneNumber'].flatMap((field) =>
    at(field, [
      `omission-clears-${kebab(field)}`,
      `Every change removes ${field}`,
      besides((record) => without(record, field)),
    ]),
  ),
  ...at('companyName', [
    [
      'omission-clears-company-name',
      'A change without companyName removes it',
      besides((record, patch) => ('companyName' in patch ? record : without(record, 'companyName'))),
    ],
    [
      'omission-clears-company-name-by-last-name',
      'A change of lastName alone removes companyName',
      takenByAlone('lastName', 'companyName'),
    ],
  ]),
  ...faultsOf('update-client-address-kept', '/address', [
    'omission-clears-address-by-title',
    'A change of title alone removes address',
    takenByAlone('title', 'address'),
  ]),
  ...at('lastName', [
    [
      'omission-replaces-client',
      'A change replaces the whole client',
      altering((record, patch) => ({ ...only(record, 'id'), ...patch })),
    ],
    [
      'omission-forgets-when-read',
      'A new last name is lost once it was read',
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
    'omission-preferences-false-dropped',
    'Every change removes the preferences that are false',
    besides((record) =>
      withPreferences(record, (given) =>
        Object.fromEntries(Object.entries(given).filter(([, value]) => value === true)),
      ),
    ),
  ]),
]);

function at(field: string, rows: FaultRows): readonly Fault[] {
  return faultsOf('update-client-omitted-unchanged', `/${field}`, rows);
}

/** A change of one field alone removes the other. */
function takenByAlone(changed: string, taken: string): Behaviour {
  return besides((record, patch) =>
    Object.keys(patch).join() === changed ? without(record, taken) : record,
  );
}

/** Every change that does not name the field alters its text. */
function mapping(field: string, change: (text: string) => string): Behaviour {
  return besides((record) => {
    const value = record[field];
    return typeof value === 'string' ? { ...record, [field]: change(value) } : record;
  });
}

/** The client shows nothing at first, so a restoring run changes nothing of it. */
const ofEmptyClients = faultsWith({ unseenBy: 'verify and restore' });

/** A reading shows it. `verify` only reads what it has set up. */
const byReading = faultsWith({ ...triedWithKnownFields, unseenBy: 'verify' });

/** Services that treat a change as a replacement of all changeable fields, or show no client at all. */
export const clientReplacementFaults: readonly Fault[] = Object.freeze([
  ...ofEmptyClients('update-client-omitted-unchanged', '/lastName', [
    'replace-client',
    'A change, even an empty one, replaces the whole client; clients are empty at first',
    ofAnEmptyClient((record, patch) => ({ ...only(record, 'id'), ...patch })),
  ]),
  ...ofEmptyClients('update-client-address-kept', '/address', [
    'replace-drops-address',
    'A change without address, even an empty one, removes it; clients are empty at first',
    ofAnEmptyClient((record, patch) => ({ ...without(record, 'address'), ...patch })),
  ]),
  ...faultsOf('update-client-200', '', [
    ['wrapped-data', 'Every answer has the fields of the client under data', showing((data) => ({ data }))],
    [
      'wrapped-nothing',
      'Every answer has the fields of the client away, with an empty object in its place',
      showing(() => ({})),
      // Such a client has nothing that a restoring run could change.
      { unseenBy: 'restore' },
    ],
  ]),
  ...byReading('update-client-omitted-unchanged', '/firstName', [
    'reading-replaces-client',
    'An empty change empties the client',
    whenRead((record, patch) => ({ ...only(record, 'id'), ...patch })),
  ]),
  ...byReading('update-client-address-kept', '/address', [
    'reading-clears-address',
    'An empty change removes the address',
    whenRead((record, patch) => ({ ...without(record, 'address'), ...patch })),
  ]),
]);

/** A client that an empty change alters in the same way as any other change. */
function whenRead(changed: (record: JsonObject, patch: JsonObject) => JsonObject): Behaviour {
  return keeping({ changed, isReadByChanging: true });
}

/** A client that has only an identifier until it is changed, and that every request changes in this way. */
function ofAnEmptyClient(changed: (record: JsonObject, patch: JsonObject) => JsonObject): Behaviour {
  return keeping({ initially: (record) => only(record, 'id'), changed, isReadByChanging: true });
}
