import { readJsonText } from '../http/json.ts';
import { redact } from '../http/redact.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import { type Evidence, excerpt, redactedAnswer, shownCharacters } from './evidence.ts';
import type { Exchange } from './exchange.ts';

/** An exchange without its body: everything that a report may show of it. */
export interface ShownExchange {
  readonly number: number;
  readonly operation: OperationId;
  readonly evidence: Evidence;
}

const known = new WeakMap<Exchange, ShownExchange>();

/** The redacted exchange, cached. */
export function shownExchange(specification: Specification, exchange: Exchange): ShownExchange {
  const shown = known.get(exchange) ?? redacted(specification, exchange);
  known.set(exchange, shown);
  return shown;
}

function redacted({ bodySchema, requestSchema }: Specification, exchange: Exchange): ShownExchange {
  const { number, call, credentials, status } = exchange;
  const { operation, method, path, query, body } = call;
  const sent = body === undefined ? undefined : readJsonText({ text: body, isUtf8: true });
  const request = {
    ...{ method, credentials },
    // The query may have come from the target.
    path: query === undefined ? path : `${path}?…`,
    ...(body === undefined ? {} : { bodyLength: body.length }),
    ...(sent?.kind === 'json' && (body ?? '').length <= shownCharacters
      ? { body: redact(sent.value, requestSchema(operation)) }
      : {}),
  };
  const response = redactedAnswer(exchange, bodySchema(operation, status));
  return { number, operation, evidence: { request, response } };
}

/** Reduces an exchange to what findings at these places show. */
export function shownAt(shown: ShownExchange, pointers: readonly string[]): ShownExchange {
  return { ...shown, evidence: excerpt(shown.evidence, pointers) };
}
