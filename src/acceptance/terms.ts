import type { Waived } from '../conformance/result.ts';

/**
 * The terms of the entries that have not expired, by what they accept.
 * @param today - as YYYY-MM-DD
 */
export function termsInForce<Entry extends Waived>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
  today: string,
): ReadonlyMap<string, Waived> {
  const inForce = entries.filter((entry) => !isExpired(entry, today));
  return new Map(inForce.map((entry) => [keyOf(entry), { reason: entry.reason, until: entry.until }]));
}

/**
 * Why an entry should be changed, if it should: `stale` if it accepts nothing any more.
 * @param today - as YYYY-MM-DD
 */
export function flawOf(terms: Waived, isMet: boolean, today: string): 'stale' | 'expired' | undefined {
  if (!isMet) return 'stale';
  return isExpired(terms, today) ? 'expired' : undefined;
}

/** Dates in this form sort as texts. */
function isExpired({ until }: Waived, today: string): boolean {
  return until < today;
}
