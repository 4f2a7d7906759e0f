import { defineConfig } from 'vitest/config';

// Every mutant is a run of its own, which costs the loading of the modules most: once is enough. What Stryker runs, and
// that it runs one test at a time, it says itself.
export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts'],
    isolate: false,
    runner: './scripts/mutation/until-noticed.ts',
    // A file that was not loaded any more has none.
    passWithNoTests: true,
  },
});
