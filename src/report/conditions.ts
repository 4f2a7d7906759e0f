import { sameRequestInWords, separationInWords, valuesInWords } from './conditions/features.ts';
import { frequencyInCases, frequencyInRequests, rightCasesInWords } from './conditions/frequency.ts';
import { refusalsInWords } from './conditions/refusals.ts';
import { seenIn } from './conditions/seen.ts';
import type { Problem } from './problems.ts';
import type { Report } from './report.ts';

/**
 * Returns a function that describes when a problem occurs: how often, and how the deviating requests differ from requests
 * that were answered correctly.
 */
export function conditionsIn(report: Report): (problem: Problem) => string[] {
  const seenOf = seenIn(report);
  return (problem) => {
    const seen = seenOf(problem);
    const said = [
      frequencyInCases(seen) ?? frequencyInRequests(seen),
      sameRequestInWords(seen) ?? separationInWords(seen) ?? valuesInWords(seen) ?? rightCasesInWords(seen),
      ...(seen.isRecorded ? [] : refusalsInWords(seen)),
    ];
    return said.filter((words) => words !== undefined);
  };
}
