import type { CheckResult } from '../conformance/result.ts';
import { isUnanswered } from '../conformance/verdict.ts';

/** Why a target was not tested: one sentence for the reason that most checks share. */
export function whyNotTested(results: readonly CheckResult[], target: string): string {
  const silent = results.filter(isUnanswered);
  const authentication = results.find(({ requirements }) => requirements.includes('get-organisation'));
  const [first] = [...silent, ...(authentication === undefined ? [] : [authentication]), ...results].flatMap(
    ({ remedies }) => remedies,
  );
  const what = silent.length === 0 ? 'could not be tested' : `left ${silent.length} checks without an answer`;
  return `${target} ${what}. ${first?.remedy ?? ''}`;
}
