import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../reference/json.ts';
import { json, refusal } from '../answers.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { everyNth, when } from '../behaviours.ts';
import { changeableFields } from '../catalogue/client.ts';
import {
  altering,
  answeringFrom,
  asReading,
  besides,
  changingClients,
  changingField,
  only,
  recordIn,
  refusing,
  taking,
  without,
} from '../client-behaviours.ts';
import { all, by, forClient, not, objectIn } from '../requests.ts';
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
      'change-refuses-email-address',
      'A change that contains emailAddress is answered 422',
      refusing(changingField('emailAddress'), refusal(422)),
      // A restoring run only sends the present value, which may be an old one.
      { unseenBy: 'restore' },
    ],
    [
      'change-every-third-500',
      'Every third change is answered 500',
      everyNth(3, refusing(changingClients, refusal(500))),
    ],
    [
      'change-refuses-own-values-422',
      'Values that a client shows are answered 422 when they are sent back',
      refusingOwnValues(422),
    ],
    [
      'change-of-other-client-400',
      'A change of a client that is not listed first is answered 400',
      refusing(all(changingClients, not(forClient(1))), refusal(400)),
      triedWithTwoClients,
    ],
  ]),
  // New values may be refused. Only `check` tests that a service accepts its own.
  ...faultsUnseenByVerify('update-client-fields', '', [
    'change-wants-all',
    'A change that does not contain every field is answered 400',
    refusing(all(changingClients, not(changingAll)), refusal(400)),
  ]),
  ...faultsOf('update-client-fields', '/title', [
    [
      'change-ignores-lone',
      'A change of one field alone is answered 200, but not made',
      taking((patch) => (Object.keys(patch).length === 1 ? {} : patch)),
    ],
    [
      'change-takes-last-of-many',
      'If several fields are sent, only the last is changed',
      taking((patch) => only(patch, ...Object.keys(patch).slice(-1))),
    ],
    [
      'change-of-first-client-alone',
      'Only the first listed client can be changed',
      ignoringFor(not(forClient(1))),
      triedWithTwoClients,
    ],
    [
      'change-of-empty-alone',
      'A change fills empty fields, but replaces no value',
      altering((record, patch) => ({ ...patch, ...record })),
    ],
    [
      'change-once',
      'A field can be changed only once',
      taking((patch, earlier) => without(patch, ...earlier.flatMap((one) => Object.keys(one)))),
    ],
    [
      'change-every-second-ignored',
      'Every second change is answered 200, but not made',
      taking((patch, earlier) => (earlier.length % 2 === 1 ? {} : patch)),
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
      'A change is answered with the sent values, but not kept',
      when(changingClients, async (request, reference) => {
        const reading = await reference(asReading(request));
        if (reading.status !== 200) return reading;
        return json(200, { ...recordIn(reading), ...objectIn(request) });
      }),
    ],
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
