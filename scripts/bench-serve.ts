import { printFigures } from './bench/figure.ts';
import { imports } from './bench-serve/imports.ts';
import { rates } from './bench-serve/rates.ts';
import { soak } from './bench-serve/soak.ts';

// How the reference implementation bears load, as docs/performance.md shows it: `npm run bench:serve`.
await printFigures([rates, imports, soak]);
