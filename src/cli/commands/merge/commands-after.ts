import { hasWrites } from '../../../conformance/request-counts.ts';
import type { Environment } from '../../../gate/environment.ts';
import type { Commands } from '../../../report/commands.ts';
import type { Report } from '../../../report/report.ts';
import { type Described, embeddedTarget, explainCommand } from '../../rerun.ts';
import { checkAgain } from '../check.ts';

/** The commands to continue from the merged report. It names the target, but not the other options of the shards. */
export function commandsAfter(
  report: Report,
  given: Described & { readonly reportDir: string },
  environment: Environment,
): Commands {
  const { target, seed, runs, thorough, repeat, discovered } = report;
  const { told, untold } = target === embeddedTarget ? ofEmbedded : ofDeployment(report);
  const needed = [...untold, ...(discovered === undefined ? [] : ['--discover'])];
  const again = {
    ...given,
    ...told,
    seed,
    runs,
    ...(thorough && { thorough }),
    ...(repeat && { repeat }),
  };
  return {
    rerun: checkAgain(again, environment),
    rerunNeeds: needed.length === 0 ? undefined : `the ${needed.join(', ')} of the shards`,
    explain: explainCommand(given, environment),
  };
}

const ofEmbedded = { told: { reference: true }, untold: [] };

function ofDeployment({ target: baseUrl, requestsByOperation = {} }: Report) {
  const untold = ['--config', '--case', '--token-env'];
  // If the run sent no writes, the repetition must not write either, whatever configuration it finds.
  return hasWrites(requestsByOperation)
    ? { told: { baseUrl }, untold: [...untold, '--writes'] }
    : { told: { baseUrl, writes: 'none' as const }, untold };
}
