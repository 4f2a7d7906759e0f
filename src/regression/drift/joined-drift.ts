import type { Drift } from './drift.ts';
import { ofEither, verdictOf } from './verdicts.ts';

/**
 * Merges the drift that the shards of one run found. All were served the same description, and each saw other answers.
 * @returns undefined if no shard was served the description
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
  // Nothing is known of these places in another description.
  if (one.digest !== other.digest) return { ...one, contradicting };
  // The order is the same in both: equal differences have the same position.
  const differences = one.differences.map((difference, place) => {
    const seen = ofEither(difference.seen, other.differences[place]?.seen ?? difference.seen);
    return { ...difference, seen, verdict: verdictOf(seen) };
  });
  return { ...one, differences, contradicting };
}
