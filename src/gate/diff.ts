import { TooLarge } from '../regression/descriptions/parts.ts';
import { type DiffReport, diffReport } from '../regression/descriptions/report.ts';
import { readDescription } from './descriptions/read-description.ts';
import type { SourceOptions } from './descriptions/source-text.ts';
import { Failure } from './failure.ts';

/**
 * Compares two descriptions of OpenAPI 3.0 or 3.1.
 * @param before - a file, a URL, `-`, or the bundled one as `@2.0`
 * @throws {Failure} as `readDescription` does; `CALL_NOT_UNDERSTOOD` if both are the standard input;
 * `DESCRIPTION_WRONG` if schemas are too large to be compared
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
  const [old, now] = [await read(before), await read(after)];
  try {
    return diffReport(old, now);
  } catch (cause) {
    if (!(cause instanceof TooLarge)) throw cause;
    throw new Failure(
      'DESCRIPTION_WRONG',
      `The schemas of ${cause.place} are too large, or refer to each other too deeply, to be compared. Compare that part alone, or shorten the chain of references.`,
      { cause },
    );
  }
}
