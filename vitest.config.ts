import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that open sockets or start processes. The setup of all other tests forbids both. */
const system = [
  'contracts/**/*.test.ts',
  'test/{browser,package}/**/*.test.ts',
  'test/unit/{api,cli,http,reference,stub,verification}/**/*.test.ts',
  '**/*.system.test.ts',
];

/** These run first, so no core waits for them at the end. */
const slowestFiles = [
  /\/properties\/put-back\./,
  /\/test\/matrix\//,
  /\/test\/package\//,
  /\/descriptions\/(corpus|whole-documents|random-pairs|large)\./,
  /\/cli\/(hostile-targets|verify[a-z-]*|serve|doctor|secrecy[a-z-]*|restore|unsafe-targets|broker)\./,
  /\/(changed-descriptions|databases|stub)\./,
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId, project }: TestSpecification): number => {
      const rank = slowestFiles.findIndex((path) => path.test(moduleId));
      // The projects are not mixed: a worker serves one project, so alternating would start many workers.
      return (rank === -1 ? slowestFiles.length : rank) + (project.name === 'fast' ? 100 : 0);
    };
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['{test,contracts,properties}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...system],
          setupFiles: ['test/support/without-sockets.ts'],
        },
      },
      { extends: true, test: { name: 'system', include: system } },
    ],
    setupFiles: ['test/support/setup.ts'],
    // Files share their imports: loading Ajv and the description for each file took longer than most tests.
    isolate: false,
    testTimeout: 60_000,
    // A hook may start a browser, which takes long on a busy machine.
    hookTimeout: 60_000,
    passWithNoTests: false,
    // Node 24 sometimes crashes during garbage collection with its baseline compiler:
    // https://github.com/nodejs/node/issues/62393
    // Few survivors of many short-lived values: a larger young generation is collected less often.
    execArgv: ['--no-sparkplug', '--max-semi-space-size=64'],
    env: {
      // Disables Pact's usage reports.
      PACT_DO_NOT_TRACK: 'true',
      // Shares compiled sources between the hundreds of threads and processes that tests start.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)),
    },
    // One more than there are cores, since many tests wait for a time-out, a disk or a process.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
  },
});
