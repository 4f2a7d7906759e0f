import { unique } from './json.ts';
import { memberShape, type ObjectShape } from './shape.ts';

/** Pairs the objects of a union by the value of a member such as `caseType` (the tag). */
export function pairedByTag(before: readonly ObjectShape[], after: readonly ObjectShape[]) {
  const objects = [...before, ...after];
  const names = unique(objects.flatMap(({ members }) => [...members.keys()]));
  const missingIn = (name: string): number =>
    objects.filter(({ members }) => members.get(name)?.isRequired !== true).length;
  for (const name of names.toSorted((one, other) => missingIn(one) - missingIn(other))) {
    const old = byTag(before, name);
    const now = byTag(after, name);
    if (old === undefined || now === undefined) continue;
    const values = unique([...old.keys(), ...now.keys()]);
    const pairs: { values: string[]; before: ObjectShape | undefined; after: ObjectShape | undefined }[] = [];
    for (const value of values) {
      const pair = { before: old.get(value), after: now.get(value) };
      const same = pairs.find((one) => one.before === pair.before && one.after === pair.after);
      if (same === undefined) pairs.push({ values: [value], ...pair });
      else same.values.push(value);
    }
    return { name, pairs };
  }
  return undefined;
}

function byTag(objects: readonly ObjectShape[], name: string): ReadonlyMap<string, ObjectShape> | undefined {
  const tagged = new Map<string, ObjectShape>();
  for (const object of objects) {
    const [only, another] = memberShape(object, name).alternatives;
    if (only?.type !== 'string' || only.values === undefined || another !== undefined) return undefined;
    for (const value of only.values) {
      if (tagged.has(value)) return undefined;
      tagged.set(value, object);
    }
  }
  return tagged;
}
