/** A folder of `src` to mutate, and the tests that must fail for each mutant. */
export interface MutatedFolder {
  readonly name: string;
  readonly tests: readonly string[];
  readonly without: readonly string[];
  /**
   * Whether the modules cache values at load or on first use. Each mutant then needs a process of its own, since it has
   * no effect on a value that is already cached.
   */
  readonly cachesValues: boolean;
}

export const folders: readonly MutatedFolder[] = [
  {
    name: 'validation',
    // Tests of hostile values are left out: code that is instrumented for mutation is too slow for their time limits.
    tests: [
      'validation/acceptor',
      'validation/catalogue',
      'validation/formats',
      'validation/limits',
      'validation/validate',
      'properties/validators',
    ],
    without: [],
    cachesValues: true,
  },
  {
    name: 'conformance',
    tests: [
      'test/unit/conformance/**/*.test.ts',
      'test/unit/report/**/*.test.ts',
      'test/unit/acceptance/**/*.test.ts',
    ],
    without: ['StringLiteral'],
    cachesValues: false,
  },
  ...['checks', 'rules', 'harness'].map((name) => ({
    name,
    tests: ['checks', 'rules', 'harness'].map((folder) => `test/unit/${folder}/**/*.test.ts`),
    without: ['StringLiteral'],
    cachesValues: false,
  })),
];
