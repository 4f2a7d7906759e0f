import { isNew } from '../acceptance/accepted.ts';
import type { CheckResult, ReportedDeviation, Waived } from '../conformance/result.ts';
import type { Deviation } from '../harness/check.ts';
import { grouped } from '../schema/grouped.ts';
import { generalPointer } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';

/** One thing to fix, however many checks and exchanges show it, as `report.json` has it. */
export interface ReportDeviation {
  /** A stable code; `explain` explains it. */
  readonly code: string;
  readonly requirement: string;
  readonly operations: readonly OperationId[];
  /** The pointer of the first finding, with a star for each list position. */
  readonly pointer: string;
  /** The message of the first finding. */
  readonly message: string;
  /** The fingerprints of all its findings, stable over runs, seeds and cases. */
  readonly fingerprints: readonly string[];
  readonly checks: readonly string[];
  /** The number of its findings. */
  readonly sightings: number;
  /** The first exchange that shows it, as an index into `exchanges`. */
  readonly exchange: number;
}

/** A deviation together with the findings that it consists of. */
export interface Cause extends ReportDeviation {
  readonly findings: readonly [Sighting, ...Sighting[]];
}

interface Sighting extends ReportedDeviation {
  readonly check: CheckResult;
}

/** The causes of the findings that nothing accepts, ordered by requirement as these were found. */
export function causesOf(results: readonly CheckResult[]): Cause[] {
  const found = results.flatMap((check) =>
    check.findings.filter(isNew).map((finding): Sighting => ({ ...finding, check })),
  );
  return grouped(found, ({ requirement }) => requirement)
    .flatMap(ofOneCause)
    .map(causeOf);
}

export function deviationOf({ findings: _, ...deviation }: Cause): ReportDeviation {
  return deviation;
}

function causeOf(findings: readonly [Sighting, ...Sighting[]]): Cause {
  const [first] = findings;
  const { requirement, pointer, message, exchange } = first;
  return {
    ...{ code: codeOf(first), requirement },
    operations: [...new Set(findings.map(({ check }) => check.operation))],
    ...{ pointer: generalPointer(pointer), message },
    fingerprints: [...new Set(findings.map(({ fingerprint }) => fingerprint))],
    checks: [...new Set(findings.map(({ check }) => check.id))],
    ...{ sightings: findings.length, exchange, findings },
  };
}

type Identity = Pick<ReportedDeviation, 'requirement' | 'message' | 'fingerprint'>;

/** The findings that are accepted for a reason, once for each requirement, message and terms. */
export function waivedFindings(
  results: readonly CheckResult[],
): (ReportedDeviation & { readonly waived: Waived })[] {
  const waived = results
    .flatMap(({ findings }) => findings)
    .flatMap((finding) => (finding.waived === undefined ? [] : [{ ...finding, waived: finding.waived }]));
  return grouped(waived, ({ requirement, message, waived: terms }) =>
    JSON.stringify([requirement, message, terms]),
  ).map(([first]) => first);
}

/** Groups deviations by cause: two have the same one if they share requirement and message, or the fingerprint. */
export function ofOneCause<One extends Identity>(all: readonly One[]): [One, ...One[]][] {
  const groups = new Map<string, One[]>();
  for (const one of all) {
    const known = namesOf(one).map((name) => groups.get(name));
    const [group = [], ...others] = new Set(known.filter((some) => some !== undefined));
    const joining = others.flat();
    group.push(one, ...joining);
    for (const name of [one, ...joining].flatMap(namesOf)) groups.set(name, group);
  }
  return [...new Set(groups.values())] as [One, ...One[]][];
}

function namesOf({ requirement, message, fingerprint }: Identity): string[] {
  return [JSON.stringify([requirement, message]), fingerprint];
}

/**
 * The stable code of a deviation: its requirement and the kind of problem, such as `case-price/type`. It contains no
 * data, and does not depend on the operation.
 */
export function codeOf({ requirement, kind }: Pick<Deviation, 'requirement' | 'kind'>): string {
  return kind === undefined ? requirement : `${requirement}/${symptomOf(kind)}`;
}

/**
 * The kind of problem without its context and credentials. For example, `again: status 5xx with member` becomes
 * `status`.
 */
function symptomOf(kind: string): string {
  const word = kind.replace(/^[^:]*: /, '');
  if (word.startsWith('status ')) return 'status';
  if (/^(hands over with|shown by) /.test(word)) return 'handed-over';
  return word
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
}
