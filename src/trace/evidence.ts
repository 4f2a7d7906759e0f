import { type JsonBody, readJsonText } from '../http/json.ts';
import type { MadeUp } from '../http/made-up.ts';
import { type Redacted, redact } from '../http/redact.ts';
import { flatten } from '../schema/places.ts';
import { pointerTokens } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from './exchange.ts';

/** One exchange as a report may show it: without credentials and personal data. */
export interface Evidence {
  readonly operation: OperationId;
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** The name of the credentials that were sent, or of what replaced them; never a token. */
    readonly credentials: string;
    /** How the path was written, if differently. */
    readonly spelling?: string;
    /** The headers that were sent to have the request read in another way, with values that the suite made up. */
    readonly headers?: readonly string[];
    /** Characters of the sent body, if any. */
    readonly bodyLength?: number;
    /** The sent body, redacted, if a finding is about the exchange. */
    readonly body?: Redacted;
    /** Set if that is the body as it was sent: nothing of it is masked. */
    readonly whole?: true;
    /** The known fields of any other body that was sent. */
    readonly fields?: readonly string[];
    /** Set if other requests were in flight at the same time. */
    readonly concurrent?: true;
  };
  readonly response: {
    readonly status: number;
    readonly durationMs: number;
    readonly bodyBytes: number;
    /** Headers that cannot hold anything personal, if a finding is about the exchange. */
    readonly headers?: Readonly<Record<string, string>>;
    /** The redacted body, or the part of it that a finding is about. */
    readonly body?: Redacted;
  };
}

/**
 * The only headers that a report shows, and only if the value has a form that cannot hold credentials or personal data:
 * a target may write anything into any of them.
 */
const shownHeaders: Readonly<Record<string, RegExp>> = {
  'content-type':
    /^(application\/([a-z]{1,20}\+)?(json|yaml|xml|octet-stream)|text\/(html|plain|yaml|xml|css))( *; *charset="?(utf-8|iso-8859-1|us-ascii)"?)?$/i,
  'content-encoding': /^(identity|gzip|x-gzip|deflate|br|zstd|compress)$/i,
  'retry-after': /^(\d{1,10}|[a-z]{3}, \d{2} [a-z]{3} \d{4} \d{2}:\d{2}:\d{2} GMT)$/i,
};

/** The only values of sent headers that a report shows. Others may hold a token, or what the target gave. */
const madeUpHeader =
  /^(\*|\*\/\*|application\/json|cy, fr;q=0\.9, de;q=0\.8|gzip|chunked|admin|PATCH|OPTIONS|\/api\/v2\/doc)$/;

/** `X-Role: admin`, or the name alone. */
function sentHeader([name, value]: readonly [string, string]): string {
  const title = name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
  return madeUpHeader.test(value) ? `${title}: ${value}` : title;
}

/** A body is shown whole up to this many characters of JSON. Longer ones are pruned to what the findings are about. */
const shownCharacters = 2_000;
/** A sent body is never pruned. */
const sentCharacters = 4_000;
/** Of an exchange that no finding is about, a shorter body is kept, to compare others with. */
const contrastCharacters = 200;

/**
 * The part of an answer that reports may show.
 * @param schema - of the body; undefined if the description has none
 */
export function redactedAnswer(
  exchange: Pick<Exchange, 'status' | 'headers' | 'durationMs' | 'bodyBytes' | 'body' | 'madeUp'>,
  schema: Schema | undefined,
): Evidence['response'] {
  const { status, durationMs, bodyBytes, body, madeUp } = exchange;
  const headers = Object.fromEntries(
    Object.entries(exchange.headers).filter(
      ([name, value]) => Object.hasOwn(shownHeaders, name) && shownHeaders[name]?.test(value),
    ),
  );
  const shown = { status, headers, durationMs: Math.round(durationMs), bodyBytes };
  return body.kind === 'json' ? { ...shown, body: redactedBody(body, schema, madeUp) } : shown;
}

const redactedBodies = new WeakMap<JsonBody, Map<Schema | undefined, Redacted>>();

/** Redacts a body, cached by body and schema. */
function redactedBody(
  body: Extract<JsonBody, { kind: 'json' }>,
  schema: Schema | undefined,
  madeUp: MadeUp | undefined,
): Redacted {
  const known = redactedBodies.get(body) ?? new Map<Schema | undefined, Redacted>();
  redactedBodies.set(body, known);
  const redacted = known.get(schema) ?? redact(body.value, schema, madeUp);
  known.set(schema, redacted);
  return redacted;
}

/**
 * Reduces an exchange to what findings show.
 * @param pointers - the places in the body that findings are about; if empty, headers and most bodies are left out
 * @param compared - the places that findings of other exchanges are about
 */
export function excerpt(
  { operation, request, response }: Evidence,
  pointers: readonly string[],
  compared: readonly string[] = [],
): Evidence {
  if (pointers.length === 0) {
    const { body, whole, ...ofRequest } = request;
    const { body: shown, headers: _, ...ofResponse } = response;
    const answered = shown === undefined ? {} : { body: pruned(shown, compared.map(pointerTokens)) };
    const fields = typeof body === 'object' && body !== null ? { fields: Object.keys(body) } : {};
    const isShort = whole === true && JSON.stringify(body).length <= contrastCharacters;
    const sent = isShort && body !== undefined ? { body, whole } : fields;
    return {
      ...{ operation, request: { ...ofRequest, ...sent } },
      response: { ...ofResponse, ...(compared.length === 0 ? {} : answered) },
    };
  }
  const { body } = response;
  if (body === undefined || JSON.stringify(body).length <= shownCharacters)
    return { operation, request, response };
  const places = [...pointers, ...compared].map(pointerTokens);
  return { operation, request, response: { ...response, body: pruned(body, places) } };
}

/** The outermost list above a place, or the place itself: positions in different records do not correspond. */
export function aboveItems(pointer: string): string {
  return pointer.replace(/\/\d+(\/.*)?$/s, '');
}

/** The part of a redacted body on the way to the given places. */
function pruned(body: Redacted, paths: readonly (readonly string[])[]): Redacted {
  const below = paths.filter((path) => path.length > 0);
  if (typeof body !== 'object' || body === null || below.length === 0) return summary(body);
  const kept = new Map<string, string[][]>();
  for (const [first = '', ...rest] of below) kept.set(first, [...(kept.get(first) ?? []), rest]);
  return Object.fromEntries(
    [...kept]
      .filter(([name]) => Object.hasOwn(body, name))
      .map(([name, rests]) => [name, pruned((body as Record<string, Redacted>)[name] ?? null, rests)]),
  );
}

function summary(body: Redacted): Redacted {
  if (typeof body !== 'object' || body === null || JSON.stringify(body).length <= shownCharacters)
    return body;
  return `(${Array.isArray(body) ? 'an array' : 'an object'} of ${Object.keys(body).length})`;
}

/** An exchange without its body: everything that a report may show of it. */
export interface ShownExchange {
  readonly number: number;
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
  const { operation, method, path, query, spelling, isChunked, body } = call;
  const chunked = isChunked ? { 'transfer-encoding': 'chunked' } : {};
  const headers = Object.entries({ ...call.headers, ...chunked }).map(sentHeader);
  const sent = body === undefined ? undefined : readJsonText({ text: body, isUtf8: true });
  const request = {
    ...{ method, credentials },
    // The query may have come from the target.
    path: query === undefined ? path : `${path}?…`,
    ...(spelling === undefined ? {} : { spelling }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(exchange.wasConcurrent === true ? { concurrent: true as const } : {}),
    ...(body === undefined ? {} : { bodyLength: body.length }),
    ...(sent === undefined
      ? {}
      : bodyOf(sent, withNames(requestSchema(operation), bodySchema(operation, 200)), exchange.madeUp)),
  };
  const response = redactedAnswer(exchange, bodySchema(operation, status));
  return { number, evidence: { operation, request, response } };
}

/** What is shown of a sent body that is no JSON. */
export const notJson = '(a text that is not JSON)';

function bodyOf(
  sent: JsonBody,
  schema: Schema | undefined,
  madeUp: MadeUp | undefined,
): Pick<Evidence['request'], 'body' | 'whole'> {
  if (sent.kind !== 'json') return { body: notJson };
  const body = redact(sent.value, schema, madeUp);
  if (JSON.stringify(body).length > sentCharacters) return {};
  const isWhole = JSON.stringify(body) === JSON.stringify(sent.value);
  return { body, ...(isWhole ? { whole: true } : {}) };
}

/** The schema of a sent body, with the further members that an answer may have: their names are known, too. */
function withNames(schema: Schema | undefined, answer: Schema | undefined): Schema | undefined {
  if (schema === undefined || answer === undefined) return schema;
  const [own, further] = [schema, answer].map((one) => flatten(one, {}).properties);
  return own === undefined ? schema : { ...flatten(schema, {}), properties: { ...further, ...own } };
}
