import type { Report } from '../../report/report.ts';
import { compiledForm } from './compiled-forms.ts';
import { type FileForm, jsonOfForm, readJsonFile } from './json-file.ts';

const form: FileForm<Report> = {
  name: 'a report of case-conformance',
  conforms: compiledForm('report'),
};

/**
 * Reads a report.
 * @throws {Failure} if it cannot be read, or is not a report
 */
export function readReport(file: string): Promise<Report> {
  return readJsonFile(file, form);
}

/**
 * Reads a report from bytes.
 * @param source - the name of their origin in error messages
 * @throws {Failure} as `readReport` does
 */
export function reportIn(bytes: Uint8Array, source: string): Report {
  return jsonOfForm(bytes, form, source);
}
