import {
  deviates,
  hasStatus,
  held,
  isSuccess,
  observes,
  statusKind,
  statusOf,
  undecided,
} from '../harness/assertions.ts';
import type { About, Judgement, Rule } from '../harness/check.ts';
import { requirementAt } from '../schema/places.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';
import {
  type ChangeRule,
  isEmpty,
  isNoRecord,
  type LeftAlone,
  notAsBefore,
  refusedForItsState,
  refusesInGoodOrder,
  showsAsDescribed,
} from './change-rules.ts';
import type { ObservedChange, Patch } from './client-change.ts';
import { changeableFields, differingFields } from './client-record.ts';
import { orNothingToChange } from './series-rules.ts';

/**
 * What is seen of changes by those who may make none: an answer; the client before and after some of them; or why
 * nothing can be told of a client.
 */
export type SeenOfRefused = Exchange | LeftAlone | Undecidable;

/**
 * Who may not change a client is refused, and the change is not made.
 * @param status - undefined where how it is refused is open
 */
export function refusesChanges(requirement: string, status?: number): Rule<SeenOfRefused> {
  return (seen, { specification }) =>
    seen.flatMap((one): Judgement[] => {
      if (one instanceof Undecidable) return [undecided(one.reason, one.message)];
      if ('status' in one) return [isRefused(one, requirement, status)];
      const { before, after } = one;
      const because = 'since the change is refused';
      return differingFields(specification, before, after.record ?? before).map((field) =>
        notAsBefore(field, after.reply, requirement, because),
      );
    });
}

function isRefused(reply: Exchange, requirement: string, status: number | undefined): Judgement {
  if (status !== undefined) return hasStatus(reply, status, requirement);
  if (!isSuccess(reply) && reply.status < 500) return held;
  const words = `The status must be 403, but is ${statusOf(reply)}`;
  return deviates(reply, requirement, words, '', statusKind(reply));
}

/** A change that was taken, and the answer to the same one after one that may have been refused. */
export interface RepeatedChange {
  readonly taken: Patch;
  readonly reply: Exchange;
}

/** A refusal leaves nothing behind: a change that was taken is taken again after one that was not. */
export function isTakenAgain({ reply, taken }: RepeatedChange): Judgement[] {
  if (isSuccess(reply)) return [held];
  const words = `The same change of ${Object.keys(taken).join(', ')} was answered 200 before a wrong one, and after it ${statusOf(reply)}`;
  // A client that is locked after a wrong change, and a token that may change no more: states and permissions are open.
  if ([403, 404, ...refusedForItsState].includes(reply.status))
    return [undecided('control-refused', `${words}.`)];
  return [deviates(reply, 'update-client-fields', words, '', `after a refusal: ${statusKind(reply)}`)];
}

/** What is seen of wrong bodies: how one is answered, or a change that tells what became of one. */
export type SeenOfWrongBody = AnsweredBody | ObservedChange;

interface AnsweredBody {
  /** Of the body; continues the words "updateClient with". */
  readonly id: string;
  readonly reply: Exchange;
}

/** The rows of the register that what is taken of a wrong body is judged by. */
export function rowsOfWrongBodies(specification: Specification): readonly string[] {
  const client = specification.schemaNamed('Client');
  const rows = changeableFields(specification).map((field) => requirementAt(client, {}, `/${field}`) ?? '');
  return ['update-client-200', ...new Set(rows)];
}

/** How a body that breaks the description is answered is open (interface 7), and observed. */
export function* survivesWrongBodies(seen: readonly SeenOfWrongBody[], about: About): Iterable<Judgement> {
  const judgements = seen.flatMap((one) => ('reply' in one ? [] : ofWrongBody(about.specification, one)));
  yield* orNothingToChange(judgements, about);
  for (const one of seen) {
    if (!('reply' in one)) continue;
    yield observes('update-and-create-errors', `updateClient with ${one.id}`, String(one.reply.status));
  }
}

/** An answer of success is the client record, and what it shows of the body is as described; what is refused is not done. */
export const ofWrongBody: ChangeRule = (specification, change) => {
  const { reply, record, isOfAnother } = change.answer;
  if (isOfAnother) return [];
  if (!isSuccess(reply)) return refusesInGoodOrder(specification, change);
  const isRecord =
    record !== undefined && !(isEmpty(specification, record) && !isEmpty(specification, change.before));
  if (isRecord || reply.status !== 200) return showsAsDescribed(specification, change);
  return [isNoRecord(change.answer)];
};
