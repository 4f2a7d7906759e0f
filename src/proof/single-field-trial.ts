import { getCaseData } from '../api/calls.ts';
import { recordChecks } from '../checks/get-case-data/record.ts';
import type { ReportedDeviation } from '../conformance/result.ts';
import { type FieldValue, type SingleFieldFault, tableOf } from '../faults/catalogue/field-values.ts';
import { type CaseWith, casesWithFaults, casesWithRightValues, holding } from '../faults/single-fields.ts';
import type { Check } from '../harness/check.ts';
import type { Target } from '../harness/target.ts';
import type { Evidence } from '../http/evidence.ts';
import { bundled } from '../specification/bundled.ts';
import { trial } from './trial.ts';
import type { Tried } from './tried.ts';

/** So many cases are held by one service: with more, what a run notes of each costs more than another service. */
const casesOfService = 200;

/** The values as services hold them. */
export function batchesOf<Value extends FieldValue>(values: readonly Value[]): (readonly Value[])[] {
  return [...Map.groupBy(values, (_, index) => Math.floor(index / casesOfService)).values()];
}

/**
 * How the single-field faults of one service are judged. Each must be found at its place, for a statement of the section
 * that lists its field, and nothing else of its record.
 * @param checks - those to choose from
 */
export function triedSingleFieldFaults(
  faults: readonly SingleFieldFault[],
  checks: readonly Check[],
): Promise<Tried[]> {
  return triedCases(casesWithFaults(faults), checks, (fault, findings) =>
    findings.length === 0 ? 'No check finds it.' : findings.find((finding) => !isOf(fault, finding))?.message,
  );
}

/**
 * How the right values of one service are judged: nothing must be found of their records.
 * @param checks - those to choose from
 */
export function triedRightValues(values: readonly FieldValue[], checks: readonly Check[]): Promise<Tried[]> {
  return triedCases(casesWithRightValues(values), checks, (_, [finding]) => finding?.message);
}

/** The checks of what a record holds. */
const ofRecords: ReadonlySet<string> = new Set(recordChecks(bundled).map(({ id }) => id));

async function triedCases<Value extends FieldValue>(
  cases: readonly CaseWith<Value>[],
  checks: readonly Check[],
  wrongIn: (value: Value, findings: readonly ReportedDeviation[]) => string | undefined,
): Promise<Tried[]> {
  const listed = bundled.caseTypes.map((type) => [
    type,
    cases.filter(({ value }) => value.field.shape === type).map(({ id }) => id),
  ]);
  const { results } = await trial(holding(cases), {
    checks: checks.filter(({ id }) => ofRecords.has(id)),
    target: { cases: Object.fromEntries(listed) as Target['cases'] },
    runs: 1,
  });
  const read = new Set(
    results.flatMap(({ verdict, evidence }) => (verdict === 'inconclusive' ? [] : pathsOf(evidence))),
  );
  const found = Map.groupBy(
    results.flatMap(({ findings, evidence }) =>
      findings.map((finding) => ({ finding, path: evidence[finding.reply]?.request.path })),
    ),
    ({ path }) => path,
  );
  return cases.map(({ id, value }) => {
    const findings = found.get(getCaseData(id).path)?.map(({ finding }) => finding) ?? [];
    const isRead = read.has(getCaseData(id).path);
    const wrong = isRead ? wrongIn(value, findings) : 'No check reads it.';
    return { row: tableOf(value.field), name: value.name, wrong };
  });
}

/** The paths that were answered with what they stand for. */
function pathsOf(evidence: readonly Evidence[]): string[] {
  return evidence.filter(({ response }) => response.status === 200).map(({ request }) => request.path);
}

/** Whether the finding is at the place of the fault, and of a statement of the section that lists its field. */
function isOf({ pointer, field }: SingleFieldFault, finding: ReportedDeviation): boolean {
  const sources = bundled.requirementNamed(finding.requirement).source.split(', ');
  return finding.pointer === pointer && sources.includes(`catalogue ${field.section}`);
}
