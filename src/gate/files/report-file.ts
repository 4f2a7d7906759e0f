import { inThisFormat, isOfEarlierFormat } from '../../report/earlier-format.ts';
import { named } from '../../report/quoted.ts';
import schema from '../../report/report.schema.json' with { type: 'json' };
import type { Report } from '../../report/report.ts';
import { memberOf } from '../../schema/pointer.ts';
import { Failure } from '../failure.ts';
import { fileForm, jsonOfForm, readJsonFile } from './json-file.ts';

const form = fileForm<Report>('a report of case-conformance', schema);

/**
 * Reads a report.
 * @throws {Failure} when it cannot be read, or is none
 */
export function readReport(file: string): Promise<Report> {
  return readJsonFile(file, { ...form, renewed: inThisFormat });
}

/**
 * Reads a report whose deviations can be told again in another.
 * @throws {Failure} `REPORT_TOO_OLD`, or when it cannot be read, or is none
 */
export async function readComparableReport(file: string): Promise<Report> {
  return comparable(await readJsonFile(file, comparableForm), file);
}

/**
 * Reads such a report from bytes.
 * @param source - what errors call the place that they are from
 * @throws {Failure} as `readComparableReport` does
 */
export function comparableReportIn(bytes: Uint8Array, source: string): Report {
  return comparable(jsonOfForm(bytes, comparableForm, source), source);
}

/**
 * The report, if its deviations can be told again in another.
 * @param source - what errors call it
 * @throws {Failure} `REPORT_TOO_OLD`
 */
export function comparable(report: Report, source: string): Report {
  assertPresent(report, source);
  if (!report.results.some(({ findings }) => findings.some(({ fingerprint }) => fingerprint === undefined)))
    return report;
  throw new Failure(
    'REPORT_TOO_OLD',
    `${named(source)} has findings without a fingerprint, since it was joined from reports of an earlier format. Make them again with this version.`,
  );
}

const comparableForm = { ...form, renewed: assertPresent };

/** @throws {Failure} `REPORT_TOO_OLD` when it is a report of an earlier format */
function assertPresent(report: unknown, source: string): unknown {
  if (!isOfEarlierFormat(report)) return report;
  throw new Failure(
    'REPORT_TOO_OLD',
    `${named(source)} is a report of the format ${memberOf(report, 'formatVersion')}, whose findings have no fingerprints. Make it again with this version.`,
  );
}
