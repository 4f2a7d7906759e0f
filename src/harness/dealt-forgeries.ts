import type { OperationId } from '../specification/description.ts';
import {
  type Forgery,
  type ForgeryFamily,
  forgeryFamilies,
  noCredentials,
  unknownToken,
} from './forgeries.ts';
import type { Sampling } from './session.ts';

/** The operations that read with a token. The forgeries of a family are distributed over them. */
const readers: readonly OperationId[] = ['getCaseData', 'getOrganisation', 'listCases'];

/**
 * The forgeries of a family to try on an operation; at least one. A service usually validates tokens in one place, so
 * each forgery is tried on one reading operation, and each reading operation gets one forgery of each family. The
 * choice is the same in every run, so a gate does not find today what it did not try yesterday. A writing operation
 * gets only one forgery, because an accepted one may write.
 */
export function forgeriesFor(
  { choices, isFirstForAll }: ForgeryFamily,
  operation: OperationId,
  { thorough }: Pick<Sampling, 'thorough'>,
): readonly Forgery[] {
  if (thorough) return choices.flat();
  const chosen = choices.flatMap((among) => among.slice(0, 1));
  const place = readers.indexOf(operation);
  const isDealt = (_: Forgery, index: number): boolean => index % readers.length === place;
  if (isFirstForAll === true) return [...chosen.slice(0, 1), ...chosen.slice(1).filter(isDealt)];
  const dealt = chosen.filter(isDealt);
  if (dealt.length > 0) return dealt;
  const turn = Math.max(place, 0) % Math.min(readers.length, chosen.length);
  return chosen.slice(turn, turn + 1);
}

/** A family whose plainest forgery is a Bearer token is tried on the first listed items only, up to this number. */
const placesWithToken = 9;

/**
 * The index of the listed item on which a family is tried. The families are distributed over the items, since each
 * item may be guarded separately. The last families, which forge tokens, come first.
 */
export function placeFor(
  family: ForgeryFamily,
  listed: number,
  { thorough }: Pick<Sampling, 'thorough'>,
): number {
  return thorough ? 0 : (forgeryFamilies.length - 1 - forgeryFamilies.indexOf(family)) % listed;
}

/** No token, and an unknown one: some services check existence first without a token, others always. */
export const plainestForgeries: readonly Forgery[] = [noCredentials, unknownToken];

/** The plainest forgeries in turn, by the place of a request in its table; both in a thorough run. */
export function plainestInTurn(place: number, { thorough }: Pick<Sampling, 'thorough'>): readonly Forgery[] {
  if (thorough) return plainestForgeries;
  return [place % 2 === 0 ? noCredentials : unknownToken];
}

/**
 * The forgeries to try on each listed item: no credentials, and a token on items that no family with a token is tried
 * on.
 */
export function plainestFor(place: number, { thorough }: Pick<Sampling, 'thorough'>): readonly Forgery[] {
  return thorough || (place >= placesWithToken && place % 2 === 1) ? plainestForgeries : [noCredentials];
}
