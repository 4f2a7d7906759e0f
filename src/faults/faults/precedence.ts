import { refusal } from '../answers.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { always, letIn, when } from '../behaviours.ts';
import { type FaultRow, faultsOf, unseenByVerify } from '../fault.ts';
import {
  all,
  type Condition,
  forCaseElsewhere,
  forMalformedCase,
  forNoCase,
  hasNoJson,
  hasNoObject,
  invalid,
  on,
  withoutHeader,
} from '../requests.ts';

/** What is not there is told before the credentials are looked at. */
const existenceFirst: Behaviour = async (request, reference) => {
  const known = await letIn(request, reference);
  return known.status === 404 ? known : reference(request);
};

/** What is wrong with a request beside its credentials, and the status that a service answers on that account. */
const wrongBeside: readonly (readonly [id: string, words: string, is: Condition, status: number])[] = [
  ['foreign-case', 'A case of another organisation', forCaseElsewhere, 404],
  ['form', 'A case identifier that is no UUID', forMalformedCase, 400],
  ['identifier', 'A missing case identifier', forNoCase, 400],
  ['change', 'A change that is no JSON', all(on('updateClient'), hasNoJson), 400],
  ['creation', 'A creation that is no JSON', all(on('createOrganisation'), hasNoJson), 400],
  ['change-schema', 'A change that is no object', all(on('updateClient'), hasNoObject), 422],
  ['creation-schema', 'A creation that is no object', all(on('createOrganisation'), hasNoObject), 422],
];

/** Services that look at something else before the credentials; an interaction has one thing wrong. */
export const precedenceFaults: readonly Fault[] = Object.freeze(
  faultsOf(
    'credentials-401',
    '',
    [
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
      ...wrongBeside.map(
        ([id, words, is, status]): FaultRow => [
          `${id}-before-credentials`,
          `${words} is answered ${status}, whatever the credentials`,
          when(all(is, invalid), always(refusal(status))),
        ],
      ),
    ],
    unseenByVerify,
  ),
);
