/** A folder of the source whose code is mutated, and what is to notice it. */
export interface MutatedFolder {
  readonly name: string;
  /** Globs of the test files: those of single functions, which tell soonest. */
  readonly tests: readonly string[];
  /** Mutators that are left out. */
  readonly without: readonly string[];
}

export const folders: readonly MutatedFolder[] = [
  {
    name: 'validation',
    // Values of millions are judged in time only without what counts how often each place is reached.
    tests: ['test/unit/validation/!(hostile).test.ts'],
    without: [],
  },
  {
    name: 'conformance',
    tests: [
      'test/unit/conformance/**/*.test.ts',
      'test/unit/report/**/*.test.ts',
      'test/unit/regression/**/*.test.ts',
    ],
    without: ['StringLiteral'],
  },
  {
    name: 'checks',
    tests: ['test/unit/checks/**/*.test.ts'],
    without: ['StringLiteral'],
  },
];
