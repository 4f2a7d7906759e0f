import type { JsonObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';

/** The maximum number of candidates. Each takes three requests to the provider. */
const maxTries = 60;

/**
 * Finds the smallest record that still shows a deviation. Removes as many members as possible, then as many
 * parts of the remaining ones: first in halves, then one by one.
 * @param record - a valid case record
 * @param shows - whether a record shows the deviation
 */
export async function smallestRecord(
  { validate }: Specification,
  record: JsonObject,
  shows: (record: JsonObject) => Promise<boolean>,
): Promise<JsonObject> {
  let tries = 0;
  const isEnough = async (candidate: JsonObject): Promise<boolean> => {
    if (tries >= maxTries || validate('CaseRecord', candidate).length > 0) return false;
    tries += 1;
    return shows(candidate);
  };
  const smallestSubset = await withFewestMembers(record, isEnough);
  return (await withSmallestParts(smallestSubset, isEnough)) as JsonObject;
}

async function withSmallestParts(
  value: JsonObject,
  isEnough: (candidate: JsonObject) => Promise<boolean>,
): Promise<JsonObject> {
  let smallest = value;
  for (const [name, part] of Object.entries(value)) {
    if (typeof part !== 'object' || part === null) continue;
    const inPlace = (candidate: unknown): Promise<boolean> => isEnough({ ...smallest, [name]: candidate });
    smallest = { ...smallest, [name]: await smallestPart(part, inPlace) };
  }
  return smallest;
}

async function smallestPart(
  part: object,
  isEnough: (candidate: unknown) => Promise<boolean>,
): Promise<unknown> {
  if (!Array.isArray(part))
    return withSmallestParts(await withFewestMembers(part as JsonObject, isEnough), isEnough);
  const elements = await fewest(part, isEnough);
  // Treat the remaining elements of the list as members of an object.
  const parts = await withSmallestParts({ ...elements }, (candidate) => isEnough(Object.values(candidate)));
  return Object.values(parts);
}

async function withFewestMembers(
  value: JsonObject,
  isEnough: (candidate: JsonObject) => Promise<boolean>,
): Promise<JsonObject> {
  const holding = (names: readonly string[]): JsonObject =>
    Object.fromEntries(names.map((name) => [name, memberOf(value, name)]));
  // Never remove the members that determine the shape of an object.
  const isTag = (name: string): boolean => ['caseId', 'caseType', 'type'].includes(name);
  const tags = Object.keys(value).filter(isTag);
  const others = Object.keys(value).filter((name) => !isTag(name));
  const names = await fewest(others, (kept) => isEnough(holding([...tags, ...kept])));
  return holding([...tags, ...names]);
}

/** A small subset of the items that is still enough: no further item can be left out. */
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
