import { placesWithToken } from '../../harness/dealt-forgeries.ts';
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

/**
 * What is tried of everything that is listed: no credentials on each, and a token where no family of forgeries is dealt
 * that has one.
 */
export function plainestFor(place: number, { thorough }: Sampling): readonly Forgery[] {
  return thorough || (place >= placesWithToken && place % 2 === 1) ? both : [noCredentials];
}
