// The Vitest entry point: checks as tests, and matchers, which importing registers.

import './gate/supported-node.ts';
import { expect } from 'vitest';
import { matchers } from './vitest/matchers.ts';

export { type ConformanceOptions, describeConformance } from './vitest/describe-conformance.ts';
export type { RecordMatchers } from './vitest/matchers.ts';

expect.extend(matchers);
