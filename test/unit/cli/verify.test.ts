import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { refusal } from '../../../faults/answers.ts';
import type { Behaviour } from '../../../faults/behaviour.ts';
import { always, mapJson, unchanged, when } from '../../../faults/behaviours.ts';
import { withFormFields } from '../../../faults/records.ts';
import { all, by, invalid, not, on } from '../../../faults/requests.ts';
import { defaultProbes } from '../../../src/gate/defaults.ts';
import { valueAt } from '../../../src/schema/pointer.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { endedAs, verifiedProvider } from './verifying.ts';

const pactFile = new URL(
  '../../../contracts/pacts/case-management-client-case-management-service.json',
  import.meta.url,
);

test('more than a thousand random records are set up, unless --runs says otherwise', () => {
  expect(defaultProbes * bundled.caseTypes.length).toBeGreaterThanOrEqual(1_000);
});

test('the reference passes every interaction, and all generated records', async () => {
  const { interactions } = JSON.parse(await readFile(pactFile, 'utf8'));
  const { status, stdout, stderr, report } = await verifiedProvider(unchanged, '--runs', '3');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/\n(Conformant|No deviations)\b/);
  expect(report.summary).toEqual({ pass: interactions.length + 3 + 12, fail: 0, inconclusive: 0 });
  expect(endedAs(report, 'pass', 'pact')).toHaveLength(interactions.length);
  const probes = report.results.filter(({ id }) => id.includes('.probe.'));
  const read = probes
    .flatMap(({ evidence }) => evidence.flatMap((place) => report.exchanges[place] ?? []))
    .filter(({ response }) => response.status === 200);
  expect(new Set(read.map(({ request }) => request.path)).size).toBeGreaterThan(3 * bundled.caseTypes.length);
});

test('An operation that is there for nobody is one deviation, and no refusal of a caller besides', async () => {
  const absent = when(all(on('createOrganisation', 'listCases'), not(invalid)), always(refusal(404)));
  const { report } = await verifiedProvider(absent, '--only', 'createOrganisation', '--only', 'listCases');
  expect(report.deviations.map(({ requirement }) => requirement)).toEqual([
    'create-organisation',
    'list-cases-exists',
  ]);
  const undecided = report.results.filter(({ reason }) => reason === 'control-refused');
  expect(undecided.map(({ remedies: [first] }) => first?.remedy)).toContain(
    'POST /api/v2/org is answered 404 to the member, too, so it does not refuse this caller.',
  );
});

describe('a provider that deviates is named with status 1', () => {
  test('with a refusal that has no message', async () => {
    const wordless = when(
      all(on('getCaseData'), by('outsider')),
      mapJson(403, () => ({ error: 'no' })),
    );
    const id = 'getCaseData.pact.getcasedata-by-a-user-of-another-organisation-it-is-refused-with-403';
    const { status, stdout, report } = await verifiedProvider(wordless, '--only', id);
    expect(status).toBe(1);
    expect(stdout).toContain('Not conformant: ');
    const [finding] = report.results.flatMap(({ findings }) => findings);
    expect(finding).toMatchObject({
      requirement: 'error-message',
      pointer: '/message',
      message: '/message is missing',
    });
  });

  test('with the Smallest record that shows it', async () => {
    const { stdout, report } = await verifiedProvider(
      withFormFields('TA6', 'TA6_5th', { sewageDischargeType: 'sea' }),
      ...['--runs', '1', '--only', 'probe.Sale.enumerable'],
    );
    const [finding] = report.results.flatMap(({ findings }) => findings);
    const witness = { caseId: expect.any(String), caseType: 'Sale', TA6: { type: 'TA6_5th' } };
    expect(finding).toMatchObject({ pointer: '/TA6/sewageDischargeType', witness });
    expect(finding?.witness).toEqual(witness);
    expect(bundled.validate('CaseRecord', finding?.witness)).toEqual([]);
    expect(stdout).toMatch(
      /Smallest record that shows it: \{"caseId":"[0-9a-f]{8}…","caseType":"Sale","TA6":\{"type":"TA6_5th"\}\}/,
    );
  });

  test('at random, by a path that leads there again', async () => {
    // Alters only prices that no enumerable record has.
    const cheap: Behaviour = when(
      on('getCaseData'),
      mapJson(200, (record) => {
        const { price } = record as { price?: number };
        return price !== undefined && price < 200_000 ? { ...(record as object), price: `${price}` } : record;
      }),
    );
    const only = ['--only', 'probe.Remortgage.random', '--runs', '60'];
    const first = await verifiedProvider(cheap, ...only);
    expect(first.status).toBe(1);
    const [found] = first.report.results.flatMap(({ findings }) => findings);
    expect(found).toMatchObject({
      pointer: '/price',
      requirement: 'case-price',
      path: expect.stringMatching(/^\d+$/),
    });
    const again = await verifiedProvider(cheap, ...only, '--path', found?.path ?? '');
    const [same] = again.report.results.flatMap(({ findings }) => findings);
    expect(valueAt(same?.witness, '/price')).toBe(valueAt(found?.witness, '/price'));
    expect(again.report.requests).toBeLessThan(first.report.requests);
  });
});
