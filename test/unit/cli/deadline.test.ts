import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isChange, serviceWithClients } from './clients.ts';
import { call, reportIn } from './support.ts';

test.concurrent.each<[string, object, readonly string[]]>([
  ['the call', { deadlineSeconds: 600 }, ['--deadline', '2']],
  ['the configuration', { deadlineSeconds: 2 }, []],
])(
  'a deadline of %s ends a run in order, and its clients are put back',
  async (_name, configuration, words) => {
    let changes = 0;
    // Making all changes would take many seconds.
    const service = await serviceWithClients(async (request, reference) => {
      if (isChange(request)) {
        changes += 1;
        await sleep(100);
      }
      return reference(request);
    }, configuration);
    const run = ['check', '--config', service.configuration, '--report-dir', service.folder];
    const { status, stderr } = await call([...run, '--only', 'updateClient.changes', ...words]);
    expect(status).toBe(3);
    expect(stderr).toMatch(
      /^\S+ was not tested to the end: \d+ of \d+ checks are left\. Time was up: the run reached its deadline of 2 s, /,
    );
    const { report } = await reportIn(service.folder);
    expect(report.results.some(({ reason }) => reason === 'ended-early')).toBe(true);
    expect(report).toMatchObject({ conclusion: 'not-tested', conformant: false, suiteFaults: [] });
    expect(report.durationMs).toBeGreaterThanOrEqual(2_000);
    expect(changes).toBeGreaterThan(0);
    // The journal has no entry after a client was restored.
    expect(await readdir(service.journal)).toEqual([]);
  },
);
