import { type JsonBody, readJsonText } from '../http/json.ts';
import type { MadeUp } from '../http/made-up.ts';
import { type Redacted, redact } from '../http/redact.ts';
import { is2xx } from '../http/status.ts';
import { memoised } from '../schema/memoised.ts';
import { flatten } from '../schema/places.ts';
import { pointerTokens } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from './exchange.ts';

/** An exchange as a report shows it: without credentials and personal data. */
export interface Evidence {
  readonly operation: OperationId;
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** The name of the token that was sent, such as `member`, or of the forgery; never a token. */
    readonly credentials: string;
    /** How the path was written, if not in the usual way, such as with a trailing slash. */
    readonly spelling?: string;
    /** Headers that a check added, such as `X-Role: admin`. */
    readonly headers?: readonly string[];
    readonly bodyLength?: number;
    /** The sent body, redacted; absent if it is long. */
    readonly body?: Redacted;
    /** Set if `body` is exactly what was sent: nothing in it is masked. */
    readonly whole?: true;
    readonly concurrent?: true;
  };
  readonly response: {
    readonly status: number;
    readonly durationMs: number;
    readonly bodyBytes: number;
    /** Headers that cannot contain personal data. Present if a finding is about the exchange. */
    readonly headers?: Readonly<Record<string, string>>;
    /** The redacted body, or the part of it that a finding is about. */
    readonly body?: Redacted;
  };
}

/**
 * The only answer headers that a report shows, each with the form that its value must have: a target may
 * write credentials or personal data into any header.
 */
const shownHeaders: Readonly<Record<string, RegExp>> = {
  'content-type':
    /^(application\/([a-z]{1,20}\+)?(json|yaml|xml|octet-stream)|text\/(html|plain|yaml|xml|css))( *; *charset="?(utf-8|iso-8859-1|us-ascii)"?)?$/i,
  'content-encoding': /^(identity|gzip|x-gzip|deflate|br|zstd|compress)$/i,
  'retry-after': /^(\d{1,10}|[a-z]{3}, \d{2} [a-z]{3} \d{4} \d{2}:\d{2}:\d{2} GMT)$/i,
};

/**
 * The only values of sent headers that a report shows: the suite made them up. Other values may contain a
 * token, or data of the target.
 */
const madeUpHeader =
  /^(\*|\*\/\*|application\/(json|merge-patch\+json)|text\/plain|cy, fr;q=0\.9, de;q=0\.8|gzip|chunked|admin|PATCH|OPTIONS|bytes=0-|\/api\/v2\/doc)$/;

/** The only queries that a report shows: the suite made them up, or they contain only numbers of pages or identifiers. */
const harmlessQuery =
  /^\?(_method=PATCH|caseType=\w+|id=[\da-f-]{36}&caseId=[\da-f-]{36}|((page|limit|offset|size|per_page|pageSize|pageNumber|start|skip|take|count)=\d{1,6}(&(?!$)|$))+)$/;

function sentHeader([name, value]: readonly [string, string]): string {
  const title = name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
  return madeUpHeader.test(value) ? `${title}: ${value}` : title;
}

const maxBodyCharacters = 2_000;
const maxSentCharacters = 4_000;

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

const nothingMadeUp = {};

/** Cached for each run, since equal bodies of several runs are one object, and each run makes up values of its own. */
const redactedBodies = memoised((_: object) => new WeakMap<JsonBody, Map<Schema | undefined, Redacted>>());

function redactedBody(
  body: Extract<JsonBody, { kind: 'json' }>,
  schema: Schema | undefined,
  madeUp: MadeUp | undefined,
): Redacted {
  const ofRun = redactedBodies(madeUp ?? nothingMadeUp);
  const known = ofRun.get(body) ?? new Map<Schema | undefined, Redacted>();
  ofRun.set(body, known);
  const redacted = known.get(schema) ?? redact(body.value, schema, madeUp);
  known.set(schema, redacted);
  return redacted;
}

/**
 * Reduces an exchange to what findings show.
 * @param pointers - the places in the body that findings are about; if empty, headers and most bodies are
 *   left out
 * @param compared - the places in the same body that findings of other exchanges are about
 */
export function excerpt(
  { operation, request, response }: Evidence,
  pointers: readonly string[],
  compared: readonly string[] = [],
): Evidence {
  if (pointers.length === 0) {
    const { body: shown, headers: _, ...ofResponse } = response;
    const answered = shown === undefined ? {} : { body: pruned(shown, compared.map(pointerTokens)) };
    return { operation, request, response: { ...ofResponse, ...(compared.length === 0 ? {} : answered) } };
  }
  const { body } = response;
  if (body === undefined || JSON.stringify(body).length <= maxBodyCharacters)
    return { operation, request, response };
  const places = [...pointers, ...compared].map(pointerTokens);
  return { operation, request, response: { ...response, body: pruned(body, places) } };
}

export function outermostListOf(pointer: string): string {
  return pointer.replace(/\/\d+(\/.*)?$/s, '');
}

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
  if (typeof body !== 'object' || body === null || JSON.stringify(body).length <= maxBodyCharacters)
    return body;
  return `(${Array.isArray(body) ? 'an array' : 'an object'} of ${Object.keys(body).length})`;
}

export function evidenceOf(exchange: Exchange, { bodySchema, requestSchema }: Specification): Evidence {
  const { call, credentials, status } = exchange;
  const { operation, method, path, query, spelling, isChunked, body } = call;
  const chunked = isChunked ? { 'transfer-encoding': 'chunked' } : {};
  const headers = Object.entries({ ...call.headers, ...chunked }).map(sentHeader);
  const sent = body === undefined ? undefined : readJsonText({ text: body, isUtf8: true });
  const request = {
    ...{ method, credentials },
    // A query that the suite did not make up may come from the target, so it is masked.
    path: query === undefined ? path : `${path}${harmlessQuery.test(query) ? query : '?…'}`,
    ...(spelling === undefined ? {} : { spelling }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(exchange.wasConcurrent === true ? { concurrent: true as const } : {}),
    ...(body === undefined ? {} : { bodyLength: body.length }),
    ...(sent === undefined
      ? {}
      : bodyOf(sent, withNames(requestSchema(operation), bodySchema(operation, 200)), exchange.madeUp)),
  };
  // Another success than 200 probably has the body of 200.
  const schema = bodySchema(operation, status) ?? (is2xx(status) ? bodySchema(operation, 200) : undefined);
  const response = redactedAnswer(exchange, schema);
  return { operation, request, response };
}

export const notJson = '(a text that is not JSON)';

function bodyOf(
  sent: JsonBody,
  schema: Schema | undefined,
  madeUp: MadeUp | undefined,
): Pick<Evidence['request'], 'body' | 'whole'> {
  if (sent.kind !== 'json') return { body: notJson };
  const body = redact(sent.value, schema, madeUp);
  if (JSON.stringify(body).length > maxSentCharacters) return {};
  const isWhole = JSON.stringify(body) === JSON.stringify(sent.value);
  return { body, ...(isWhole ? { whole: true } : {}) };
}

function withNames(schema: Schema | undefined, answer: Schema | undefined): Schema | undefined {
  if (schema === undefined || answer === undefined) return schema;
  const [own, further] = [schema, answer].map((one) => flatten(one, {}).properties);
  return own === undefined ? schema : { ...flatten(schema, {}), properties: { ...further, ...own } };
}

/**
 * The exchange without headers and bodies, for a run without a report. Redacting bodies takes the longest.
 */
export function outlineOf({ call, credentials, status, durationMs, bodyBytes }: Exchange): Evidence {
  const { operation, method, path } = call;
  return {
    ...{ operation, request: { method, path, credentials } },
    response: { status, durationMs, bodyBytes },
  };
}
