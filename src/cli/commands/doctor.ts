import { checksOf } from '../../checks/all.ts';
import { type ExitStatus, Failure } from '../../gate/failure.ts';
import type { Check } from '../../harness/check.ts';
import { bundled } from '../../specification/bundled.ts';
import { withPeers } from '../embedded-reference.ts';
import { startProgress } from '../progress.ts';
import type { Terminal } from '../terminal.ts';

/** The options of `doctor`. */
export interface DoctorOptions {
  /** Leaves out what does not hold the text in its id, title, requirement or field. */
  readonly only?: string;
}

/**
 * Shows that the checks catch what they claim to catch, and nothing else.
 * @param checks - those that are to show it
 * @throws {Failure} when there is nothing to show it with
 */
export async function doctor(
  { only }: DoctorOptions,
  terminal: Terminal,
  checks: readonly Check[] = checksOf(bundled),
): Promise<ExitStatus> {
  const { proofText, prove, subjectsWith } = await withPeers(async () => ({
    ...(await import('../../proof/proof.ts')),
    ...(await import('../../proof/proof-text.ts')),
  }));
  const subjects = subjectsWith(only);
  const all = Object.values(subjects).flat().length;
  if (all === 0) {
    throw new Failure(
      'NOTHING_SELECTED',
      `Nothing has '${only}' in its id, title, requirement or field. They stand in docs/faults.md.`,
    );
  }
  const progress = startProgress('Proving the suite', all, 'subjects', terminal);
  const proof = await prove(subjects, checks, progress.update).finally(progress.stop);
  terminal.output.write(proofText(proof));
  const isProved = Object.values(proof).every((tried) => tried.every(({ wrong }) => wrong === undefined));
  return isProved ? 0 : 1;
}
