import { TestRunner } from 'vitest';

/** Loads no further test files after a test has failed: the mutant is killed, and loading takes most of the time. */
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
