import type { Drift, SeenOfPlace } from './drift.ts';
import { verdictOf } from './verdicts.ts';

/**
 * What the shards of one run say of the description that they were all served. Each looked at answers of its own.
 * @returns undefined where none of them was served it
 */
export function joinedDrift(drifts: readonly Drift[]): Drift | undefined {
  return drifts.length === 0 ? undefined : drifts.reduce(joined);
}

function joined(one: Drift, other: Drift): Drift {
  if (one.state === 'not-compared') return one;
  if (other.state === 'not-compared') return other;
  const contradicting = [...new Set([...one.contradicting, ...other.contradicting])].sort();
  if (one.state === 'none') return { ...other, contradicting };
  if (other.state === 'none') return { ...one, contradicting };
  // Of another description, nothing is known of these places.
  if (one.digest !== other.digest) return { ...one, contradicting };
  // Two that are told alike stand in the same order in both.
  const differences = one.differences.map((difference, place) => {
    const seen = ofEither(difference.seen, other.differences[place]?.seen ?? difference.seen);
    return { ...difference, seen, verdict: verdictOf(seen) };
  });
  return { ...one, differences, contradicting };
}

function ofEither(one: SeenOfPlace, other: SeenOfPlace): SeenOfPlace {
  return {
    isShown: one.isShown || other.isShown,
    isRefusedByAgreed: one.isRefusedByAgreed || other.isRefusedByAgreed,
    isRefusedByServed: one.isRefusedByServed || other.isRefusedByServed,
  };
}
