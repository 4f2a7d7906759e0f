import { manyBranchPairs } from './corpus/many-branches.ts';
import type { Pair } from './corpus/pair.ts';
import { partPairs, taggedPairs } from './corpus/parts.ts';
import { editsOf, inAnswersAndRequests, inSharedComponents } from './corpus/places.ts';

const editPairs = (chapter: string): Pair[] => inAnswersAndRequests(editsOf(chapter));
const sharedPairs = (chapter: string): Pair[] =>
  inSharedComponents(editsOf(`${chapter} of shared components`));

export const corpus: Readonly<Record<string, readonly Pair[]>> = {
  'the values of a place': [...editPairs('values'), ...sharedPairs('values')],
  'the members of an object': [...editPairs('objects'), ...sharedPairs('objects')],
  'the branches of a union': [...editPairs('unions'), ...partPairs('unions'), ...taggedPairs()],
  'form alone': partPairs('form alone'),
  'statuses, media types and headers': partPairs('statuses, media types and headers'),
  'parameters and request bodies': partPairs('parameters and request bodies'),
  'operations and security': partPairs('operations and security'),
  'edits together': [...editPairs('together'), ...partPairs('together')],
  'keywords that are hard to compare': editPairs('hard keywords'),
  'edits that only a value proves': [...editPairs('provable'), ...partPairs('provable'), ...manyBranchPairs],
};
