import { refusal } from '../answers.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { always, letIn, when } from '../behaviours.ts';
import { faultsOf, unseenByVerify } from '../fault.ts';
import {
  all,
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
        'foreign-case-before-credentials',
        'A case of another organisation is answered 404, whatever the credentials',
        when(all(forCaseElsewhere, invalid), always(refusal(404))),
      ],
      [
        'form-before-credentials',
        'A case identifier that is no UUID is answered 400, whatever the credentials',
        when(all(forMalformedCase, invalid), always(refusal(400))),
      ],
      [
        'identifier-before-credentials',
        'A missing case identifier is answered 400, whatever the credentials',
        when(all(forNoCase, invalid), always(refusal(400))),
      ],
      [
        'client-before-credentials',
        'A client that does not exist is answered 404, whatever the credentials',
        when(on('updateClient'), existenceFirst),
      ],
      [
        'change-before-credentials',
        'A change that is no JSON is answered 400, whatever the credentials',
        when(all(on('updateClient'), hasNoJson), always(refusal(400))),
      ],
      [
        'creation-before-credentials',
        'A creation that is no JSON is answered 400, whatever the credentials',
        when(all(on('createOrganisation'), hasNoJson), always(refusal(400))),
      ],
      [
        'change-schema-before-credentials',
        'A change that is no object is answered 422, whatever the credentials',
        when(all(on('updateClient'), hasNoObject), always(refusal(422))),
      ],
      [
        'creation-schema-before-credentials',
        'A creation that is no object is answered 422, whatever the credentials',
        when(all(on('createOrganisation'), hasNoObject), always(refusal(422))),
      ],
    ],
    unseenByVerify,
  ),
);
