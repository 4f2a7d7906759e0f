import { returnsToken } from '../conformance/exchanges.ts';
import { readJson } from '../http/json.ts';
import { maskingOf } from '../http/masking.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { RecordedAnswer } from './recorded-answer.ts';
import type { RecordedCall } from './recorded-call.ts';

/** A recorded exchange of the interface with its answer. The caller is unknown. */
export interface RecordedExchange extends Exchange, Pick<RecordedCall, 'baseUrl' | 'identifier'> {
  /** Whether the recording has the body of the answer; if not, the exchange shows an empty one. */
  readonly hasBody: boolean;
}

/**
 * Makes an exchange from a call and its answer.
 * @param secrets - secret values in this exchange
 * @param isAuthorised - whether the recording shows an Authorization header; many recorders omit it
 */
export function exchangeOf(
  number: number,
  { call, baseUrl, identifier }: RecordedCall,
  answer: Extract<RecordedAnswer, { kind: 'answered' }>,
  secrets: readonly string[],
  isAuthorised: boolean,
): RecordedExchange {
  const { status, headers, durationMs, body } = answer;
  const bytes = body.kind === 'whole' ? body.bytes : new Uint8Array();
  const text = new TextDecoder().decode(bytes);
  return {
    number,
    call,
    credentials: isAuthorised ? 'a recorded token' : 'none recorded',
    baseUrl,
    identifier,
    status,
    headers,
    durationMs,
    bodyBytes: bytes.byteLength,
    body: readJson(bytes),
    text,
    hasBody: body.kind === 'whole',
    ...(returnsToken(maskingOf(secrets), text, headers) ? { returnsToken: true } : {}),
  };
}
