import { empty, page, redirect, refusal } from '../answers.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { insteadOf, when } from '../behaviours.ts';
import { type FaultRow, faultsOf, kebab } from '../fault.ts';
import { all, guarded, on, sends, sendsToken, wantingToken } from '../requests.ts';

/** Services that refuse credentials which are not valid, but with another status than 401. */
export const refusalStatusFaults: readonly Fault[] = Object.freeze(
  faultsOf('credentials-401', '', [
    ['invalid-403', 'Invalid credentials are answered 403', toInvalid(refusal(403))],
    ['invalid-400', 'Invalid credentials are answered 400', toInvalid(refusal(400))],
    ['invalid-404', 'Invalid credentials are answered 404', toInvalid(refusal(404))],
    ['invalid-407', 'Invalid credentials are answered 407', toInvalid(refusal(407))],
    ['invalid-500', 'Invalid credentials are answered 500', toInvalid(refusal(500))],
    ['invalid-204', 'Invalid credentials are answered 204', toInvalid(empty(204))],
    ['invalid-200', 'Invalid credentials are answered 200 with a message', toInvalid(refusal(200))],
    ['invalid-200-page', 'Invalid credentials are answered 200 with a login page', toInvalid(page(200))],
    ['invalid-302', 'Invalid credentials are sent to a login page', toInvalid(redirect(302, '/login'))],
    [
      'invalid-307',
      'Invalid credentials are sent to the login page of another host',
      toInvalid(redirect(307, 'https://login.example/authorize?client=case-management')),
    ],
    [
      'absent-403',
      'A request without an Authorization header is answered 403',
      when(
        all(
          guarded,
          sends((header) => header === undefined),
        ),
        insteadOf(401, refusal(403)),
      ),
    ],
    [
      'absent-400',
      'A request without an Authorization header is answered 400',
      when(
        all(
          guarded,
          sends((header) => header === undefined),
        ),
        insteadOf(401, refusal(400)),
      ),
    ],
    [
      'wrong-token-403',
      'A token that is not valid is answered 403, and a missing one 401',
      when(
        all(
          guarded,
          sendsToken(() => true),
        ),
        insteadOf(401, refusal(403)),
      ),
    ],
    [
      'unreadable-token-400',
      'A token that cannot be read is answered 400',
      when(
        all(
          guarded,
          sendsToken((sent) => /[{" ]/.test(sent)),
        ),
        insteadOf(401, refusal(400)),
      ),
    ],
    [
      'other-scheme-500',
      'A token under another scheme is answered 500',
      when(
        all(
          guarded,
          sends((header) => header?.startsWith('Basic ') === true),
        ),
        insteadOf(401, refusal(500)),
      ),
    ],
    ...wantingToken.map(
      (operation): FaultRow => [
        `${kebab(operation)}-invalid-403`,
        `${operation} alone answers invalid credentials with 403`,
        when(on(operation), insteadOf(401, refusal(403))),
      ],
    ),
  ]),
);

function toInvalid(answer: Parameters<typeof insteadOf>[1]): Behaviour {
  return when(guarded, insteadOf(401, answer));
}
