import type { RunResult } from '../conformance/result.ts';
import { maskingOf } from '../http/masking.ts';
import { leastFound, lettersOf } from '../http/secret-writings.ts';

/** What must not stand in anything that a run wrote. */
export type Leak = 'a token' | 'personal data';

/** Looks for it in a text. */
export type LeakSearch = (text: string) => Leak | undefined;

/**
 * What looks for the secrets, in each of their usual writings, and for what the answers of a run showed of persons. All that is
 * written was made without either: this is the net beneath.
 * @param target - what reports call it
 */
export function leakSearch(
  { personal, results }: RunResult,
  secrets: readonly string[],
  target: string,
): LeakSearch {
  // A shorter one may be a word.
  const mask = maskingOf(secrets.filter((secret) => lettersOf(secret).length >= leastFound));
  const own = [target, ...results.flatMap(({ id, title }) => [id, title])];
  return (text) => {
    if (mask(text) !== text) return 'a token';
    return personal?.areIn(text, own) === true ? 'personal data' : undefined;
  };
}
