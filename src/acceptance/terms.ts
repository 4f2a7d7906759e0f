import type { Waived } from '../conformance/result.ts';

export function termsInForce<Entry extends Waived>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
  today: string,
): ReadonlyMap<string, Waived> {
  const inForce = entries.filter((entry) => !isExpired(entry, today));
  return new Map(inForce.map((entry) => [keyOf(entry), { reason: entry.reason, until: entry.until }]));
}

/**
 * `stale` if the entry no longer accepts anything. Undefined if it is still needed.
 * @param today - as YYYY-MM-DD
 */
export function flawOfEntry(terms: Waived, isMet: boolean, today: string): 'stale' | 'expired' | undefined {
  if (!isMet) return 'stale';
  return isExpired(terms, today) ? 'expired' : undefined;
}

/** YYYY-MM-DD dates sort like texts. */
function isExpired({ until }: Waived, today: string): boolean {
  return until < today;
}
