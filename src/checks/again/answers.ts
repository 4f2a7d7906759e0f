import { deviates, statusKind, statusOf, undecided } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import { operations } from '../../rules/operations.ts';
import type { OperationId } from '../../specification/description.ts';
import type { Exchange } from '../../trace/exchange.ts';
import type { ReadAgain } from './read-again.ts';
import type { Repeated } from './reading.ts';

/** The answers since the first; undefined where the first is none that says how the others must be. */
export function repliesAgain(
  { replies, missing }: Repeated,
  operation: OperationId,
  isRight = operations[operation].isAccepted,
): readonly Exchange[] | undefined {
  const [first, ...again] = replies;
  if (first === undefined) throw missing ?? new Error(`${operation} was not asked for.`);
  return isRight(first.status) ? again : undefined;
}

/** What is wrong with the first answer is told by the checks that ask for it. */
export function firstRefused({ replies: [first] }: Repeated, key?: string): Judgement {
  const where = key === undefined ? 'tokens.member' : `tokens.member and ${key}`;
  const words = `${first?.call.path} is answered ${first?.status} the first time, so that nothing can be said of the next. Check ${where}.`;
  return undecided('control-refused', words);
}

/** The judgement of another status than a success, where the same was a success before. */
export function refusedAgain(
  reply: Exchange,
  requirement: string,
  due: string,
  { isTokenAccepted }: ReadAgain,
): Judgement {
  if (reply.status === 401 && reply.alone === undefined && !isTokenAccepted) {
    const words =
      'tokens.member was accepted before, and is answered 401 since the run sent invalid credentials. If the target locks callers out for that, test with another token.';
    return undecided('control-refused', words);
  }
  const words = `The status must be ${due} again, as it was before, but is ${statusOf(reply)}`;
  return deviates(reply, requirement, words, '', `again: ${statusKind(reply)}`);
}
