import { type Call, getCaseData } from '../../api/calls.ts';
import { advises, deviates, held, isSuccess, statusKind, statusOf } from '../../harness/assertions.ts';
import type { Check, Judgement } from '../../harness/check.ts';
import { control } from '../../harness/controls.ts';
import { overriding } from '../../harness/elsewhere.ts';
import { noCredentials } from '../../harness/forgeries.ts';
import { asJudged } from '../../harness/judged.ts';
import type { Session } from '../../harness/session.ts';
import { showsAgain } from '../../harness/shown-again.ts';
import { operations } from '../../rules/operations.ts';
import type { Exchange } from '../../trace/exchange.ts';

const row = 'credentials-401';

/**
 * The checks that other methods on a path show nothing without credentials (interface 4: every operation requires a
 * token). A run that may send nothing but GET leaves them out. How else they are answered is open.
 */
export const otherMethodsChecks: readonly Check[] = Object.freeze<Check[]>([
  {
    id: 'getCaseData.credentials-other-methods',
    title: 'HEAD and OPTIONS tell nothing of a case without credentials',
    operation: 'getCaseData',
    requirements: [row, 'head-as-get'],
    needs: ['a case', 'writes'],
    rule: asJudged,
    probe: async function* (session) {
      for (const call of operations.getCaseData.calls(session).slice(0, 1)) {
        const accepted = await control(session, call, operations.getCaseData.isAccepted);
        yield* tellsNothingByHead(session, call, accepted);
        // Hardly any service answers it with a record.
        if (!session.sampling.thorough) continue;
        const reply = await session.send({ ...call, method: 'OPTIONS' }, noCredentials);
        yield showsNothing(session, reply, accepted);
      }
    },
  },
  {
    id: 'updateClient.credentials-other-methods',
    title: 'GET, and POST that names the method PATCH, show nothing of a client without credentials',
    operation: 'updateClient',
    requirements: [row],
    needs: operations.updateClient.needs,
    rule: asJudged,
    probe: async function* (session) {
      for (const call of operations.updateClient.calls(session).slice(0, 1)) {
        const accepted = await control(session, call, operations.updateClient.isAccepted);
        const { body: _, ...bare } = call;
        const read = await session.send({ ...bare, method: 'GET' }, noCredentials);
        yield showsNothing(session, read, accepted);
        // What a POST does that the documents do not know, nobody can put back.
        if (session.target.writes !== 'all') continue;
        const changed = await session.send({ ...call, method: 'POST' }, overriding);
        yield showsNothing(session, changed, accepted);
      }
    },
  },
]);

/**
 * Answered as GET but for the body (RFC 9110, section 9.3.2), HEAD tells whether there is such a case, or how long its
 * record is.
 */
async function* tellsNothingByHead(
  session: Session,
  call: Call,
  accepted: Exchange,
): AsyncIterable<Judgement> {
  const reply = await session.send({ ...call, method: 'HEAD' }, noCredentials);
  yield await isToldBy(session, reply);
  const refused = await session.sendOnce(call, noCredentials);
  const { 'content-length': length } = reply.headers;
  if (length !== lengthOf(accepted) || length === lengthOf(refused)) return;
  const words = 'Content-Length must be that of GET, but HEAD without credentials tells that of the record';
  yield advises(reply, 'head-as-get', words, '', 'length of the record');
}

async function isToldBy(session: Session, reply: Exchange): Promise<Judgement> {
  if (!isSuccess(reply)) return held;
  const unused: Call = { ...getCaseData(session.unusedIdentifier('case')), method: 'HEAD' };
  if (isSuccess(await session.send(unused, noCredentials))) return held;
  const words = `HEAD must not tell without credentials that there is this case, but is answered ${statusOf(reply)}`;
  return deviates(reply, row, words, '', statusKind(reply));
}

/** The length of a body as it was sent, or as it would be without a coding. */
function lengthOf({ headers, text }: Exchange): string {
  return headers['content-length'] ?? String(Buffer.byteLength(text));
}

function showsNothing({ specification }: Session, reply: Exchange, accepted: Exchange): Judgement {
  if (!showsAgain(specification, reply, accepted)) return held;
  const words = `${reply.call.method} must show nothing without credentials, but does`;
  return deviates(reply, row, words, '', `shown by ${reply.call.method}`);
}
