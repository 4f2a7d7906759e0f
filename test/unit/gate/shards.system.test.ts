import { expect, test } from 'vitest';
import { composed } from '../../../faults/behaviours.ts';
import { type CheckOptions, check } from '../../../src/gate/check.ts';
import { merge } from '../../../src/gate/reports.ts';
import type { Report } from '../../../src/report/report.ts';
import { faultNamed } from '../../support/fault-named.ts';
import { serviceWithClients } from '../cli/clients.ts';

const list500 = faultNamed('list-500').behaviour;
const ofAll = ['1/3', '2/3', '3/3'];

/** What a report decides. Shards send some requests again, and so see some records more than once. */
function decidedIn({ results, observations, deviations, coverage, decided, fieldCoverage }: Report) {
  const verdicts = results.map(({ id, verdict, reason, findings }) => ({
    ...{ id, verdict, reason },
    findings: findings.map(({ fingerprint }) => fingerprint).toSorted(),
  }));
  return {
    ...{ verdicts, coverage, decided },
    codes: deviations.map(({ code }) => code),
    observations: observations.map(({ id }) => id),
    seen: fieldCoverage.seen,
  };
}

test('Shards decide together what one run decides', async () => {
  const broken = composed(faultNamed('second-owner-deceased').behaviour, list500);
  const { configuration } = await serviceWithClients(broken, { writes: 'all' });
  const only = ['getCaseData', 'listCases', 'updateClient.changes', 'createOrganisation'];
  const options: CheckOptions = { configuration, seed: 7, runs: 2, only };
  const { report: whole } = await check(options);
  const shards = [];
  for (const shard of ofAll) shards.push((await check({ ...options, shard })).report);
  const joined = await merge(shards);
  expect(decidedIn(joined)).toEqual(decidedIn(whole));
  expect(joined.deviations.length).toBeGreaterThan(1);
  expect(joined.division).toBeUndefined();
});

test('Shards of other configurations are not joined', async () => {
  const only = 'createOrganisation';
  const { configuration } = await serviceWithClients(list500, { writes: 'none' });
  const [first, second] = [
    await check({ configuration, only, shard: '1/2' }),
    await check({ configuration, only, shard: '2/2', writes: 'all' }),
  ];
  await expect(merge([first.report, second.report])).rejects.toThrow(
    /the division of its checks, which follows from the configuration, is [0-9a-f]{64} in the one, and /,
  );
});
