import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'contracts/**/*.test.ts', 'properties/**/*.test.ts'],
    testTimeout: 30_000,
    passWithNoTests: false,
    // Most of the time goes into whole runs of the suite: one core is not left to itself.
    maxWorkers: '100%',
  },
});
