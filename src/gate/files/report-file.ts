import { inThisFormat } from '../../report/earlier-format.ts';
import { named } from '../../report/quoted.ts';
import type { Report } from '../../report/report.ts';
import { memberOf } from '../../schema/pointer.ts';
import { Failure } from '../failure.ts';
import { compiledForm } from './compiled-forms.ts';
import { type FileForm, jsonOfForm, readJsonFile } from './json-file.ts';

const form: FileForm<Report> = {
  name: 'a report of case-conformance',
  conforms: compiledForm('report'),
  renewed,
};

/**
 * Reads a report.
 * @throws {Failure} `REPORT_TOO_OLD`, or when it cannot be read, or is none
 */
export function readReport(file: string): Promise<Report> {
  return readJsonFile(file, form);
}

/**
 * Reads a report from bytes.
 * @param source - what errors call the place that they are from
 * @throws {Failure} as `readReport` does
 */
export function reportIn(bytes: Uint8Array, source: string): Report {
  return jsonOfForm(bytes, form, source);
}

/**
 * A report that is a value.
 * @param name - what errors call it
 * @throws {Failure} `REPORT_TOO_OLD`
 */
export function reportInThisFormat(report: Report, name: string): Report {
  return renewed(report, name) as Report;
}

function renewed(report: unknown, source: string): unknown {
  const format = memberOf(report, 'formatVersion');
  // Locks, too, have a format.
  const isReport = memberOf(report, 'results') !== undefined;
  if (!isReport || (format !== '1.0' && format !== '2.0')) return inThisFormat(report);
  throw new Failure(
    'REPORT_TOO_OLD',
    `${named(source)} is a report of the format ${format}, which is not read any more. Make it again with this version.`,
  );
}
