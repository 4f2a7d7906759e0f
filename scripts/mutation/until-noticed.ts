import { TestRunner } from 'vitest';

/**
 * Loads no further test files once a test has failed. The mutant is then killed, and loading takes most of the time.
 */
export default class UntilNoticed extends TestRunner {
  #isNoticed = false;

  override cancel(...reason: Parameters<TestRunner['cancel']>): void {
    this.#isNoticed = true;
    super.cancel(...reason);
  }

  override importFile(...file: Parameters<TestRunner['importFile']>): ReturnType<TestRunner['importFile']> {
    return this.#isNoticed ? undefined : super.importFile(...file);
  }
}
