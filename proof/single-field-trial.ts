import { type FieldValue, type SingleFieldFault, tableOf } from '../faults/catalogue/field-values.ts';
import type { ListedRecord } from '../faults/catalogue/records.ts';
import {
  holding,
  type RecordWith,
  recordsWithFaults,
  recordsWithRightValues,
} from '../faults/single-fields.ts';
import { recordChecks } from '../src/checks/get-case-data/record.ts';
import { clientRecordChecks } from '../src/checks/update-client.ts';
import type { ReportedDeviation, RunResult } from '../src/conformance/result.ts';
import type { Check } from '../src/harness/check.ts';
import type { WriteMode } from '../src/harness/target.ts';
import { maskedPointer } from '../src/rules/known-names.ts';
import { bundled } from '../src/specification/bundled.ts';
import type { CaseType } from '../src/specification/description.ts';
import type { Evidence } from '../src/trace/evidence.ts';
import type { SubjectKind, TrialResult } from './trial.ts';
import { trial } from './trial.ts';

/** With more records, the bookkeeping of a run for each record takes longer than starting another service. */
const recordsOfService = 200;

/** The values for one service. All values of a batch are of one table of the documents. */
type Batch<Value extends FieldValue> = readonly [name: string, values: readonly Value[]];

export function batchesOf<Value extends FieldValue>(values: readonly Value[]): Batch<Value>[] {
  return [...Map.groupBy(values, ({ field }) => tableOf(field))].flatMap(([table, ofTable]) =>
    [...Map.groupBy(ofTable, (_, index) => Math.floor(index / recordsOfService))].map(
      ([part, batch]) => [`${table} ${part + 1}`, batch] as const,
    ),
  );
}

/**
 * Tries the single-field faults of one service. Each must be found at its pointer by the statement of its field, and
 * its record must have no other finding.
 * @param checks - the checks to choose from
 */
export function triedSingleFieldFaults(
  faults: readonly SingleFieldFault[],
  checks: readonly Check[],
  writes: WriteMode = 'all',
): Promise<TrialResult[]> {
  const wrongIn: WrongIn<SingleFieldFault> = ({ pointer, requirement }, findings, record) => {
    const shown = maskedPointer(bundled, record, pointer);
    const other = findings.find((one) => one.pointer !== shown || one.requirement !== requirement);
    if (other !== undefined) return `${other.message} (${other.requirement}).`;
    return findings.length === 0 ? 'No check finds it.' : undefined;
  };
  return triedRecords('single-field fault', judgedFaults(faults, checks, writes), wrongIn);
}

export function triedRightValues(
  values: readonly FieldValue[],
  checks: readonly Check[],
): Promise<TrialResult[]> {
  return triedRecords('right value', judgedRightValues(values, checks), (_, [finding]) => finding?.message);
}

export function judgedFaults(
  faults: readonly SingleFieldFault[],
  checks: readonly Check[],
  writes: WriteMode = 'all',
): Judged<SingleFieldFault> {
  return { records: recordsWithFaults(faults), checks: checks.filter(judges), writes };
}

export function judgedRightValues(
  values: readonly FieldValue[],
  checks: readonly Check[],
): Judged<FieldValue> {
  const able = checks.filter((check) => judges(check) || observing.has(check.id));
  return { records: recordsWithRightValues(values), checks: able, writes: 'all' };
}

const ofRecords: ReadonlySet<string> = new Set(
  [...recordChecks(bundled), ...clientRecordChecks(bundled)].map(({ id }) => id),
);

function judges({ id }: Pick<Check, 'id'>): boolean {
  return ofRecords.has(id);
}

/** The ids of the checks that observe what the documents leave open in a record. */
const observing: ReadonlySet<string> = new Set(['getCaseData.listed-cases', 'updateClient.nothing']);

interface Judged<Value extends FieldValue> {
  readonly records: readonly RecordWith<Value>[];
  readonly checks: readonly Check[];
  readonly writes: WriteMode;
}

export function recordsResult({ records, checks, writes }: Judged<FieldValue>): Promise<RunResult> {
  const ofShape = Map.groupBy(records, ({ value }) => value.field.shape);
  const idsOf = (shape: FieldValue['field']['shape']) => (ofShape.get(shape) ?? []).map(({ id }) => id);
  return trial(holding(records), {
    checks,
    target: {
      cases: Object.fromEntries(bundled.caseTypes.map((type) => [type, idsOf(type)])) as Record<
        CaseType,
        string[]
      >,
      clients: idsOf('Client'),
      writes,
    },
    runs: 1,
  });
}

type WrongIn<Value extends FieldValue> = (
  value: Value,
  findings: readonly ReportedDeviation[],
  record: ListedRecord,
) => string | undefined;

async function triedRecords<Value extends FieldValue>(
  kind: SubjectKind,
  judged: Judged<Value>,
  wrongIn: WrongIn<Value>,
): Promise<TrialResult[]> {
  const { results, exchanges } = await recordsResult(judged);
  const read = new Set(
    results
      .filter((result) => judges(result) && result.verdict !== 'inconclusive')
      .flatMap(({ evidence }) => pathsOf(evidence.flatMap((place) => exchanges[place] ?? []))),
  );
  const found = Map.groupBy(
    results.flatMap(({ findings }) =>
      findings.map((finding) => ({ finding, path: exchanges[finding.exchange]?.request.path })),
    ),
    ({ path }) => path,
  );
  return judged.records.map(({ path, value, record }) => {
    const findings = found.get(path)?.map(({ finding }) => finding) ?? [];
    const wrong = read.has(path) ? wrongIn(value, findings, record()) : 'No check reads it.';
    return { kind, row: tableOf(value.field), name: value.name, wrong };
  });
}

function pathsOf(exchanges: readonly Evidence[]): string[] {
  return exchanges.filter(({ response }) => response.status === 200).map(({ request }) => request.path);
}
