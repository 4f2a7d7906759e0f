import type { Call } from '../api/calls.ts';
import { requestOf } from '../api/request.ts';
import { type Reason, Undecidable } from '../harness/check.ts';
import type { Forgery } from '../harness/forgeries.ts';
import type { Reply } from '../harness/session.ts';
import type { TokenName } from '../harness/target.ts';
import type { Answered } from '../http/evidence.ts';
import { readJson } from '../http/json.ts';
import { maskingOf } from '../http/masking.ts';
import type { Answer, Throttled, Transport, Unanswered } from '../http/transport.ts';

/** The tokens of a target, by name; the member's is always there. */
export type Tokens = Readonly<Partial<Record<TokenName, string>> & { member: string }>;

/** A call that was answered: what a check sees of it, and what a report shows. */
export interface Exchange extends Answered, Reply {}

/** What sends the calls of a run: it alone holds the tokens. */
export interface Exchanges {
  /** @throws {Undecidable} when there is no answer, or the target throttles. */
  send(call: Call, credentials: TokenName | Forgery): Promise<Exchange>;
  /** As `send`, but once for a call and token. */
  sendOnce(call: Call, token: TokenName): Promise<Exchange>;
  /** How many requests were sent. */
  count(): number;
}

/** There was no answer to what was sent. */
export class NoAnswer extends Undecidable {
  /** Whether it may have reached the target all the same. */
  readonly mayHaveArrived: boolean;

  constructor(reason: Reason, message: string, mayHaveArrived: boolean) {
    super(reason, message);
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** What is said of everything that a run did not come to. */
export const endedEarly = 'The run was ended early.';

/** After so many calls in a row that were not answered, or throttled for as long as is waited, nothing more is sent. */
const patience = 5;

/**
 * Sends the calls of one run through the transport.
 * @param signal - after it, nothing more is sent
 */
export function openExchanges(transport: Transport, tokens: Tokens, signal?: AbortSignal): Exchanges {
  const sentOnce = new Map<string, Promise<Exchange>>();
  const mask = maskingOf(Object.values(tokens));
  let requests = 0;
  let answers = 0;
  let unansweredInARow = 0;
  let lastReason: Reason = 'unreachable';

  async function send(call: Call, credentials: TokenName | Forgery): Promise<Exchange> {
    if (signal?.aborted === true) throw new Undecidable('unreachable', endedEarly);
    if (unansweredInARow >= patience) throw new Undecidable(lastReason, goneMessage);
    const authorization = authorizationOf(credentials, tokens);
    requests += 1;
    const delivery = await transport.send(requestOf(call, authorization));
    if (delivery.kind === 'answered') {
      unansweredInARow = 0;
      const sender = typeof credentials === 'string' ? credentials : credentials.title;
      const number = answers;
      answers += 1;
      return { number, ...exchangeOf(call, sender, delivery, mask) };
    }
    unansweredInARow += 1;
    lastReason = delivery.kind === 'throttled' ? 'throttled' : 'unreachable';
    const message = `${call.method} ${call.path}: ${delivery.message}`;
    throw new NoAnswer(lastReason, message, mayHaveArrived(delivery));
  }

  function sendOnce(call: Call, token: TokenName): Promise<Exchange> {
    const key = JSON.stringify([token, call.method, call.path, call.body, call.headers]);
    const earlier = sentOnce.get(key);
    if (earlier !== undefined) return earlier;
    const sent = send(call, token);
    sentOnce.set(key, sent);
    return sent;
  }

  return { send, sendOnce, count: () => requests };
}

/** Where no connection was made, nothing arrived; and one who is sent away with 429 comes again. */
function mayHaveArrived(delivery: Throttled | Unanswered): boolean {
  if (delivery.kind === 'throttled') return delivery.status !== 429;
  return !['name-not-found', 'refused', 'tls'].includes(delivery.cause);
}

const goneMessage = `The target left ${patience} requests in a row unanswered, or throttled them, so that nothing more was sent.`;

function authorizationOf(credentials: TokenName | Forgery, tokens: Tokens): string | undefined {
  if (typeof credentials === 'string') {
    const token = tokens[credentials];
    if (token === undefined)
      throw new Error(`A check uses tokens.${credentials}, which it does not say that it needs.`);
    return `Bearer ${token}`;
  }
  const forged = credentials.authorization(tokens.member);
  if (forged === null)
    throw new Undecidable('no-data', `tokens.member cannot be made into ${credentials.title}.`);
  return forged;
}

function exchangeOf(
  call: Call,
  credentials: string,
  answer: Answer,
  mask: (text: string) => string,
): Omit<Exchange, 'number'> {
  const { status, durationMs, body: sent } = answer;
  const decoded = new TextDecoder().decode(sent);
  const text = mask(decoded);
  return {
    call,
    credentials,
    status,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [mask(name), mask(value)]),
    ),
    durationMs,
    bodyBytes: sent.byteLength,
    body: readJson(text === decoded ? sent : new TextEncoder().encode(text)),
    text,
  };
}
