import type { OperationId } from '../specification/description.ts';
import { type Forgery, type ForgeryFamily, forgeryFamilies } from './forgeries.ts';
import type { Sampling } from './session.ts';

/** The operations that read with a token: among them, a run deals the forgeries of a family. */
const readers: readonly OperationId[] = ['getCaseData', 'getOrganisation', 'listCases'];

/**
 * The forgeries of a family that a run tries of an operation; at least one. A token is usually judged in one place for all
 * operations, so that each forgery is tried of one that reads, and each such operation with one of the family. It is the
 * same in each run: a gate must not find today what it did not look for yesterday. An operation that writes is tried with
 * one, since what lets it in may be done.
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

/**
 * On so many of what is listed, the first ones, a family is tried whose plainest forgery is a token under the right
 * scheme.
 */
export const placesWithToken = 9;

/**
 * The place of what a family is tried on, among so much that is listed: the families are dealt over it, since each may
 * be guarded by itself. The last families come first, which forge tokens.
 */
export function placeFor(
  family: ForgeryFamily,
  listed: number,
  { thorough }: Pick<Sampling, 'thorough'>,
): number {
  return thorough ? 0 : (forgeryFamilies.length - 1 - forgeryFamilies.indexOf(family)) % listed;
}
