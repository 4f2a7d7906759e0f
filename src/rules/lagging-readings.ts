import { isSuccess } from '../harness/assertions.ts';
import type { Specification } from '../specification/specification.ts';
import { namesField, type ObservedChange, patchOf } from './client-change.ts';
import { type ClientRecord, changeableFields, isSame } from './client-record.ts';
import { isKept } from './restorable.ts';

/** A reading shows a field as before an answered change, or shows such a change later than it should. */
export type Lag = 'behind' | 'caught up';

/** Whether a reading after one of these changes surely lags. */
export function isLagSeen(specification: Specification, changes: readonly ObservedChange[]): boolean {
  return changes.some((change) =>
    changeableFields(specification).some((field) => lagOf(specification, change, field) !== undefined),
  );
}

/**
 * How the reading after a change lags in a field. If the field is as before, the change may as well be lost, unless
 * other readings lag.
 */
export function lagOf(specification: Specification, change: ObservedChange, field: string): Lag | undefined {
  const { before, after, series } = change;
  if (!changeableFields(specification).some((one) => one === field)) return undefined;
  const isAsBefore = isSame(specification, field, before, after.record ?? {});
  return isAsBefore && series?.isLagging !== true ? undefined : possibleLag(specification, change, field);
}

function possibleLag(specification: Specification, change: ObservedChange, field: string): Lag | undefined {
  const { before, answer, after } = change;
  const { record: answered, earlier = [] } = answer;
  const { record: read } = after;
  if (answered === undefined || read === undefined || !isSuccess(answer.reply)) return undefined;
  const isShown = (one: ClientRecord, other: ClientRecord | undefined): boolean =>
    other !== undefined && isSame(specification, field, one, other);
  const isNamed = namesField(change, field);
  const latest = earlier.at(-1);
  // The reading before the change was behind.
  if (isShown(answered, read)) return !isNamed && isShown(answered, latest) ? 'caught up' : undefined;
  const isAnswerRight = isNamed
    ? isKept(specification, field, patchOf(change) as ClientRecord, answered, true)
    : isShown(answered, latest) || isShown(answered, before);
  return isAnswerRight && [before, ...earlier].some((one) => isShown(read, one)) ? 'behind' : undefined;
}
