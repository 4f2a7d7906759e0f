import { type DiffReport, diffReport } from '../regression/descriptions/report.ts';
import { readDescription } from './descriptions/read-description.ts';
import type { SourceOptions } from './descriptions/source-text.ts';
import { Failure } from './failure.ts';

/**
 * Compares two descriptions of OpenAPI 3.0 or 3.1.
 * @param before - a file, a URL, `-`, or the bundled one as `@2.0`
 * @throws {Failure} as `readDescription` does; `CALL_NOT_UNDERSTOOD` when both are the standard input
 */
export async function diff(before: string, after: string, options: SourceOptions = {}): Promise<DiffReport> {
  if (before === '-' && after === '-')
    throw new Failure(
      'CALL_NOT_UNDERSTOOD',
      'Only one of the two descriptions can be the standard input. Name a file.',
    );
  const read = async (source: string) => {
    const { name, document, description } = await readDescription(source, options);
    return { source: source === '-' ? source : name, document, description };
  };
  return diffReport(await read(before), await read(after));
}
