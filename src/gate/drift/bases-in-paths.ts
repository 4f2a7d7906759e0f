import type { Document } from '../../regression/descriptions/compare.ts';
import { withoutNames } from '../../regression/descriptions/document.ts';
import { isObject, type JsonObject } from '../../schema/json.ts';
import { type Part, withParts } from '../../specification/parts.ts';
import { basesOf, partsOfItem } from '../../specification/servers.ts';

/**
 * Prefixes each path with the path of its server URL, as in requests: `/org` with the server `/api/v2` becomes
 * `/api/v2/org`. If there are several servers, uses the first that gives a path of `other`, or else the first of all.
 * @param other - a description with complete paths
 */
export function withBasesInPaths(document: Document, other: Document = {}): Document {
  const shared = basesOf(document) ?? [''];
  const { paths, ...others } = withParts({ ...document }, redirected);
  const known = new Set(Object.keys(Object(other.paths)).map(withoutNames));
  const moved: Record<string, unknown> = {};
  let hasMoved = false;
  for (const [path, item] of Object.entries(Object(paths))) {
    // `paths` may also contain extensions.
    const parts = path.startsWith('/') && isObject(item) ? partsOfItem(item, shared) : [];
    if (parts.length === 0) moved[path] = item;
    for (const { bases, members } of parts) {
      const wholes = bases.map((base) => `${base}${path}`);
      const whole = wholes.find((one) => known.has(withoutNames(one))) ?? wholes[0] ?? path;
      hasMoved ||= whole !== path;
      moved[whole] = { ...Object(moved[whole]), ...members };
    }
  }
  if (!hasMoved) return document;
  return { ...others, paths: moved, [asWritten]: paths } as Document;
}

/** The member that keeps `paths` as written, so that `$ref`s into `#/paths` still resolve. */
const asWritten = 'x-paths-as-written';

function redirected(_part: Part, value: JsonObject): JsonObject {
  const { $ref } = value;
  return typeof $ref === 'string'
    ? { ...value, $ref: $ref.replace(/^#\/paths\//, `#/${asWritten}/`) }
    : value;
}
