import { getOrganisation } from '../../src/api/calls.ts';
import { readJson } from '../../src/http/json.ts';
import type { Exchange } from '../../src/trace/exchange.ts';

export function exchangeOf(status: number, text: string, further: Partial<Exchange> = {}): Exchange {
  const bytes = new TextEncoder().encode(text);
  return {
    number: 7,
    call: getOrganisation(),
    credentials: 'member',
    status,
    headers: {},
    body: readJson(bytes),
    text,
    bodyBytes: bytes.length,
    durationMs: 0,
    ...further,
  };
}
