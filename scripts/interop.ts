import { openBench } from './interop/bench.ts';
import { writePage } from './interop/page.ts';
import { type Result, type Row, rows } from './interop/rows.ts';
import { installed, NotInstalled } from './interop/tools.ts';

// `npm run interop` runs the suite together with other tools, which are installed into a temporary folder. Arguments
// select tools by name; `docs` runs all, and updates the tables in docs/interop.md. The exit code is 1 if a result is
// not the expected one.

const names = process.argv.slice(2).filter((word) => word !== 'docs');
const unknown = names.filter((name) => !rows.some((row) => row.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no ${unknown.join(', ')}. Choose ${rows.map(({ name }) => name).join(', ')}.\n`,
  );
  process.exit(2);
}

const results: Result[] = [];
for (const row of rows.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const result = await tried(row);
  results.push(result);
  process.stdout.write(
    `${row.name}: ${result.state === 'passed' ? '' : `${result.state}: `}${result.figure}\n`,
  );
}
if (results.some(({ state }) => state === 'failed')) process.exitCode = 1;
if (process.argv.includes('docs')) await writePage(results);

async function tried(row: Row): Promise<Result> {
  try {
    const bench = await openBench(await installed(row.needs));
    try {
      return { row, state: 'passed', ...(await row.attempt(bench)) };
    } finally {
      await bench.close();
    }
  } catch (error) {
    const state = error instanceof NotInstalled ? 'not tried' : 'failed';
    return { row, state, figure: (error as Error).message };
  }
}
