import type { CheckResult, Waived } from '../../conformance/result.ts';
import { grouped } from '../../schema/grouped.ts';
import { generalPointer } from '../../schema/pointer.ts';
import type { OperationId } from '../../specification/description.ts';

/** What of a result tells how a deviation became. */
export type ComparedResult = Pick<CheckResult, 'id' | 'operation' | 'remedies' | 'findings'>;

/** A deviation, told once however many checks and exchanges show it. */
export interface KnownDeviation {
  readonly fingerprint: string;
  readonly requirement: string;
  readonly operation: OperationId;
  /** A JSON pointer, with a star for each position in a list. */
  readonly pointer: string;
  /** As it was found first. */
  readonly message: string;
  /** The ids of the checks that show it. */
  readonly checks: readonly string[];
  /** Only values that were tried at random show it. */
  readonly isRandom?: true;
  /** Why it is accepted, where all that shows it is. */
  readonly waived?: Waived;
}

/** Deviations that are one thing to mend, as a report counts them. */
export interface KnownCause extends Pick<KnownDeviation, 'requirement' | 'message' | 'waived'> {
  readonly operations: readonly OperationId[];
  readonly checks: readonly string[];
}

/** What is to be mended of all that: deviations of which the same is said are one, however many operations show it. */
export function causesIn(deviations: readonly KnownDeviation[]): KnownCause[] {
  const groups = grouped(deviations, ({ requirement, message }) => JSON.stringify([requirement, message]));
  return groups.map((all) => {
    const [{ requirement, message, waived }] = all;
    return {
      ...{ requirement, message },
      ...(waived === undefined ? {} : { waived }),
      operations: [...new Set(all.map(({ operation }) => operation))],
      checks: [...new Set(all.flatMap(({ checks }) => checks))],
    };
  });
}

/** What became of a deviation: who did not come to it, or did not try what showed it, has not shown that it is fixed. */
export type DeviationState = 'still-failing' | 'fixed' | 'not-tested';

/** The deviations that results show, in their order. */
export function deviationsIn(results: readonly ComparedResult[]): KnownDeviation[] {
  const found = results.flatMap(({ id, operation, findings }) =>
    findings.map((finding) => ({ ...finding, operation, check: id })),
  );
  return grouped(found, ({ fingerprint }) => fingerprint).map((all) => {
    const [{ fingerprint, requirement, operation, pointer, message, waived }] = all;
    const isWaived = all.every((one) => one.waived !== undefined);
    return {
      ...{ fingerprint, requirement, operation, pointer: generalPointer(pointer), message },
      checks: [...new Set(all.map(({ check }) => check))],
      ...(all.every(({ path }) => path !== undefined) ? { isRandom: true as const } : {}),
      ...(isWaived && waived !== undefined ? { waived } : {}),
    };
  });
}

/**
 * Tells what became of each known deviation.
 * @param known - all of an earlier run
 * @param results - of a later run
 * @param isSameTried - whether the later run tries all that the earlier one did at random
 */
export function statesIn(
  known: readonly KnownDeviation[],
  results: readonly ComparedResult[],
  isSameTried: boolean,
): (deviation: KnownDeviation) => DeviationState {
  const later = new Set(results.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint)));
  const earlier = new Set(known.map(({ fingerprint }) => fingerprint));
  const byId = new Map(results.map((result) => [result.id, result]));
  return ({ fingerprint, pointer, checks, isRandom = false }) => {
    if (later.has(fingerprint)) return 'still-failing';
    if (isRandom && !isSameTried) return 'not-tested';
    const isFixed = checks.every((id) => {
      const result = byId.get(id);
      return result !== undefined && result.remedies.length === 0 && !hides(result, pointer, earlier);
    });
    return isFixed ? 'fixed' : 'not-tested';
  };
}

/** Whether something above the place is wrong now and was not then, so that the place was perhaps not looked at. */
function hides({ findings }: ComparedResult, pointer: string, earlier: ReadonlySet<string>): boolean {
  return findings.some((finding) => {
    return !earlier.has(finding.fingerprint) && pointer.startsWith(`${generalPointer(finding.pointer)}/`);
  });
}
