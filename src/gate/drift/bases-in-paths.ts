import type { Document } from '../../regression/descriptions/compare.ts';
import { basesOf, basesOfItem } from '../../specification/servers.ts';

/** The description with each path as a request has it: what its server puts before it is part of it. */
export function withBasesInPaths(document: Document): Document {
  const shared = basesOf(document) ?? [''];
  const paths = Object.entries(Object(document.paths)).map(([path, item]) => {
    const [base = ''] = basesOfItem(item, shared);
    return [`${base}${path}`, item];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}
