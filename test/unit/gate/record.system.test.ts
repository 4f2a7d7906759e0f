import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Behaviour } from '../../../faults/behaviour.ts';
import { unchanged } from '../../../faults/behaviours.ts';
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

async function recorded(behaviour: Behaviour, writes: 'restore' | 'all', only: readonly string[] = ['']) {
  const { baseUrl, close } = await startService(behaviour);
  onTestFinished(close);
  const folder = await temporaryFolder();
  const [record, journal] = [join(folder, 'run.har'), join(folder, 'journal')];
  const target = { ...fixture, baseUrl, writes, journal, requestsPerSecond: 10_000, settleMs: 1 };
  return { baseUrl, record, ...(await check({ configuration: target, seed: 1, record, only })) };
}

const recordedFaults = ['at-once-first-lost', 'cookie-of-answer'];

test.each(recordedFaults)('A recorded run is judged again alike: %s', async (fault) => {
  const { baseUrl, record, report } = await recorded(faultNamed(fault).behaviour, 'all');
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
  const { record } = await recorded(unchanged, 'restore', ['updateClient']);
  const texts = await checkHar({ har: record, only: 'updateClient.texts' });
  expect(texts.report.results).toMatchObject([{ verdict: 'inconclusive', reason: 'no-data' }]);
  const withoutName = await checkHar({
    ...{ har: record, only: 'updateClient', specification: withoutField('firstName') },
  });
  expect(withoutName.report.summary.fail).toBe(0);
});

test('A recorded run that is judged again accuses no client of being left changed', async () => {
  let isChanged = false;
  const refusing: Behaviour = async (request, reference) => {
    const isChange = request.method === 'PATCH' && request.body !== '{}';
    if (isChange && isChanged) return { status: 403, headers: {}, body: '{"error":"Refused"}' };
    const answer = await reference(request);
    isChanged ||= isChange && answer.status === 200;
    return answer;
  };
  const { record, report } = await recorded(refusing, 'restore', ['updateClient.changes']);
  expect(report.objections).toContainEqual(expect.objectContaining({ kind: 'client-left-changed' }));

  for (const specification of [bundled, withoutField('companyName')]) {
    const again = await checkHar({ har: record, specification, only: 'updateClient.changes' });
    expect(again.report.objections).toEqual([]);
  }
});
