import type { OperationId } from '../../specification/description.ts';
import { refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { always, insteadOf, letIn, refusingWith, when } from '../behaviours.ts';
import { tokenNamed } from '../demo.ts';
import {
  all,
  type Condition,
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
  sendsToken,
  wantingToken,
  withoutHeader,
} from '../requests.ts';
import {
  type FaultRow,
  faultsOf,
  faultsUnseenByVerify,
  kebab,
  triedWithTwoClients,
  wrongStatuses,
} from '../rows.ts';

const token = tokenNamed('member');
const sendsAnyToken = sendsToken(() => true);

/** Credentials that an operation carelessly takes for valid. */
const carelessness: readonly (readonly [OperationId, id: string, words: string, isAccepted: Condition])[] = [
  ['getCaseData', 'empty', 'an empty Authorization header', sends((header) => header === '')],
  ['getCaseData', 'token-alone', 'a token without a scheme', sends((header) => header === token)],
  // For example a service that reads a token's claims and never verifies the signature at its end.
  ['getCaseData', 'altered-end', 'a token whose last characters were altered', sendsToken(isAlteredAtItsEnd)],
  ['updateClient', 'scheme-alone', 'the scheme without a token', sends(isSchemeAlone)],
  [
    'updateClient',
    'unknown',
    'any token of the right length',
    sendsToken((sent) => sent.length === token.length),
  ],
  [
    'createOrganisation',
    'basic',
    'a token under the scheme Basic',
    sends((header) => header === `Basic ${token}`),
  ],
  [
    'createOrganisation',
    'lengthened',
    'a token with more characters after it',
    sendsToken((sent) => sent.startsWith(token)),
  ],
  [
    'getOrganisation',
    'unreadable',
    'a token that no parser could read',
    sendsToken((sent) => /[^\w.~+/=-]/.test(sent)),
  ],
];

/** The absence of credentials accepted by each operation, and each kind of invalid ones by one operation. */
const acceptedByOne: readonly FaultRow[] = [
  ...wantingToken.map((operation) =>
    accepting(operation, 'absent', 'a missing Authorization header', withoutHeader),
  ),
  ...carelessness.map((row) => accepting(...row)),
];

/** Services that accept invalid credentials. */
const acceptedThough: readonly Fault[] = [
  // No interaction reads one particular demo case, or reads an organisation from a refusal.
  ...faultsUnseenByVerify('credentials-401', '', [
    'refused-with-organisation',
    'Credentials that are not valid are answered 401, in a body that holds the organisation',
    when(all(on('getOrganisation'), invalid), refusingWith(401, 'organisation')),
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
      'A token that follows its scheme without a space is accepted',
      when(
        sends((header) => header === `Bearer${token}`),
        letIn,
      ),
    ],
  ]),
];

/** Services that refuse invalid credentials with a status other than 401. */
const refusedOtherwise: readonly Fault[] = faultsOf('credentials-401', '', [
  ...wrongStatuses('invalid', 'Invalid credentials are', [204, 302, 403, 500], toInvalid),
  ...wrongStatuses('absent', 'A request without an Authorization header is', [400], (answer) =>
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
  [
    'list-cases-invalid-403',
    'listCases alone answers invalid credentials with 403',
    to(on('listCases'), refusal(403)),
  ],
]);

/** Reports that something does not exist before looking at the credentials. */
const existenceFirst: Behaviour = async (request, reference) => {
  const known = await letIn(request, reference);
  return known.status === 404 ? known : reference(request);
};

/** Further defects of a request with invalid credentials, and the status that a service answers for them. */
const wrongBeside: readonly (readonly [id: string, words: string, is: Condition, status: number])[] = [
  ['foreign-case', 'A case of another organisation', forCaseElsewhere, 404],
  ['form', 'A case identifier that is not a UUID', forMalformedCase, 400],
  ['identifier', 'A missing case identifier', forNoCase, 400],
  ['change', 'A change that is not JSON', all(on('updateClient'), hasNoJson), 400],
  ['creation', 'A creation that is not JSON', all(on('createOrganisation'), hasNoJson), 400],
  ['change-schema', 'A change that is not an object', all(on('updateClient'), hasNoObject), 422],
  ['creation-schema', 'A creation that is not an object', all(on('createOrganisation'), hasNoObject), 422],
];

/** Services that check something else before the credentials. An interaction has only one defect. */
const lookedAtLater: readonly Fault[] = faultsUnseenByVerify('credentials-401', '', [
  [
    'case-before-credentials',
    'A case that does not exist is answered 404 even without valid credentials',
    when(on('getCaseData'), existenceFirst),
  ],
  [
    'client-before-credentials',
    'A client that does not exist is answered 404 even without valid credentials',
    when(on('updateClient'), existenceFirst),
  ],
  ...wrongBeside.map<FaultRow>(([id, words, is, status]) => [
    `${id}-before-credentials`,
    `${words} is answered ${status} even without valid credentials`,
    when(all(is, invalid), always(refusal(status))),
  ]),
]);

/** Services that do not require valid credentials, or answer wrongly without them. */
export const credentialFaults: readonly Fault[] = Object.freeze([
  ...acceptedThough,
  ...refusedOtherwise,
  ...lookedAtLater,
]);

function accepting(operation: OperationId, id: string, words: string, isAccepted: Condition): FaultRow {
  return [
    `${kebab(operation)}-accepts-${id}`,
    `${operation} accepts ${words}`,
    when(all(on(operation), isAccepted), letIn),
  ];
}

function to(condition: Condition, answer: ServiceAnswer): Behaviour {
  return when(all(guarded, condition), insteadOf(401, answer));
}

function toInvalid(answer: ServiceAnswer): Behaviour {
  return when(guarded, insteadOf(401, answer));
}

function isSchemeAlone(header: string | undefined): boolean {
  return header?.trim() === 'Bearer';
}

function isAlteredAtItsEnd(sent: string): boolean {
  return sent.length === token.length && sent.slice(0, -8) === token.slice(0, -8);
}

/** Made-up credentials that services accept in practice. */
const taken: readonly (readonly [id: string, words: string, isAccepted: Condition])[] = [
  ['sql', 'an SQL condition that is always true', sendsToken((sent) => / or .*=/i.test(sent))],
  [
    'known-word',
    'a well-known test word',
    sendsToken((sent) =>
      ['admin', 'root', 'secret', 'password', 'test', 'token', 'user', 'debug'].includes(sent),
    ),
  ],
  ['basic-user', 'a token as the user of the scheme Basic', sendsPair((user) => user === token)],
  ['colon', 'a token after the scheme and a colon', sends((header) => header === `Bearer:${token}`)],
  ['unsigned', 'an unsigned JSON Web Token', sendsWebToken((algorithm) => /^none$/i.test(algorithm))],
  ['two-dots', 'any text with two dots', sendsToken((sent) => /^[^.]+\.[^.]+\.[^.]*$/.test(sent))],
  [
    'half',
    'the first characters of a token',
    sendsToken((sent) => sent.length >= 8 && token.startsWith(sent)),
  ],
  [
    'further-word',
    'a token with a word after it',
    sendsToken((sent) => sent.split(' ')[0] === token && sent !== token),
  ],
  [
    'last-header',
    'the last of several headers',
    ({ authorizations = [] }) => authorizations.at(-1) === `Bearer ${token}`,
  ],
];

/** Services that accept forged credentials for every operation. */
export const forgedCredentialFaults: readonly Fault[] = Object.freeze(
  faultsOf(
    'credentials-401',
    '',
    taken.map(([id, words, isAccepted]) => [
      `accepts-${id}`,
      `Every operation accepts ${words}`,
      when(all(guarded, isAccepted), letIn),
    ]),
  ),
);

function sendsPair(isMeant: (user: string, password: string) => boolean): Condition {
  return sends((header) => {
    const [, pair = ''] = /^Basic (\S+)$/.exec(header ?? '') ?? [];
    const [user = '', password = ''] = Buffer.from(pair, 'base64').toString().split(':');
    return isMeant(user, password);
  });
}

/** Requests with a JSON Web Token, which is read and not verified. */
function sendsWebToken(isMeant: (algorithm: string, signature: string) => boolean): Condition {
  return sendsToken((sent) => {
    const [header = '', payload = '', signature] = sent.split('.');
    if (signature === undefined || payload === '') return false;
    try {
      const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString());
      return isMeant(String(alg), signature);
    } catch {
      return false;
    }
  });
}
