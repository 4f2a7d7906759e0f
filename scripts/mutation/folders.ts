/** A folder of the source whose code is mutated, and what is to notice it. */
export interface MutatedFolder {
  readonly name: string;
  /** The test files, or globs of them: those of single functions, which tell soonest. */
  readonly tests: readonly string[];
  /** Mutators that are left out. */
  readonly without: readonly string[];
  /**
   * Whether its modules keep what their code made once. Then each mutant is tried in a process of its own: it would
   * change nothing in one that has made it already.
   */
  readonly isKeeping: boolean;
}

export const folders: readonly MutatedFolder[] = [
  {
    name: 'validation',
    tests: ['test/unit/validation', 'properties/validators.test.ts'],
    without: [],
    isKeeping: true,
  },
  {
    name: 'conformance',
    tests: [
      'test/unit/conformance/**/*.test.ts',
      'test/unit/report/**/*.test.ts',
      'test/unit/regression/**/*.test.ts',
    ],
    without: ['StringLiteral'],
    isKeeping: false,
  },
  {
    name: 'checks',
    tests: ['test/unit/checks/**/*.test.ts'],
    without: ['StringLiteral'],
    isKeeping: false,
  },
];
