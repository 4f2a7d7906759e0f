import { inThisFormat } from '../../report/earlier-format.ts';
import schema from '../../report/report.schema.json' with { type: 'json' };
import type { Report } from '../../report/report.ts';
import { fileForm, readJsonFile } from './json-file.ts';

const form = {
  ...fileForm<Report>('a report of case-conformance', schema),
  renewed: inThisFormat,
};

/**
 * Reads a report.
 * @throws {Failure} when it cannot be read, or is none
 */
export function readReport(file: string): Promise<Report> {
  return readJsonFile(file, form);
}
