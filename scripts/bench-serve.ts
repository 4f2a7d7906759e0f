import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heading, isMissed, rowOf } from './bench/figure.ts';
import { imports } from './bench-serve/imports.ts';
import { rates } from './bench-serve/rates.ts';
import { soak } from './bench-serve/soak.ts';

// How the reference implementation bears load, as docs/performance.md shows it: `npm run bench:serve`.

const folder = await mkdtemp(join(tmpdir(), 'case-conformance-bench-serve-'));
process.stdout.write(`${heading}\n`);
try {
  for (const benchmark of [rates, imports, soak]) {
    for (const figure of await benchmark(folder)) {
      process.stdout.write(`${rowOf(figure)}\n`);
      if (isMissed(figure)) process.exitCode = 1;
    }
  }
} finally {
  await rm(folder, { recursive: true });
}
