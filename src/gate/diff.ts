import { TooLarge } from '../regression/descriptions/parts.ts';
import {
  type AcceptedDifference,
  type DiffAcceptance,
  type DiffGate,
  entriesAccepting,
  withAccepted,
} from '../report/diff/gate.ts';
import { type DiffReport, diffReport, type NamedDescription } from '../report/diff/report.ts';
import { readDescription } from './descriptions/read-description.ts';
import type { SourceOptions } from './descriptions/source-text.ts';
import { callWrong, Failure } from './failure.ts';

export interface DiffOptions extends SourceOptions {
  /** Differences that do not fail the comparison, or the path of a file with them. */
  readonly accept?: readonly AcceptedDifference[] | string | undefined;
  /** Accepts the removal of anything that the earlier description marked as deprecated. */
  readonly acceptDeprecated?: boolean | undefined;
}

/**
 * Compares two descriptions of OpenAPI 3.0, 3.1 or 3.2.
 * @param before - a file, a URL, `-` for the standard input, or `@2.0` for the bundled description
 * @throws {Failure} as `readDescription` does; `CALL_NOT_UNDERSTOOD` if both are `-`; `DESCRIPTION_WRONG` if schemas
 *   are too large to be compared
 */
export async function diff(before: string, after: string, options: DiffOptions = {}): Promise<DiffReport> {
  const { accept = [] } = options;
  const entries = typeof accept === 'string' ? await entriesIn(accept) : accept;
  return withAccepted(await compared(before, after, options), acceptanceOf(options, entries));
}

async function entriesIn(file: string): Promise<readonly AcceptedDifference[]> {
  const { readForm } = await import('./files/form-files.ts');
  return (await readForm(file, 'acceptedDifferences')).accepted;
}

interface AcceptingOptions extends Omit<DiffOptions, 'accept'> {
  readonly file: string;
  readonly reason: string;
  readonly gate: DiffGate;
}

/**
 * Compares like `diff`, and adds each difference that fails to the file of accepted differences. An expired entry is
 * removed if its difference no longer exists, but is never renewed.
 * @throws {Failure} as `diff` does, and `FILE_NOT_WRITABLE`
 */
export async function diffAccepting(
  before: string,
  after: string,
  { file, reason, gate, ...options }: AcceptingOptions,
): Promise<DiffReport> {
  const { readKept, writeKept } = await import('./files/form-files.ts');
  const { accepted: earlier = [] } = (await readKept(file, 'acceptedDifferences')) ?? {};
  const found = await compared(before, after, options);
  const acceptance = acceptanceOf(options, earlier);
  const accepted = entriesAccepting(withAccepted(found, acceptance), gate, acceptance, reason);
  await writeKept(file, { accepted }, 'acceptedDifferences');
  return withAccepted(found, acceptanceOf(options, accepted));
}

function acceptanceOf(
  { acceptDeprecated = false }: Pick<DiffOptions, 'acceptDeprecated'>,
  entries: readonly AcceptedDifference[],
): DiffAcceptance {
  const today = new Date().toISOString().slice(0, 10);
  return { entries, isDeprecatedAccepted: acceptDeprecated, today };
}

async function compared(before: string, after: string, options: SourceOptions): Promise<DiffReport> {
  if (before === '-' && after === '-')
    throw callWrong('Only one of the two descriptions can be the standard input. Name a file.');
  const [old, now] = [await named(before, options), await named(after, options)];
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

async function named(source: string, options: SourceOptions): Promise<NamedDescription> {
  const { name, ...read } = await readDescription(source, options);
  return { ...read, source: source === '-' ? source : name };
}
