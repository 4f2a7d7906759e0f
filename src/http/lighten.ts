import { createHash } from 'node:crypto';
import { flatten } from '../schema/places.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';

/** So many members that are not described are left of an object: as many as a report names. */
const mostUnlisted = 400;

/** So much is left of a text that is not described. */
const mostLeft = 1_000;

/**
 * A value of JSON without the weight of what is not described: of that, the kind is left, and the beginning of a text.
 * What is described is left as it is.
 * @param schema - what the description says of the value
 */
export function lightened(value: unknown, schema: Schema): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { items, properties } = flatten(schema, value);
  if (Array.isArray(value))
    return items === undefined ? value : value.map((element) => lightened(element, items));
  if (properties === undefined) return value;
  const left: [string, unknown][] = [];
  let unlisted = 0;
  // There may be very many names, of which most are passed over.
  for (const name of Object.keys(value)) {
    const described = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (described !== undefined) left.push([name, lightened(memberOf(value, name), described)]);
    else if (unlisted < mostUnlisted) left.push([name, kindOf(memberOf(value, name))]);
    unlisted += described === undefined ? 1 : 0;
  }
  return Object.fromEntries(left);
}

/** A value of the same kind that weighs little. */
function kindOf(value: unknown): unknown {
  if (typeof value === 'string') return startOf(value, mostLeft);
  if (Array.isArray(value)) return [];
  return typeof value === 'object' && value !== null ? {} : value;
}

/** The beginning of a text, by itself: a slice would hold the whole. */
export function startOf(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();
}

/** A longer text in a value is cut. */
export const longestWhole = 2 ** 16;

/** So much is left of the beginning of what is cut. */
const leftOfCut = 2 ** 13;

/**
 * A very long text as a run holds it: its beginning, its length and its digest, so that equal texts stay equal, and different
 * ones different. By its ellipsis, what is put back knows that it is not the whole.
 */
export function cut(text: string, longest = longestWhole): string {
  if (text.length <= longest) return text;
  const digest = createHash('sha256').update(text).digest('hex');
  return `${startOf(text, leftOfCut)}… (${text.length} characters, SHA-256 ${digest})`;
}

/** How long a text was before it was cut. */
export function wholeLength(text: string): number {
  const told = /… \((\d+) characters, SHA-256 [0-9a-f]{64}\)$/.exec(text.slice(leftOfCut));
  return Number(told?.[1] ?? text.length);
}

/** Cuts the texts of a value of JSON in their places. */
export function withTextsCut(value: unknown): unknown {
  const root = { value };
  for (const [holder, name, member] of membersIn(root))
    if (typeof member === 'string' && member.length > longestWhole) holder[name] = cut(member);
  return root.value;
}

/** About how many bytes a value of JSON takes. */
export function weightOf(value: unknown): number {
  let weight = 0;
  for (const [holder, name, member] of membersIn({ value })) {
    weight += Array.isArray(holder) ? 24 : 96 + name.length;
    if (typeof member === 'string') weight += member.length;
  }
  return weight;
}

type Holder = Record<string, unknown>;

/** Every member of a value, however deep. Not by recursion, since whoever made it may have made it very deep. */
function* membersIn(root: Holder): Iterable<readonly [holder: Holder, name: string, member: unknown]> {
  const left = [root];
  for (let holder = left.pop(); holder !== undefined; holder = left.pop()) {
    for (const name of Object.keys(holder)) {
      const member = holder[name];
      if (typeof member === 'object' && member !== null) left.push(member as Holder);
      yield [holder, name, member];
    }
  }
}
