import {
  type Call,
  getCaseData,
  getInterfaceDescription,
  getOrganisation,
  listCases,
  updateClient,
} from '../api/calls.ts';
import { jsonOf } from '../harness/assertions.ts';
import type { Asked, UnderConcurrency } from '../harness/session.ts';
import { listedCases, type Target } from '../harness/target.ts';
import { is2xx } from '../http/status.ts';
import { emptyPatch, operations } from '../rules/operations.ts';
import { isSameUuid } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable, undecidableIn } from '../trace/gap.ts';
import { type Exchanges, NoAnswer } from './exchanges.ts';
import { isReading } from './put-back/client-call.ts';

interface RetryAlone {
  /** The answer to a call that was sent, or that of its retry. */
  retryIfWrong(asked: Asked, sent: Promise<Exchange>): Promise<Exchange>;
  /** How the target answered under concurrency the calls that it answers correctly alone. */
  underConcurrency(): UnderConcurrency;
}

/** After this many calls of one operation and caller that were answered no better alone, concurrency is not the cause. */
const mostInVain = 3;

/**
 * Sends a call again alone if it was answered wrongly while other calls were in flight. If the second answer is right,
 * the run sends one call at a time from then on, except in bursts, so one fault of concurrency does not hide the rest.
 * Checks see the second answer, which links to the wrong one, if the target owes the answer or hands something over;
 * otherwise they see the wrong one.
 */
export function retryAlone(exchanges: Pick<Exchanges, 'send' | 'sendOneByOne'>, target: Target): RetryAlone {
  const isOwed = owedBy(target);
  const retried = new WeakMap<Exchange | NoAnswer, Promise<Exchange>>();
  /** Retries that were answered no better, by operation and caller. */
  const inVain = new Map<string, number>();
  let underConcurrency: UnderConcurrency = 'right';

  function isWrong(asked: Asked, outcome: Exchange | NoAnswer): boolean {
    if (outcome instanceof NoAnswer) return isLost(asked.call, outcome);
    return isOwed(asked) ? !isGiven(asked, outcome) : isFailure(asked, outcome);
  }

  async function sendAlone(asked: Asked, first: Exchange | NoAnswer): Promise<Exchange> {
    const resume = exchanges.sendOneByOne();
    const answer = await exchanges.send(asked.call, asked.credentials).catch(undecidableIn);
    if (answer instanceof Undecidable || isWrong(asked, answer)) {
      inVain.set(kindOf(asked), (inVain.get(kindOf(asked)) ?? 0) + 1);
      resume();
      if (first instanceof NoAnswer) throw first;
      return first;
    }
    if (underConcurrency !== 'lost') underConcurrency = first instanceof NoAnswer ? 'lost' : 'wrong';
    if (first instanceof NoAnswer) return { ...answer, lost: withAlone(first, answer) };
    const wrong = { ...first, statusAlone: answer.status };
    return !isOwed(asked) && !is2xx(answer.status) ? wrong : { ...answer, whenConcurrent: wrong };
  }

  async function retryIfWrong(asked: Asked, sent: Promise<Exchange>): Promise<Exchange> {
    if (!isRepeatable(asked.call)) return sent;
    const outcome = await outcomeOf(sent);
    const known = retried.get(outcome);
    if (known !== undefined) return known;
    if (outcome.wasConcurrent !== true || !isWrong(asked, outcome)) return sent;
    if ((inVain.get(kindOf(asked)) ?? 0) >= mostInVain) return sent;
    const answer = sendAlone(asked, outcome);
    retried.set(outcome, answer);
    return answer;
  }

  return { retryIfWrong, underConcurrency: () => underConcurrency };
}

/** The call changes nothing, so it may be sent twice. */
function isRepeatable(call: Call): boolean {
  return call.method === 'GET' || (call.method === 'PATCH' && isReading(call));
}

/** Answers that a target owes: to the member, everything that the configuration lists; to any token, that it is valid. */
function owedBy(target: Target): (asked: Asked) => boolean {
  const ofCallers = [getOrganisation(), listCases()];
  const ofMember = [
    ...ofCallers,
    getInterfaceDescription(),
    ...listedCases(target).map(({ id }) => getCaseData(id)),
    ...target.clients.map((client) => updateClient(client, emptyPatch)),
  ];
  const toMember = new Set(ofMember.map(nameOf));
  const toOthers = new Set(ofCallers.map(nameOf));
  return ({ call, credentials }) =>
    typeof credentials === 'string' && (credentials === 'member' ? toMember : toOthers).has(nameOf(call));
}

/** Without its headers: a target may not owe a different answer for them. */
function nameOf({ method, path, query, body }: Call): string {
  return JSON.stringify([method, path, query, body]);
}

function kindOf({ call, credentials }: Asked): string {
  return `${call.operation} by ${typeof credentials === 'string' ? credentials : 'nobody'}`;
}

/** Whether the owed answer was given, and is not about another case. */
function isGiven({ call, credentials }: Asked, answer: Exchange): boolean {
  if (credentials !== 'member') return !isFailure({ call, credentials }, answer);
  const shown = call.operation === 'getCaseData' ? memberOf(jsonOf(answer), 'caseId') : undefined;
  const isOther = typeof shown === 'string' && !call.path.split('/').some((part) => isSameUuid(part, shown));
  return operations[call.operation].isAccepted(answer.status) && !isOther;
}

/** A server error, or 401 to a valid token, answers no request correctly. */
function isFailure({ credentials }: Asked, { status }: Exchange): boolean {
  return status >= 500 || (status === 401 && typeof credentials === 'string');
}

/** A target may throttle, but must not leave open whether a change was made. */
function isLost({ method }: Call, { reason, mayHaveArrived }: NoAnswer): boolean {
  return reason !== 'throttled' || (method === 'PATCH' && mayHaveArrived);
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
