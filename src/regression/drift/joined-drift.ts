import { type Drift, type DriftVerdict, driftLine } from './drift.ts';

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
  const verdicts = new Map(
    other.differences.map((difference) => [driftLine(difference), difference.verdict]),
  );
  const differences = one.differences.map((difference) => ({
    ...difference,
    verdict: ofBoth(difference.verdict, verdicts.get(driftLine(difference)) ?? 'not-shown'),
  }));
  return { ...one, differences, contradicting };
}

function ofBoth(one: DriftVerdict, other: DriftVerdict): DriftVerdict {
  if (one === 'not-shown') return other;
  return other === 'not-shown' || one === other ? one : 'both-differ';
}
