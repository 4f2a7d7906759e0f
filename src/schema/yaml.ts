import {
  CORE_SCHEMA,
  constructFromEvents,
  dump,
  EVENT_ID,
  type Event,
  getScalarValue,
  mapTag,
  mergeTag,
  parseEvents,
  SCALAR_STYLE,
  seqTag,
  strTag,
  YAMLException,
} from 'js-yaml';
import { isObject } from './json.ts';

export interface Yaml {
  readonly text: string;
  readonly events: Event[];
}

/**
 * Offsets in the YAML text. The offset of a member is that of its name. `below` has the members or elements
 * of the value.
 */
export interface Written {
  readonly offset: number;
  readonly below: ReadonlyMap<string, Written>;
}

/** Real descriptions are smaller. A short text with nested aliases can expand to gigabytes. */
const limits = { levels: 200, values: 2_000_000 };

/** The core schema of YAML 1.2, with merge keys. Unknown tags such as `!Ref` are ignored. */
const schema = CORE_SCHEMA.withTags(
  mergeTag,
  [strTag, seqTag, mapTag].map((tag) => ({ ...tag, tagName: '', matchByTagPrefix: true })),
);

/** @throws {YAMLException} for a syntax error; its messages may quote the text */
export function yamlIn(text: string): Yaml {
  try {
    return { text, events: parseEvents(text, { maxDepth: Number.POSITIVE_INFINITY }) };
  } catch (cause) {
    throw cause instanceof RangeError ? new YAMLException('it is nested too deeply') : cause;
  }
}

/**
 * The value of the first document; null if there is none. Aliases are expanded.
 * @throws {YAMLException} for the same reasons as `yamlIn`, or because the value is too deep or too large
 */
export function valueOfYaml({ text, events }: Yaml): unknown {
  const documents = constructFromEvents(events, {
    source: text,
    schema,
    maxTotalMergeKeys: limits.values,
  });
  return plainJson(documents[0] ?? null);
}

export function plainJson(value: unknown): unknown {
  let values = 0;
  const copy = (one: unknown, levels: number): unknown => {
    values += 1;
    if (levels > limits.levels)
      throw new YAMLException(`it is nested more than ${limits.levels} levels deep`);
    if (values > limits.values)
      throw new YAMLException(`it holds more than ${limits.values.toLocaleString('en')} values`);
    if (Array.isArray(one)) return one.map((element) => copy(element, levels + 1));
    if (!isObject(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, copy(member, levels + 1)]));
  };
  return copy(value, 0);
}

export function fromYaml(text: string): unknown {
  return valueOfYaml(yamlIn(text));
}

export function toYaml(value: unknown): string {
  return dump(value, { noRefs: true });
}

export function writtenIn({ text, events }: Yaml): Written {
  const anchored = new Map<string, Written['below']>();
  let next = 1;
  const written = (around: number): Written => {
    const event = events[next++];
    const below = new Map<string, Written>();
    if (event === undefined || !('anchorStart' in event)) return { offset: around, below };
    const anchor = text.slice(event.anchorStart, event.anchorEnd);
    if (event.type === EVENT_ID.ALIAS)
      return { offset: event.anchorStart - 1, below: anchored.get(anchor) ?? below };
    if (anchor !== '') anchored.set(anchor, below);
    if (event.type === EVENT_ID.SCALAR) return { offset: offsetOf(event) ?? around, below };
    for (let index = 0; events[next]?.type !== EVENT_ID.POP; index += 1) {
      const key = events[next];
      const item = written(event.start);
      if (event.type === EVENT_ID.SEQUENCE) below.set(String(index), item);
      else if (key?.type === EVENT_ID.SCALAR)
        below.set(getScalarValue(text, key), { ...item, below: written(item.offset).below });
      else written(item.offset);
    }
    next += 1;
    return { offset: event.start, below };
  };
  return written(0);
}

/** The offset of a scalar with its opening quote; undefined for an empty one, as in `name:`. */
function offsetOf({ valueStart, style }: Event & { readonly type: 4 }): number | undefined {
  if (valueStart === -1) return undefined;
  const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
  return isQuoted ? valueStart - 1 : valueStart;
}
