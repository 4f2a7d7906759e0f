import { deviates, handsOver, jsonOf } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import type { Reply } from '../harness/session.ts';
import { tellingTexts } from '../http/telling-texts.ts';
import type { Specification } from '../specification/specification.ts';

/** A refusal, and the answer to the same request of somebody who may. */
export interface Refused {
  readonly reply: Reply;
  readonly accepted: Reply;
}

/**
 * What refusals of several things tell of them: a name, an address, a telephone number that stands in the record of the one,
 * and in its refusal, in the body or a header. What the refusal of another one holds too, such as whom to ask, is not of it,
 * so that of a single one nothing is said.
 * @param requirement - the row by which they are refused
 */
export function* tellingRefusals(
  { text: described }: Specification,
  refused: readonly Refused[],
  requirement: string,
): Iterable<Judgement> {
  for (const { reply, accepted } of refused) {
    // That is told as such.
    if (handsOver(reply, accepted)) continue;
    const others = refused
      .filter((other) => other.reply.call.path !== reply.call.path && other.reply.status === reply.status)
      .map((other) => saidIn(other.reply));
    if (others.length === 0) continue;
    const said = saidIn(reply);
    const told = [...tellingTexts(jsonOf(accepted), undefined)].some(
      (text) =>
        !described.includes(text) &&
        said.includes(text.toLowerCase()) &&
        others.every((other) => !other.includes(text.toLowerCase())),
    );
    if (!told) continue;
    const words = 'The refusal must tell nothing of what is refused, but holds a text of its record';
    yield deviates(reply, requirement, words, '', `tells with ${reply.credentials}`);
  }
}

/** All texts of an answer, in lower case. */
function saidIn({ body, text, headers }: Reply): string {
  const read = body.kind === 'json' ? JSON.stringify(body.value) : '';
  return [text, read, ...Object.values(headers)].join('\n').toLowerCase();
}
