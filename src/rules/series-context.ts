import { isObject } from '../schema/json.ts';
import { childPointer, valueAt } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import { type ObservedChange, patchOf, type SeriesContext } from './client-change.ts';
import type { ClientRecord } from './client-record.ts';
import { isLagSeen } from './lagging-readings.ts';

export function seriesContext(
  specification: Specification,
  changes: readonly ObservedChange[],
): SeriesContext {
  const read = new Set<ClientRecord | undefined>();
  const startRecords = changes.flatMap(({ before, after }) => {
    const isStart = !read.has(before);
    read.add(after.record);
    return isStart ? [before] : [];
  });
  const sent = changes.flatMap((change) =>
    leavesOf(patchOf(change)).map(([pointer, value]) => ({ pointer, value, after: change.after.record })),
  );
  const values = [...startRecords.flatMap((record) => leavesOf(record)), ...sent.map(toLeaf)];
  const kept = sent.filter(({ pointer, value, after }) => valueAt(after, pointer) === value);
  return {
    isLagging: isLagSeen(specification, changes),
    values: byPointer(values),
    kept: byPointer(kept.map(toLeaf)),
  };
}

type Leaf = readonly [pointer: string, value: unknown];

function toLeaf({ pointer, value }: { readonly pointer: string; readonly value: unknown }): Leaf {
  return [pointer, value];
}

function byPointer(leaves: readonly Leaf[]): SeriesContext['values'] {
  const groups = Map.groupBy(leaves, ([pointer]) => pointer);
  return new Map([...groups].map(([pointer, some]) => [pointer, new Set(some.map(([, value]) => value))]));
}

function leavesOf(value: unknown, pointer = ''): Leaf[] {
  if (!isObject(value)) return [[pointer, value]];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, childPointer(pointer, name)));
}
