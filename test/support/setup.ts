import { afterAll } from 'vitest';
import { endFile } from './end-of-file.ts';

// Vitest runs this file before each file of tests.
afterAll(endFile);
