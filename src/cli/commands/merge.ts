import { named } from '../../report/quoted.ts';
import { option, overlay, percentage, reportDir, reporters, spec } from '../arguments.ts';
import { command } from '../command.ts';
import { sourceOptions } from '../terminal.ts';

export const merge = command({
  arguments: [{ name: '<reports...>', description: 'the report.json of every shard' }],
  options: {
    spec,
    overlay,
    minFieldCoverage: option(
      '--min-field-coverage <percent>',
      'how much of all that case records can show must be seen',
      percentage,
    ),
    minDecided: option(
      '--min-decided <percent>',
      'how much of what can be decided with these writes must be decided',
      percentage,
    ),
    reporter: reporters,
    reportDir,
  },
  example: 'case-conformance merge shard-1/report.json shard-2/report.json',

  async run({ reportDir, reporter, minFieldCoverage, minDecided, ...given }, terminal, files) {
    const { readSpecification } = await import('../../gate/descriptions/read-specification.ts');
    const { merge } = await import('../../gate/merge.ts');
    const { exitStatusOf } = await import('../conclude.ts');
    const { commandsAfter } = await import('./merge/commands-after.ts');
    const { assertNotReport, clearedReportFiles, writeReport } = await import('../report-files.ts');
    for (const file of files)
      assertNotReport(
        file,
        reportDir,
        `${named(file)} would be overwritten. Name another folder with --report-dir.`,
      );
    const specification = await readSpecification({ ...given, ...sourceOptions(terminal) });
    const report = await merge(files, { specification, minFieldCoverage, minDecided });
    const taken = [given.spec, given.overlay, ...files];
    const written = await clearedReportFiles({ reportDir, reporter, taken });
    const commands = commandsAfter(report, { ...given, reportDir }, terminal.environment);
    // The shards' files were searched for leaks when they were written.
    await writeReport({ report }, commands, written, terminal);
    return exitStatusOf({ report });
  },
});
