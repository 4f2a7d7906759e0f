import type { RunResult } from '../conformance/result.ts';
import { maskingOf, shortestWithin } from '../http/masking.ts';

/** What must not stand in anything that a run wrote. */
type Leak = 'a token' | 'personal data';

/** Looks for it in a text. */
export type LeakSearch = (text: string) => Leak | undefined;

/**
 * What looks for the secrets, in each of their usual writings, and for what the answers of a run showed of persons. All that is
 * written was made without either: this is the net beneath.
 * @param own - what a report may say anyway: what the target is called, and the words of the suite and of its user
 */
export function leakSearch(
  { personal, results }: RunResult,
  secrets: readonly string[],
  own: readonly string[],
): LeakSearch {
  const reasons = results.flatMap(({ waived, findings }) =>
    [waived, ...findings.map((finding) => finding.waived)].flatMap((terms) => terms?.reason ?? []),
  );
  const said = [...own, ...usualWords, ...reasons, ...results.flatMap(({ id, title }) => [id, title])];
  const text = said.join('\n');
  // A shorter one may be a word, and one that is a part of our own words is found everywhere.
  const telling = secrets.filter(
    (secret) => secret.length >= shortestWithin && maskingOf([secret])(text) === text,
  );
  const mask = maskingOf(telling);
  return (written) => {
    if (mask(written) !== written) return 'a token';
    return personal?.areIn(written, said) === true ? 'personal data' : undefined;
  };
}

/** What commands and pages say anyway. */
const usualWords: readonly string[] = [
  'npx case-conformance check --reference --config conformance.config.json --report-dir conformance-report',
  'Authorization: Bearer $CASE_API_TOKEN, application/json',
];
