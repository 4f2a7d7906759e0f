import { randomUUID } from 'node:crypto';
import type { JsonBody } from './json.ts';
import type { Room } from './last-kept.ts';
import { openLastRead } from './last-read.ts';
import { longStretches } from './long-stretches.ts';

/** A part of a body between two quotation marks, as a text, which a target shows again and again. */
interface Stretch {
  readonly text: string;
  /** Whether it stands in a string of JSON as what it is. */
  readonly isPlain: boolean;
}

/** A body of UTF-8 as its stretches and what stands between them. */
export type BodyParts = readonly (string | Stretch)[];

/** Weighed in bytes. */
const roomForStretches: Room = { count: 16, weight: 2 ** 24 };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Opens what reads bodies in parts. Of a large one that differs from those before it in a little, only that is read.
 * @returns the parts of a body; undefined where it has no long stretch, or is not UTF-8
 */
export function openPartsReader(): (bytes: Buffer) => BodyParts | undefined {
  const stretchOf = openLastRead<Stretch>(roomForStretches, Buffer.from, () => undefined);
  const partsOf = (bytes: Buffer): BodyParts => {
    const parts: (string | Stretch)[] = [];
    let from = 0;
    for (const [start, end] of longStretches(bytes)) {
      const stretch = bytes.subarray(start, end);
      parts.push(utf8.decode(bytes.subarray(from, start)));
      parts.push(
        stretchOf(stretch, () => {
          const text = utf8.decode(stretch);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none of them in a string
          return { text, isPlain: !/[\\\u0000-\u001f]/.test(text) };
        }),
      );
      from = end;
    }
    return [...parts, utf8.decode(bytes.subarray(from))];
  };
  return (bytes) => {
    try {
      const parts = partsOf(bytes);
      return parts.length === 1 ? undefined : parts;
    } catch {
      return undefined;
    }
  };
}

/** The whole text, in one piece. */
export function textOf(parts: BodyParts): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}

/** Stands for a stretch while JSON is read. Nobody else knows it, and outside a string it is no JSON. */
const mark = `stretch-${randomUUID()}-`;

/**
 * Reads parts as JSON: stretches become strings without being read.
 * @returns undefined where none is a whole string, where one is a part of something else, and where it is not JSON
 */
export function readJsonParts(parts: BodyParts): JsonBody | undefined {
  const marked = new Map<string, string>();
  const json = parts.map((part, index) => {
    if (typeof part === 'string' || !part.isPlain) return typeof part === 'string' ? part : part.text;
    marked.set(`${mark}${index}`, part.text);
    return `${mark}${index}`;
  });
  if (marked.size === 0) return undefined;
  try {
    const value: unknown = JSON.parse(json.join(''));
    const root: Holder = { value };
    return putBack(root, marked) === marked.size ? { kind: 'json', value: root.value } : undefined;
  } catch {
    return undefined;
  }
}

type Holder = Record<string, unknown>;

/** Puts texts in place of their marks, and says how many. Not by recursion: a value may be very deep. */
function putBack(root: Holder, marked: ReadonlyMap<string, string>): number {
  const left = [root];
  let count = 0;
  for (let here = left.pop(); here !== undefined; here = left.pop()) {
    for (const name of Object.keys(here)) {
      const member = here[name];
      if (typeof member === 'object' && member !== null) left.push(member as Holder);
      const text = typeof member === 'string' ? marked.get(member) : undefined;
      if (text === undefined) continue;
      here[name] = text;
      count += 1;
    }
  }
  return count;
}
