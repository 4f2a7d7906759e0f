import type { CheckResult, Waived } from '../conformance/result.ts';
import type { Objection } from './objections.ts';

/** A known deviation, accepted for a reason until a day. */
export interface Waiver extends Waived {
  /** The id of the check that shows it. */
  readonly result: string;
  /** Where in the answer's body; empty for the answer as a whole. */
  readonly pointer: string;
}

/**
 * The results with the findings marked that a waiver accepts. Their verdict stays, since it is the truth.
 * @param today - as YYYY-MM-DD
 */
export function withWaivers(
  results: readonly CheckResult[],
  waivers: readonly Waiver[],
  today: string,
): CheckResult[] {
  const inForce = new Map(
    waivers.filter((waiver) => !isExpired(waiver, today)).map((waiver) => [keyOf(waiver), waiver]),
  );
  return results.map((result) => ({
    ...result,
    findings: result.findings.map((finding) => {
      const waiver = inForce.get(keyOf({ result: result.id, pointer: finding.pointer }));
      if (waiver === undefined) return finding;
      return { ...finding, waived: { reason: waiver.reason, until: waiver.until } };
    }),
  }));
}

/** What a list of waivers is judged by. */
interface WaiverGrounds {
  readonly results: readonly CheckResult[];
  /** The id of every check that there is, also of those that were not run. */
  readonly known: ReadonlySet<string>;
  /** As YYYY-MM-DD. */
  readonly today: string;
}

/** What is wrong with the waivers themselves: no list of known deviations may grow old unseen. */
export function objectionsToWaivers(waivers: readonly Waiver[], grounds: WaiverGrounds): Objection[] {
  return waivers.flatMap((waiver) => objectionTo(waiver, grounds) ?? []);
}

function objectionTo(waiver: Waiver, { results, known, today }: WaiverGrounds): Objection | undefined {
  const { result, pointer, until } = waiver;
  const named = `The waiver of ${placeOf(waiver)}`;
  if (!known.has(result)) {
    const message = `${named} is of a check that there is not. Correct its id, or take it out.`;
    return { kind: 'waiver-unknown', result, pointer, message };
  }
  const found = results.find(({ id }) => id === result);
  const isGone = found !== undefined && !found.findings.some((finding) => finding.pointer === pointer);
  // What kept a check from its end may have kept the deviation from being seen.
  if (isGone && found.remedies.length === 0) {
    const message = `${named} is stale, since the check finds no such deviation. Take it out.`;
    return { kind: 'waiver-stale', result, pointer, message };
  }
  if (!isExpired(waiver, today)) return undefined;
  const message = `${named} expired after ${until}. Mend the deviation, or accept it until a later day.`;
  return { kind: 'waiver-expired', result, pointer, message };
}

/** The check and the place that a waiver is of, in words. */
export function placeOf({ result, pointer }: Pick<Waiver, 'result' | 'pointer'>): string {
  return pointer === '' ? `${result} for the answer as a whole` : `${result} at ${pointer}`;
}

function keyOf({ result, pointer }: Pick<Waiver, 'result' | 'pointer'>): string {
  return JSON.stringify([result, pointer]);
}

/** Dates of this form are in the order of their texts. */
function isExpired({ until }: Waived, today: string): boolean {
  return until < today;
}
