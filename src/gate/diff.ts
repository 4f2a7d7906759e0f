import { TooLarge } from '../regression/descriptions/parts.ts';
import { type DiffReport, diffReport } from '../regression/descriptions/report.ts';
import {
  type AcceptedDifference,
  type DiffGate,
  entriesAccepting,
  withAccepted,
} from '../report/diff-gate.ts';
import { readDescription } from './descriptions/read-description.ts';
import type { SourceOptions } from './descriptions/source-text.ts';
import { Failure } from './failure.ts';
import { readJsonFile } from './files/json-file.ts';
import { acceptedDifferencesFile, readKept, writeKept } from './files/kept-file.ts';

export interface DiffOptions extends SourceOptions {
  /** The differences that are accepted, or their file. */
  readonly accept?: readonly AcceptedDifference[] | string | undefined;
}

/**
 * Compares two descriptions of OpenAPI 3.0 or 3.1.
 * @param before - a file, a URL, `-`, or the bundled one as `@2.0`
 * @throws {Failure} as `readDescription` does; `CALL_NOT_UNDERSTOOD` if both are the standard input;
 * `DESCRIPTION_WRONG` if schemas are too large to be compared
 */
export async function diff(before: string, after: string, options: DiffOptions = {}): Promise<DiffReport> {
  const { accept = [] } = options;
  const entries =
    typeof accept === 'string' ? (await readJsonFile(accept, acceptedDifferencesFile)).accepted : accept;
  return withAccepted(await compared(before, after, options), entries, today());
}

/**
 * As `diff`, and accepts the differences that fail: their entries are written to the file, instead of those that
 * accept nothing any more.
 * @throws {Failure} as `diff` does, and `FILE_NOT_WRITABLE`
 */
export async function diffAccepting(
  before: string,
  after: string,
  {
    file,
    reason,
    gate,
    ...options
  }: SourceOptions & { readonly file: string; readonly reason: string; readonly gate: DiffGate },
): Promise<DiffReport> {
  const { accepted: earlier = [] } = (await readKept(file, acceptedDifferencesFile)) ?? {};
  const found = await compared(before, after, options);
  const grounds = { entries: earlier, reason, today: today() };
  const accepted = entriesAccepting(withAccepted(found, earlier, today()), gate, grounds);
  await writeKept(file, { accepted }, acceptedDifferencesFile);
  return withAccepted(found, accepted, today());
}

/** In UTC, as YYYY-MM-DD. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

async function compared(before: string, after: string, options: SourceOptions): Promise<DiffReport> {
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
