import type { Call } from '../api/calls.ts';
import { reservedHeaders } from '../http/base-url.ts';
import { wholeLength } from '../http/lighten.ts';
import type { OperationId } from '../specification/description.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';
import type { RelayedAnswer, RelayedRequest } from './relay.ts';

/**
 * In addition to framing headers: content codings, credentials, which the suite supplies itself, and the user agent.
 */
const notRelayed: ReadonlySet<string> = new Set([
  ...reservedHeaders,
  'accept-encoding',
  'authorization',
  'content-encoding',
  'user-agent',
]);

export function callOf({ method, path, headers, body }: RelayedRequest, operation: OperationId): Call {
  return {
    operation,
    method: method as Call['method'],
    path,
    headers: withoutOwn(headers),
    ...(body === '' ? {} : { body }),
  };
}

/**
 * The answer in the form that the verifier receives. The documents only demand that bodies are JSON, so JSON is
 * re-encoded in a form that every parser reads. For a consumer's own pact, the body is passed on as it was sent.
 * @throws {Undecidable} if the answer was too long to be kept whole
 */
export function relayed({ status, headers, body, text }: Exchange, isPlain: boolean): RelayedAnswer {
  const own = withoutOwn(headers);
  if (!isPlain || body.kind === 'not-json') {
    const length = wholeLength(text);
    if (length > text.length) throw new Undecidable('no-data', tooLong(length));
    return { status, headers: own, body: text };
  }
  return { status, headers: { ...own, 'content-type': 'application/json' }, body: plainJson(body.value) };
}

function tooLong(length: number): string {
  return `The answer has ${length} characters, more than are held of one to show to Pact's verifier. Verify with a smaller record.`;
}

/** Levels. The documents need fewer, and some parsers fail at slightly more. */
const mostLevels = 100;

/** JSON that every parser reads: limited in depth, without lone surrogates and without numbers beyond a double. */
function plainJson(value: unknown): string {
  return JSON.stringify(plain(value, mostLevels));
}

function plain(value: unknown, levels: number): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((element) => plain(element, levels - 1));
  const members = Object.entries(value).map(([name, member]) => [
    name.toWellFormed(),
    plain(member, levels - 1),
  ]);
  return Object.fromEntries(members);
}

/** A header name in which a token was masked is not valid and cannot be sent. */
const isToken = /^[\w!#$%&'*+.^`|~-]+$/;

function withoutOwn(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => isToken.test(name) && !notRelayed.has(name)),
  );
}
