import { getOrganisation } from '../../api/calls.ts';
import { deviates, held, isSuccess, jsonOf, statusKind, undecided } from '../../harness/assertions.ts';
import type { Check, Judgement } from '../../harness/check.ts';
import { asJudged } from '../../harness/judged.ts';
import type { Session } from '../../harness/session.ts';
import { isRestricted, operations } from '../../rules/operations.ts';
import { areTheSame } from '../../rules/organisation.ts';
import type { OperationId } from '../../specification/description.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { misanswered } from '../valid-tokens.ts';

/** The checks of what a token with few permissions is answered where it is not known to lack one (interface 5 and 7). */
export const permittedChecks: readonly Check[] = (
  ['getCaseData', 'getOrganisation', 'listCases'] as const
).map(permittedCheck);

function permittedCheck(operation: OperationId): Check {
  const { needs, calls } = operations[operation];
  return {
    id: `${operation}.few-permissions`,
    title: `${operation} takes a token with few permissions for a valid one, of the member's organisation`,
    operation,
    requirements: ['permissions-403'],
    needs: ['restricted token', ...needs],
    applies: (target) =>
      !isRestricted(target, operation) &&
      // A run that puts clients back sends as much as it may: of such a token, it reads the organisation and cases.
      !(operation === 'listCases' && target.writes === 'restore'),
    rule: asJudged,
    probe: async function* (session) {
      const asked = calls(session);
      const isAsked = (place: number): boolean =>
        session.sampling.thorough || place === 0 || place === asked.length - 1;
      const replies: Exchange[] = [];
      for (const call of asked.filter((_, place) => isAsked(place)))
        replies.push(await session.sendOnce(call, 'restricted'));
      for (const reply of replies)
        yield (await misanswered(session, reply, 'restricted')) ?? (await isFound(session, reply, replies));
    },
  };
}

/**
 * A listed case is there, and of the organisation: to whoever is of it, 404 is neither (interface 4.1 and 7).
 * @param all - what the token was answered for listed cases
 */
async function isFound(session: Session, reply: Exchange, all: readonly Exchange[]): Promise<Judgement> {
  const { call, status } = reply;
  if (call.operation !== 'getCaseData' || status !== 404) return held;
  if (!all.some((other) => other.status === 200) && !(await isOfTheOrganisation(session))) {
    const words = `tokens.restricted is answered 404 by ${call.path}, and is not shown to be of the member's organisation. Check that it is.`;
    return undecided('control-refused', words);
  }
  // It may be gone by now.
  if ((await session.send(call, 'member')).status !== 200) return held;
  const words =
    "The status must be 200, or 403 without the permission, but is 404: the case is of the token's organisation";
  return deviates(reply, 'permissions-403', words, '', statusKind(reply));
}

/** Whether the token is shown the record of the member's organisation as its own. */
async function isOfTheOrganisation(session: Session): Promise<boolean> {
  const own = await session.sendOnce(getOrganisation(), 'member');
  const shown = await session.sendOnce(getOrganisation(), 'restricted');
  return isSuccess(own) && isSuccess(shown) && areTheSame(jsonOf(own), jsonOf(shown));
}
