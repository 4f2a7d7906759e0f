import { expect, onTestFinished, test } from 'vitest';
import { written } from '../../../../faults/answers.ts';
import type { Behaviour } from '../../../../faults/behaviour.ts';
import { composed } from '../../../../faults/behaviours.ts';
import { startService } from '../../../../faults/broken-service.ts';
import { caseNamed, tokenNamed } from '../../../../faults/demo.ts';
import { serving } from '../../../../faults/descriptions.ts';
import { withFields } from '../../../../faults/records.ts';
import { type CheckOptions, check } from '../../../../src/gate/check.ts';
import type { Report } from '../../../../src/report/report.ts';
import { summaryOf } from '../../../../src/report/summary.ts';
import { terminalReport } from '../../../../src/report/terminal.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { expectValidReport } from '../../cli/support.ts';
import { commands } from '../../report/values.ts';

const bundledJson = JSON.stringify(bundled.description);

const edited = bundledJson.replace(/("price":\{)"\$ref":"[^"]*"/, '$1"type":"string"');

const describing = (text: string): Behaviour => serving(written(200, text, 'application/json'));

const highPrice = withFields('Sale', { price: 'high' });

async function checking(
  behaviour: Behaviour,
): Promise<(further: Partial<CheckOptions>) => ReturnType<typeof check>> {
  const service = await startService(behaviour);
  onTestFinished(() => service.close());
  return async (further) => {
    const outcome = await check({
      configuration: {
        baseUrl: service.baseUrl,
        tokens: { member: tokenNamed('member') },
        cases: { Sale: [caseNamed('sale-ta6-4th')] },
        requestsPerSecond: 1_000,
      },
      environment: {},
      runs: 1,
      seed: 1,
      ...further,
    });
    expectValidReport(outcome.report);
    expect(outcome.suiteErrors).toEqual([]);
    return outcome;
  };
}

const inWords = (report: Report): string =>
  terminalReport(summaryOf(report), { paint: (_emphasis, text) => text }, commands);

test('a selection without the description says nothing of it, though it is read along', async () => {
  const checked = await checking(describing(edited));
  expect((await checked({ only: 'getCaseData.Sale.case-price' })).report.drift).toBeUndefined();
  expect((await checked({ only: 'getInterfaceDescription' })).report.drift).toMatchObject({
    state: 'differs',
  });
});

test('a description with one edit is an observation, and an objection where that is asked for', async () => {
  const service = { text: edited };
  const checked = await checking((...request) => describing(service.text)(...request));
  const { report, lock } = await checked({ updateLock: true });
  const place = { operation: 'GET /api/v2/cases/{id}/data', part: 'response 200', pointer: '/price' };
  expect(report).toMatchObject({ conclusion: 'conformant', objections: [] });
  expect(report.drift).toMatchObject({
    state: 'differs',
    count: 1,
    differences: [{ ...place, keyword: 'type', verdict: 'document-wrong' }],
  });
  expect(inWords(report)).toContain(
    'The description differs, but the service answers as agreed:\n      GET /api/v2/cases/{id}/data: response 200 /price (type different).',
  );
  const id = 'description-served:the-served-description,-beside-the-agreed-one';
  expect(lock?.observations[id]).toContain('GET /api/v2/cases/{id}/data, response 200, /price: type');

  service.text = bundledJson;
  const mended = await checked({ lock, failOn: ['drift'] });
  expect(mended.report).toMatchObject({
    conclusion: 'conformant',
    failOn: ['drift'],
    changes: [{ kind: 'gone', id }],
  });

  service.text = edited;
  const again = await checked({ lock, failOn: ['drift', 'changed-observation'] });
  expect(again.report).toMatchObject({ conclusion: 'not-accepted', changes: [] });
  expect(again.report.objections.map(({ kind }) => kind)).toEqual(['drift']);
});

test('a deployment is wrong where its own document says as agreed', async () => {
  const checked = await checking(composed(highPrice, describing(bundledJson)));
  const { report } = await checked({});
  const deviations = report.results.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint));
  expect(deviations).not.toEqual([]);
  expect(report.drift).toEqual({ state: 'none', contradicting: [...new Set(deviations)].sort() });
  expect(inWords(report)).toContain('but also its own description: problem 1.');
});

test('what is no OpenAPI is not compared, and no drift is shown to be absent', async () => {
  const checked = await checking(describing('{"caseId":"x"}'));
  const only = 'getInterfaceDescription';
  const { report, lock } = await checked({ only, failOn: ['drift'], updateLock: true });
  const id = 'description-served:the-served-description,-beside-the-agreed-one';
  expect(lock?.observations[id]).toEqual(['not compared']);
  expect(report.drift).toEqual({ state: 'not-compared', reason: 'not-usable' });
  expect(report.objections.map(({ kind }) => kind)).toEqual(['drift']);
});
