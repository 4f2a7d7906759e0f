import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { handsOver, isSuccess, jsonOf } from './assertions.ts';

/** A shorter text, such as a title, may be anybody's. */
const leastTelling = 8;

/** So many texts in common are no chance; where there are fewer, all of them are wanted. */
const leastCommon = 2;

/**
 * Whether an answer shows what the accepted one does: what handing over is of a refusal, or texts that stand in both.
 * Texts of the description and of the path may be told to anybody.
 */
export function showsAgain({ text: described }: Specification, reply: Exchange, accepted: Exchange): boolean {
  if (handsOver(reply, accepted)) return true;
  if (!isSuccess(reply) || !isSuccess(accepted)) return false;
  const asked = decodeURIComponent(accepted.call.path).toLowerCase();
  const telling = textsIn(jsonOf(accepted)).filter(
    (text) => text.length >= leastTelling && !described.includes(text) && !asked.includes(text.toLowerCase()),
  );
  const shown = new Set(textsIn(jsonOf(reply)));
  const common = new Set(telling.filter((text) => shown.has(text)));
  return common.size > 0 && common.size >= Math.min(leastCommon, new Set(telling).size);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
