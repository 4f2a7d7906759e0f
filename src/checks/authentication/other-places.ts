import type { Call } from '../../api/calls.ts';
import { deviates, handoverKind, handsOver, held, isSuccess, undecided } from '../../harness/assertions.ts';
import type { Check, Judgement } from '../../harness/check.ts';
import { control } from '../../harness/controls.ts';
import { diverted, elsewhere, everywhere, inBody, vouched } from '../../harness/elsewhere.ts';
import type { Forgery } from '../../harness/forgeries.ts';
import { asJudged } from '../../harness/judged.ts';
import type { Session } from '../../harness/session.ts';
import { showsAgain } from '../../harness/shown-again.ts';
import { guardedOperations, operations, refuses, requirementsOfRefusal } from '../../rules/operations.ts';
import type { OperationId } from '../../specification/description.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';

const row = 'credentials-401';

/** Statuses of a server that does not read so much. */
const tooMuch: readonly number[] = [413, 414, 431];

/** The checks that what stands elsewhere than in the Authorization header lets nobody in (interface 5.1). */
export const otherPlacesChecks: readonly Check[] = Object.freeze([
  ...guardedOperations.map(elsewhereCheck),
  {
    id: 'getCaseData.credentials-proxies',
    title: 'getCaseData is refused without credentials, whatever the headers of a proxy say',
    operation: 'getCaseData',
    requirements: requirementsOfRefusal('getCaseData', row),
    needs: operations.getCaseData.needs,
    rule: asJudged,
    probe: async function* (session) {
      for (const call of operations.getCaseData.calls(session).slice(0, 1)) {
        const accepted = await control(session, call, operations.getCaseData.isAccepted);
        yield* judge(session.specification, await session.send(call, vouched), accepted);
        yield showsNothing(session.specification, await session.send(call, diverted), accepted);
      }
    },
  },
]);

function elsewhereCheck(operation: OperationId): Check {
  const { needs, calls, isAccepted } = operations[operation];
  return {
    id: `${operation}.credentials-elsewhere`,
    title: `${operation} is refused with a valid token that stands elsewhere than in the Authorization header`,
    operation,
    requirements: requirementsOfRefusal(operation, row),
    needs,
    rule: asJudged,
    probe: async function* (session) {
      for (const call of calls(session).slice(0, 1)) {
        yield* triedElsewhere(session, call, await control(session, call, isAccepted));
      }
    },
  };
}

/** In all places at once, each of which must be refused; where that is let in, or not read, in one after the other. */
async function* triedElsewhere(session: Session, call: Call, accepted: Exchange): AsyncIterable<Judgement> {
  const { specification, sampling } = session;
  const ofAll = await session.send(call, everywhere);
  const judged = judge(specification, ofAll, accepted);
  const isApart =
    sampling.thorough || tooMuch.includes(ofAll.status) || judged.some(({ kind }) => kind === 'deviates');
  const each: readonly Forgery[] = call.body === undefined ? elsewhere : [...elsewhere, inBody];
  const found: Judgement[] = [];
  for (const one of isApart ? each : []) {
    const judgements = judge(specification, await session.send(call, one), accepted);
    found.push(...judgements.filter(({ kind }) => kind === 'deviates'));
  }
  yield* found.length > 0 ? found : judged;
}

/** How else than with 401 it is refused may be for a proxy to say; a success and a failure are no refusals. */
function judge(specification: Specification, reply: Exchange, accepted: Exchange): Judgement[] {
  const { status } = reply;
  // What was created for the control may not be had twice: that is for somebody who was let in.
  if (status === 401 || status === 409 || isSuccess(reply) || status >= 500)
    return [...refuses(specification, reply, 401, row, accepted)];
  if (status === accepted.status) {
    const words = `${reply.call.method} ${reply.call.path} is answered ${status} with a valid token too, so that nothing is known. Check tokens.member.`;
    return [undecided('control-refused', words)];
  }
  return [handsOver(reply, accepted) ? handed(reply) : held];
}

/** Of what may be taken for another request, it is decided that the answer does not show what is guarded. */
function showsNothing(specification: Specification, reply: Exchange, accepted: Exchange): Judgement {
  return showsAgain(specification, reply, accepted) ? handed(reply) : held;
}

function handed(reply: Exchange): Judgement {
  const words = 'The answer must not show what is guarded, but does';
  return deviates(reply, row, words, '', handoverKind(reply));
}
