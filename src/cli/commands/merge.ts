import type { Environment } from '../../gate/environment.ts';
import type { Commands } from '../../report/commands.ts';
import type { Report } from '../../report/report.ts';
import {
  type DescriptionOptions,
  descriptionOptions,
  minDecided,
  minFieldCoverage,
  reportOptions,
} from '../arguments.ts';
import { command } from '../command.ts';
import { embeddedTarget, explainCommand } from '../rerun.ts';
import { specificationOf } from '../terminal.ts';
import { checkAgain } from './check.ts';

export const merge = command({
  arguments: [{ name: '<reports...>', description: 'the report.json of every shard' }],
  options: {
    ...descriptionOptions,
    minFieldCoverage: minFieldCoverage(),
    minDecided: minDecided(),
    ...reportOptions,
  },
  example: 'case-conformance merge shard-1/report.json shard-2/report.json',

  async run({ reportDir, reporter, minFieldCoverage, minDecided, ...given }, terminal, files) {
    const { merge } = await import('../../gate/reports.ts');
    const { exitStatusOf } = await import('../conclude.ts');
    const { clearedReportFiles, writeReport } = await import('../report-files.ts');
    const specification = await specificationOf(given, terminal);
    const taken = [given.spec, given.overlay, ...files];
    const written = await clearedReportFiles({ reportDir, reporter, taken });
    const report = await merge(files, { specification, minFieldCoverage, minDecided });
    const commands = await commandsAfter(report, { ...given, reportDir }, written.json, terminal.environment);
    // No search for leaks is needed: the reports of the shards were searched when they were written.
    await writeReport({ report }, commands, written, terminal);
    return exitStatusOf({ report });
  },
});

/**
 * Commands for the joined run. They name the target, but not other options of the shards, which the report does not
 * contain.
 */
async function commandsAfter(
  report: Report,
  given: DescriptionOptions & { readonly reportDir: string },
  file: string,
  environment: Environment,
): Promise<Commands> {
  const { target, seed, runs, thorough, repeat, discovered } = report;
  const { known, missing } = target === embeddedTarget ? ofEmbedded : await ofDeployment(report);
  const needed = [...missing, ...(discovered === undefined ? [] : ['--discover'])];
  const options = {
    ...given,
    ...known,
    runs,
    ...(thorough && { thorough }),
    ...(repeat && { repeat }),
  };
  return {
    rerun: checkAgain({ ...options, seed }, environment),
    again: checkAgain({ ...options, again: file }, environment),
    rerunNeeds: needed.length === 0 ? undefined : `the ${needed.join(', ')} of the shards`,
    explain: explainCommand(given, environment),
  };
}

const ofEmbedded = { known: { reference: true }, missing: [] };

async function ofDeployment({ target: baseUrl, requestsByOperation = {} }: Report) {
  const { hasWrites } = await import('../../conformance/request-counts.ts');
  const missing = ['--config', '--case', '--token-env'];
  // If the run changed nothing, its repetition must not change anything either, even if the configuration allows
  // changes.
  return hasWrites(requestsByOperation)
    ? { known: { baseUrl }, missing: [...missing, '--writes'] }
    : { known: { baseUrl, writes: 'none' as const }, missing };
}
