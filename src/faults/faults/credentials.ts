import { page, redirect, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { always, everyNth, insteadOf, letIn, refusingWith, when } from '../behaviours.ts';
import { tokenNamed } from '../demo.ts';
import {
  type FaultRow,
  faultsOf,
  faultsUnseenByVerify,
  kebab,
  triedWithTwoClients,
  wrongStatuses,
} from '../fault.ts';
import {
  all,
  type Condition,
  forCase,
  forCaseElsewhere,
  forClient,
  forMalformedCase,
  forNoCase,
  guarded,
  hasNoJson,
  hasNoObject,
  invalid,
  not,
  on,
  sends,
  sendsBasic,
  sendsToken,
  wantingToken,
  withoutHeader,
} from '../requests.ts';

const token = tokenNamed('member');
const sendsAnyToken = sendsToken(() => true);

/** Credentials that a careless service takes for valid. */
const carelessness: readonly (readonly [id: string, words: string, isAccepted: Condition])[] = [
  ['absent', 'no Authorization header', withoutHeader],
  ['empty', 'an empty Authorization header', sends((header) => header === '')],
  ['scheme-alone', 'the scheme without a token', sends((header) => header?.trim() === 'Bearer')],
  ['token-alone', 'a token without a scheme', sends((header) => header === token)],
  ['basic', 'a token under the scheme Basic', sends((header) => header === `Basic ${token}`)],
  ['unreadable', 'a token that no parser could read', sendsToken((sent) => /[^\w.~+/=-]/.test(sent))],
  ['unknown', 'any token of the right length', sendsToken((sent) => sent.length === token.length)],
  ['prefix', 'the beginning of a token', sendsToken((sent) => sent.length > 8 && token.startsWith(sent))],
  ['lengthened', 'whatever begins with a token', sendsToken((sent) => sent.startsWith(token))],
  ['any-case', 'a token in any case', sendsToken((sent) => sent.toLowerCase() === token.toLowerCase())],
  [
    'altered-start',
    'a token whose first characters were altered',
    sendsToken((sent) => sent.length === token.length && sent.slice(8) === token.slice(8)),
  ],
  [
    // For example a service that reads a token's claims and never verifies the signature at its end.
    'altered-end',
    'a token whose last characters were altered',
    sendsToken((sent) => sent.length === token.length && sent.slice(0, -8) === token.slice(0, -8)),
  ],
];

/** Each kind of invalid credentials, accepted by one operation only. */
const acceptedByOne: readonly FaultRow[] = wantingToken.flatMap((operation) =>
  carelessness.map<FaultRow>(([id, words, isAccepted]) => [
    `${kebab(operation)}-accepts-${id}`,
    `${operation} accepts ${words}`,
    when(all(on(operation), isAccepted), letIn),
  ]),
);

/** Services that accept invalid credentials. */
const acceptedThough: readonly Fault[] = [
  // No interaction reads one particular demo case, or reads an organisation from a refusal.
  ...faultsUnseenByVerify('credentials-401', '', [
    [
      'last-case-accepts-absent',
      'The case that is listed last is read without an Authorization header',
      when(all(forCase('transfer-bare'), withoutHeader), letIn),
    ],
    [
      'last-case-accepts-unknown',
      'The case that is listed last is read with any token',
      when(all(forCase('transfer-bare'), sendsAnyToken), letIn),
    ],
    [
      'refused-with-organisation',
      'Credentials that are not valid are answered 401, in a body that holds the organisation',
      when(all(on('getOrganisation'), invalid), refusingWith(401, 'organisation')),
    ],
  ]),
  ...faultsOf('credentials-401', '', [
    ...acceptedByOne,
    [
      'other-client-accepts-absent',
      'A client that is not listed first is changed without an Authorization header',
      when(all(on('updateClient'), not(forClient(1)), withoutHeader), letIn),
      triedWithTwoClients,
    ],
    [
      'refused-with-record',
      'Credentials that are not valid are answered 401, in a body that holds the record',
      when(all(on('getCaseData'), invalid), refusingWith(401, 'record')),
    ],
    [
      'any-scheme',
      'A token is accepted under any scheme',
      when(
        sends((header) => header?.endsWith(` ${token}`) === true),
        letIn,
      ),
    ],
    [
      'no-space',
      'A token is accepted that follows its scheme without a space',
      when(
        sends((header) => header === `Bearer${token}`),
        letIn,
      ),
    ],
    [
      'every-second-invalid-accepted',
      'Every second request with invalid credentials is accepted',
      when(all(guarded, invalid), everyNth(2, letIn)),
    ],
  ]),
];

/** Services that refuse invalid credentials with a status other than 401. */
const refusedOtherwise: readonly Fault[] = faultsOf('credentials-401', '', [
  ...wrongStatuses('invalid', 'Invalid credentials are', [204, 302, 400, 403, 404, 407, 500], toInvalid),
  ['invalid-200', 'Invalid credentials are answered 200 with a message', toInvalid(refusal(200))],
  ['invalid-200-page', 'Invalid credentials are answered 200 with a login page', toInvalid(page(200))],
  [
    'invalid-307',
    'Invalid credentials are sent to the login page of another host',
    toInvalid(redirect(307, 'https://login.example/authorize?client=case-management')),
  ],
  ...wrongStatuses('absent', 'A request without an Authorization header is', [400, 403], (answer) =>
    to(withoutHeader, answer),
  ),
  [
    'wrong-token-403',
    'A token that is not valid is answered 403, and a missing one 401',
    to(sendsAnyToken, refusal(403)),
  ],
  [
    'unreadable-token-400',
    'A token that cannot be read is answered 400',
    to(
      sendsToken((sent) => /[{" ]/.test(sent)),
      refusal(400),
    ),
  ],
  ['other-scheme-500', 'A token under another scheme is answered 500', to(sendsBasic, refusal(500))],
  ...wantingToken.map<FaultRow>((operation) => [
    `${kebab(operation)}-invalid-403`,
    `${operation} alone answers invalid credentials with 403`,
    to(on(operation), refusal(403)),
  ]),
]);

/** Reports that something does not exist before looking at the credentials. */
const existenceFirst: Behaviour = async (request, reference) => {
  const known = await letIn(request, reference);
  return known.status === 404 ? known : reference(request);
};

/** Further defects of a request with invalid credentials, and the status that a service answers for them. */
const wrongBeside: readonly (readonly [id: string, words: string, is: Condition, status: number])[] = [
  ['foreign-case', 'A case of another organisation', forCaseElsewhere, 404],
  ['form', 'A case identifier that is no UUID', forMalformedCase, 400],
  ['identifier', 'A missing case identifier', forNoCase, 400],
  ['change', 'A change that is no JSON', all(on('updateClient'), hasNoJson), 400],
  ['creation', 'A creation that is no JSON', all(on('createOrganisation'), hasNoJson), 400],
  ['change-schema', 'A change that is no object', all(on('updateClient'), hasNoObject), 422],
  ['creation-schema', 'A creation that is no object', all(on('createOrganisation'), hasNoObject), 422],
];

/** Services that check something else before the credentials. An interaction has only one defect. */
const lookedAtLater: readonly Fault[] = faultsUnseenByVerify('credentials-401', '', [
  [
    'case-before-credentials',
    'A case that does not exist is answered 404, whatever the credentials',
    when(on('getCaseData'), existenceFirst),
  ],
  [
    'case-before-absent-credentials',
    'A case that does not exist is answered 404 without an Authorization header',
    when(all(on('getCaseData'), withoutHeader), existenceFirst),
  ],
  [
    'client-before-credentials',
    'A client that does not exist is answered 404, whatever the credentials',
    when(on('updateClient'), existenceFirst),
  ],
  ...wrongBeside.map<FaultRow>(([id, words, is, status]) => [
    `${id}-before-credentials`,
    `${words} is answered ${status}, whatever the credentials`,
    when(all(is, invalid), always(refusal(status))),
  ]),
]);

/** Services that do not require valid credentials, or answer wrongly without them. */
export const credentialFaults: readonly Fault[] = Object.freeze([
  ...acceptedThough,
  ...refusedOtherwise,
  ...lookedAtLater,
]);

function to(condition: Condition, answer: ServiceAnswer): Behaviour {
  return when(all(guarded, condition), insteadOf(401, answer));
}

function toInvalid(answer: ServiceAnswer): Behaviour {
  return when(guarded, insteadOf(401, answer));
}
