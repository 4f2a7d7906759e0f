import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../../faults/broken-service.ts';
import { check } from '../../../src/gate/check.ts';
import { checkHar } from '../../../src/gate/check-har.ts';
import type { Report } from '../../../src/report/report.ts';
import { fromYaml } from '../../../src/schema/yaml.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Description } from '../../../src/specification/description.ts';
import { openSpecification } from '../../../src/specification/open.ts';
import type { Specification } from '../../../src/specification/specification.ts';
import { faultNamed } from '../../support/fault-named.ts';
import { temporaryFolder } from '../cli/support.ts';

const fixture = JSON.parse(await readFile('fixtures/conformance.config.json', 'utf8'));

/** A report without the numbers of exchanges: a replay does not wait, so the exchanges have another order. */
function verdictsOf({ conformant, conclusion, results, observations }: Report): unknown {
  const numbered = ['exchange', 'causedBy', 'evidence'];
  return JSON.parse(
    JSON.stringify({ conformant, conclusion, results, observations }, (name, value) =>
      numbered.includes(name) ? undefined : value,
    ),
  );
}

function withoutField(name: string): Specification {
  const field = `        ${name}: { $ref: "#/components/schemas/Text" }\n`;
  return openSpecification(fromYaml(bundled.text.replace(field, '')) as Description);
}

const recordedFaults = ['at-once-first-lost', 'cookie-of-answer'];

test.each(recordedFaults)('A recorded run is judged again alike: %s', async (fault) => {
  const { baseUrl, close } = await startService(faultNamed(fault).behaviour);
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
  for (const secret of [...Object.values<string>(fixture.tokens), 's4mpl3'])
    expect(text).not.toContain(secret);

  const notices: string[] = [];
  const again = await checkHar({ har: record, onNotice: (sentence) => notices.push(sentence) });
  expect(notices).toEqual([
    'A recorded run is judged again: its requests are answered from the recording, and nothing is sent.',
  ]);
  expect(verdictsOf(again.report)).toEqual(verdictsOf(report));
  // The checks are those of a run. Recorded traffic would not have this check.
  const some = await checkHar({ har: record, only: 'getOrganisation.outsider' });
  expect(some.report.results.map(({ id }) => id)).toEqual(['getOrganisation.outsider']);
  // Control: the answers are those of the recording.
  await writeFile(record, text.replaceAll('"status":200', '"status":500'));
  const altered = await checkHar({ har: record, only: 'getOrganisation.outsider' });
  expect(verdictsOf(altered.report)).not.toEqual(verdictsOf(some.report));
  await expect(checkHar({ har: record, baseUrl: 'https://other.example' })).rejects.toThrow(
    `The recording is of ${baseUrl}, not of https://other.example. Leave --base-url out.`,
  );
});

test('A replay that leaves out changes is not failed by readings that show them', async () => {
  const { baseUrl, close } = await startService((request, reference) => reference(request));
  onTestFinished(close);
  const folder = await temporaryFolder();
  const record = join(folder, 'run.har');
  const configuration = {
    ...{ ...fixture, baseUrl, writes: 'restore', journal: join(folder, 'journal') },
    ...{ requestsPerSecond: 10_000, settleMs: 1 },
  };
  await check({ configuration, seed: 1, record, only: 'updateClient' });
  const texts = await checkHar({ har: record, only: 'updateClient.texts' });
  expect(texts.report.results).toMatchObject([{ verdict: 'inconclusive', reason: 'no-data' }]);
  const withoutName = await checkHar({
    ...{ har: record, only: 'updateClient', specification: withoutField('firstName') },
  });
  expect(withoutName.report.summary.fail).toBe(0);
});

test('A recorded run that is judged again accuses no client of being left changed', async () => {
  let isChanged = false;
  const { baseUrl, close } = await startService(async (request, reference) => {
    const isChange = request.method === 'PATCH' && request.body !== '{}';
    if (isChange && isChanged) return { status: 403, headers: {}, body: '{"error":"Refused"}' };
    const answer = await reference(request);
    isChanged ||= isChange && answer.status === 200;
    return answer;
  });
  onTestFinished(close);
  const folder = await temporaryFolder();
  const record = join(folder, 'run.har');
  const configuration = {
    ...{ ...fixture, baseUrl, writes: 'restore', journal: join(folder, 'journal') },
    ...{ requestsPerSecond: 10_000, settleMs: 0 },
  };
  const { report } = await check({ configuration, seed: 1, record, only: 'updateClient.changes' });
  expect(report.objections).toContainEqual(expect.objectContaining({ kind: 'client-left-changed' }));

  for (const specification of [bundled, withoutField('companyName')]) {
    const again = await checkHar({ har: record, specification, only: 'updateClient.changes' });
    expect(again.report.objections).toEqual([]);
  }
});

test('A recording that cannot be written is refused before anything is sent', async () => {
  const configuration = { ...fixture, baseUrl: 'http://127.0.0.1:9' };
  const record = join(await temporaryFolder(), 'missing', 'run.har');
  await expect(check({ configuration, record })).rejects.toThrow(
    `The recording ${record} cannot be written. Name another file with --record.`,
  );
});
