// The entry point for Vitest: checks as tests, and matchers. Importing it registers the matchers.

import './gate/supported-node.ts';
import { expect } from 'vitest';
import { matchers } from './vitest/matchers.ts';

export { type ConformanceOptions, describeConformance } from './vitest/describe-conformance.ts';
export type { RecordMatchers } from './vitest/matchers.ts';

expect.extend(matchers);
