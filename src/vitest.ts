// This file is the Vitest entry point: checks as tests, and matchers, which are registered when the file is imported.

import './gate/supported-node.ts';
import { expect } from 'vitest';
import { matchers } from './vitest/matchers.ts';

export { type ConformanceOptions, describeConformance } from './vitest/describe-conformance.ts';
export type { RecordMatchers } from './vitest/matchers.ts';

expect.extend(matchers);
