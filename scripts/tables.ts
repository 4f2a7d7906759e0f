import { writeFile } from 'node:fs/promises';
import { faultTable } from '../src/faults/table.ts';
import { requirementsTable } from './tables/requirements-table.ts';

// Renews the tables of the documents that are made from data. A test fails while one is out of date.
await writeFile('docs/requirements.md', requirementsTable());
await writeFile('docs/faults.md', faultTable());
