import { readdir } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { AskedReporter } from '../../../src/cli/arguments.ts';
import { runAndReport } from '../../../src/cli/conclude.ts';
import { statusOfError } from '../../../src/cli/exit-status.ts';
import type { RunResult } from '../../../src/conformance/result.ts';
import { type CheckOutcome, check } from '../../../src/gate/check.ts';
import type { Failure } from '../../../src/gate/failure.ts';
import { leakSearch } from '../../../src/gate/performed-run.ts';
import { smallService, token } from './gate.ts';
import { temporaryFolder } from './support.ts';

const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const person = "Ava O'Neill";

async function outcomeOfRun(): Promise<CheckOutcome> {
  const service = await smallService();
  service.price = { of: person, mail: 'ava@acme.example', host: 'Http 127', listed: 'Missing Price' };
  return check({
    configuration: {
      ...{ baseUrl: service.url, tokens: { member: token }, requestsPerSecond: 1_000 },
      cases: { Sale: [caseId] },
    },
    only: 'getCaseData.Sale',
  });
}

test('a search knows what a run saw of persons, and its tokens', async () => {
  const { report, leakIn } = await outcomeOfRun();
  const text = JSON.stringify(report, null, 2);
  expect(report.results.flatMap(({ findings }) => findings)).not.toEqual([]);
  expect(leakIn(text)).toBeUndefined();
  expect(leakIn(`${text} ${person}`)).toBe('personal data');
  expect(leakIn(`<td>Ava O&#39;Neill</td>`)).toBe('personal data');
  expect(leakIn('ava%40acme.example')).toBe('personal data');
  expect(leakIn(`${text} Ava Oneill`)).toBeUndefined();
  expect(leakIn(`${text} ${Buffer.from(`x${token}`).toString('base64')}`)).toBe('a token');
  expect(leakIn(token)).toBe('a token');
});

test.each([
  ['case-conformance', 'Again: npx case-conformance check'],
  ['application/json', 'Content-Type: application/json'],
  ['acme-example-token', 'Target: https://acme-example-token.example'],
  ['legacy-token', 'Waived: until legacy-token is replaced'],
  ['case-price-token', 'FAIL getCaseData.case-price-token'],
])('a search for the token %s passes it in "%s", which a report contains anyway', (secret, text) => {
  const waived = { reason: 'until legacy-token is replaced' };
  const results = [{ id: 'getCaseData.case-price-token', title: '', findings: [], waived }];
  const run = { results } as unknown as RunResult;
  const own = ['https://acme-example-token.example'];
  expect(leakSearch(run, [secret], own)(text)).toBeUndefined();
  expect(leakSearch(run, ['another-token'], own)('another-token')).toBe('a token');
});

test('a run that would write it ends as a fault of the suite, and writes and shows nothing of it', async () => {
  const outcome = await outcomeOfRun();
  const folder = await temporaryFolder();
  const output = new PassThrough();
  const call = (target: string, rerun: string, reporter: readonly AskedReporter[] = []) =>
    runAndReport(
      {
        ...{
          reportDir: folder,
          secrets: [],
          taken: [],
          rerun: () => rerun,
          afterwards: async () => undefined,
          reporter,
        },
        run: async () => ({ ...outcome, report: { ...outcome.report, target } }),
      },
      { ...{ input: new PassThrough(), output, errors: new PassThrough() }, environment: {} },
    );
  const failure = await call(`https://acme.example/${person}`, '', [{ name: 'junit' }]).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({
    code: 'NOT_SAFE_TO_WRITE',
    message: expect.stringMatching(/^The report would have held personal data, and was not written\./),
  });
  expect(statusOfError((failure as Failure).code)).toBe(4);
  expect(await readdir(folder)).toEqual([]);
  expect(output.read()).toBeNull();
  // The command names a folder of the user.
  const rerun = `case-conformance check --report-dir "${person}"`;
  expect(await call(outcome.report.target, rerun, [{ name: 'junit' }])).toBe(1);
  expect((await readdir(folder)).sort()).toEqual(['junit.xml', 'report.html', 'report.json']);
});
