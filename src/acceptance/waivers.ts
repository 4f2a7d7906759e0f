import type { CheckResult, Waived } from '../conformance/result.ts';
import type { Objection } from './objections.ts';
import { flawOfEntry, termsInForce } from './terms.ts';

/** A known deviation, or a check that is known to be undecided. It is accepted for a reason until a date. */
export interface Waiver extends Waived {
  /** The id of the check. */
  readonly result: string;
  /** The JSON pointer of the deviation; empty for the whole answer; absent if the check is undecided. */
  readonly pointer?: string;
}

/**
 * Marks the findings and undecided checks that a waiver accepts. Verdicts do not change.
 * @param today - as YYYY-MM-DD
 */
export function withWaivers(
  results: readonly CheckResult[],
  waivers: readonly Waiver[],
  today: string,
): CheckResult[] {
  const inForce = termsInForce(waivers, keyOf, today);
  const terms = (of: Pick<Waiver, 'result' | 'pointer'>): { waived: Waived } | undefined => {
    const waived = inForce.get(keyOf(of));
    return waived && { waived };
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

function isUndecided({ remedies }: CheckResult): boolean {
  return remedies.length > 0;
}

interface WaiverGrounds {
  readonly results: readonly CheckResult[];
  readonly known: ReadonlySet<string>;
  readonly today: string;
}

export function objectionsToWaivers(waivers: readonly Waiver[], grounds: WaiverGrounds): Objection[] {
  return waivers.flatMap((waiver) => objectionTo(waiver, grounds) ?? []);
}

function objectionTo(waiver: Waiver, { results, known, today }: WaiverGrounds): Objection | undefined {
  const { result, pointer, until } = waiver;
  const named = `The waiver of ${placeOf(waiver)}`;
  if (!known.has(result)) {
    const message = `${named} names a check that does not exist. Correct its id or remove it.`;
    return { kind: 'waiver-unknown', result, pointer, message };
  }
  const found = results.find(({ id }) => id === result);
  // An undecided check may have missed the deviation, so its waiver is not stale.
  const isMet =
    found === undefined || isUndecided(found) || found.findings.some((one) => one.pointer === pointer);
  const flaw = flawOfEntry(waiver, isMet, today);
  if (flaw === 'stale') {
    const why = pointer === undefined ? 'is decided' : 'finds no such deviation';
    const message = `${named} is stale, since the check ${why}. Take it out.`;
    return { kind: 'waiver-stale', result, pointer, message };
  }
  if (flaw === undefined) return undefined;
  const what = pointer === undefined ? 'Have it decided' : 'Fix the deviation';
  const message = `${named} expired after ${until}. ${what}, or accept it until a later day.`;
  return { kind: 'waiver-expired', result, pointer, message };
}

export function placeOf({ result, pointer }: Pick<Waiver, 'result' | 'pointer'>): string {
  if (pointer === undefined) return `${result}, which is not decided,`;
  return pointer === '' ? `${result} for the answer as a whole` : `${result} at ${pointer}`;
}

function keyOf({ result, pointer }: Pick<Waiver, 'result' | 'pointer'>): string {
  return JSON.stringify([result, pointer]);
}
