import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { handsOver, isSuccess, jsonOf } from './assertions.ts';

/** Characters. A shorter text, such as a title, may occur in many records. */
const leastTelling = 8;

/** This many common texts are not a coincidence. If the accepted answer has fewer, all of them must match. */
const leastCommon = 2;

/**
 * Whether an answer shows the content of the accepted answer: it hands that over as a refusal would, or shares texts
 * with it. Texts of the description and of the path do not count.
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
