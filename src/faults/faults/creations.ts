import { isJsonObject } from '../../reference/json.ts';
import { page, refusal, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { always, everyNth, insteadOf, when } from '../behaviours.ts';
import { namesIn } from '../catalogue/table.ts';
import { sendsText } from '../client-behaviours.ts';
import { type FaultRow, faultsOf, faultsUnseenByVerify, kebab, wrongStatuses } from '../fault.ts';
import { all, by, type Condition, hasNoJson, hasNoObject, not, objectIn, on } from '../requests.ts';

/** The fields of the payload, and of its first user (interface 2.4). */
const fields = namesIn(
  `type registeredName registrationNumber sraIDNumber tradingName vatNumber websiteAddress telephoneNumber
   emailAddress companyLogoUrl subDomain address user`,
);
const userFields = namesIn(
  'title firstName lastName role suffix sraIDNumber telephoneNumber bio avatarUrl email',
);

/** Creations by the member. */
const creations: Condition = all(on('createOrganisation'), by('member'));

/** Legal texts that a service fails on. */
const failings: readonly (readonly [id: string, words: string, form: RegExp])[] = [
  ['letters', 'letters beyond ASCII', /[^\0-\u007f]/],
  ['plane', 'characters beyond the basic plane', /[\u{10000}-\u{10ffff}]/u],
  ['apostrophe', 'an apostrophe', /'/],
  ['markup', 'markup', /<[^>]*>/],
  ['long', 'more than 255 characters', /^.{256}/s],
  ['empty', 'no characters', /^$/],
];

/** Wrong bodies that services break on. */
const wrongPayloads: readonly (readonly [id: string, words: string, isMeant: Condition])[] = [
  ['no-json', 'from a body that is no JSON', hasNoJson],
  ['no-object', 'from a body that is no object', hasNoObject],
  [
    'name-number',
    'whose registered name is a number',
    (request) => typeof objectIn(request).registeredName === 'number',
  ],
  ['user-text', 'whose first user is a text', (request) => typeof objectIn(request).user === 'string'],
];

/** Services that fail on a payload, right or wrong. */
export const creationFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('create-organisation', '', [
    ...wrongStatuses('creation', 'Every creation is', [401, 404, 405, 410, 500, 501], (answer) =>
      failing(creations, answer),
    ),
    [
      'creation-502-page',
      'Every creation is answered 502 with a page of HTML',
      failing(creations, page(502)),
    ],
    [
      'creation-500-text',
      'Every creation is answered 500 with plain text',
      failing(creations, written(500, 'Oops.', 'text/plain')),
    ],
    [
      'creation-done-and-500',
      'Every creation is done, and answered 500',
      when(creations, insteadOf(201, refusal(500))),
    ],
    [
      'creation-full-500',
      'A creation with every field is answered 500',
      failing(all(creations, not(lacking(fields))), refusal(500)),
    ],
  ]),
  // No interaction sends a payload that leaves out a field or is repeated.
  ...faultsUnseenByVerify('create-organisation', '', [
    [
      'creation-twice-500',
      'A creation with a sub-domain that is taken is answered 500',
      when(creations, insteadOf(409, refusal(500))),
    ],
    [
      'creation-every-fifth-500',
      'Every fifth creation is answered 500',
      when(creations, everyNth(5, always(refusal(500)))),
    ],
    ...fields.map<FaultRow>((field) => [
      `creation-without-${kebab(field)}-500`,
      `A creation that leaves ${field} out is answered 500`,
      failing(all(creations, lacking([field])), refusal(500)),
    ]),
    ...userFields.map<FaultRow>((field) => [
      `creation-without-user-${kebab(field)}-500`,
      `A creation whose first user has no ${field} is answered 500`,
      failing(all(creations, userLacking(field)), refusal(500)),
    ]),
    ...failings.map<FaultRow>(([id, words, form]) => [
      `creation-text-${id}-500`,
      `A creation with a text of ${words} is answered 500`,
      failing(all(creations, sendsText(form)), refusal(500)),
    ]),
    ...wrongPayloads.map<FaultRow>(([id, words, isMeant]) => [
      `creation-wrong-${id}-500`,
      `A creation ${words} is answered 500`,
      failing(all(creations, isMeant), refusal(500)),
    ]),
    [
      'creation-user-empty-500',
      'A creation whose first user is an empty object is answered 500',
      failing(all(creations, holdsEmpty('user')), refusal(500)),
    ],
    [
      'creation-address-empty-500',
      'A creation whose address is an empty object is answered 500',
      failing(all(creations, holdsEmpty('address')), refusal(500)),
    ],
    [
      'creation-least-500',
      'A creation with neither a VAT number nor a logo is answered 500',
      failing(all(creations, lacking(['vatNumber']), lacking(['companyLogoUrl'])), refusal(500)),
    ],
  ]),
]);

function failing(condition: Condition, answer: ServiceAnswer): Behaviour {
  return when(condition, always(answer));
}

/** Payloads that leave out one of the fields. */
function lacking(names: readonly string[]): Condition {
  return (request) => names.some((name) => !Object.hasOwn(objectIn(request), name));
}

/** Payloads whose first user leaves out this field. */
function userLacking(name: string): Condition {
  return (request) => {
    const { user } = objectIn(request);
    return isJsonObject(user) && !Object.hasOwn(user, name);
  };
}

/** Payloads in which this object exists and is empty. */
function holdsEmpty(name: string): Condition {
  return (request) => {
    const object = objectIn(request)[name];
    return isJsonObject(object) && Object.keys(object).length === 0;
  };
}
