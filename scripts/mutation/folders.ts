/** A folder of the source whose code is mutated, and what is to notice it. */
export interface MutatedFolder {
  readonly name: string;
  /** The test files, by globs or where `isKeeping` by a part of their paths: those of single functions, which tell soonest. */
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
    // Not those of hostile values, which are judged in time only without the code of the mutants.
    tests: [
      'validation/acceptor',
      'validation/catalogue',
      'validation/formats',
      'validation/limits',
      'validation/validate',
      'properties/validators',
    ],
    without: [],
    isKeeping: true,
  },
  {
    name: 'conformance',
    tests: [
      'test/unit/conformance/**/*.test.ts',
      'test/unit/report/**/*.test.ts',
      'test/unit/acceptance/**/*.test.ts',
    ],
    without: ['StringLiteral'],
    isKeeping: false,
  },
  ...['checks', 'rules', 'harness'].map((name) => ({
    name,
    tests: ['checks', 'rules', 'harness'].map((folder) => `test/unit/${folder}/**/*.test.ts`),
    without: ['StringLiteral'],
    isKeeping: false,
  })),
];
