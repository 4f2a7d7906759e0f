import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../../faults/broken-service.ts';
import { check } from '../../../src/gate/check.ts';
import { checkHar } from '../../../src/gate/check-har.ts';
import type { Report } from '../../../src/report/report.ts';
import { faultNamed } from '../../support/fault-named.ts';
import { temporaryFolder } from '../cli/support.ts';

const fixture = JSON.parse(await readFile('fixtures/conformance.config.json', 'utf8'));

/** What a report says, but for the numbers of its exchanges: a replay does not wait, so they come in another order. */
function verdictsOf({ conformant, conclusion, results, observations }: Report): unknown {
  const numbered = ['exchange', 'causedBy', 'evidence'];
  return JSON.parse(
    JSON.stringify({ conformant, conclusion, results, observations }, (name, value) =>
      numbered.includes(name) ? undefined : value,
    ),
  );
}

test('A recorded run is judged again alike', async () => {
  const { baseUrl, close } = await startService(faultNamed('at-once-first-lost').behaviour);
  onTestFinished(close);
  const folder = await temporaryFolder();
  const record = join(folder, 'run.har');
  const configuration = {
    ...{ ...fixture, baseUrl, writes: 'all', journal: join(folder, 'journal') },
    ...{ requestsPerSecond: 10_000, settleMs: 1 },
  };
  const { report } = await check({ configuration, seed: 1, record });
  expect(report.conformant).toBe(false);
  expect((await stat(record)).mode & 0o777).toBe(0o600);
  const text = await readFile(record, 'utf8');
  for (const token of Object.values(fixture.tokens)) expect(text).not.toContain(token);

  const again = await checkHar({ har: record });
  expect(verdictsOf(again.report)).toEqual(verdictsOf(report));
  // Its checks are those of a run, not those of recorded traffic.
  const some = await checkHar({ har: record, only: 'getOrganisation.outsider' });
  expect(some.report.results.map(({ id }) => id)).toEqual(['getOrganisation.outsider']);
  // Control: the answers are those of the recording.
  await writeFile(record, text.replaceAll('"status":200', '"status":500'));
  expect(verdictsOf((await checkHar({ har: record })).report)).not.toEqual(verdictsOf(report));
  await expect(checkHar({ har: record, baseUrl: 'https://other.example' })).rejects.toThrow(
    `The recording is of ${baseUrl}, not of https://other.example. Leave --base-url out.`,
  );
});

test('A recording that cannot be written is refused before anything is sent', async () => {
  const configuration = { ...fixture, baseUrl: 'http://127.0.0.1:9' };
  const record = join(await temporaryFolder(), 'missing', 'run.har');
  await expect(check({ configuration, record })).rejects.toThrow(
    `The recording ${record} cannot be written. Name another file with --record.`,
  );
});
