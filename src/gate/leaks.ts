import type { RunResult } from '../conformance/result.ts';
import { maskingOf, shortestWithin } from '../http/masking.ts';

type Leak = 'a token' | 'personal data';

export type LeakSearch = (text: string) => Leak | undefined;

/**
 * Makes a search for secrets, in each of their usual encodings, and for personal data in the answers of a run. The
 * output is generated without either; this is the safety net.
 * @param own - texts that a report may contain anyway: the target's name, and words of the suite and of its user
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
  // A shorter secret may be a common word, and one that is a part of the suite's own texts would be found everywhere.
  const telling = secrets.filter(
    (secret) => secret.length >= shortestWithin && maskingOf([secret])(text) === text,
  );
  const mask = maskingOf(telling);
  return (written) => {
    if (mask(written) !== written) return 'a token';
    return personal?.areIn(written, said) === true ? 'personal data' : undefined;
  };
}

/** Texts that commands and pages always contain. */
const usualWords: readonly string[] = [
  'npx case-conformance check --reference --config conformance.config.json --report-dir conformance-report',
  'Authorization: Bearer $CASE_API_TOKEN, application/json',
];
