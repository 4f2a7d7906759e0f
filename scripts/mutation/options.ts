import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import type { MutatedFolder } from './folders.ts';

/**
 * Stryker's options for a folder. Incremental: only changed mutants, and surviving mutants with new tests, are run
 * again.
 * @param globs - the files to mutate, below `src`; none or only the folder's name selects the whole folder
 */
export function optionsOf(
  { name, tests, without, cachesValues }: MutatedFolder,
  globs: readonly string[],
): PartialStrykerOptions {
  const files = globs.filter((glob) => glob !== name).map((glob) => `src/${glob}`);
  return {
    // In the built package, `.prepared.ts` files replace other files. They are tested there.
    mutate: [...(files.length > 0 ? files : [`src/${name}/**/*.ts`]), '!src/**/*.prepared.ts'],
    mutator: { excludedMutations: [...without] },
    ...(cachesValues ? inProcesses(tests) : inOneProcess(tests)),
    concurrency: cachesValues ? 2 : 1,
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
    // Code that runs when a module is loaded belongs to no single test.
    ignoreStatic: true,
  };
}

function inProcesses(tests: readonly string[]): PartialStrykerOptions {
  const command = `vitest run --bail 1 --maxWorkers 1 ${tests.join(' ')}`;
  return { testRunner: 'command', commandRunner: { command }, coverageAnalysis: 'off' };
}
