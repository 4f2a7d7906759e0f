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
  causedBy,
  isEmpty,
  isNoRecord,
  judgedChange,
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
 * An observation of changes sent without permission: an answer; a client before and after some of them; or the reason
 * why a client could not be judged.
 */
export type SeenOfRefused = Exchange | LeftAlone | Undecidable;

/**
 * A change without permission is refused and has no effect.
 * @param status - undefined if the documents leave the status open
 */
export function refusesChanges(requirement: string, status?: number): Rule<SeenOfRefused> {
  return (seen, { specification }) =>
    seen.flatMap((one, place): Judgement[] => {
      if (one instanceof Undecidable) return [undecided(one.reason, one.message)];
      if ('status' in one) return [isRefused(one, requirement, status)];
      const { before, after } = one;
      const because = 'since the change is refused';
      const changes = seen.slice(0, place).filter((earlier) => 'status' in earlier);
      return differingFields(specification, before, after.record ?? before).map((field) =>
        causedBy(
          notAsBefore(field, after.reply, requirement, because),
          changes.findLast(({ call }) => call.body?.includes(`"${field}"`)),
        ),
      );
    });
}

function isRefused(reply: Exchange, requirement: string, status: number | undefined): Judgement {
  if (status !== undefined) return hasStatus(reply, status, requirement);
  if (!isSuccess(reply) && reply.status < 500) return held;
  const words = `The status must be 403, but is ${statusOf(reply)}`;
  return deviates(reply, requirement, words, '', statusKind(reply));
}

/** An accepted change, and the answer to its repetition after a change that may have been refused. */
export interface RepeatedChange {
  readonly taken: Patch;
  readonly reply: Exchange;
}

/** A refusal has no lasting effect: a change that was accepted is accepted again after a refused one. */
export function isTakenAgain({ reply, taken }: RepeatedChange): Judgement[] {
  if (isSuccess(reply)) return [held];
  const words = `The same change of ${Object.keys(taken).join(', ')} was answered 200 before a wrong one, and after it ${statusOf(reply)}`;
  // A client that is locked after a wrong change, and a token that may change no more: states and permissions are open.
  if ([403, 404, ...refusedForItsState].includes(reply.status))
    return [undecided('control-refused', `${words}.`)];
  return [deviates(reply, 'update-client-fields', words, '', `after a refusal: ${statusKind(reply)}`)];
}

/** An observation of an invalid body: its answer, or a change that shows its effect on the client. */
export type SeenOfWrongBody = AnsweredBody | ObservedChange;

interface AnsweredBody {
  /** Of the body; continues the words "updateClient with". */
  readonly id: string;
  readonly reply: Exchange;
}

/** The rows of the register that apply to accepted parts of an invalid body. */
export function rowsOfWrongBodies(specification: Specification): readonly string[] {
  const client = specification.schemaNamed('Client');
  const rows = changeableFields(specification).map((field) => requirementAt(client, {}, `/${field}`) ?? '');
  return ['update-client-200', ...new Set(rows)];
}

/** How a body that breaks the description is answered is open (interface 7), and observed. */
export function* survivesWrongBodies(seen: readonly SeenOfWrongBody[], about: About): Iterable<Judgement> {
  const judgements = seen.flatMap((one) =>
    'reply' in one ? [] : judgedChange(about.specification, one, ofWrongBody),
  );
  yield* orNothingToChange(judgements, about);
  for (const one of seen) {
    if (!('reply' in one)) continue;
    yield observes('update-and-create-errors', `updateClient with ${one.id}`, String(one.reply.status));
  }
}

/** A success must answer with the client record, in valid form. A refused body must have no effect. */
export const ofWrongBody: ChangeRule = (specification, change) => {
  const { reply, record, isOfAnother } = change.answer;
  if (isOfAnother) return [];
  if (!isSuccess(reply)) return refusesInGoodOrder(specification, change);
  const isRecord =
    record !== undefined && !(isEmpty(specification, record) && !isEmpty(specification, change.before));
  if (isRecord || reply.status !== 200) return showsAsDescribed(specification, change);
  return [isNoRecord(change.answer)];
};
