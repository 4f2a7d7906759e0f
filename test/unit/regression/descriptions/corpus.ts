import { answerPairs } from './corpus/answers.ts';
import { formPairs } from './corpus/form.ts';
import { hardKeywordPairs } from './corpus/hard-keywords.ts';
import { objectPairs } from './corpus/objects.ts';
import { operationPairs } from './corpus/operations.ts';
import type { Pair } from './corpus/pair.ts';
import { parameterPairs } from './corpus/parameters.ts';
import { provablePairs } from './corpus/provable.ts';
import { togetherPairs } from './corpus/together.ts';
import { unionPairs } from './corpus/unions.ts';
import { valuePairs } from './corpus/values.ts';

/** Pairs of small descriptions, each with one kind of edit, and what must be told of them. Written by hand. */
export const corpus: Readonly<Record<string, readonly Pair[]>> = {
  'the values of a place': valuePairs,
  'the members of an object': objectPairs,
  'the branches of a union': unionPairs,
  'form alone': formPairs,
  'statuses, media types and headers': answerPairs,
  'parameters and request bodies': parameterPairs,
  'operations and security': operationPairs,
  'edits together': togetherPairs,
  'keywords that are hard to compare': hardKeywordPairs,
  'edits that only a value proves': provablePairs,
};
