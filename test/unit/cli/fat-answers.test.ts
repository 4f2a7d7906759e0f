import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { fatConfiguration, fatProvider } from '../../support/fat-provider.ts';
import { configurationFile, reportIn, temporaryFolder } from './support.ts';

const run = promisify(execFile);

/** Runs the changes of a client in a process whose heap has so many megabytes. */
async function changing(kind: Parameters<typeof fatProvider>[0], size: number, megabytes: number) {
  let shown: object = {};
  const server = await fatProvider(kind, size, (record) => {
    shown = { ...record };
  });
  onTestFinished(() => server.close());
  const written = {
    ...{ ...fatConfiguration, baseUrl: server.url, writes: 'restore' },
    journal: await temporaryFolder(),
  };
  const config = await configurationFile(written);
  const folder = await temporaryFolder();
  const words = [
    'check',
    '--config',
    config,
    '--report-dir',
    folder,
    '--seed',
    '7',
    '--only',
    'updateClient.leaves-out',
  ];
  // Whatever it finds, it ends in order.
  const ended = await run(process.execPath, [
    `--max-old-space-size=${megabytes}`,
    'src/cli/main.ts',
    ...words,
  ]).then(
    () => 0,
    (error: { code: unknown }) => error.code,
  );
  return { ended, report: (await reportIn(folder)).report, shown };
}

test('a client with a megabyte that is not described is changed in a small memory, and put back', async () => {
  const { ended, report, shown } = await changing('padding', 1_000_000, 80);
  expect(report.results.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['updateClient.leaves-out', 'pass'],
  ]);
  expect([report.conclusion, ended]).toEqual(['conformant', 0]);
  expect(shown).toMatchObject({ firstName: 'Ada', lastName: 'Sample' });
});
