import type { Json, JsonObject } from '../../reference/json.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { changeableFields } from '../catalogue/client.ts';
import { keeping, only, showing, without } from '../client-behaviours.ts';
import { type FaultFacts, type FaultRows, faultsWith, kebab, triedWithKnownFields } from '../fault.ts';

/** The client shows nothing at first, so a restoring run changes nothing of it. */
const ofEmptyClients: FaultFacts = Object.freeze({ unseenBy: 'verify and restore' });

/** Such a client has nothing that a restoring run could change. */
const ofHiddenClients: FaultFacts = Object.freeze({ unseenBy: 'restore' });

/** A reading shows it. `verify` only reads what it has set up. */
const byReading: FaultFacts = Object.freeze({ ...triedWithKnownFields, unseenBy: 'verify' });

/** Envelopes around a record. */
const envelopes: readonly (readonly [id: string, words: string, wrap: (record: JsonObject) => Json])[] = [
  ['data', 'under data', (data) => ({ data })],
  ['client', 'under client, beside a success', (client) => ({ success: true, client })],
  ['result', 'in a list under result', (record) => ({ result: [record], count: 1 })],
  ['attributes', 'under attributes of data', ({ id = '', ...attributes }) => ({ data: { id, attributes } })],
  ['message', 'away, with a message in its place', () => ({ message: 'Updated.' })],
  ['nothing', 'away, with an empty object in its place', () => ({})],
];

/** Services that treat a change as a replacement of all changeable fields, or show no client at all. */
export const clientReplacementFaults: readonly Fault[] = Object.freeze([
  ...ofFields('lastName', [
    [
      'replace-client',
      'A change, also one of nothing, replaces the whole of a client that is empty at first',
      ofAnEmptyClient((record, patch) => ({ ...only(record, 'id'), ...patch })),
    ],
    [
      'replace-changeable',
      'A change, also one of nothing, replaces all that can be changed of a client that is empty at first',
      ofAnEmptyClient((record, patch) => ({
        ...without(record, ...changeableFields, 'address'),
        ...patch,
      })),
    ],
    [
      'replace-by-null',
      'A change, also one of nothing, makes null what it leaves out of a client that is empty at first',
      ofAnEmptyClient((record, patch) => ({
        ...Object.fromEntries(changeableFields.map((field) => [field, null])),
        ...only(record, 'id'),
        ...patch,
      })),
      ofHiddenClients,
    ],
    [
      'replace-shows-changed-alone',
      'Changes are answered with the identifier and what was changed, and nothing shows it later',
      showing((record, patch) => only(record, 'id', ...Object.keys(patch))),
    ],
  ]),
  ...ofFields('title', [
    'replace-all-but-names',
    'A change of nothing is answered with the names, and others with what was changed',
    showing((record, patch) =>
      Object.keys(patch).length === 0
        ? only(record, 'firstName', 'lastName')
        : only(record, ...Object.keys(patch)),
    ),
  ]),
  ...[...changeableFields, 'address'].flatMap((field) =>
    ofFields(field, [
      `replace-drops-${kebab(field)}`,
      `Whatever leaves ${field} out, also a change of nothing, takes it away from a client that is empty at first`,
      ofAnEmptyClient((record, patch) => ({ ...without(record, field), ...patch })),
    ]),
  ),
  ...envelopes.flatMap(([id, words, wrap]) =>
    faultsWith(id === 'nothing' ? ofHiddenClients : {})('update-client-200', '', [
      `wrapped-${id}`,
      `Every answer has the fields of the client ${words}`,
      showing(wrap),
    ]),
  ),
  ...onReading('firstName', [
    [
      'reading-replaces-client',
      'A change of nothing empties the client',
      whenRead((record, patch) => ({ ...only(record, 'id'), ...patch })),
    ],
    [
      'reading-clears-first-name',
      'A change of nothing takes the first name away',
      whenRead((record, patch) => ({ ...without(record, 'firstName'), ...patch })),
    ],
  ]),
  // Null is shown, so `verify` sees it.
  ...faultsWith(triedWithKnownFields)('update-client-omitted-unchanged', '/firstName', [
    'reading-replaces-by-null',
    'A change of nothing makes null whatever can be changed',
    whenRead((record, patch) => ({
      ...record,
      ...Object.fromEntries(changeableFields.map((field) => [field, null])),
      ...patch,
    })),
  ]),
  ...onReading('status', [
    'reading-clears-status',
    'A change of nothing takes the status away',
    whenRead((record, patch) => ({ ...without(record, 'status'), ...patch })),
  ]),
  ...onReading('address', [
    'reading-clears-address',
    'A change of nothing takes the address away',
    whenRead((record, patch) => ({ ...without(record, 'address'), ...patch })),
  ]),
]);

function ofFields(field: string, rows: FaultRows): readonly Fault[] {
  return faultsWith(ofEmptyClients)(rowOf(field), `/${field}`, rows);
}

function onReading(field: string, rows: FaultRows): readonly Fault[] {
  return faultsWith(byReading)(rowOf(field), `/${field}`, rows);
}

function rowOf(field: string): string {
  return field === 'address' ? 'update-client-address-kept' : 'update-client-omitted-unchanged';
}

/** A client that an empty change alters in the same way as any other change. */
function whenRead(changed: (record: JsonObject, patch: JsonObject) => JsonObject): Behaviour {
  return keeping({ changed, isReadByChanging: true });
}

/** A client that has only an identifier until it is changed, and that every request changes in this way. */
function ofAnEmptyClient(changed: (record: JsonObject, patch: JsonObject) => JsonObject): Behaviour {
  return keeping({ initially: (record) => only(record, 'id'), changed, isReadByChanging: true });
}
