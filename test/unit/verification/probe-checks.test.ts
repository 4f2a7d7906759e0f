import { describe, expect, test } from 'vitest';
import { empty, refusal } from '../../../faults/answers.ts';
import type { Behaviour } from '../../../faults/behaviour.ts';
import { always, mapBody, mapJson, unchanged, when } from '../../../faults/behaviours.ts';
import { tokenNamed } from '../../../faults/demo.ts';
import { on } from '../../../faults/requests.ts';
import type { RunResult } from '../../../src/conformance/result.ts';
import type { JsonObject } from '../../../src/reference/json.ts';
import { valueAt } from '../../../src/schema/pointer.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { probeChecks } from '../../../src/verification/probe-checks.ts';
import { startProvider } from '../../support/broken-provider.ts';
import { type Answering, type OnlyResult, type Otherwise, only, ran, serving, statesAt } from './support.ts';

const marker = 'Perdita Quillfeather';
const uuid = expect.stringMatching(/^[-0-9a-f]{36}$/);

async function probingAt(
  baseUrl: string,
  stateUrl: string,
  name: string,
  otherwise?: Otherwise,
): Promise<RunResult> {
  const checks = probeChecks(bundled, statesAt(stateUrl)).filter(
    ({ id }) => id === `getCaseData.probe.${name}`,
  );
  expect(checks).toHaveLength(1);
  return ran(baseUrl, checks, { isPrepared: true, ...otherwise });
}

async function probing(behaviour: Behaviour, name: string, otherwise?: Otherwise): Promise<OnlyResult> {
  const provider = await startProvider(behaviour);
  try {
    return only(await probingAt(provider.baseUrl, provider.stateUrl, name, otherwise));
  } finally {
    await provider.close();
  }
}

const shown = (change: (record: JsonObject) => object): Behaviour =>
  when(
    on('getCaseData'),
    mapJson(200, (record) => change(record as JsonObject) as JsonObject),
  );

const without = (name: string): Behaviour => shown(({ [name]: _, ...others }) => others);

test('there are three probes of each shape, and those of all that can be enumerated cite all that decides', () => {
  const checks = probeChecks(bundled, statesAt());
  expect(checks.map(({ id }) => id)).toEqual(
    ['Sale', 'Purchase', 'Remortgage', 'Transfer'].flatMap((type) => [
      `getCaseData.probe.${type}.enumerable`,
      `getCaseData.probe.${type}.fragile`,
      `getCaseData.probe.${type}.random`,
    ]),
  );
  const [enumerable, fragile, random] = checks;
  const own = { operation: 'getCaseData', requirements: ['case-data-200'] };
  expect([fragile, random]).toMatchObject([
    { title: 'Sale: what is easily altered on the way is shown as it was set up', ...own },
    { title: 'Sale: any record is shown as it was set up', ...own },
  ]);
  expect(enumerable?.requirements).toEqual(
    expect.arrayContaining(['case-data-200', 'case-price', 'ta6-4th-listing-grade']),
  );
  // A statement that the documents leave open cannot be decided.
  expect(enumerable?.requirements).not.toContain('form-fields-not-shown');
});

describe('a provider that shows what was set up', () => {
  test.each<[string, number, Otherwise]>([
    ['Transfer.enumerable', 0, {}],
    ...['Sale', 'Purchase', 'Remortgage', 'Transfer'].map((type): [string, number, Otherwise] => [
      `${type}.fragile`,
      ...([6, {}] as const),
    ]),
    ['Purchase.random', 3, { runs: 3 }],
    ['Remortgage.random', 1, { runs: 50, path: '7' }],
  ])('passes with %s, and %i cases of their own', async (name, count, otherwise) => {
    const { verdict, findings, exchanges } = await probing(unchanged, name, otherwise);
    expect({ verdict, findings }).toEqual({ verdict: 'pass', findings: [] });
    const paths = new Set(exchanges.map(({ request }) => request.path));
    expect(paths.size).toBe(count === 0 ? exchanges.length : count);
    expect(new Set(exchanges.map(({ request }) => request.credentials))).toEqual(new Set(['member']));
  });

  test('may choose other identifiers', async () => {
    const chosen = '5f0c2b4e-9d1a-4c37-8e65-2a7b90d3f184';
    const records: JsonObject[] = [];
    const states = await serving(({ body }) => {
      const { action, params } = JSON.parse(body);
      if (action === 'setup') records.push({ ...params.record, caseId: chosen });
      return { body: JSON.stringify({ caseId: chosen }) };
    });
    const { url, seen } = await serving(() => ({ body: JSON.stringify(records.at(-1) ?? {}) }));
    const result = only(await probingAt(url, `${states.url}/`, 'Remortgage.random', { runs: 2 }));
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
    expect(seen.slice(1).map(({ path }) => path)).toEqual(
      Array.from({ length: 2 }, () => `/api/v2/cases/${chosen}/data`),
    );
    expect(states.seen.map(({ body }) => JSON.parse(body).action)).toEqual([
      ...['setup', 'teardown', 'setup', 'teardown'],
    ]);
  });

  test('is told of records with nothing that the documents leave open', async () => {
    const states = await serving(() => ({}));
    const { url } = await serving(() => ({ status: 404, body: '{"message":"No."}' }));
    await probingAt(url, `${states.url}/`, 'Sale.enumerable', { isPrepared: true });
    const [first] = states.seen.map(({ body }) => JSON.parse(body));
    expect(first).toMatchObject({ action: 'setup', state: 'a case with this record' });
    expect(first.params.record.caseId).toBe(first.params.caseId);
    for (const { body } of states.seen) {
      const { record } = JSON.parse(body).params;
      expect(bundled.validate('CaseRecord', record)).toEqual([]);
      expect(Object.keys(record)).not.toEqual(expect.arrayContaining(['TA9']));
    }
  });
});

describe('a deviation', () => {
  test('comes with the smallest record that shows it, which is valid', async () => {
    const { verdict, findings } = await probing(without('isImposedCompletionDate'), 'Sale.enumerable');
    expect(verdict).toBe('fail');
    expect(findings).toEqual([
      {
        requirement: 'case-data-200',
        pointer: '/isImposedCompletionDate',
        message: '/isImposedCompletionDate was set up, but is not shown',
        kind: 'absent',
        fingerprint: expect.any(String),
        exchange: expect.any(Number),
        witness: { caseId: uuid, caseType: 'Sale', isImposedCompletionDate: expect.any(String) },
      },
    ]);
    expect(bundled.validate('CaseRecord', findings[0]?.witness)).toEqual([]);
  });

  test('is seen in the exchange that it names', async () => {
    const { findings, exchanges } = await probing(
      shown((record) => ({ ...record, price: marker })),
      'Transfer.enumerable',
    );
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      requirement: 'case-price',
      pointer: '/price',
      message: '/price is a string instead of a number',
      witness: { caseId: uuid, caseType: 'Transfer' },
    });
    expect(exchanges[findings[0]?.exchange ?? -1]?.response.body).toMatchObject({
      price: marker.replaceAll(/[A-Z]/g, 'X').replaceAll(/[a-z]/g, 'x'),
    });
    expect(JSON.stringify({ findings, exchanges })).not.toContain(marker);
  });

  test.each<[string, Behaviour, string, readonly object[]]>([
    [
      'that the documents and the record show at one place is said once, by the documents',
      shown((record) => ('TA6' in record ? { ...record, TA6: [] } : record)),
      'Sale.enumerable',
      [{ pointer: '/TA6', message: '/TA6 is an array instead of an object' }],
    ],
    [
      'does not show the names that an answer chose',
      shown((record) => ({ ...record, location: { ...(record.location as object), [marker]: 1 } })),
      'Transfer.enumerable',
      [{}],
    ],
    [
      'of two kinds is two deviations, each with its own record',
      shown(({ noDesiredCompletionDate: _, ...record }) => ({ ...record, reference: 7 })),
      'Transfer.enumerable',
      [
        { pointer: '/reference', witness: { caseId: uuid, caseType: 'Transfer' } },
        { pointer: '/noDesiredCompletionDate', witness: { noDesiredCompletionDate: expect.any(String) } },
      ],
    ],
    [
      'that shows in several elements of a list is told once',
      shown((record) => ({
        ...record,
        ...(Array.isArray(record.owners)
          ? { owners: record.owners.map((owner) => ({ ...(owner as object), isDeceased: 'perhaps' })) }
          : {}),
      })),
      'Purchase.fragile',
      [{ pointer: expect.stringMatching(/^\/owners\/\d+\/isDeceased$/) }],
    ],
    [
      'is another status',
      when(on('getCaseData'), always(refusal(404))),
      'Sale.random',
      [{ requirement: 'case-data-200', message: 'A case that was set up is answered 404 instead of 200' }],
    ],
    [
      'is no JSON',
      when(
        on('getCaseData'),
        mapBody(200, () => `{${marker}`),
      ),
      'Sale.random',
      [
        {
          requirement: 'bodies-are-json',
          pointer: '',
          message: expect.stringMatching(/^The body is not JSON/),
        },
      ],
    ],
  ])('%s', async (_, behaviour, name, expected) => {
    const { verdict, findings } = await probing(behaviour, name);
    expect(verdict).toBe('fail');
    expect(findings).toMatchObject(expected);
    expect(JSON.stringify(findings)).not.toContain(marker);
  });

  test('is found where what is easily altered is altered', async () => {
    const latin = when(
      on('getCaseData'),
      mapBody(200, (body) => body.replaceAll(/[\u0100-\uffff]/g, '?')),
    );
    expect((await probing(latin, 'Remortgage.enumerable')).verdict).toBe('pass');
    const { verdict, findings } = await probing(latin, 'Remortgage.fragile');
    expect(verdict).toBe('fail');
    for (const { requirement, pointer, message } of findings) {
      expect(requirement).toBe('case-data-200');
      expect(message).toContain(`${pointer} is not shown as it was set up: it is stored with `);
    }
  });

  test('has for its witness the case that was asked for', async () => {
    const chosen = '5f0c2b4e-9d1a-4c37-8e65-2a7b90d3f184';
    const states = await serving(() => ({ body: JSON.stringify({ caseId: chosen }) }));
    const { url } = await serving(({ path }) => ({ status: path.endsWith('/data') ? 404 : 200, body: '{}' }));
    const result = only(await probingAt(url, `${states.url}/`, 'Sale.random', { isPrepared: true }));
    expect(result.findings.map(({ witness }) => witness)).toEqual([{ caseId: chosen, caseType: 'Sale' }]);
    const absent = when(on('getCaseData'), always(refusal(404)));
    const own = await probing(absent, 'Sale.random', { isPrepared: true });
    const [{ witness, exchange = -1 } = {}] = own.findings;
    expect(own.exchanges[exchange]?.request.path).toBe(`/api/v2/cases/${valueAt(witness, '/caseId')}/data`);
  });

  test('of which there are many is made small for the first five', async () => {
    const renamed = shown((record) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => ['caseId', 'caseType'].includes(name))),
    );
    const { findings } = await probing(renamed, 'Transfer.enumerable');
    expect(findings.length).toBeGreaterThan(10);
    expect(findings.filter(({ witness }) => witness !== undefined)).toHaveLength(5);
    expect(new Set(findings.map(({ message }) => message)).size).toBe(findings.length);
  });
});

describe('a provider that cannot be tested', () => {
  test.each<[string, Answering, readonly string[], object]>([
    [
      'whose endpoint fails, which may have done it',
      () => ({ status: 500 }),
      ['setup', 'teardown'],
      { reason: 'unreachable', remedy: expect.stringContaining("answers 500 to the state 'a case with") },
    ],
    [
      'since it breaks off',
      () => ({}),
      ['setup', 'teardown'],
      { reason: 'unreachable', remedy: expect.stringContaining('closed the connection') },
    ],
  ])('%s', async (title, endpoint, actions, remedy) => {
    const states = await serving(endpoint);
    const { url, seen } = await serving(({ path }) => (path.endsWith('/data') ? undefined : { body: '{}' }));
    const result = only(await probingAt(url, `${states.url}/`, 'Sale.random', { runs: 5 }));
    expect(result).toMatchObject({ verdict: 'inconclusive', findings: [], remedies: [remedy] });
    expect(states.seen.map(({ body }) => JSON.parse(body).action)).toEqual(actions);
    expect(seen.length > 1).toBe(title === 'since it breaks off');
  });

  test('any longer has deviated all the same, if it did before', async () => {
    let asked = 0;
    const states = await serving(() => ({}));
    const { url } = await serving(({ path }) => {
      if (!path.endsWith('/data')) return { body: '{}' };
      asked += 1;
      return asked === 1 ? { status: 404, body: '{}' } : undefined;
    });
    const result = only(await probingAt(url, `${states.url}/`, 'Sale.random', { runs: 1 }));
    expect(result.verdict).toBe('fail');
    const [finding] = result.findings;
    expect(finding).toMatchObject({
      message: 'A case that was set up is answered 404 instead of 200',
      witness: { caseType: 'Sale' },
    });
    expect(bundled.validate('CaseRecord', finding?.witness)).toEqual([]);
  });

  test('with a token that is not valid is told so, and does not deviate', async () => {
    const result = await probing(unchanged, 'Sale.random', {
      tokens: { member: `${tokenNamed('member')}-not` },
    });
    expect(result).toMatchObject({ verdict: 'inconclusive', reason: 'token-refused', findings: [] });
  });
});

test('what breaks in the generator is a fault of the suite', async () => {
  const states = await serving(() => ({}));
  const { url } = await serving(() => empty(200));
  const { results, suiteFaults } = await probingAt(url, `${states.url}/`, 'Sale.random', { path: 'nowhere' });
  expect(results).toEqual([]);
  expect(suiteFaults).toMatchObject([{ check: 'getCaseData.probe.Sale.random' }]);
  expect(states.seen).toEqual([]);
});
