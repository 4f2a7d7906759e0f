import { checkRun } from './bench/check-run.ts';
import { compareDescriptions } from './bench/compare-descriptions.ts';
import { compareReports } from './bench/compare-reports.ts';
import { printFigures } from './bench/figure.ts';
import { generateRecords } from './bench/generate-records.ts';
import { hostileTargets } from './bench/hostile-targets.ts';
import { otherValidators } from './bench/other-validators.ts';
import { runBudget } from './bench/run-budget.ts';
import { startUp } from './bench/start-up.ts';
import { sweep } from './bench/sweep.ts';
import { validateFile } from './bench/validate-file.ts';
import { validateRecords } from './bench/validate-records.ts';

// Prints the figures for docs/performance.md. Arguments select benchmarks by name. A new benchmark needs a file and a
// line here.
const benchmarks = [
  startUp,
  validateRecords,
  validateFile,
  otherValidators,
  generateRecords,
  checkRun,
  runBudget,
  hostileTargets,
  sweep,
  compareReports,
  compareDescriptions,
];

const named = process.argv.slice(2);
const unknown = named.filter((name) => benchmarks.every((benchmark) => benchmark.name !== name));
if (unknown.length > 0) {
  const names = benchmarks.map(({ name }) => name).join(', ');
  throw new Error(`There is no benchmark ${unknown.join(', ')}. There are ${names}.`);
}

await printFigures(benchmarks.filter(({ name }) => named.length === 0 || named.includes(name)));
