import { deviates, jsonOf } from '../harness/assertions.ts';
import type { Judgement } from '../harness/check.ts';
import type { Reply } from '../harness/session.ts';
import { typeInWords } from '../validation/words.ts';

/** A successful answer holds the organisation's details (interface 4.4); that it is JSON is judged beside it. */
export function holdsDetails(reply: Reply): Judgement[] {
  const found = insteadOfDetails(reply);
  if (found === undefined) return [];
  const words = `The body must hold the organisation's details, but is ${found}`;
  return [deviates(reply, 'get-organisation', words, '', 'no details')];
}

/** What the body is instead, in words; undefined where it may hold details, or is no JSON. */
function insteadOfDetails(reply: Reply): string | undefined {
  if (reply.text === '') return 'empty';
  if (reply.body.kind === 'not-json') return undefined;
  const details = jsonOf(reply);
  if (Array.isArray(details)) return details.length === 0 ? 'an empty array' : undefined;
  return typeof details === 'object' && details !== null ? undefined : typeInWords(details);
}
