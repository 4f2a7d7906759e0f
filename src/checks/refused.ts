import { handsOver } from '../harness/assertions.ts';
import type { Forgery } from '../harness/forgeries.ts';
import type { TokenName } from '../harness/target.ts';
import { startOf } from '../http/lighten.ts';
import type { Exchange } from '../trace/exchange.ts';

/** A refusal, and the answer to the same request of somebody who may. */
export interface Refused {
  readonly reply: Exchange;
  readonly accepted: Exchange;
  readonly credentials: TokenName | Forgery;
}

/** So many characters of a refusal are looked at: none needs as many. */
const mostCharacters = 20_000;

/**
 * A refusal as it is held until the others of its kind have come; none where it holds what is refused, which is told as
 * such.
 */
export function refusalOf({ reply, accepted, credentials }: Refused): Refused[] {
  if (handsOver(reply, accepted)) return [];
  if (reply.text.length <= mostCharacters) return [{ reply, accepted, credentials }];
  const body = { kind: 'not-json', message: 'It is too long to be held.' } as const;
  return [{ reply: { ...reply, text: startOf(reply.text, mostCharacters), body }, accepted, credentials }];
}
