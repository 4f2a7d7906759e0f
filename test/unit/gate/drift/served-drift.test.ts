import { describe, expect, onTestFinished, test } from 'vitest';
import { written } from '../../../../src/faults/answers.ts';
import type { Behaviour } from '../../../../src/faults/behaviour.ts';
import { together, unchanged } from '../../../../src/faults/behaviours.ts';
import { startService } from '../../../../src/faults/broken-service.ts';
import { caseNamed, tokenNamed } from '../../../../src/faults/demo.ts';
import { serving } from '../../../../src/faults/descriptions.ts';
import { withFields } from '../../../../src/faults/records.ts';
import { type CheckOptions, type CheckOutcome, check } from '../../../../src/gate/check.ts';
import { driftInThread } from '../../../../src/gate/drift/drift-thread.ts';
import type { Drift, DriftVerdict } from '../../../../src/regression/drift/drift.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { expectValidReport } from '../../cli/support.ts';

/** What the edited place is called in a drift. */
const price = {
  operation: 'GET /api/v2/cases/{id}/data',
  part: 'response 200',
  pointer: '/price',
  keyword: 'type',
};

/** As much of a description as is edited here. */
interface Editable {
  readonly info: Record<string, unknown>;
  servers: unknown;
  paths: Record<string, unknown>;
  readonly components: { readonly schemas: Readonly<Record<string, Described>> };
}

interface Described {
  readonly properties: Record<string, unknown>;
}

/** The bundled description as JSON, after an edit. */
function edited(edit: (document: Editable) => void): string {
  const document = structuredClone<unknown>({ ...bundled.description }) as Editable;
  edit(document);
  return JSON.stringify(document);
}

function propertiesIn({ components: { schemas } }: Editable, name: string): Record<string, unknown> {
  const { properties } = schemas[name] ?? {};
  if (properties === undefined) throw new Error(`${name} has no properties.`);
  return properties;
}

const withPrice = (schema: object): string =>
  edited((document) => {
    propertiesIn(document, 'CaseBase').price = schema;
  });

const describing = (text: string): Behaviour => serving(written(200, text, 'application/json'));

/** Checks what matters of a service that behaves so; its report is as its schema says. */
async function checked(
  behaviour: Behaviour,
  further: Partial<CheckOptions> = {},
): Promise<CheckOutcome & { drift: Drift | undefined }> {
  const service = await startService(behaviour);
  onTestFinished(() => service.close());
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
  return { ...outcome, drift: outcome.report.drift };
}

const highPrice = withFields('Sale', { price: 'high' });

describe('a served description with one edit', () => {
  test.each<[what: string, schema: object, answers: Behaviour, verdict: DriftVerdict]>([
    ['the document', { type: 'string' }, unchanged, 'document-wrong'],
    ['the deployment, as its document says', { type: 'string' }, highPrice, 'deployment-wrong'],
    ['both', { type: 'boolean' }, highPrice, 'both-differ'],
  ])('shows that %s is wrong', async (_, schema, answers, verdict) => {
    const { drift } = await checked(together(answers, describing(withPrice(schema))));
    expect(drift).toMatchObject({ state: 'differs', count: 1, differences: [{ ...price, verdict }] });
  });

  test('of what no answer shows is told all the same', async () => {
    const text = edited((document) => {
      propertiesIn(document, 'ClientPatch').added = { type: 'integer' };
    });
    const { drift } = await checked(describing(text));
    expect(drift).toMatchObject({
      state: 'differs',
      differences: [{ part: 'request body', pointer: '/added', verdict: 'not-shown' }],
    });
  });

  test('fails nothing, but by --fail-on drift', async () => {
    const behaviour = describing(withPrice({ type: 'string' }));
    expect((await checked(behaviour)).report).toMatchObject({ conclusion: 'conformant', objections: [] });
    expect((await checked(behaviour, { failOn: ['drift'] })).report).toMatchObject({
      conclusion: 'not-accepted',
      objections: [{ kind: 'drift' }],
    });
  });
});

test('a deployment that deviates from what its own description says, too, contradicts it', async () => {
  const { drift, report } = await checked(together(highPrice, describing(edited(() => undefined))));
  const deviations = report.results.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint));
  expect(deviations).not.toEqual([]);
  expect(drift).toEqual({ state: 'none', contradicting: [...new Set(deviations)].sort() });
});

test.each<[what: string, text: string]>([
  ['the bundled text', bundled.text],
  [
    'the same with the paths below a server',
    edited((document) => {
      document.servers = [{ url: 'https://acme.example/api' }];
      document.paths = Object.fromEntries(
        Object.entries(document.paths).map(([path, item]) => [path.slice('/api'.length), item]),
      );
    }),
  ],
  [
    'the same in other words',
    edited((document) => {
      document.info.description = 'Ours';
      propertiesIn(document, 'CaseBase').price = { type: 'number', description: 'In pounds' };
    }),
  ],
])('%s is no drift', async (_, text) => {
  const { report, drift } = await checked(describing(text), { failOn: ['drift'] });
  expect(drift).toEqual({ state: 'none', contradicting: [] });
  expect(report.objections).toEqual([]);
});

test('the lock tells when the served description changes', async () => {
  const lockedAt = async (text: string, further: Partial<CheckOptions>) => {
    // One place, so that the lock is of the same target.
    service.text = text;
    return checked(service.behaviour, further);
  };
  const service = {
    text: '',
    behaviour: ((request, reference) => describing(service.text)(request, reference)) as Behaviour,
  };
  const kept = (outcome: CheckOutcome) =>
    outcome.report.observations.find(({ subject }) => subject.startsWith('the served description'));
  const one = kept(await lockedAt(withPrice({ type: 'string' }), {}));
  const again = kept(await lockedAt(withPrice({ type: 'string', description: 'x' }), { seed: 2 }));
  const other = kept(await lockedAt(withPrice({ type: 'string', maxLength: 5 }), {}));
  expect(one?.values).toContain('GET /api/v2/cases/{id}/data, response 200, /price: type');
  expect(again).toEqual(one);
  expect(other?.values).not.toEqual(one?.values);
});

const nested = (levels: number): string => `${'{"allOf":['.repeat(levels)}{}${']}'.repeat(levels)}`;

const withSchema = (schema: string): string => withPrice({ marked: 1 }).replace('{"marked":1}', schema);

describe('a hostile description', () => {
  test.each<[what: string, text: string]>([
    ['that is none', '{"caseId":"x"}'],
    ['that is a text', 'openapi'],
    ['of another version', '{"openapi":"2.0","paths":{}}'],
    [
      'whose parts are of other types',
      '{"openapi":"3.1.0","paths":{"/a":{"get":{"responses":7,"parameters":{"a":null}}}}}',
    ],
    ['that leads elsewhere', withSchema('{"$ref":"https://acme.example/other.json"}')],
    ['that leads nowhere', withSchema('{"$ref":"#/nowhere"}')],
    ['that leads to itself', withSchema('{"$ref":"#/components/schemas/CaseBase/properties/price"}')],
    ['that is deep', withSchema(nested(20_000))],
    ['that is YAML with brackets that open', `openapi: 3.1.0\npaths: ${'['.repeat(5_000)}`],
    ['with a keyword that is none', withSchema('{"type":[7],"minLength":"x","enum":{},"pattern":"("}')],
  ])('%s breaks nothing', async (_, text) => {
    const { report } = await checked(describing(text), { only: 'getInterfaceDescription' });
    expect(report.conclusion).not.toBe('suite-broke');
    expect(report.drift?.state ?? 'none').toMatch(/^(differs|not-compared|none)$/);
  });

  test('shows nothing of its words but names', async () => {
    const words = 'Jo Bloggs, 1 High Street';
    const text = edited((document) => {
      const properties = propertiesIn(document, 'CaseBase');
      properties[words] = { type: 'string', pattern: words };
      propertiesIn(document, 'CaseBase').price = { type: 'string', enum: [words], [words]: words };
      document.paths[`/api/v2/${words}`] = { get: { responses: {} } };
    });
    const { report, drift } = await checked(describing(text));
    expect(drift).toMatchObject({ state: 'differs' });
    expect(JSON.stringify(report)).not.toContain('Bloggs');
  });

  test('with ten thousand differences is told by the first hundred', async () => {
    const text = edited((document) => {
      for (let index = 0; index < 10_000; index += 1)
        document.paths[`/api/v2/more/${index}`] = { get: { responses: {} } };
    });
    const { drift } = await checked(describing(text), { only: 'getInterfaceDescription' });
    expect(drift).toMatchObject({ state: 'differs', count: 10_000 });
    expect(drift?.state === 'differs' && drift.differences).toHaveLength(100);
  });

  test('that takes for ever is given up', async () => {
    const text = withPrice({ type: 'string', pattern: '^(a+)+$' });
    const answers = [
      {
        operation: price.operation,
        status: 200,
        text: JSON.stringify({ caseType: 'Sale', price: `${'a'.repeat(40)}!` }),
      },
    ];
    const started = performance.now();
    const work = { agreed: { ...bundled.description }, text, answers, findings: [] };
    expect(await driftInThread(work, 1_500)).toEqual({ state: 'not-compared', reason: 'too-costly' });
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});
