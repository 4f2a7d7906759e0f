import { page, redirect, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { insteadOf, when } from '../behaviours.ts';
import { type FaultRow, faultsOf, kebab, wrongStatuses } from '../fault.ts';
import {
  all,
  type Condition,
  guarded,
  on,
  sendsBasic,
  sendsToken,
  wantingToken,
  withoutHeader,
} from '../requests.ts';

/** Services that refuse credentials which are not valid, but with another status than 401. */
export const refusalStatusFaults: readonly Fault[] = Object.freeze(
  faultsOf('credentials-401', '', [
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
      to(
        sendsToken(() => true),
        refusal(403),
      ),
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
    ...wantingToken.map(
      (operation): FaultRow => [
        `${kebab(operation)}-invalid-403`,
        `${operation} alone answers invalid credentials with 403`,
        to(on(operation), refusal(403)),
      ],
    ),
  ]),
);

function to(condition: Condition, answer: ServiceAnswer): Behaviour {
  return when(all(guarded, condition), insteadOf(401, answer));
}

function toInvalid(answer: ServiceAnswer): Behaviour {
  return when(guarded, insteadOf(401, answer));
}
