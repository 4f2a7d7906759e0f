import { defineConfig } from 'vitest/config';

// One process loads the modules once for all mutants (`isolate: false`), since loading takes most of the time. Stryker
// sets which tests run, one after the other.
export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts'],
    isolate: false,
    runner: './scripts/mutation/until-noticed.ts',
    // After a failed test, the remaining files are not loaded, so they have no tests.
    passWithNoTests: true,
  },
});
