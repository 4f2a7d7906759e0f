import { type Call, getCaseData } from '../../api/calls.ts';
import { deviates, isSuccess, statusKind, withStatus, wrongStatus } from '../../harness/assertions.ts';
import type { About, Judgement } from '../../harness/check.ts';
import { refuses } from '../../rules/refusal.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable, undecidableIn } from '../../trace/gap.ts';

/**
 * Ways to send an empty identifier. The documents do not say how the identifier can be missing (interface 4.1). Many
 * routers answer an empty segment themselves and many proxies merge `//`, but a blank or a tab usually reaches the
 * service.
 */
const writings = [
  { id: '', words: 'an empty segment (//)' },
  { id: ' ', words: 'a blank (%20)' },
  { id: '\t', words: 'a tab (%09)' },
] as const;

/** @throws {Undecidable} at the end, if no answer was 400 and a request got no answer */
export async function* askWithoutIdentifier(ask: (call: Call) => Promise<Exchange>): AsyncIterable<Exchange> {
  let obstacle: Undecidable | undefined;
  for (const { id } of writings) {
    const reply = await ask(getCaseData(id)).catch(undecidableIn);
    if (reply instanceof Undecidable) {
      obstacle ??= reply;
      continue;
    }
    yield reply;
    if (reply.status === 400) return;
  }
  if (obstacle !== undefined) throw obstacle;
}

/**
 * One 400 is enough: a router or proxy may refuse or redirect the other requests. But a success or a server
 * error comes from the service.
 */
export function* missingIdentifierRefused(
  { specification, isCutShort }: Pick<About, 'specification' | 'isCutShort'>,
  replies: readonly Exchange[],
): Iterable<Judgement> {
  const wrong = replies.filter((reply) => isSuccess(reply) || reply.status >= 500);
  for (const reply of wrong) {
    const words = `${capitalised(wordsFor(reply))} for an identifier is answered {status}`;
    yield wrongStatus(reply, 'case-data-400', words);
  }
  const refused = replies.find(({ status }) => status === 400);
  if (refused !== undefined) yield* refuses(specification, refused, 400, 'case-data-400');
  const [first] = replies;
  // An unanswered request could have been the one that is answered 400.
  if (refused !== undefined || first === undefined || wrong.length > 0 || isCutShort) return;
  const seen = replies.map((reply) => withStatus(`{status} for ${wordsFor(reply)}`, reply)).join(', ');
  const message = `No way of leaving the identifier out is answered 400: ${seen}. A router may answer these before the service does, and a proxy may merge the slashes`;
  yield deviates(first, 'case-data-400', message, '', statusKind(first));
}

function wordsFor({ call }: Exchange): string {
  return writings.find(({ id }) => getCaseData(id).path === call.path)?.words ?? call.path;
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
