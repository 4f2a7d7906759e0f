import { manyBranchPairs } from './corpus/many-branches.ts';
import type { Pair } from './corpus/pair.ts';
import { partPairs, taggedPairs } from './corpus/parts.ts';
import { editPairs } from './corpus/places.ts';

export const corpus: readonly (readonly [kind: string, pairs: readonly Pair[]])[] = [
  ...[...editPairs, ...partPairs],
  ['unions with a discriminator', taggedPairs],
  ['unions of many branches', manyBranchPairs],
];
