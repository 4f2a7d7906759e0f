import { answerPairs } from './corpus/answers.ts';
import { combinedEditPairs } from './corpus/combined-edits.ts';
import { formPairs } from './corpus/form.ts';
import { operationPairs } from './corpus/operations.ts';
import type { Pair } from './corpus/pair.ts';
import { parameterPairs } from './corpus/parameters.ts';
import { editsOf, inAnswersAndRequests, inSharedComponents } from './corpus/places.ts';
import { provablePairs } from './corpus/provable.ts';
import { unionPairs } from './corpus/unions.ts';

function pairsOf(chapter: string): Pair[] {
  return [
    ...inAnswersAndRequests(editsOf(chapter)),
    ...inSharedComponents(editsOf(`${chapter} of shared components`)),
  ];
}

export const corpus: Readonly<Record<string, readonly Pair[]>> = {
  'the values of a place': pairsOf('values'),
  'the members of an object': pairsOf('objects'),
  'the branches of a union': unionPairs,
  'form alone': formPairs,
  'statuses, media types and headers': answerPairs,
  'parameters and request bodies': parameterPairs,
  'operations and security': operationPairs,
  'edits together': combinedEditPairs,
  'keywords that are hard to compare': pairsOf('hard keywords'),
  'edits that only a value proves': provablePairs,
};
