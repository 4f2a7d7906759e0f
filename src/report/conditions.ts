import { refusalsInWords, rightInWords } from './conditions/comparisons.ts';
import { sameValueInWords, separationInWords, valuesInWords } from './conditions/features.ts';
import { frequencyInCases, frequencyInRequests } from './conditions/frequency.ts';
import { seenIn } from './conditions/seen.ts';
import type { Problem } from './problems.ts';
import type { Report } from './report.ts';

interface Conditions {
  /** A right request that differs in one thing from the one that is shown. */
  readonly right: string | undefined;
  /** How often the problem occurs, and how the deviating requests differ from requests that were answered correctly. */
  readonly sentences: readonly string[];
}

/** Returns a function that describes when a problem occurs. */
export function conditionsIn(report: Report): (problem: Problem) => Conditions {
  const seenOf = seenIn(report);
  return (problem) => {
    const seen = seenOf(problem);
    const frequency = frequencyInCases(seen) ?? frequencyInRequests(seen);
    const difference = [sameValueInWords(seen), separationInWords(seen) ?? valuesInWords(seen)].filter(
      (words) => words !== undefined,
    );
    const often = frequency === undefined ? [] : [frequency.words];
    if (seen.isRecorded) return { right: undefined, sentences: [...often, ...difference] };
    return {
      right: difference.length > 0 ? undefined : rightInWords(seen, frequency?.isOfAll !== false),
      sentences: [...often, ...difference, ...refusalsInWords(seen)],
    };
  };
}
