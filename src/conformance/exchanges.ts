import { type Call, getOrganisation } from '../api/calls.ts';
import { requestOf } from '../api/request.ts';
import { foldPersonalValues, type PersonalValues } from '../folds/personal-values.ts';
import type { Credentials } from '../harness/session.ts';
import type { TokenName } from '../harness/target.ts';
import { exceededLimit, type JsonBody, jsonLimits } from '../http/json.ts';
import { type Masking, maskingOf } from '../http/masking.ts';
import { is2xx } from '../http/status.ts';
import type { Answer, Throttled, Transport, Unanswered } from '../http/transport.ts';
import { memoised } from '../schema/memoised.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import { type AnswerBudget, openAnswerBudget } from '../trace/answer-budget.ts';
import { readBody } from '../trace/body-reader.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type Advice, type Reason, Undecidable, undecidableIn } from '../trace/gap.ts';
import { openProvenance, type Provenance } from '../trace/provenance.ts';
import type { Fold } from '../trace/trace.ts';
import { type CallKind, openCircuitBreaker } from './circuit-breaker.ts';
import type { RequestCounts } from './request-counts.ts';

/** The target's tokens by name. The member's is required. */
export type Tokens = Readonly<Partial<Record<TokenName, string>> & { member: string }>;

export class NoAnswer extends Undecidable {
  readonly mayHaveArrived: boolean;
  readonly wasConcurrent: boolean;

  constructor(reason: Reason, advice: Advice, mayHaveArrived: boolean, wasConcurrent = false) {
    super(reason, advice);
    this.mayHaveArrived = mayHaveArrived;
    this.wasConcurrent = wasConcurrent;
  }
}

/** The `reason` of an abort signal that ends a run early. Its message is a sentence. */
export class EndedEarly extends Error {}

export function endedEarly(signal: AbortSignal | undefined): string | undefined {
  if (signal?.aborted !== true) return undefined;
  return signal.reason instanceof EndedEarly ? signal.reason.message : 'The run was ended early.';
}

interface ExchangesOptions {
  readonly signal?: AbortSignal | undefined;
  readonly firstNumber?: number | undefined;
  readonly answerBudget?: AnswerBudget;
  /** Without `provenance`, all values count as the target's own, and are redacted. */
  readonly provenance?: Provenance | undefined;
  readonly onAnswer?: ((exchange: Exchange) => void) | undefined;
}

export type Exchanges = ReturnType<typeof openExchanges>;

/** Sends the calls of a run. No other part of a run knows the tokens. */
export function openExchanges(
  transport: Transport,
  tokens: Tokens,
  { signal, firstNumber = 0, answerBudget, provenance, onAnswer }: ExchangesOptions = {},
) {
  const signals = [signal];
  const sentOnce = new Map<string, Promise<Exchange>>();
  const mask = maskOf(tokens);
  const counts: Partial<Record<OperationId, number>> = {};
  let nextNumber = firstNumber;
  let hasAccepted = false;
  const closed: { readonly message: string; readonly sent: CallKind }[] = [];
  const circuitBreaker = openCircuitBreaker();

  async function send(call: Call, credentials: Credentials): Promise<Exchange> {
    const early = signals.map(endedEarly).find((message) => message !== undefined);
    if (early !== undefined) throw new Undecidable('ended-early', early);
    const obstacle = answerBudget?.obstacle();
    if (obstacle !== undefined) throw new Undecidable('unreachable', obstacle);
    const sent = { operation: call.operation, isForged: typeof credentials !== 'string' };
    const givenUp = circuitBreaker.givenUp(sent);
    if (givenUp !== undefined) throw givenUp;
    const { title, authorization, additions, ...ofWire } = carriedBy(credentials, tokens);
    counts[call.operation] = (counts[call.operation] ?? 0) + 1;
    const madeUp = provenance?.sent(call);
    const request = { ...requestOf(call, authorization, additions), ...ofWire };
    const delivery = await transport.send(request);
    if (delivery.kind === 'unanswered' && delivery.cause === 'not-recorded')
      throw new Undecidable('no-data', delivery.message);
    const { wasConcurrent = false } = delivery;
    if (delivery.kind === 'answered') {
      circuitBreaker.answered(sent);
      // Reading the description proves no access, since it may be public.
      hasAccepted ||=
        !sent.isForged && call.operation !== 'getInterfaceDescription' && is2xx(delivery.status);
      const excess = exceededLimit(delivery.body);
      if (excess !== undefined)
        throw new NoAnswer(
          'unreachable',
          [`${call.method} ${call.path}: ${tooMuchOf[excess]}`, call.path],
          true,
          wasConcurrent,
        );
      const exchange = {
        ...{ number: nextNumber, ...exchangeOf(call, title, delivery, mask) },
        ...(madeUp === undefined ? {} : { madeUp }),
      };
      nextNumber += 1;
      const received = answerBudget?.received(exchange) ?? exchange;
      // The provenance must get the answer before `onAnswer`, which masks values by the provenance. A large answer is
      // pruned first.
      provenance?.received(received);
      onAnswer?.(exchange);
      return received;
    }
    const reason: Reason = delivery.kind === 'throttled' ? 'throttled' : 'unreachable';
    const isTooLarge = delivery.kind === 'unanswered' && delivery.cause === 'body-too-large';
    // A target whose answer is too large does answer, so the circuit breaker does not count it as silent.
    if (!isTooLarge) circuitBreaker.unanswered(sent, reason);
    const message = `${call.method} ${call.path}: ${delivery.message}${isTooLarge ? readMore : ''}`;
    if (delivery.kind === 'unanswered' && delivery.cause === 'closed') closed.push({ message, sent });
    throw new NoAnswer(reason, [message, call.path], mayHaveArrived(delivery), wasConcurrent);
  }

  function sendOnce(call: Call, credentials: Credentials): Promise<Exchange> {
    const sender = typeof credentials === 'string' ? credentials : [credentials.id];
    const key = JSON.stringify([sender, call.method, call.path, call.query, call.body, call.headers]);
    const earlier = sentOnce.get(key);
    if (earlier !== undefined) return earlier;
    const sent = send(call, credentials).then((exchange) => answerBudget?.kept(exchange) ?? exchange);
    sentOnce.set(key, sent);
    return sent;
  }

  /**
   * The messages of requests whose connection was closed, although the target answers other requests of the operation.
   * A firewall may cut off requests that look like an attack.
   */
  async function cutOff(): Promise<ReadonlySet<string>> {
    if (closed.length > 0 && circuitBreaker.isSilent())
      await send(getOrganisation(), 'member').catch(undecidableIn);
    if (circuitBreaker.isSilent()) return new Set();
    const never = closed.filter(({ sent }) => !circuitBreaker.hasAnswered(sent));
    const silent = new Set(never.map(({ message }) => message));
    return new Set(closed.flatMap(({ message }) => (silent.has(message) ? [] : message)));
  }

  return {
    send,
    sendOnce,
    cutOff,
    /** Waits until `count` calls may start at the same moment, or as many as the limits allow. Returns that number. */
    gather: async (count: number): Promise<number> => (await transport.gather?.(count)) ?? count,
    wait: async (ms: number): Promise<void> => transport.wait?.(ms),
    /**
     * Sends one call at a time from now on, except calls that `gather` lets start together. Returns a function that
     * ends this.
     */
    sendOneByOne: (): (() => void) => transport.sendOneByOne?.() ?? (() => undefined),
    /** Whether any request with valid credentials was answered 2xx, not counting the interface description. */
    hasAccepted: (): boolean => hasAccepted,
    counts: (): RequestCounts => ({ ...counts }),
    endAt: (other: AbortSignal): void => void signals.push(other),
  };
}

/**
 * Whether the service may have processed the request. Without a connection, or with the answer 429, it has
 * not.
 */
function mayHaveArrived(delivery: Throttled | Unanswered): boolean {
  if (delivery.kind === 'throttled') return delivery.status !== 429;
  return !['name-not-found', 'refused', 'tls', 'proxy'].includes(delivery.cause);
}

const tooMuchOf = {
  values: `The answer holds more than ${jsonLimits.values} values of JSON, which are not read. Test with a smaller record.`,
  levels: `The answer is JSON of more than ${jsonLimits.levels} levels, which is not read. Test with a record that is nested less deeply.`,
};

const readMore = ' To have more read, raise maxAnswerBytes in the configuration.';

function carriedBy(credentials: Credentials, tokens: Tokens) {
  if (typeof credentials === 'string') {
    const token = tokens[credentials];
    if (token === undefined)
      throw new Error(`A check uses tokens.${credentials}, which it does not say that it needs.`);
    return { sender: credentials, title: credentials, authorization: `Bearer ${token}` };
  }
  const { id, title, additions, isAloneOnConnection = false } = credentials;
  const authorization = credentials.authorization(tokens.member);
  if (authorization === null) throw new Undecidable('no-data', `tokens.member cannot be made into ${title}.`);
  return { sender: id, title, authorization, additions: additions?.(tokens.member), isAloneOnConnection };
}

const undecodable: JsonBody = {
  kind: 'not-json',
  problem: 'undecodable',
  message: 'It does not match its Content-Encoding.',
};

export function exchangeOf(
  call: Call,
  credentials: string,
  answer: Omit<Answer, 'kind'> & { readonly wasConcurrent?: boolean | undefined },
  mask: Masking,
): Omit<Exchange, 'number'> {
  const { status, headers, durationMs } = answer;
  const read = readBody(answer.body);
  const { text, hasByteOrderMark } = read;
  // Copied for each answer, since results are cached by the body object.
  const body = answer.isUndecodable === true ? { ...undecodable } : read.body;
  const inHeaders = Object.entries(headers).flat().join('\n');
  const returnsToken = tokenFinder(mask)({ text, body }) || mask(inHeaders) !== inHeaders;
  return {
    ...{ call, credentials, status, headers, body, text },
    ...{ durationMs, bodyBytes: answer.body.byteLength },
    ...(hasByteOrderMark ? { hasByteOrderMark: true } : {}),
    ...(returnsToken ? { returnsToken } : {}),
    ...(answer.wasConcurrent === true ? { wasConcurrent: true } : {}),
  };
}

const maskOf = memoised((tokens: Tokens) => maskingOf(Object.values(tokens)));

const searchedCharacters = 2 ** 18;

const tokenFinder = memoised((mask: Masking) =>
  memoised(
    ({ text }: Pick<Exchange, 'text' | 'body'>) => {
      const searched = text.slice(0, searchedCharacters);
      return mask(searched) !== searched;
    },
    ({ body }) => body,
  ),
);

export interface OpenedRun {
  readonly exchanges: Exchanges;
  readonly answerBudget: AnswerBudget;
  readonly personal: Fold<PersonalValues> | undefined;
}

export function openRun(
  specification: Specification,
  transport: Transport,
  tokens: Tokens,
  {
    isReported = true,
    ...options
  }: Pick<ExchangesOptions, 'signal' | 'firstNumber'> & { readonly isReported?: boolean | undefined } = {},
): OpenedRun {
  const answerBudget = openAnswerBudget(specification);
  const personal = isReported ? foldPersonalValues(specification) : undefined;
  const provenance = isReported ? openProvenance() : undefined;
  const exchanges = openExchanges(transport, tokens, {
    ...{ ...options, answerBudget, provenance, onAnswer: personal?.add },
  });
  return { exchanges, answerBudget, personal };
}
