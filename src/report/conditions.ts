import { refusalsInWords, rightInWords } from './conditions/comparisons.ts';
import { sameValueInWords, separationInWords, valuesInWords } from './conditions/features.ts';
import { frequencyInCases, frequencyInRequests } from './conditions/frequency.ts';
import { seenIn } from './conditions/seen.ts';
import type { Problem } from './problems.ts';
import type { Report } from './report.ts';

/**
 * Returns a function that describes in sentences when a problem occurs: how often, and how the deviating requests
 * differ from requests that were answered correctly.
 */
export function conditionsIn(report: Report): (problem: Problem) => string[] {
  const seenOf = seenIn(report);
  return (problem) => {
    const seen = seenOf(problem);
    const frequency = frequencyInCases(seen) ?? frequencyInRequests(seen);
    const difference = [sameValueInWords(seen), separationInWords(seen) ?? valuesInWords(seen)].filter(
      (words) => words !== undefined,
    );
    const often = frequency === undefined ? [] : [frequency.words];
    if (seen.isRecorded) return [...often, ...difference];
    const right = difference.length > 0 ? [] : rightInWords(seen, frequency?.isOfAll !== false);
    return [...often, ...difference, ...right, ...refusalsInWords(seen)];
  };
}
