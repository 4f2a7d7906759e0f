import { afterAll } from 'vitest';
import { endFile } from './end-of-file.ts';

// Run before each file of tests.
afterAll(endFile);
