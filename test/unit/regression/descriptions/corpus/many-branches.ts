import { integer, object } from './describing.ts';
import type { Json, Pair } from './pair.ts';
import { type Edit, inAnswersAndRequests, property } from './places.ts';

const kind = (index: number, size: Json = integer): Json =>
  object({ 'kind!': { const: `k${index}` }, 'size!': size });
const kinds = Array.from({ length: 202 }, (_, index) => kind(index));
const steps = Array.from({ length: 202 }, (_, index) => ({ ...integer, multipleOf: index + 1_000 }));
const dozen = Array.from({ length: 12 }, (_, index) => object({ [`m${index}!`]: integer }));

const edits: readonly Omit<Edit, 'places'>[] = [
  {
    name: 'oneOf of a dozen objects loses the eighth',
    ...{ before: { oneOf: dozen }, after: { oneOf: dozen.toSpliced(7, 1) }, change: 'crossed' },
  },
  {
    name: 'one of 202 branches is removed',
    ...{ before: { oneOf: kinds }, after: { oneOf: kinds.toSpliced(137, 1) }, change: 'narrower, proven' },
  },
  {
    name: 'one of 202 kinds of numbers is removed',
    ...{ before: { anyOf: steps }, after: { anyOf: steps.toSpliced(137, 1) }, change: 'narrower, proven' },
  },
  {
    name: 'a member of one of 202 branches is limited',
    before: { anyOf: kinds },
    after: { anyOf: kinds.with(137, kind(137, { ...integer, minimum: 1 })) },
    change: 'narrower, proven',
  },
  {
    name: 'a branch is added to 202',
    ...{ before: { oneOf: kinds }, after: { oneOf: [...kinds, kind(500)] }, change: 'wider, proven' },
  },
];

/** Edits of unions with many branches. */
export const manyBranchPairs: readonly Pair[] = inAnswersAndRequests(
  edits.map((one) => ({ ...one, places: [property] })),
);
