import { isMasked } from '../../http/redact.ts';
import type { Evidence } from '../../trace/evidence.ts';
import { isEmptyChange } from '../headline.ts';
import { isAlterable } from './altered-texts.ts';
import { isChange, isNothing, isSameReading, isUnsent, sentAt } from './requests.ts';
import {
  isOfField,
  isOfForm,
  isOfStatus,
  isOfWrongStatus,
  isUnknown,
  namesWrong,
  type Seen,
} from './seen.ts';

/**
 * Whether a request without a deviation could have shown the problem: it is like a deviating one, and, for a change,
 * sends (or leaves out) the field and, where texts are altered, a text with the same characters or length.
 */
export function couldShow(one: Evidence, seen: Seen): boolean {
  if (isUnknown(seen) || isOfForm(seen)) return false;
  if (seen.deviating.has(one) || !seen.causes.some((cause) => isLike(one, cause, seen))) return false;
  const { causes, held, effects } = seen;
  if (!causes.every(isChange)) return true;
  if (causes.some((cause) => isSameChange(one, cause))) return false;
  if (held !== undefined && ![...held.values()].some((some) => some.has(one))) return false;
  if (!isOfField(seen)) return true;
  return (
    namesWrong(one, seen) &&
    effects.some(({ pointer, cause, source }) => {
      if (held !== undefined && held.get(pointer)?.has(one) !== true) return false;
      const value = sentAt(one, pointer);
      const other = source === undefined ? undefined : sentAt(one, source);
      if (isUnsent(cause, pointer)) return isNothing(value) && (source === undefined || !isNothing(other));
      const isExchangeable = [value, other].every((text) => typeof text === 'string' && !isMasked(text));
      return isAlterable(value, seen) && (source === undefined || (isExchangeable && other !== value));
    })
  );
}

/** Whether two requests may be expected to be answered alike. */
function isLike(one: Evidence, cause: Evidence, seen: Seen): boolean {
  const { request, response } = one;
  const isPlain = (some: Evidence): boolean =>
    some.request.spelling === undefined && some.request.headers === undefined;
  return (
    one.operation === cause.operation &&
    request.method === cause.request.method &&
    request.credentials === cause.request.credentials &&
    (isPlain(one) || !isPlain(cause)) &&
    isEmptyChange(one) === isEmptyChange(cause) &&
    isOfLikeStatus(response.status, cause.response.status, seen)
  );
}

export function isOfLikeStatus(status: number, wrong: number, seen: Seen): boolean {
  if (isOfStatus(seen)) return status === wrong;
  return isOfWrongStatus(seen) ? status !== wrong : Math.trunc(status / 100) === Math.trunc(wrong / 100);
}

/** Whether a request is the same GET request as another, and has no deviation. An expected refusal counts as right. */
export function isRightAgain(one: Evidence, other: Evidence, seen: Seen): boolean {
  const isReached = one.response.status !== 429 && one.response.status < 500;
  return isSameReading(one, other) && isReached && !seen.deviating.has(one);
}

/** Whether a change is sent again. The run sends some bodies in a burst first, and judges them when sent alone. */
function isSameChange({ request: one }: Evidence, { request: other }: Evidence): boolean {
  return one.path === other.path && JSON.stringify(one.body) === JSON.stringify(other.body);
}
