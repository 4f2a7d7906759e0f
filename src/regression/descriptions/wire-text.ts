import type { Judge } from './judges.ts';
import { hasUnhandled, isOpen, type Shape } from './shape.ts';

/**
 * A judge of what is sent as text, as parameters and headers are: `0` may be read as a text, as a number, or as a list of
 * one, and is accepted where one of these is.
 */
export function judgeOfText(judge: Judge): Judge {
  return (value) =>
    readingsOf(value).some((one) => judge(one) === undefined) ? undefined : (judge(value) ?? []);
}

function readingsOf(value: unknown): unknown[] {
  if (value === null || typeof value === 'object') return [value];
  const text = String(value);
  const number = Number(text);
  const scalars = [
    ...[text],
    ...(String(number) === text ? [number] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
  ];
  return [...scalars, ...scalars.map((one) => [one])];
}

/** Whether what the one accepts, sent as text, is surely accepted by the other: any text is, a number's too. */
export function isIncludedAsText(inner: Shape, outer: Shape): boolean {
  return (
    !hasUnhandled(outer) &&
    outer.alternatives.some((one) => one.type === 'string' && isOpen(one)) &&
    inner.isCovered &&
    inner.alternatives.every(({ type }) => type === 'string' || type === 'number' || type === 'boolean')
  );
}
