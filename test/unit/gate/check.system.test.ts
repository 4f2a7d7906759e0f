import { describe, expect, test } from 'vitest';
import { unchanged } from '../../../faults/behaviours.ts';
import { getOrganisation } from '../../../src/api/calls.ts';
import { checksOf } from '../../../src/checks/all.ts';
import { type CheckOptions, check } from '../../../src/gate/check.ts';
import { merge } from '../../../src/gate/reports.ts';
import { restore } from '../../../src/gate/restore.ts';
import type { Progress } from '../../../src/gate/run-hooks.ts';
import { deviates } from '../../../src/harness/assertions.ts';
import type { Check } from '../../../src/harness/check.ts';
import { control } from '../../../src/harness/controls.ts';
import type { FailureCode } from '../../../src/index.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Exchange } from '../../../src/trace/exchange.ts';
import { serviceWithClients } from '../cli/clients.ts';
import { smallService, token } from '../cli/gate.ts';
import { expectValidReport } from '../cli/support.ts';

const only = 'listCases.';
const price = 'getCaseData.Sale.case-price';
const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';

const variable = (name: string): string => `\${${name}}`;

async function called() {
  const service = await smallService();
  const configuration = {
    baseUrl: service.url,
    tokens: { member: variable('TOKEN') },
    requestsPerSecond: 1_000,
  };
  return { service, options: { configuration, environment: { TOKEN: token } } };
}

describe('check', () => {
  test('returns the report of a configuration that is a value', async () => {
    const { options } = await called();
    const progress: Progress[] = [];
    const { report, ...further } = await check({ ...options, only, onProgress: (one) => progress.push(one) });
    expectValidReport(report);
    expect(report).toMatchObject({ conclusion: 'conformant', target: options.configuration.baseUrl, only });
    expect(further).toMatchObject({ obstacle: undefined, suiteErrors: [], lock: undefined });
    const { baseUrl } = options.configuration;
    const all = report.results.length;
    const told = { baseUrl, all, waitedMs: 0 };
    for (const one of progress) expect(one).toMatchObject(told);
    expect([...new Set(progress.map(({ ended }) => ended))]).toEqual([...Array(all + 1).keys()]);
    expect(progress.at(-1)).toMatchObject({ ended: all, sent: report.requests });
  });

  test.each<[what: string, wrong: Partial<CheckOptions>, code: FailureCode]>([
    ['a selection of nothing', { only: 'nonsense' }, 'NOTHING_SELECTED'],
    ['changes without a lock', { failOn: ['changed-observation'] }, 'CALL_NOT_UNDERSTOOD'],
    ['a path without its seed', { path: '3:0' }, 'CALL_NOT_UNDERSTOOD'],
    ['no runs', { runs: 0 }, 'CALL_NOT_UNDERSTOOD'],
    ['half a seed', { seed: 1.5 }, 'CALL_NOT_UNDERSTOOD'],
  ])('throws a coded error for %s', async (_, wrong, code) => {
    const { options } = await called();
    await expect(check({ ...options, ...wrong })).rejects.toMatchObject({ name: 'Failure', code });
  });

  test('puts cases and an address over those of the configuration', async () => {
    const { options, service } = await called();
    service.price = 'high';
    const configuration = { ...options.configuration, baseUrl: 'http://127.0.0.1:9' };
    const cases = { Sale: [caseId] };
    const { report } = await check({ ...options, configuration, baseUrl: service.url, cases, only: price });
    expect(report).toMatchObject({ conclusion: 'deviates', target: service.url });
  });

  test('runs what has one of several texts', async () => {
    const { options } = await called();
    const { report } = await check({ ...options, only: [price, 'listCases.exists'] });
    expect(report.results.map(({ id }) => id).toSorted()).toEqual([price, 'listCases.exists']);
    expect(report.only).toBe(`${price}, listCases.exists`);
  });

  test('makes a lock, and compares with it as a value', async () => {
    const { options, service } = await called();
    const first = await check({ ...options, only, updateLock: true });
    expect(first.lock?.target).toBe(service.url);
    service.cases = {};
    const failOn = ['changed-observation'] as const;
    const { report } = await check({ ...options, only, failOn, ...(first.lock && { lock: first.lock }) });
    expect(report.changes).toMatchObject([{ kind: 'changed', id: 'list-cases-shape:listCases' }]);
    expect(report.conclusion).toBe('not-accepted');
    const lock = { ...first.lock, target: 'https://other.example' } as typeof first.lock;
    await expect(check({ ...options, only, lock })).rejects.toMatchObject({
      code: 'LOCK_OF_ANOTHER_TARGET',
      message: expect.stringMatching(/^The lock is of https:\/\/other\.example, /),
    });
  });

  test('runs checks of one’s own, and merge joins their results', async () => {
    const { options } = await called();
    const own: Check = {
      id: 'getOrganisation.own',
      title: 'A rule of our own',
      operation: 'getOrganisation',
      requirements: ['own-rule'],
      needs: [],
      probe: async function* (session) {
        yield await control(session, getOrganisation());
      },
      rule: ([reply]) => [deviates(reply as Exchange, 'own-rule', 'It must be as we want it')],
    };
    const checks = [...checksOf(bundled), own];
    const waivers = [{ result: own.id, pointer: '', reason: 'It is ours.', until: '2999-12-31' }];
    const { report } = await check({ ...options, checks, waivers, only: own.id, shard: '1/1' });
    expect(report).toMatchObject({ conclusion: 'conformant', waived: 1, objections: [] });
    expect(report.results.map(({ id, verdict }) => [id, verdict])).toEqual([[own.id, 'fail']]);
    expect((await merge([report], { checks })).results).toEqual(report.results);
  });
});

test('an abort before the run sends nothing that is a check', async () => {
  const { options } = await called();
  const { report } = await check({ ...options, signal: AbortSignal.abort() });
  expect(report).toMatchObject({ conclusion: 'not-tested', summary: { pass: 0, fail: 0 } });
});

test('restore says that there is nothing to put back, and returns no client', async () => {
  const service = await serviceWithClients(unchanged);
  const notices: string[] = [];
  const onNotice = (sentence: string) => notices.push(sentence);
  expect(await restore({ configuration: service.configuration, onNotice })).toEqual([]);
  expect(notices).toEqual([`Nothing to put back: the journal in ${service.journal} is empty.`]);
});
