import { refusal } from '../answers.ts';
import type { Fault } from '../behaviour.ts';
import { everyNth, insteadOf, letIn, refusingWith, together, when } from '../behaviours.ts';
import { changingClients } from '../client-behaviours.ts';
import { tokenNamed } from '../demo.ts';
import { type FaultRow, faultsOf, kebab, triedWithTwoClients, unseenByVerify } from '../fault.ts';
import {
  all,
  type Condition,
  forCase,
  forClient,
  guarded,
  invalid,
  not,
  on,
  sends,
  sendsToken,
  wantingToken,
  withoutHeader,
} from '../requests.ts';

const token = tokenNamed('member');

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
    // As one does that reads what a token says, and never verifies the signature at its end.
    'altered-end',
    'a token whose last characters were altered',
    sendsToken((sent) => sent.length === token.length && sent.slice(0, -8) === token.slice(0, -8)),
  ],
];

/** Each kind of credentials that must not be accepted, accepted by one operation alone. */
const acceptedByOne: readonly FaultRow[] = wantingToken.flatMap((operation) =>
  carelessness.map(
    ([id, words, isAccepted]): FaultRow => [
      `${kebab(operation)}-accepts-${id}`,
      `${operation} accepts ${words}`,
      when(all(on(operation), isAccepted), letIn),
    ],
  ),
);

/** Services that accept credentials which are not valid. */
export const credentialFaults: readonly Fault[] = Object.freeze([
  // What an interaction does not do: change something without credentials, or read one demo case in particular.
  ...faultsOf(
    'credentials-401',
    '/title',
    [
      [
        'change-refused-and-done',
        'A change without an Authorization header is answered 401, and done',
        when(all(changingClients, withoutHeader), together(letIn, insteadOf(200, refusal(401)))),
      ],
    ],
    unseenByVerify,
  ),
  ...faultsOf(
    'credentials-401',
    '',
    [
      [
        'last-case-accepts-absent',
        'The case that is listed last is read without an Authorization header',
        when(all(forCase('transfer-bare'), withoutHeader), letIn),
      ],
      [
        'last-case-accepts-unknown',
        'The case that is listed last is read with any token',
        when(
          all(
            forCase('transfer-bare'),
            sendsToken(() => true),
          ),
          letIn,
        ),
      ],
      [
        'change-accepts-absent-where-it-changes',
        'Only a change of something is done without an Authorization header, and a change of nothing refused',
        when(all(changingClients, withoutHeader), letIn),
      ],
      [
        'refused-with-organisation',
        'Credentials that are not valid are answered 401, in a body that holds the organisation',
        when(all(on('getOrganisation'), invalid), refusingWith(401, 'organisation')),
      ],
    ],
    unseenByVerify,
  ),
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
]);
