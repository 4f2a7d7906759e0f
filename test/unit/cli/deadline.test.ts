import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startService } from '../../../faults/broken-service.ts';
import { demoConfiguration } from '../../../scripts/tables/demo-configuration.ts';
import { readDemo } from '../../../src/reference/demo.ts';
import { call, configurationFile, reportIn, temporaryFolder } from './support.ts';

const demo = await readDemo();

/** Runs the changes of clients against a target that takes so long for each that they would take many seconds. */
async function changing(configuration: object, ...words: readonly string[]) {
  let changes = 0;
  const service = await startService(async (request, reference) => {
    if (request.method === 'PATCH' && request.body !== '{}') {
      changes += 1;
      await sleep(100);
    }
    return reference(request);
  });
  const journal = await temporaryFolder();
  const written = {
    ...demoConfiguration(demo, service.baseUrl),
    requestsPerSecond: 400,
    writes: 'restore',
    journal,
  };
  const config = await configurationFile({ ...written, ...configuration });
  const folder = await temporaryFolder();
  const started = [
    'check',
    '--config',
    config,
    '--report-dir',
    folder,
    '--seed',
    '7',
    '--only',
    'updateClient.',
  ];
  const called = await call([...started, ...words]);
  await service.close();
  const { report } = await reportIn(folder);
  return {
    ...called,
    report,
    changes,
    left: await readdir(journal),
  };
}

test.each<[string, object, readonly string[]]>([
  ['the call', { deadlineSeconds: 600 }, ['--deadline', '2']],
  ['the configuration', { deadlineSeconds: 2 }, []],
])(
  'a deadline of %s ends a run in order, and its clients are put back',
  async (_name, configuration, words) => {
    const { status, stderr, report, changes, left } = await changing(configuration, ...words);
    expect(status).toBe(3);
    expect(stderr).toMatch(
      /^\S+ was not tested to the end: \d+ of \d+ checks are left\. Time was up: the run reached its deadline of 2 s, /,
    );
    expect(report.results.some(({ reason }) => reason === 'ended-early')).toBe(true);
    expect(report).toMatchObject({ conclusion: 'not-tested', conformant: false, suiteFaults: [] });
    expect(report.durationMs).toBeGreaterThanOrEqual(2_000);
    expect(changes).toBeGreaterThan(2);
    // A client is forgotten when it was read back as it was.
    expect(left).toEqual([]);
  },
);

test('a deadline that makes no sense is refused', async () => {
  for (const deadline of ['0', '604801', '1.5', 'soon']) {
    const { status, stderr } = await call([
      'check',
      '--base-url',
      'http://127.0.0.1:1',
      '--deadline',
      deadline,
    ]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('--deadline')]);
  }
});
