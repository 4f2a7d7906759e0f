import type { Drift } from './drift.ts';
import { union, verdictOf } from './verdicts.ts';

export function joinedDrift(drifts: readonly Drift[]): Drift | undefined {
  return drifts.length === 0 ? undefined : drifts.reduce(joined);
}

function joined(one: Drift, other: Drift): Drift {
  if (one.state === 'not-compared') return one;
  if (other.state === 'not-compared') return other;
  const contradicting = [...new Set([...one.contradicting, ...other.contradicting])].sort();
  if (one.state === 'none') return { ...other, contradicting };
  if (other.state === 'none') return { ...one, contradicting };
  // If the shards got different descriptions, their differences cannot be matched. Those of the first shard are
  // reported.
  if (one.digest !== other.digest) return { ...one, contradicting };
  const differences = one.differences.map((difference, place) => {
    const seen = union(difference.seen, other.differences[place]?.seen ?? difference.seen);
    return { ...difference, seen, verdict: verdictOf(seen) };
  });
  return { ...one, differences, contradicting };
}
