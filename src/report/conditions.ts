import {
  differencesInWords,
  refusalsInWords,
  rightInWords,
  sameReadingInWords,
} from './conditions/differences.ts';
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
    const often = frequency === undefined ? [] : [frequency.words];
    const differences = differencesInWords(seen);
    // The callers are unknown: a recording does not say whose tokens it contains.
    if (report.recorded !== undefined) return [...often, ...differences];
    const known = [...sameReadingInWords(seen), ...differences];
    const right = known.length > 0 ? [] : rightInWords(seen, frequency?.isOfAll !== false);
    return [...often, ...known, ...right, ...refusalsInWords(seen)];
  };
}
