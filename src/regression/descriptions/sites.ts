import type { Holders, Step, Tag } from './change.ts';
import { unique } from './meet.ts';
import { elementShape, memberShape, type ObjectShape, type Shape } from './shape.ts';
import { pairedByTag } from './tags.ts';

/** A place in a body, in both descriptions. */
export interface Site {
  readonly steps: readonly Step[];
  readonly shapes: Holders<Shape>;
}

/** All places where the two descriptions differ, even in wording; those nearest to the top first. */
export function* sitesOf(before: Shape, after: Shape): Generator<Site> {
  const known = new Map<Shape, Set<Shape>>();
  const sites: { steps: readonly Step[]; shapes: { before: Shape; after: Shape } }[] = [];
  const add = (steps: readonly Step[], shapes: { before: Shape; after: Shape }): void => {
    const beside = known.get(shapes.before) ?? new Set();
    // A schema that is recursive, or used at many places, is visited once.
    if (shapes.before.digest === shapes.after.digest || beside.has(shapes.after)) return;
    known.set(shapes.before, beside.add(shapes.after));
    sites.push({ steps, shapes });
  };
  add([], { before, after });
  for (const site of sites) {
    yield site;
    for (const [step, shapes] of below(site.shapes)) add([...site.steps, step], shapes);
  }
}

function* below(shapes: {
  before: Shape;
  after: Shape;
}): Generator<readonly [Step, { before: Shape; after: Shape }]> {
  const { before, after } = shapes;
  const objects = (shape: Shape): ObjectShape[] => shape.alternatives.filter((one) => one.type === 'object');
  for (const [old, now, tag] of paired(objects(before), objects(after))) {
    for (const name of unique([...old.members.keys(), ...now.members.keys(), unlisted])) {
      if (name === tag?.name) continue;
      const step: Step = { kind: 'member', name, holders: { before: old, after: now }, tag };
      yield [step, { before: memberShape(old, name), after: memberShape(now, name) }];
    }
  }
  const [old] = before.alternatives.filter((one) => one.type === 'array');
  const [now] = after.alternatives.filter((one) => one.type === 'array');
  if (old === undefined || now === undefined) return;
  for (const index of unique([0, old.first.length, now.first.length])) {
    const step: Step = { kind: 'element', index, holders: { before: old, after: now } };
    yield [step, { before: elementShape(old, index), after: elementShape(now, index) }];
  }
}

const unlisted = 'unlisted';

function* paired(
  before: readonly ObjectShape[],
  after: readonly ObjectShape[],
): Generator<readonly [ObjectShape, ObjectShape, Tag | undefined]> {
  const tagged = pairedByTag(before, after);
  if (tagged === undefined) {
    for (const [index, old] of before.entries()) {
      const now = after[index] ?? after[0];
      if (now !== undefined) yield [old, now, undefined];
    }
    return;
  }
  for (const { values, before: old, after: now } of tagged.pairs)
    if (old !== undefined && now !== undefined)
      yield [old, now, { name: tagged.name, value: values[0] ?? '' }];
}
