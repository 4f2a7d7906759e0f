import type { OperationId } from '../../src/specification/description.ts';
import { empty, refusal } from '../answers.ts';
import type { Fault } from '../behaviour.ts';
import { answering, asMember, insteadOf, refusingWithRecord, when } from '../behaviours.ts';
import { tokenNamed } from '../demo.ts';
import {
  all,
  type Condition,
  forClient,
  forForeignCase,
  forMalformedCase,
  forNoCase,
  guarded,
  hasNoJson,
  hasNoObject,
  invalid,
  not,
  on,
  operationsNeedingToken,
  sendsHeader,
  sendsToken,
  withoutHeader,
} from '../requests.ts';
import { byId, type Entry, faultsOf, kebab, wrongStatuses } from '../rows.ts';

const token = tokenNamed('member');

/**
 * Tokens that pass if only the length is checked, or only the beginning: a service that never verifies the signature.
 */
const ofItsLength = sendsToken(new RegExp(`^[^]{${token.length}}$`));
const alteredAtItsEnd = sendsToken(new RegExp(`^${token.slice(0, -8)}[^]{8}$`));

const acceptedByOne: readonly Entry<[isAccepted: Condition, operation: OperationId]>[] = [
  ...operationsNeedingToken.map(
    (operation) => ['absent', 'no Authorization header', withoutHeader, operation] as const,
  ),
  ['empty', 'an empty Authorization header', sendsHeader(''), 'getCaseData'],
  ['token-alone', 'a token without a scheme', sendsHeader(token), 'getCaseData'],
  ['altered-end', 'a token whose last characters were altered', alteredAtItsEnd, 'getCaseData'],
  ['scheme-alone', 'the scheme without a token', ({ headers }) => isScheme(headers), 'updateClient'],
  ['unknown', 'any token of the right length', ofItsLength, 'updateClient'],
  ['basic', 'a token under the scheme Basic', sendsHeader(`Basic ${token}`), 'createOrganisation'],
  ['lengthened', 'a token with more after it', sendsToken(new RegExp(`^${token}`)), 'createOrganisation'],
  ['unreadable', 'a token that no parser can read', sendsToken(/[^\w.~+/=-]/), 'getOrganisation'],
];

const acceptedByAll: readonly Entry<[isAccepted: Condition]>[] = [
  ['sql', 'an SQL condition that is always true', sendsToken(/ or .*=/i)],
  ['known-word', 'a test word', sendsToken(/^(admin|root|secret|password|test|token|user|debug)$/)],
  ['colon', 'a token after the scheme and a colon', sendsHeader(`Bearer:${token}`)],
  ['two-dots', 'any text with two dots', sendsToken(/^[^.]+\.[^.]+\.[^.]*$/)],
  ['half', 'the first characters of a token', sendsBeginning],
  ['scheme-twice', 'a token after two schemes', sendsHeader(`Bearer Bearer ${token}`)],
  ['token-parameter', 'a token as a parameter', sendsHeader(`Token token="${token}"`)],
  [
    'unknown-in-lower-case',
    'any token under the scheme in lower case',
    ({ headers }) => /^bearer \S/.test(headers.authorization ?? ''),
  ],
  ['last-header', 'the last of several headers', endsWithToken],
  ['no-prefix', 'a token without its prefix', sendsToken(new RegExp(`^${token.replace('demo-', '')}$`))],
  ['longer', 'a token and letters after it', sendsToken(new RegExp(`^${token}[a-z]+$`))],
  ['pattern', 'a token with wildcards of SQL', sendsToken(/^demo-.*%/)],
];

const wrongBeside: readonly Entry<[is: Condition, status: number]>[] = [
  ['foreign-case', 'A case of another organisation', forForeignCase, 404],
  ['form', 'A case identifier that is not a UUID', forMalformedCase, 400],
  ['identifier', 'A missing case identifier', forNoCase, 400],
  ['change', 'A change that is not JSON', all(on('updateClient'), hasNoJson), 400],
  ['creation', 'A creation that is not JSON', all(on('createOrganisation'), hasNoJson), 400],
  ['change-schema', 'A change that is not an object', all(on('updateClient'), hasNoObject), 422],
  ['creation-schema', 'A creation that is not an object', all(on('createOrganisation'), hasNoObject), 422],
];

export const credentialFaults: readonly Fault[] = [
  ...faultsOf({ requirement: 'credentials-401' })({
    ...byId(
      acceptedByOne.map(([id, words, isAccepted, operation]) => [
        `${kebab(operation)}-accepts-${id}`,
        `${operation} accepts ${words}`,
        when(on(operation), isAccepted, asMember),
      ]),
    ),
    ...byId(
      acceptedByAll.map(([id, words, isAccepted]) => [
        `accepts-${id}`,
        `Every operation accepts ${words}`,
        when(guarded, isAccepted, asMember),
      ]),
    ),
    'other-client-accepts-absent': [
      'A client that is not listed first is changed without an Authorization header',
      when(on('updateClient'), not(forClient(1)), withoutHeader, asMember),
      { triedWith: 'two clients' },
    ],
    'refused-with-record': [
      'Credentials that are not valid are answered 401, in a body that holds the record',
      when(on('getCaseData'), invalid, refusingWithRecord(401)),
    ],
    ...wrongStatuses('invalid', 'Invalid credentials are', [204, 302, 403, 500], answering(guarded, 401)),
    'absent-400': [
      'A missing Authorization header is answered 400',
      answering(all(guarded, withoutHeader), 401)(refusal(400)),
    ],
    'long-token-500': [
      'A token of more than 1,000 characters is answered 500',
      answering(all(guarded, sendsToken(/^.{1001}/)), 401)(refusal(500)),
    ],
    'token-beyond-ascii-500': [
      'A token with characters beyond ASCII is answered 500',
      answering(all(guarded, sendsToken(/[^ -~]/)), 401)(refusal(500)),
    ],
  }),
  // Unseen by `verify`: a request of an interaction with invalid credentials has no other defect.
  ...faultsOf({ requirement: 'credentials-401', unseenBy: 'verify' })({
    'case-before-credentials': [
      'A case that does not exist is answered 404 even without valid credentials',
      when(on('getCaseData'), async (request, reference) => {
        const known = await asMember(request, reference);
        return known.status === 404 ? known : reference(request);
      }),
    ],
    'condition-before-credentials': [
      'A request with If-None-Match is answered 304 even without valid credentials',
      when(on('getCaseData'), ({ headers }) => 'if-none-match' in headers, insteadOf(401, empty(304))),
    ],
    ...byId(
      wrongBeside.map(([id, words, is, status]) => [
        `${id}-before-credentials`,
        `${words} is answered ${status} even without valid credentials`,
        when(is, invalid, refusal(status)),
      ]),
    ),
  }),
];

function isScheme({ authorization }: Readonly<Record<string, string>>): boolean {
  return authorization?.trim() === 'Bearer';
}

function sendsBeginning({ headers: { authorization = '' } }: Parameters<Condition>[0]): boolean {
  return authorization.length > 14 && `Bearer ${token}`.startsWith(authorization);
}

function endsWithToken({ authorizations = [] }: Parameters<Condition>[0]): boolean {
  return authorizations.at(-1) === `Bearer ${token}`;
}
