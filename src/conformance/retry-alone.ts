import type { Call } from '../api/calls.ts';
import type { Asked, UnderConcurrency } from '../harness/session.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable, undecidableIn } from '../trace/gap.ts';
import { type Exchanges, NoAnswer } from './exchanges.ts';
import { isReading } from './put-back/client-call.ts';

interface RetryAlone {
  /** The answer to a call that was sent, or that of its retry. */
  retryIfFailed(asked: Asked, sent: Promise<Exchange>): Promise<Exchange>;
  /** How the target answered under concurrency the calls that it answers correctly alone. */
  underConcurrency(): UnderConcurrency;
}

/** After this many calls of one operation and caller that failed again alone, concurrency is not the cause. */
const mostInVain = 3;

/**
 * Sends a reading with a valid token again alone if it failed while other calls were in flight. If it does not fail
 * alone, checks see that answer, which links to the failure, and the run sends one call at a time from then on, except
 * in bursts, so one fault of concurrency does not hide the rest.
 */
export function retryAlone(exchanges: Pick<Exchanges, 'send' | 'sendOneByOne'>): RetryAlone {
  const retried = new WeakMap<Exchange | NoAnswer, Promise<Exchange>>();
  /** Retries that failed again, by operation and caller. */
  const inVain = new Map<string, number>();
  let underConcurrency: UnderConcurrency = 'right';

  async function sendAlone({ call, credentials }: Asked, first: Exchange | NoAnswer): Promise<Exchange> {
    const resume = exchanges.sendOneByOne();
    const answer = await exchanges.send(call, credentials).catch(undecidableIn);
    if (answer instanceof Undecidable || isFailure(call, answer)) {
      const kind = `${call.operation} ${credentials}`;
      inVain.set(kind, (inVain.get(kind) ?? 0) + 1);
      resume();
      if (first instanceof NoAnswer) throw first;
      return first;
    }
    if (underConcurrency !== 'lost') underConcurrency = first instanceof NoAnswer ? 'lost' : 'wrong';
    return first instanceof NoAnswer
      ? { ...answer, lost: withAlone(first, answer) }
      : { ...answer, whenConcurrent: first };
  }

  async function retryIfFailed(asked: Asked, sent: Promise<Exchange>): Promise<Exchange> {
    const { call, credentials } = asked;
    if (typeof credentials !== 'string' || !isRepeatable(call)) return sent;
    const outcome = await outcomeOf(sent);
    const known = retried.get(outcome);
    if (known !== undefined) return known;
    const isVain = (inVain.get(`${call.operation} ${credentials}`) ?? 0) >= mostInVain;
    if (outcome.wasConcurrent !== true || isVain || !isFailure(call, outcome)) return sent;
    const answer = sendAlone(asked, outcome);
    retried.set(outcome, answer);
    return answer;
  }

  return { retryIfFailed, underConcurrency: () => underConcurrency };
}

/** The call changes nothing, so it may be sent twice. */
function isRepeatable(call: Call): boolean {
  return call.method === 'GET' || (call.method === 'PATCH' && isReading(call));
}

/**
 * No answer, a server error, and 401 to a valid token are right for no request. A target may throttle, but must not
 * leave open whether it has taken an empty change.
 */
function isFailure({ method }: Call, outcome: Exchange | NoAnswer): boolean {
  if (!(outcome instanceof NoAnswer)) return outcome.status >= 500 || outcome.status === 401;
  return outcome.reason !== 'throttled' || (method === 'PATCH' && outcome.mayHaveArrived);
}

function withAlone({ reason, message, mayHaveArrived }: NoAnswer, { status }: Exchange): NoAnswer {
  const words = `${message} That was at the same time as other requests; alone, it is answered ${status}.`;
  return new NoAnswer(reason, words, mayHaveArrived);
}

/** @throws {Error} any error except `NoAnswer`, which is returned */
async function outcomeOf(sent: Promise<Exchange>): Promise<Exchange | NoAnswer> {
  return sent.catch((error: unknown) => {
    if (error instanceof NoAnswer) return error;
    throw error;
  });
}
