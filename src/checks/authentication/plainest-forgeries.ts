import { type Forgery, noCredentials, unknownToken } from '../../harness/forgeries.ts';
import type { Sampling } from '../../harness/session.ts';

/** With and without a token: some services look for what is asked for first where there is none, and some always. */
export const both: readonly Forgery[] = [noCredentials, unknownToken];

/**
 * The one of them here, the other there; both where everything is tried. Which does not depend on the seed: a gate must
 * not find today what it did not look for yesterday.
 */
export function inTurn(place: number, { thorough }: Sampling): readonly Forgery[] {
  if (thorough) return both;
  return place % 2 === 0 ? [noCredentials] : [unknownToken];
}
