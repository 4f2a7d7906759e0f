import { flatten } from '../schema/places.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';

/** Undescribed members that are kept of an object: as many as a report names. */
const mostUnlisted = 400;

/** Characters that are kept of an undescribed text. */
const mostLeft = 1_000;

/**
 * A JSON value with its undescribed parts shortened: they keep their type, and texts their beginning. Described parts
 * are unchanged.
 * @param schema - of the value
 */
export function lightened(value: unknown, schema: Schema): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { items, properties } = flatten(schema, value);
  if (Array.isArray(value))
    return items === undefined ? value : value.map((element) => lightened(element, items));
  if (properties === undefined) return value;
  const left: [string, unknown][] = [];
  let unlisted = 0;
  // Not `Object.entries`: there may be very many names, and most are skipped.
  for (const name of Object.keys(value)) {
    const described = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (described !== undefined) left.push([name, lightened(memberOf(value, name), described)]);
    else if (unlisted < mostUnlisted) left.push([name, kindOf(memberOf(value, name))]);
    unlisted += described === undefined ? 1 : 0;
  }
  return Object.fromEntries(left);
}

/**
 * A JSON value without a description, reduced to the first members and the beginning of its texts.
 * @param levels - what is nested deeper is emptied, since a target may send extremely deep values
 */
export function shortened(value: unknown, levels = 20): unknown {
  if (typeof value !== 'object' || value === null || levels === 0) return kindOf(value);
  if (Array.isArray(value)) return value.slice(0, mostUnlisted).map((one) => shortened(one, levels - 1));
  const names = Object.keys(value).slice(0, mostUnlisted);
  return Object.fromEntries(names.map((name) => [name, shortened(memberOf(value, name), levels - 1)]));
}

/** A small value of the same type. */
function kindOf(value: unknown): unknown {
  if (typeof value === 'string') return startOf(value, mostLeft);
  if (Array.isArray(value)) return [];
  return typeof value === 'object' && value !== null ? {} : value;
}

/** The beginning of a text as a copy: a slice would keep the whole text in memory. */
export function startOf(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();
}

/** The approximate size of a JSON value in bytes. */
export function weightOf(value: unknown): number {
  let weight = 0;
  for (const [holder, name, member] of membersIn({ value })) {
    weight += Array.isArray(holder) ? 24 : 96 + name.length;
    if (typeof member === 'string') weight += member.length;
  }
  return weight;
}

type Holder = Record<string, unknown>;

/** Every member of a value. Iterative, since a target may send extremely deep values. */
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
