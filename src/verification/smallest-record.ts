import type { JsonObject } from '../schema/json.ts';
import type { Specification } from '../specification/specification.ts';

/** The maximum number of candidates. Each needs three requests to the provider. */
const maxTries = 60;

/**
 * Finds the smallest record that still shows a deviation. Removes as many members as possible, and then as many parts
 * of the remaining members: first in halves, then one by one.
 * @param record - a valid case record
 * @param shows - whether a record shows the deviation
 */
export async function smallestRecord(
  { validate }: Specification,
  record: JsonObject,
  shows: (record: JsonObject) => Promise<boolean>,
): Promise<JsonObject> {
  let tries = 0;
  const isEnough: IsEnough = async (candidate) => {
    if (tries >= maxTries || validate('CaseRecord', candidate).length > 0) return false;
    tries += 1;
    return shows(candidate as JsonObject);
  };
  return (await smallestPart(record, isEnough)) as JsonObject;
}

type IsEnough = (candidate: unknown) => Promise<boolean>;

/** Members that are never removed, since they determine the shape of an object. */
const tags: readonly string[] = ['caseId', 'caseType', 'type'];

/** The smallest object or list for which `isEnough` returns true. */
async function smallestPart(whole: object, isEnough: IsEnough): Promise<unknown> {
  const holding = (parts: readonly (readonly [string, unknown])[]): unknown =>
    Array.isArray(whole) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
  const all = Object.entries(whole);
  const kept = all.filter(([name]) => tags.includes(name));
  const others = all.filter(([name]) => !tags.includes(name));
  let parts = [...kept, ...(await fewest(others, (some) => isEnough(holding([...kept, ...some]))))];
  for (const [at, [name, part]] of parts.entries()) {
    if (typeof part !== 'object' || part === null) continue;
    const inPlace: IsEnough = (candidate) => isEnough(holding(parts.with(at, [name, candidate])));
    parts = parts.with(at, [name, await smallestPart(part, inPlace)]);
  }
  return holding(parts);
}

/** A small subset of the items for which `isEnough` returns true, and from which no item can be left out. */
async function fewest<Item>(
  items: readonly Item[],
  isEnough: (kept: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  if (items.length === 0 || (await isEnough([]))) return [];
  let kept = items;
  for (let size = Math.ceil(items.length / 2); ; size = Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length && kept.length > 1; ) {
      const without = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (without.length > 0 && (await isEnough(without))) kept = without;
      else at += size;
    }
    if (size === 1) return kept;
  }
}
