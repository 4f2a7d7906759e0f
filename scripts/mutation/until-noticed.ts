import { TestRunner } from 'vitest';

/** Loads no more test files once a test has failed: the mutant is noticed, and loading is most of what is left. */
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
