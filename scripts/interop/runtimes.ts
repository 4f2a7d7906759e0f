import { mkdtemp, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Bench, check, freePort, readReport, serve } from './bench.ts';
import { assertSame } from './comparable.ts';
import { someFaults } from './recordings.ts';
import type { Outcome, Row } from './rows.ts';

const tried =
  '`--version`, `validate`; `check --reference` and `serve` conform; `check` finds in five broken services what it finds on Node.';

/** Runtimes other than Node that can run the built package, although `engines` does not name them. */
export const runtimes: readonly Row[] = [
  {
    name: 'bun',
    tool: 'Bun',
    needs: { npm: ['bun@1.4.5'] },
    tried,
    attempt: (bench) => runtime(bench, join(bench.tools.npm, 'node_modules/.bin/bun')),
  },
  {
    name: 'deno',
    tool: 'Deno',
    needs: { npm: ['deno@2.9.6'] },
    tried,
    attempt: (bench) => runtime(bench, join(bench.tools.npm, 'node_modules/.bin/deno'), 'run', '--allow-all'),
  },
];

async function runtime(bench: Bench, program: string, ...words: readonly string[]): Promise<Outcome> {
  const built = await bench.run('npm', '--prefix', resolve('.'), 'run', '--silent', 'build');
  if (built.status !== 0) throw new Error(`the package was not built: ${built.stderr.trim().slice(-300)}`);
  const run = async (expected: number, ...call: readonly string[]): Promise<void> => {
    const { status, stderr } = await bench.run(program, ...words, resolve('dist/src/cli/main.js'), ...call);
    if (status !== expected) throw new Error(`${call[0]} ended with ${status}: ${stderr.trim().slice(-300)}`);
  };
  await run(0, '--version');
  const record = join(bench.folder, 'record.json');
  await writeFile(record, '{"caseId":"3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11","caseType":"Sale"}');
  await run(0, 'validate', record);
  const folder = await mkdtemp(join(bench.folder, 'runtime-'));
  await run(0, 'check', '--reference', '--seed', '1', '--report-dir', folder);
  const { requests } = await readReport(folder);
  const port = await freePort();
  const served = ['serve', '--port', String(port)];
  await bench.start(port, program, ...words, resolve('dist/src/cli/main.js'), ...served);
  const call = ['--config', bench.configuration, '--base-url', `http://127.0.0.1:${port}`, '--seed', '1'];
  const { conformant } = await check(bench, ...call);
  if (!conformant) throw new Error('serve does not conform');
  const faults = someFaults.slice(0, 5);
  for (const fault of faults) {
    const target = await serve(bench, '--stub', '--broken', fault);
    const call = ['--config', bench.configuration, '--base-url', target, '--seed', '1'];
    await run(1, 'check', ...call, '--report-dir', folder);
    // Node tests the same service. The service has not stored the changes of the first run, so both runs see the same
    // data.
    assertSame(fault, await check(bench, ...call), await readReport(folder));
  }
  return {
    figure: `conformant with ${requests} requests; the same results for ${faults.length} broken services`,
  };
}
