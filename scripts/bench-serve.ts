import { printFigures } from './bench/figure.ts';
import { imports } from './bench-serve/imports.ts';
import { rates } from './bench-serve/rates.ts';
import { soak } from './bench-serve/soak.ts';

// `npm run bench:serve` measures the reference implementation under load, for the table in docs/performance.md.
await printFigures([rates, imports, soak]);
