import { createHash } from 'node:crypto';
import { is2xx } from '../http/status.ts';
import { flatten } from '../schema/places.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from './exchange.ts';

const largeBytes = 2 ** 15;

const maxKeptBytes = 96 * 2 ** 20;

/** If an answer has more bytes, others may too, so checks run one at a time. */
const heavyBytes = 2 ** 20;

const readCharacters = 2 ** 18;

/** Only this much of a large refusal is searched for protected data. */
const refusalCharacters = 2 ** 20;

const keptCharacters = 2 ** 16;

/** Operations whose answers are kept whole, since checks may read any part of their text. */
const ofTexts: ReadonlySet<OperationId> = new Set(['listCases', 'getInterfaceDescription']);

const ofRecords: ReadonlySet<OperationId> = new Set(['getCaseData', 'updateClient']);

export type AnswerBudget = ReturnType<typeof openAnswerBudget>;

/** Limits what a run holds of large answers. */
export function openAnswerBudget(specification: Specification) {
  const known = new Map<string, Pick<Exchange, 'text' | 'body'>>();
  let keptBytes = 0;
  let isHeavy = false;
  return {
    /**
     * The answer for the check that sent the request. If large, parts that the description does not have are
     * shortened.
     */
    received: (exchange: Exchange): Exchange => {
      const { call, status, body, bodyBytes, text } = exchange;
      isHeavy ||= bodyBytes > heavyBytes;
      if (!is2xx(status)) return text.length > refusalCharacters ? shortenedRefusal(exchange) : exchange;
      if (bodyBytes <= largeBytes || ofTexts.has(call.operation)) return exchange;
      const schema = specification.bodySchema(call.operation, status);
      const isRecord = ofRecords.has(call.operation) && body.kind === 'json' && schema !== undefined;
      return {
        ...exchange,
        ...startOfText(text, readCharacters),
        ...(isRecord ? { body: { kind: 'json', value: pruned(body.value, schema) } } : {}),
      };
    },
    /**
     * The answer in the form in which it is kept until the end of the run. Equal texts share memory, and long
     * texts are cut.
     */
    kept: (exchange: Exchange): Exchange => {
      const { call, body, bodyBytes, text } = exchange;
      if (bodyBytes <= largeBytes) return exchange;
      const digest = exchange.digest ?? digestOf(text);
      const first = known.get(digest);
      if (first !== undefined) return { ...exchange, ...first };
      const own = { text: ofTexts.has(call.operation) ? text : startOf(text, keptCharacters), body };
      known.set(digest, own);
      keptBytes += own.text.length + (body.kind === 'json' ? bytesIn(body.value) : 0);
      return { ...exchange, ...own };
    },
    /** The number of checks that may run concurrently. Each may hold a large answer. */
    concurrentChecks: (concurrency: number): number => (isHeavy ? 1 : concurrency),
    obstacle: (): string | undefined => (keptBytes > maxKeptBytes ? tooMuch : undefined),
  };
}

/** A large refusal with short texts. The structure stays: a refusal may disclose a record at any depth. */
function shortenedRefusal(exchange: Exchange): Exchange {
  const { body, text } = exchange;
  return {
    ...exchange,
    ...startOfText(text, refusalCharacters),
    body: body.kind === 'json' ? { kind: 'json', value: shortened(body.value) } : body,
  };
}

const tooMuch = `The answers of the target are so large that together they take more than ${maxKeptBytes / 2 ** 20} MB of memory, so nothing more was sent. Test with fewer cases and clients, or with smaller ones.`;

const maxUndescribedMembers = 400;

const maxUndescribedCharacters = 1_000;

function pruned(value: unknown, schema: Schema): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { items, properties } = flatten(schema, value);
  if (Array.isArray(value))
    return items === undefined ? value : value.map((element) => pruned(element, items));
  if (properties === undefined) return value;
  const kept: [string, unknown][] = [];
  let undescribed = 0;
  // `Object.entries` would read all values: there may be very many names, and most are skipped.
  for (const name of Object.keys(value)) {
    const described = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (described !== undefined) kept.push([name, pruned(memberOf(value, name), described)]);
    else if (undescribed < maxUndescribedMembers) kept.push([name, smallOfSameType(memberOf(value, name))]);
    undescribed += described === undefined ? 1 : 0;
  }
  return Object.fromEntries(kept);
}

/** @param levels - deeper values are emptied, since a target may send extremely deep ones */
function shortened(value: unknown, levels = 20): unknown {
  if (typeof value !== 'object' || value === null || levels === 0) return smallOfSameType(value);
  if (Array.isArray(value))
    return value.slice(0, maxUndescribedMembers).map((one) => shortened(one, levels - 1));
  const names = Object.keys(value).slice(0, maxUndescribedMembers);
  return Object.fromEntries(names.map((name) => [name, shortened(memberOf(value, name), levels - 1)]));
}

function smallOfSameType(value: unknown): unknown {
  if (typeof value === 'string') return startOf(value, maxUndescribedCharacters);
  if (Array.isArray(value)) return [];
  return typeof value === 'object' && value !== null ? {} : value;
}

function startOfText(text: string, length: number): Pick<Exchange, 'text' | 'digest'> {
  return text.length <= length ? { text } : { text: startOf(text, length), digest: digestOf(text) };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** A copy: a slice would keep the whole text in memory. */
export function startOf(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();
}

/** Iterative, since a target may send extremely deep values. */
function bytesIn(value: unknown): number {
  let bytes = 0;
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string') bytes += one.length;
    if (typeof one !== 'object' || one === null) continue;
    const isList = Array.isArray(one);
    for (const name of Object.keys(one)) {
      bytes += isList ? 24 : 96 + name.length;
      left.push(memberOf(one, name));
    }
  }
  return bytes;
}
