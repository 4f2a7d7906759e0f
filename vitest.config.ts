import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'contracts/**/*.test.ts', 'properties/**/*.test.ts'],
    testTimeout: 30_000,
    passWithNoTests: false,
  },
});
