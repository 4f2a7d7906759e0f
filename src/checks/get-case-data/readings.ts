import { deviates, held, isJson, statusKind, statusOf } from '../../harness/assertions.ts';
import type { About, Check, Judgement } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import { checkOf } from '../../harness/judged.ts';
import { isAnsweredWithRecord } from '../../rules/case-record.ts';
import { isRefusalAsDescribed } from '../../rules/refusal.ts';
import type { Exchange } from '../../trace/exchange.ts';

/** Identifiers in the list of cases that are not tested as if they were listed; discovery reads them. */
export const readingsCheck: Check = checkOf<Exchange>({
  id: 'getCaseData.discovered',
  title: 'What the list of cases leads to is answered as a case, or refused as none',
  operation: 'getCaseData',
  requirements: ['case-data-200', 'bodies-are-json', 'error-message'],
  needs: [],
  ofEachCase: true,
  applies: ({ discovered }) => discovered !== undefined,
  // biome-ignore lint/correctness/useYield: discovery sends
  probe: async function* (session) {
    await provenToken(session, 'member');
  },
  itemOf: (reply) => reply,
  rule: (replies, { specification, isCutShort }) =>
    replies.length === 0 && !isCutShort
      ? [held]
      : replies.flatMap((reply) => [...isCaseOrNone(reply, specification)]),
});

/**
 * The statuses of 4.1, without that of a token that is not valid: the member's is proven. The list does not say that an
 * identifier is that of a case, so it may be refused with any of them.
 */
const refusals: readonly number[] = [400, 403, 404];

function* isCaseOrNone(reply: Exchange, specification: About['specification']): Iterable<Judgement> {
  if (!refusals.includes(reply.status)) yield* isAnsweredWithRecord(reply, neitherCaseNorNone);
  else if (reply.body.kind === 'json') yield* isRefusalAsDescribed(specification, reply);
  else yield isJson(reply);
}

function neitherCaseNorNone(reply: Exchange): Judgement {
  const words = `An identifier that the list of cases shows must be answered 200, or refused with 404, but the status is ${statusOf(reply)}`;
  return deviates(reply, 'case-data-200', words, '', statusKind(reply));
}
