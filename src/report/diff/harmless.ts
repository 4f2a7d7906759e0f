import { isDeepStrictEqual } from 'node:util';
import type { Document } from '../../regression/descriptions/compare.ts';
import { isObject } from '../../schema/json.ts';
import { childPointer, memberOf, pointerTokens } from '../../schema/pointer.ts';
import { pointerOf } from '../../schema/references.ts';
import { methods, type Part, visitParts } from '../../specification/parts.ts';

export interface HarmlessChange {
  /** For example `GET /api/v2/org`, or only the path. Absent if the changed part belongs to no path. */
  readonly operation?: string;
  /**
   * A JSON pointer through the paths, even to a path item that is shared by `$ref`. A parameter has its location and
   * name, such as `query page`, instead of its index.
   */
  readonly pointer: string;
  readonly keyword: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const examples = ['example', 'examples'];

const annotations: Readonly<Partial<Record<Part, readonly string[]>>> = {
  description: ['tags', 'externalDocs'],
  'path-item': ['summary', 'description'],
  operation: ['operationId', 'summary', 'description', 'tags', 'deprecated', 'externalDocs'],
  parameter: ['description', 'deprecated', ...examples],
  header: ['description', 'deprecated', ...examples],
  'request-body': ['description'],
  response: ['summary', 'description'],
  'media-type': examples,
  schema: ['title', 'description', 'deprecated', 'externalDocs', ...examples],
};

export function harmlessChanges(before: Document, after: Document): HarmlessChange[] {
  const [old, now] = [annotationsIn(before), annotationsIn(after)];
  return [...old].flatMap(([pointer, was]) => {
    const is = now.get(pointer);
    if (is === undefined) return [];
    const operation = operationOf(pointer);
    return [...new Set([...Object.keys(was), ...Object.keys(is)])]
      .filter((keyword) => !isDeepStrictEqual(was[keyword], is[keyword]))
      .map((keyword) => ({
        ...(operation === undefined ? {} : { operation }),
        ...{ pointer: childPointer(pointer, keyword), keyword },
        ...(was[keyword] === undefined ? {} : { before: was[keyword] }),
        ...(is[keyword] === undefined ? {} : { after: is[keyword] }),
      }));
  });
}

function annotationsIn(document: Document): ReadonlyMap<string, Document> {
  const found = new Map<string, Document>([['/info', isObject(document.info) ? document.info : {}]]);
  const names = new Map<string, string>();
  visitParts(document, (part, value, pointer) => {
    const entries = (annotations[part] ?? []).map((keyword) => [keyword, value[keyword]] as const);
    // `deprecated: false` means the same as its absence.
    const given = entries.filter(([, one]) => one !== undefined && one !== false);
    found.set(pointer, Object.fromEntries(given));
    if (part === 'parameter' && typeof value.name === 'string')
      names.set(pointer, `${value.in} ${value.name}`);
  });
  // Identified by name, not by index, since the order of parameters has no meaning.
  const named = (pointer: string): string =>
    pointer.replace(/^.*?\/parameters\/\d+/, (parameter) => {
      const name = names.get(parameter);
      return name === undefined
        ? parameter
        : childPointer(parameter.slice(0, parameter.lastIndexOf('/')), name);
    });
  const all = new Map<string, Document>();
  const pointersOf = pointersThroughPaths(document);
  for (const [pointer, one] of found)
    for (const each of pointersOf(named(pointer))) all.set(each, { ...all.get(each), ...one });
  return all;
}

/**
 * A path item may be shared by `$ref`. A part of a shared item gets one pointer for each path that refers to the item.
 */
function pointersThroughPaths({ paths }: Document): (pointer: string) => readonly string[] {
  const referring = Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) => {
    const $ref = memberOf(item, '$ref');
    return typeof $ref === 'string' ? [{ target: pointerOf($ref), at: childPointer('/paths', path) }] : [];
  });
  return (pointer) => {
    const within = referring.filter(({ target }) => `${pointer}/`.startsWith(`${target}/`));
    return within.length === 0
      ? [pointer]
      : within.map(({ target, at }) => `${at}${pointer.slice(target.length)}`);
  };
}

function operationOf(pointer: string): string | undefined {
  const [holder, path = '', method = ''] = pointerTokens(pointer);
  if (holder !== 'paths' && holder !== 'webhooks') return undefined;
  if (!methods.includes(method)) return path;
  return holder === 'paths' ? `${method.toUpperCase()} ${path}` : `webhook ${method} ${path}`;
}
