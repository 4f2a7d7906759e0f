import { returnsToken } from '../conformance/exchanges.ts';
import type { Origin } from '../harness/check.ts';
import { readJson } from '../http/json.ts';
import { maskingOf } from '../http/masking.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { RecordedAnswer } from './recorded-answer.ts';
import type { RecordedCall } from './recorded-call.ts';
import { headersOf, secretsIn } from './recorded-headers.ts';

/** A recorded exchange of the interface with its answer. The caller is unknown. */
export interface RecordedExchange {
  readonly exchange: Exchange;
  readonly origin: Origin;
  /** Whether the recording shows an Authorization header; many recorders omit it. */
  readonly isAuthorised: boolean;
  /** Secret values in the exchange. */
  readonly secrets: readonly string[];
}

export function exchangeOf(
  number: number,
  entry: unknown,
  { call, baseUrl, id }: RecordedCall,
  answer: Extract<RecordedAnswer, { kind: 'answered' }>,
): RecordedExchange {
  const { status, headers, durationMs, body } = answer;
  const bytes = body.kind === 'whole' ? body.bytes : new Uint8Array();
  const text = new TextDecoder().decode(bytes);
  const read = readJson(bytes);
  const isAuthorised = headersOf(memberOf(entry, 'request')).authorization !== undefined;
  // The report must still say which exchange is meant: an identifier may be in its path and in a header.
  const secrets = secretsIn(entry).filter((secret) => !isIn(secret, `${baseUrl}${call.path}`));
  return {
    exchange: {
      number,
      call,
      credentials: isAuthorised ? 'a recorded token' : 'none recorded',
      status,
      headers,
      durationMs,
      bodyBytes: bytes.byteLength,
      body: read,
      text,
      ...(returnsToken(maskingOf(secrets), { text, body: read, headers }) ? { returnsToken: true } : {}),
    },
    origin: { source: 'recording', id, isWithoutBody: body.kind === 'unknown' },
    isAuthorised,
    secrets,
  };
}

/** Whether a text contains a secret in any form that masking recognises. */
export function isIn(secret: string, text: string): boolean {
  return maskingOf([secret])(text) !== text;
}
