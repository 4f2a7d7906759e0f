import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import type { MutatedFolder } from './folders.ts';

/**
 * How Stryker is to mutate a folder. What it noted of an earlier run it does not try again, but for what survived and
 * is covered by tests that are new.
 * @param globs - of the files below `src` that are meant, or the folder alone; all of its files where there are none
 */
export function optionsOf(
  { name, tests, without, isKeeping }: MutatedFolder,
  globs: readonly string[],
): PartialStrykerOptions {
  const files = globs.filter((glob) => glob !== name).map((glob) => `src/${glob}`);
  return {
    // What stands in at the build is tested with the package.
    mutate: [...(files.length > 0 ? files : [`src/${name}/**/*.ts`]), '!src/**/*.prepared.ts'],
    mutator: { excludedMutations: [...without] },
    ...(isKeeping ? inProcesses(tests) : inOneProcess(tests)),
    concurrency: isKeeping ? 2 : 1,
    timeoutMS: 5_000,
    ignorePatterns: ['dist'],
    disableTypeChecks: true,
    incremental: true,
    incrementalFile: `reports/mutation/${name}.incremental.json`,
    reporters: ['html', 'progress-append-only'],
    htmlReporter: { fileName: `reports/mutation/${name}.html` },
  };
}

function inOneProcess(tests: readonly string[]): PartialStrykerOptions {
  return {
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    testFiles: [...tests],
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // What is evaluated as a module is loaded is covered by no test of its own.
    ignoreStatic: true,
  };
}

function inProcesses(tests: readonly string[]): PartialStrykerOptions {
  const command = `vitest run --bail 1 --maxWorkers 1 ${tests.join(' ')}`;
  return { testRunner: 'command', commandRunner: { command }, coverageAnalysis: 'off' };
}
