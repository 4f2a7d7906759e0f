import type { Call } from '../api/calls.ts';
import type { Asked, UnderConcurrency } from '../harness/session.ts';
import { is2xx } from '../http/status.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable, undecidableIn } from '../trace/gap.ts';
import { type Exchanges, NoAnswer } from './exchanges.ts';
import { isReading } from './put-back/client-call.ts';

/**
 * If this many retries of one operation and caller fail too, concurrency is not the cause, and retries stop.
 */
const maxFailedRetries = 3;

/**
 * Retries a failed reading alone if other calls were in flight and the token is valid. If the retry succeeds, checks
 * see its answer, with the failed answer in `whenConcurrent`. The run then sends one call at a time, unless a check
 * asks for concurrent calls: one fault of concurrency must not hide others.
 */
export function retryAlone(exchanges: Pick<Exchanges, 'send' | 'sendOneByOne'>) {
  const retried = new WeakMap<Exchange | NoAnswer, Promise<Exchange>>();
  const failedRetries = new Map<string, number>();
  let underConcurrency: UnderConcurrency = 'right';

  async function sendAlone({ call, credentials }: Asked, first: Exchange | NoAnswer): Promise<Exchange> {
    const resume = exchanges.sendOneByOne();
    const answer = await exchanges.send(call, credentials).catch(undecidableIn);
    if (answer instanceof Undecidable || isFailure(call, answer)) {
      const kind = `${call.operation} ${credentials}`;
      failedRetries.set(kind, (failedRetries.get(kind) ?? 0) + 1);
      resume();
      if (first instanceof NoAnswer) throw first;
      return first;
    }
    if (underConcurrency !== 'lost') underConcurrency = first instanceof NoAnswer ? 'lost' : 'wrong';
    if (first instanceof NoAnswer) return { ...answer, lost: withAlone(first, answer) };
    if (statusesOfConcurrentChange.includes(first.status)) return answer;
    // Only a success is compared with the answer under concurrency.
    return is2xx(answer.status) ? { ...answer, whenConcurrent: first } : first;
  }

  async function retryIfFailed(asked: Asked, sent: Promise<Exchange>): Promise<Exchange> {
    const { call, credentials } = asked;
    const isRepeatable = call.method === 'GET' || (call.method === 'PATCH' && isReading(call));
    if (typeof credentials !== 'string' || !isRepeatable) return sent;
    const outcome = await sent.catch((error: unknown) => {
      if (error instanceof NoAnswer) return error;
      throw error;
    });
    const known = retried.get(outcome);
    if (known !== undefined) return known;
    const isGivenUp = (failedRetries.get(`${call.operation} ${credentials}`) ?? 0) >= maxFailedRetries;
    if (outcome.wasConcurrent !== true || isGivenUp || !isFailure(call, outcome)) return sent;
    const answer = sendAlone(asked, outcome);
    retried.set(outcome, answer);
    return answer;
  }

  return { retryIfFailed, underConcurrency: () => underConcurrency };
}

/**
 * Whether to repeat a reading alone: after no answer, a server error or 401. After throttling, only an empty change
 * that may have arrived is repeated. An empty change that conflicted with another change (409, 423) is repeated too,
 * since its answer does not show the client.
 */
function isFailure({ method }: Call, outcome: Exchange | NoAnswer): boolean {
  const isChange = method === 'PATCH';
  if (outcome instanceof NoAnswer)
    return outcome.reason !== 'throttled' || (isChange && outcome.mayHaveArrived);
  return (
    outcome.status >= 500 ||
    outcome.status === 401 ||
    (isChange && statusesOfConcurrentChange.includes(outcome.status))
  );
}

const statusesOfConcurrentChange: readonly number[] = [409, 423];

function withAlone(
  { reason, message, about = '', mayHaveArrived }: NoAnswer,
  { status }: Exchange,
): NoAnswer {
  const words = `${message} That was at the same time as other requests; alone, it is answered ${status}.`;
  return new NoAnswer(reason, [words, about], mayHaveArrived);
}
