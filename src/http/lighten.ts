import { flatten } from '../schema/places.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';
import { openLastKept, type Room } from './last-kept.ts';

/** So many members that are not described are left of an object: as many as a report names. */
const mostUnlisted = 400;

/** So much is left of what is not described. */
const mostLeft = 1_000;

/**
 * A value of JSON without the weight of what is not described: of that, the kind is left, and the beginning of a text.
 * What is described is left as it is.
 * @param schema - what the description says of the value
 * @param shared - gives a long text that is described, where it was there before, as it was
 */
export function lightened(value: unknown, schema: Schema, shared: (text: string) => string): unknown {
  if (typeof value === 'string') return value.length > mostLeft ? shared(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const { items, properties } = flatten(schema, value);
  if (Array.isArray(value))
    return items === undefined ? value : value.map((element) => lightened(element, items, shared));
  if (properties === undefined) return value;
  const left: [string, unknown][] = [];
  let unlisted = 0;
  // There may be very many names, of which most are passed over.
  for (const name of Object.keys(value)) {
    const described = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (described !== undefined) left.push([name, lightened(memberOf(value, name), described, shared)]);
    else if (unlisted < mostUnlisted) left.push([name, kindOf(memberOf(value, name))]);
    unlisted += described === undefined ? 1 : 0;
  }
  return Object.fromEntries(left);
}

/** A value of the same kind that weighs little. */
function kindOf(value: unknown): unknown {
  if (typeof value === 'string') return value.length > mostLeft ? startOf(value, mostLeft) : value;
  if (Array.isArray(value)) return [];
  return typeof value === 'object' && value !== null ? {} : value;
}

/** The beginning of a text, by itself: a slice would hold the whole. */
export function startOf(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le');
}

/** A value of JSON as it is held, and about how many bytes it adds to what is. */
export interface Held {
  readonly value: unknown;
  readonly weight: number;
}

/**
 * Holds a value of JSON that was read: its long texts become those that are held already. Not by recursion, since whoever
 * made it may have made it very deep.
 */
export function withSharedTexts(value: unknown, texts: SharedTexts): Held {
  const root: Holder = { value };
  const left = [root];
  let weight = 0;
  for (let here = left.pop(); here !== undefined; here = left.pop()) {
    for (const name of Object.keys(here)) {
      const member = here[name];
      weight += Array.isArray(here) ? 24 : 32 + name.length;
      if (typeof member === 'object' && member !== null) left.push(member as Holder);
      else if (typeof member === 'string' && member.length <= mostLeft) weight += member.length;
      else if (typeof member === 'string') {
        weight += texts.weight(member);
        here[name] = texts.shared(member);
      }
    }
  }
  return { value: root.value, weight };
}

type Holder = Record<string, unknown>;

/** Long texts that were seen before, of which one copy is enough. */
export interface SharedTexts {
  /** The text as it was seen before; itself, where it was not. */
  shared(text: string): string;
  /** How much it adds to what is held: nothing, where it was asked for before. */
  weight(text: string): number;
}

/** Weighed in characters: a service shows the same ones again and again. */
const roomForShared: Room = { count: 16, weight: 2 ** 25 };

/** Remembers the long texts that were seen last. */
export function openSharedTexts(): SharedTexts {
  const kept = openLastKept<{ readonly text: string; isHeld: boolean }>(roomForShared);
  const remembered = (text: string) => kept(text, text.length, () => ({ text, isHeld: false }));
  return {
    shared: (text) => remembered(text).text,
    weight: (text) => {
      const entry = remembered(text);
      const weight = entry.isHeld ? 0 : text.length;
      entry.isHeld = true;
      return weight;
    },
  };
}
