import { Failure } from '../../gate/failure.ts';
import type { Check } from '../../harness/check.ts';
import { quoted } from '../../report/quoted.ts';
import { collect, option } from '../arguments.ts';
import { command } from '../command.ts';
import type { ExitStatus } from '../exit-status.ts';
import { type Terminal, write } from '../terminal.ts';

export const doctor = command({
  options: {
    only: option(
      '--only <text>',
      'try only what has this text in its id, title, requirement or field; may be repeated',
      collect,
    ),
  },
  example: 'case-conformance doctor --only description-served',

  async run({ only }, terminal) {
    const { checksOf } = await import('../../checks/all.ts');
    const { bundled } = await import('../../specification/bundled.ts');
    return proveSuite(only ?? [], checksOf(bundled), terminal);
  },
});

export async function proveSuite(
  only: readonly string[],
  checks: readonly Check[],
  terminal: Terminal,
): Promise<ExitStatus> {
  const { progressOn, countInWords } = await import('../progress.ts');
  const { prove, subjectsWith } = await import('../../../proof/proof.ts');
  const { proofText } = await import('../../../proof/proof-text.ts');
  const subjects = subjectsWith(...only);
  const all = Object.values(subjects).flat().length;
  if (all === 0)
    throw new Failure(
      'NOTHING_SELECTED',
      `Nothing has ${only.map(quoted).join(' or ')} in its id, title, requirement or field. docs/faults.md lists them all.`,
    );
  const progress = await progressOn(terminal);
  const update = (ended: number): void => {
    const words = countInWords('Proving the suite', ended, all, 'subjects');
    if (progress !== undefined) progress.show(words);
    // Without a terminal, a line is printed for each tenth.
    else if (Math.floor((ended * 10) / all) > Math.floor(((ended - 1) * 10) / all))
      write(terminal.errors, `${words}\n`);
  };
  update(0);
  const proof = await prove(only, checks, update).finally(() => progress?.stop());
  write(terminal.output, proofText(proof));
  return proof.every(({ wrong }) => wrong === undefined) ? 0 : 1;
}
