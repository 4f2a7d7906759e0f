import { manyBranchPairs } from './corpus/many-branches.ts';
import type { Pair } from './corpus/pair.ts';
import { partPairs, taggedPairs } from './corpus/parts.ts';
import { editsOf, inAnswersAndRequests, inSharedComponents } from './corpus/places.ts';

function pairsOf(chapter: string): Pair[] {
  return [
    ...inAnswersAndRequests(editsOf(chapter)),
    ...inSharedComponents(editsOf(`${chapter} of shared components`)),
    ...partPairs(chapter),
  ];
}

export const corpus: Readonly<Record<string, readonly Pair[]>> = {
  'the values of a place': pairsOf('values'),
  'the members of an object': pairsOf('objects'),
  'the branches of a union': [...pairsOf('unions'), ...taggedPairs()],
  'form alone': pairsOf('form alone'),
  'statuses, media types and headers': pairsOf('statuses, media types and headers'),
  'parameters and request bodies': pairsOf('parameters and request bodies'),
  'operations and security': pairsOf('operations and security'),
  'edits together': pairsOf('together'),
  'keywords that are hard to compare': pairsOf('hard keywords'),
  'edits that only a value proves': [...pairsOf('provable'), ...manyBranchPairs],
};
