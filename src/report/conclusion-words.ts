import type { Conclusion } from '../acceptance/conclusion.ts';
import type { Report } from './report.ts';

const words: Readonly<Record<Conclusion, string>> = {
  conformant: 'Conformant, as far as it was decided.',
  deferred: 'Not conformant, but only new checks show it, and they do not count yet.',
  deviates: 'Not conformant.',
  'nothing-new': 'Not conformant, but nothing is new since the baseline.',
  'not-accepted': 'Not accepted: nothing deviates, but there are objections.',
  'not-tested': 'Not tested: nothing can be concluded.',
  'suite-broke': 'The suite broke: nothing can be concluded.',
};

/** How good each is: the colour that it is shown in. */
export const emphases: Readonly<Record<Conclusion, 'green' | 'yellow' | 'red'>> = {
  conformant: 'green',
  deferred: 'yellow',
  deviates: 'red',
  'nothing-new': 'yellow',
  'not-accepted': 'red',
  'not-tested': 'yellow',
  'suite-broke': 'red',
};

/** With less than this share of what could be decided, a run that found nothing says little. */
const littleDecided = 0.5;

/** What a run came to, in a sentence. */
export function conclusionInWords({
  conclusion,
  coverage: { inMode },
  only,
  shard,
  suite,
}: Pick<Report, 'conclusion' | 'coverage' | 'only' | 'shard' | 'suite'>): string {
  // What pacts ask for, a verification decides: it is no part of all checks.
  const isNarrowed = only !== undefined || shard !== undefined || suite.otherChecks === undefined;
  if (conclusion !== 'conformant' || isNarrowed || inMode.decided >= littleDecided * inMode.decidable)
    return words[conclusion];
  return `Nothing deviates, but that says little: only ${inMode.decided} of the ${inMode.decidable} requirements that this run could decide were decided.`;
}
