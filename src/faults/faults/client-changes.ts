import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../reference/json.ts';
import { json, refusal } from '../answers.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { always, everyNth, when } from '../behaviours.ts';
import { changeableFields } from '../catalogue/client.ts';
import {
  altering,
  asReading,
  besides,
  changingAlone,
  changingClients,
  changingField,
  only,
  recordIn,
  refusing,
  taking,
  without,
} from '../client-behaviours.ts';
import {
  type FaultRow,
  faultsOf,
  faultsUnseenByVerify,
  kebab,
  triedWithTwoClients,
  unseenByVerify,
  wrongStatuses,
} from '../fault.ts';
import { nextAfter } from '../remembering.ts';
import { all, by, type Condition, forClient, not, objectIn } from '../requests.ts';

/** Changes of all seven fields. */
const changingAll = all(changingClients, (request) => Object.keys(objectIn(request)).length >= 7);

/** Requests with a number as a field. */
const sendsNumber: Condition = (request) =>
  Object.values(objectIn(request)).some((value) => typeof value === 'number');

/** The maximum number of changed fields, and one that is then lost. */
const firstLost = [
  [1, 'firstName'],
  [3, 'emailAddress'],
  [5, 'telephoneNumber'],
] as const;

/** Services that do not apply a change. */
export const clientChangeFaults: readonly Fault[] = Object.freeze([
  ...changeableFields.flatMap((field) =>
    faultsOf('update-client-fields', `/${field}`, [
      `change-ignores-${kebab(field)}`,
      `A change of ${field} is answered 200, and not done`,
      taking((patch) => without(patch, field)),
    ]),
  ),
  ...firstLost.flatMap(([count, field]) =>
    faultsOf('update-client-fields', `/${field}`, [
      `change-of-${count}-at-most`,
      `Of several fields no more than ${count} are changed, those that are sent first`,
      taking((patch) => only(patch, ...Object.keys(patch).slice(0, count))),
    ]),
  ),
  ...faultsOf('update-client-fields', '', [
    ...wrongStatuses('change', 'Every change is', [302, 404, 500], (answer) =>
      refusing(changingClients, answer),
    ),
    [
      'change-refuses-all-together',
      'A change of all seven fields at once is answered 422',
      refusing(changingAll, refusal(422)),
    ],
    ...(['address', 'emailAddress', 'telephoneNumber'] as const).map<FaultRow>((field) => [
      `change-refuses-${kebab(field)}`,
      `Whatever names ${field} is answered 422`,
      refusing(changingField(field), refusal(422)),
      // A restoring run only sends the present value, which may be an old one.
      { unseenBy: 'restore' },
    ]),
    ...(['firstName', 'companyName'] as const).map<FaultRow>((field) => [
      `change-refuses-${kebab(field)}`,
      `Whatever names ${field} is answered 400`,
      refusing(changingField(field), refusal(400)),
    ]),
    [
      'change-every-third-500',
      'Every third change is answered 500',
      everyNth(3, refusing(changingClients, refusal(500))),
    ],
    ...[400, 422].map<FaultRow>((status) => [
      `change-refuses-own-values-${status}`,
      `Whatever a client shows is answered ${status} when it is sent back`,
      refusingOwnValues(() => true, status),
    ]),
    [
      'change-refuses-own-together',
      'All that a client shows is answered 400 when it is sent back at once, and nothing of it by itself',
      refusingOwnValues((patch) => Object.keys(patch).length > 1, 400),
    ],
    ...[400, 422].map<FaultRow>((status) => [
      `change-of-other-client-${status}`,
      `A change of a client that is not listed first is answered ${status}`,
      refusing(all(changingClients, not(forClient(1))), refusal(status)),
      triedWithTwoClients,
    ]),
  ]),
  // New values may be refused. Only `check` tests that a service accepts its own.
  ...faultsUnseenByVerify('update-client-fields', '', [
    ...[...changeableFields, 'address'].map<FaultRow>((field) => [
      `change-refuses-${kebab(field)}-alone`,
      `A change of ${field} alone is answered 400`,
      refusing(changingAlone(field), refusal(400)),
    ]),
    [
      'change-refuses-title-alone-422',
      'A change of title alone is answered 422',
      refusing(changingAlone('title'), refusal(422)),
    ],
    [
      'change-wants-all',
      'A change that does not name every field is answered 400',
      refusing(all(changingClients, not(changingAll)), refusal(400)),
    ],
    [
      'change-refused-late',
      'A change of a number in place of a text is refused, and once more the right one after it, with 400',
      nextAfter(
        all(changingClients, sendsNumber),
        all(changingClients, not(sendsNumber)),
        always(refusal(400)),
      ),
    ],
    [
      'change-wants-last-name',
      'A change that does not name lastName is answered 400',
      refusing(all(changingClients, not(changingField('lastName'))), refusal(400)),
    ],
  ]),
  ...faultsOf('update-client-fields', '/title', [
    ['change-ignores-all', 'Changes are answered 200 with the record, and not done', taking(() => ({}))],
    [
      'change-ignores-lone',
      'A change of one field alone is answered 200, and not done',
      taking((patch) => (Object.keys(patch).length === 1 ? {} : patch)),
    ],
    [
      'change-takes-last-of-many',
      'Of several fields only the last that is sent is changed',
      taking((patch) => only(patch, ...Object.keys(patch).slice(-1))),
    ],
    [
      'change-address-alone-of-many',
      'Where an address is sent, nothing else is changed',
      taking((patch) => ('address' in patch ? only(patch, 'address') : patch)),
    ],
    [
      'change-of-first-client-alone',
      'Only the client that is listed first can be changed',
      ignoringFor(not(forClient(1))),
      triedWithTwoClients,
    ],
    [
      'change-of-empty-alone',
      'A change fills what is empty, and replaces nothing',
      altering((record, patch) => ({ ...patch, ...record })),
    ],
    [
      'change-once',
      'A field can be changed once, and then no more',
      taking((patch, earlier) => without(patch, ...earlier.flatMap((one) => Object.keys(one)))),
    ],
    [
      'change-every-second-ignored',
      'Every second change is answered 200, and not done',
      taking((patch, earlier) => (earlier.length % 2 === 1 ? {} : patch)),
    ],
    [
      'change-title-of-a-list',
      'A title is taken only where it is Mr, Mrs or Miss',
      taking((patch) => (/^M(r|rs|iss)$/.test(String(patch.title)) ? patch : without(patch, 'title'))),
    ],
  ]),
  ...faultsOf('update-client-fields', '/firstName', [
    [
      'change-third-ignored',
      'From the third on, changes are answered 200 and not done',
      taking((patch, earlier) => (earlier.length > 1 ? {} : patch)),
    ],
    [
      'change-swaps-names',
      'First and last name are exchanged',
      taking(({ firstName, lastName, ...patch }) => ({
        ...patch,
        ...(firstName === undefined ? {} : { lastName: firstName }),
        ...(lastName === undefined ? {} : { firstName: lastName }),
      })),
    ],
  ]),
  ...faultsOf('update-client-fields', '/lastName', [
    [
      'change-full-name-as-last-name',
      'A last name is kept together with the first name',
      besides((record, { lastName }) =>
        lastName === undefined ? record : { ...record, lastName: `${record.firstName} ${lastName}` },
      ),
    ],
    [
      'change-echoed',
      'A change is answered with what was sent, and nothing is kept',
      when(changingClients, async (request, reference) => {
        const reading = await reference(asReading(request));
        if (reading.status !== 200) return reading;
        return json(200, { ...recordIn(reading), ...objectIn(request) });
      }),
    ],
  ]),
  ...faultsOf('update-client-fields', '/companyName', [
    [
      'change-company-into-last-name',
      'The company is kept as the last name',
      taking(({ companyName, ...patch }) =>
        companyName === undefined ? patch : { ...patch, lastName: companyName },
      ),
    ],
    [
      'change-company-of-companies-alone',
      'A company is changed only where there was one',
      altering((record, patch) =>
        (record.companyName ?? '') === ''
          ? { ...record, ...without(patch, 'companyName') }
          : { ...record, ...patch },
      ),
      { ...triedWithTwoClients, ...unseenByVerify },
    ],
  ]),
  ...faultsOf('update-client-fields', '/emailAddress', [
    'change-email-or-telephone',
    'The e-mail address is not changed where a telephone number is sent too',
    taking((patch) => ('telephoneNumber' in patch ? without(patch, 'emailAddress') : patch)),
  ]),
]);

/** Refuses the member's changes to the values that the client already shows, if they match. */
function refusingOwnValues(isMeant: (patch: JsonObject) => boolean, status: number): Behaviour {
  return when(all(changingClients, by('member')), async (request, reference) => {
    const reading = await reference(asReading(request));
    const patch = objectIn(request);
    if (reading.status !== 200 || !isMeant(patch) || Object.keys(patch).length === 0)
      return reference(request);
    const shown = only(recordIn(reading), ...Object.keys(patch));
    return isDeepStrictEqual(shown, patch) ? refusal(status) : reference(request);
  });
}

function ignoringFor(condition: typeof changingClients): Behaviour {
  return async (request, reference) =>
    reference(condition(request) && changingClients(request) ? asReading(request) : request);
}
