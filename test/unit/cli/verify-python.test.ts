import { expect, onTestFinished, test } from 'vitest';
import demo from '../../../fixtures/conformance.config.json' with { type: 'json' };
import { startPythonProvider } from '../../support/python-provider.ts';
import { temporaryFile } from './support.ts';
import { verified } from './verifying.ts';

test('a provider in another language is verified from outside', async () => {
  const { baseUrl, stateUrl, tokens, close } = await startPythonProvider();
  onTestFinished(close);
  const config = await temporaryFile(
    'conformance.config.json',
    // The teardown of the provider also removes the listed clients, which states use.
    JSON.stringify({ baseUrl, tokens, clients: demo.clients, requestsPerSecond: 10_000 }),
  );
  const { status, stdout, report } = await verified(
    ...([baseUrl, '--state-url', stateUrl, '--config', config, '--runs', '1'] as const),
  );
  expect(stdout).toMatch(/\n(Conformant|No deviations)\b/);
  expect(status).toBe(0);
  expect(report.objections).toEqual([]);
  expect(report.summary).toMatchObject({ fail: 0, inconclusive: 0 });
  expect(report.fieldCoverage.percent).toBeGreaterThan(90);
});
