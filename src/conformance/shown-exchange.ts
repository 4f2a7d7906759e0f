import type { Call } from '../api/calls.ts';
import type { Redacted } from '../http/redact.ts';
import type { Specification } from '../specification/specification.ts';
import { type Evidence, evidenceOf, type ShownAnswer, shownAnswer, shownBody } from '../trace/evidence.ts';
import type { Exchange } from '../trace/exchange.ts';

/** What is left of an exchange for a report, when its body is gone. */
export interface ShownExchange extends Pick<Exchange, 'number' | 'call' | 'credentials'> {
  readonly answer: ShownAnswer;
  /** The body of the request, where it is JSON. */
  readonly sent: Redacted | undefined;
}

const known = new WeakMap<Exchange, ShownExchange>();

/** What a report may show of an exchange. */
export function shownExchange(
  { bodySchema, requestSchema }: Specification,
  exchange: Exchange,
): ShownExchange {
  const { number, credentials, status } = exchange;
  const call = shownCall(exchange.call);
  const shown = known.get(exchange) ?? {
    ...{ number, call, credentials },
    answer: shownAnswer(exchange, bodySchema(call.operation, status)),
    sent: call.body === undefined ? undefined : shownBody(call.body, requestSchema(call.operation)),
  };
  known.set(exchange, shown);
  return shown;
}

/** A call without the query that the target said. */
function shownCall({ query, ...call }: Call): Call {
  return query === undefined ? call : { ...call, path: `${call.path}?…` };
}

/** The same exchange with less of its answer; a report shows of it what it would show of the whole. */
export function withLess(
  specification: Specification,
  exchange: Exchange,
  less: Partial<Pick<Exchange, 'body' | 'text'>>,
): Exchange {
  return withOtherFacts(specification, exchange, less);
}

/** The same exchange, of which this is held otherwise; a report shows of it what it showed before. */
export function withOtherFacts(
  specification: Specification,
  exchange: Exchange,
  facts: Partial<Exchange>,
): Exchange {
  const left = { ...exchange, ...facts };
  known.set(left, shownExchange(specification, exchange));
  return left;
}

/** What a report shows of an exchange, with its number among those of the run. */
export interface NumberedEvidence {
  readonly number: number;
  readonly evidence: Evidence;
}

/** What a report shows of an exchange, where this was found in those of its run. */
export function numberedEvidence(
  { number, call, credentials, answer, sent }: ShownExchange,
  found: readonly { readonly pointer: string; readonly exchange: number }[],
): NumberedEvidence {
  const pointers = found.filter(({ exchange }) => exchange === number).map(({ pointer }) => pointer);
  const bodyLength = call.body === undefined ? {} : { bodyLength: call.body.length };
  const body = sent === undefined || pointers.length === 0 ? {} : { body: sent };
  const request = { method: call.method, path: call.path, credentials, ...bodyLength, ...body };
  const evidence = evidenceOf(request, answer, pointers);
  return { number, evidence };
}

/** The same with no more of its answer than findings at these places show. */
export function shownAt(shown: ShownExchange, pointers: readonly string[]): ShownExchange {
  const { method, path } = shown.call;
  const { response } = evidenceOf({ method, path, credentials: shown.credentials }, shown.answer, pointers);
  return { ...shown, answer: response };
}
