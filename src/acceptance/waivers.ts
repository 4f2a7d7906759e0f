import type { CheckResult, Waived } from '../conformance/result.ts';
import type { Objection } from './objections.ts';

/** A known deviation, or a check that is known not to be decided, accepted for a reason until a day. */
export interface Waiver extends Waived {
  /** The id of the check that shows it. */
  readonly result: string;
  /** Where in the answer's body it deviates; empty for the answer as a whole; absent where the check is not decided. */
  readonly pointer?: string;
}

/**
 * The results with the findings, and the undecided checks, marked that a waiver accepts. Their verdict stays, since it is
 * the truth.
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
  const terms = (of: Pick<Waiver, 'result' | 'pointer'>): { waived: Waived } | undefined => {
    const waiver = inForce.get(keyOf(of));
    return waiver && { waived: { reason: waiver.reason, until: waiver.until } };
  };
  return results.map((result) => ({
    ...result,
    ...(isUndecided(result) ? terms({ result: result.id }) : undefined),
    findings: result.findings.map((finding) => ({
      ...finding,
      ...terms({ result: result.id, pointer: finding.pointer }),
    })),
  }));
}

/** Whether something kept a check from its end. */
function isUndecided({ remedies }: CheckResult): boolean {
  return remedies.length > 0;
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
  // What kept a check from its end may have kept the deviation from being seen.
  if (found !== undefined && !isUndecided(found) && !found.findings.some((one) => one.pointer === pointer)) {
    const why = pointer === undefined ? 'is decided' : 'finds no such deviation';
    const message = `${named} is stale, since the check ${why}. Take it out.`;
    return { kind: 'waiver-stale', result, pointer, message };
  }
  if (!isExpired(waiver, today)) return undefined;
  const what = pointer === undefined ? 'Have it decided' : 'Mend the deviation';
  const message = `${named} expired after ${until}. ${what}, or accept it until a later day.`;
  return { kind: 'waiver-expired', result, pointer, message };
}

/** The check and the place that a waiver is of, in words. */
export function placeOf({ result, pointer }: Pick<Waiver, 'result' | 'pointer'>): string {
  if (pointer === undefined) return `${result}, which is not decided,`;
  return pointer === '' ? `${result} for the answer as a whole` : `${result} at ${pointer}`;
}

function keyOf({ result, pointer }: Pick<Waiver, 'result' | 'pointer'>): string {
  return JSON.stringify([result, pointer]);
}

/** Dates of this form are in the order of their texts. */
function isExpired({ until }: Waived, today: string): boolean {
  return until < today;
}
