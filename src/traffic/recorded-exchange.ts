import type { Exchange } from '../conformance/exchanges.ts';
import { readJson } from '../http/json.ts';
import type { Masking } from '../http/masking.ts';
import type { RecordedAnswer } from './recorded-answer.ts';
import type { RecordedCall } from './recorded-call.ts';

/** An exchange of the interface that was recorded with its answer. Who asked is not known. */
export interface RecordedExchange extends Exchange, Pick<RecordedCall, 'baseUrl' | 'identifier'> {
  /** Whether the recording has the body of the answer; if not, the exchange shows an empty one. */
  readonly hasBody: boolean;
}

/**
 * The exchange of a call and its answer, without the secrets.
 * @param mask - takes the secrets of the exchange out of a text
 * @param isAuthorised - whether the recording shows an Authorization header; many recorders leave it out
 */
export function exchangeOf(
  number: number,
  { call, baseUrl, identifier }: RecordedCall,
  answer: Extract<RecordedAnswer, { kind: 'answered' }>,
  mask: Masking,
  isAuthorised: boolean,
): RecordedExchange {
  const { status, durationMs, body } = answer;
  const bytes = body.kind === 'whole' ? body.bytes : new Uint8Array();
  const decoded = new TextDecoder().decode(bytes);
  const text = mask(decoded);
  return {
    number,
    call,
    credentials: isAuthorised ? 'a recorded token' : 'none recorded',
    baseUrl,
    identifier,
    status,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [mask(name), mask(value)]),
    ),
    durationMs,
    bodyBytes: bytes.byteLength,
    body: readJson(text === decoded ? bytes : new TextEncoder().encode(text)),
    text,
    hasBody: body.kind === 'whole',
  };
}
