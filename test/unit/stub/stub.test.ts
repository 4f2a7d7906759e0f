import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStub, type StubCall } from '../../../src/cli/commands/serve/stub.ts';
import { fieldCoverageOf, neverCovered } from '../../../src/folds/field-coverage.ts';
import { check } from '../../../src/gate/check.ts';
import { numberedRecords } from '../../../src/generation/numbered.ts';
import type { Report } from '../../../src/report/report.ts';
import { fromYaml } from '../../../src/schema/yaml.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Description } from '../../../src/specification/description.ts';
import { openSpecification } from '../../../src/specification/open.ts';
import { temporaryFolder } from '../cli/support.ts';

const fixture = JSON.parse(await readFile('fixtures/conformance.config.json', 'utf8'));
const [sale] = fixture.cases.Sale;
const [client] = fixture.clients;
const salePath = `/api/v2/cases/${sale}/data`;
const clientPath = `/api/v2/clients/${client}`;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

async function started(call: Partial<StubCall> = {}) {
  const stub = await openStub({ specification: bundled, organisation: 'demo', seed: 7, ...call });
  const { baseUrl, close } = await stub.listen(0);
  onTestFinished(close);
  const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(baseUrl + path, {
      ...init,
      headers: {
        authorization: `Bearer ${fixture.tokens.member}`,
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] };
  };
  const patch = (body: object) => send(clientPath, { method: 'PATCH', body: JSON.stringify(body) });
  return { baseUrl, send, patch };
}

test('a page of another origin can call it, if --cors names that', async () => {
  const { baseUrl } = await started({ cors: 'http://localhost:5173', errorRate: 1 });
  const ask = (method: string, headers: Record<string, string>) =>
    fetch(baseUrl + salePath, { method, headers });
  const preflight = await ask('OPTIONS', { 'access-control-request-method': 'GET' });
  expect([preflight.status, ...allowed(preflight)]).toEqual([
    204,
    'http://localhost:5173',
    'GET, PATCH, POST',
    'Authorization, Content-Type',
  ]);
  const failing = await ask('GET', { authorization: `Bearer ${fixture.tokens.member}` });
  expect([failing.status, ...allowed(failing)]).toEqual([503, 'http://localhost:5173', null, null]);
  expect((await ask('OPTIONS', {})).status).toBe(503);

  const closed = await started();
  expect(allowed(await fetch(closed.baseUrl + salePath))).toEqual([null, null, null]);
});

function allowed({ headers }: Response): (string | null)[] {
  return ['origin', 'methods', 'headers'].map((name) => headers.get(`access-control-allow-${name}`));
}

async function checked(baseUrl: string, options: Partial<Parameters<typeof check>[0]> = {}): Promise<Report> {
  const configuration = { ...fixture, baseUrl, journal: await temporaryFolder(), requestsPerSecond: 10_000 };
  const { report } = await check({ configuration, seed: 1, ...options });
  return report;
}

const deviations = ({ results }: Report) => results.flatMap(({ findings }) => findings);

describe('a stub', () => {
  test('answers each case with a generated record of its own, which stays', async () => {
    const { send } = await started();
    const [one, again] = [await send(salePath), await send(salePath)];
    expect(one.body).toEqual(again.body);
    expect(one.body).toEqual({
      ...(numberedRecords({ type: 'Sale' }, 7).at(0) as object),
      caseId: sale,
    });
    expect([one.headers.get('stub-seed'), one.headers.get('stub-path')]).toEqual(['7', '0']);
    const { cases } = (await send('/api/v2/cases')).body as { cases: { caseId: string }[] };
    const records = await Promise.all(cases.map(({ caseId }) => send(`/api/v2/cases/${caseId}/data`)));
    expect(
      neverCovered(
        bundled,
        fieldCoverageOf(
          bundled,
          records.map(({ body }) => body),
        ),
      ),
    ).toEqual([]);
    expect((await send(`/api/v2/cases/${fixture.cases.foreign[0]}/data`)).status).toBe(404);
  });

  const ofRecords = ['getCaseData.', 'updateClient.nothing'];

  test.each([{}, { edgeCases: true }])('is found to deviate in nothing: %o', async (call) => {
    const { baseUrl } = await started(call);
    const report = await checked(baseUrl, { only: ofRecords });
    expect(deviations(report)).toEqual([]);
    expect([report.conformant, report.objections]).toEqual([true, []]);
  });

  test('of a changed description shows what is new in it', async () => {
    const text = bundled.text
      .replace('- $ref: "#/components/schemas/Transfer"', '- $ref: "#/components/schemas/Lease"')
      .replace(/^ {4}Transfer:$/m, '    Lease:')
      .replace('const: Transfer', 'const: Lease');
    const specification = openSpecification(fromYaml(text) as Description);
    expect(specification.caseTypes).toContain('Lease');
    const { send } = await started({ specification });
    const { cases } = (await send('/api/v2/cases')).body as {
      cases: { caseId: string; caseType: string }[];
    };
    expect(new Set(cases.map(({ caseType }) => caseType))).toEqual(new Set(specification.caseTypes));
    const lease = cases.find(({ caseType }) => caseType === 'Lease');
    const { body } = await send(`/api/v2/cases/${lease?.caseId}/data`);
    expect(body).toMatchObject({ caseType: 'Lease' });
    expect(specification.validate('CaseRecord', body)).toEqual([]);
  });
});

describe('--arbitrary', () => {
  test('shows all that can be enumerated in as many answers as it says, and each again', async () => {
    const { send } = await started({ arbitrary: true });
    const { covering } = numberedRecords({ type: 'Sale' }, 7);
    expect(covering).toBe(24);
    const answers: Answer[] = [];
    for (let number = 0; number < covering; number += 1) answers.push(await send(salePath));
    expect(answers.map(({ headers }) => headers.get('stub-path'))).toEqual(answers.map((_, at) => `${at}`));
    expect(answers.map(({ body }) => bundled.validate('CaseRecord', body))).toEqual(answers.map(() => []));
    const shown = fieldCoverageOf(
      bundled,
      answers.map(({ body }) => body),
    );
    expect(neverCovered(bundled, shown).filter((name) => name.startsWith('Sale'))).toEqual([]);
    const replay = await started({ arbitrary: true, path: '17' });
    expect((await replay.send(salePath)).body).toEqual(answers[17]?.body);
    expect((await replay.send(salePath)).body).toEqual(answers[17]?.body);
  });

  test('keeps what was changed of a client, and nothing else', async () => {
    const { patch } = await started({ arbitrary: true });
    const changed = { lastName: 'Okafor', address: { postcode: 'DE45 1ZX' } };
    expect((await patch({ ...changed, status: 'Closed', unlisted: 1 })).body).toMatchObject(changed);
    const answers = await Promise.all(Array.from({ length: 12 }, () => patch({})));
    for (const { body } of answers) expect(body).toMatchObject({ ...changed, id: client });
    expect(new Set(answers.map(({ body }) => body.status)).size).toBe(6);
    expect((await patch({ emailAddress: 'none' })).status).toBe(400);
  });

  test('deviates in nothing but that records change', async () => {
    const { baseUrl } = await started({ arbitrary: true });
    const report = await checked(baseUrl, { only: ['getCaseData.Sale', 'getCaseData.again'] });
    const found = new Set(deviations(report).map(({ requirement }) => requirement));
    expect([...found]).toEqual(['case-data-of-the-case']);
  });
});

describe('--broken', () => {
  test.each([
    ['type-missing', 'getCaseData.Sale', 'case-type'],
    ['omission-clears-status', 'updateClient.leaves-out', 'update-client-omitted-unchanged'],
  ])('%s is found', async (broken, only, requirement) => {
    const { baseUrl } = await started({ broken });
    const found = deviations(await checked(baseUrl, { thorough: true, only }));
    expect(found.map((finding) => finding.requirement)).toContain(requirement);
  });

  test('that is no fault is refused', async () => {
    await expect(started({ broken: 'type-mising' })).rejects.toThrow(
      "There is no fault 'type-mising'. Did you mean 'type-missing'?",
    );
  });
});

test('docs/stub.md shows what its client finds, and that the better one finds nothing', async () => {
  const page = await readFile('docs/stub.md', 'utf8');
  const blocks = (language: string) =>
    [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);
  const [brittle = '', trying = '', robust = ''] = blocks('mts');
  const { baseUrl } = await started({ arbitrary: true });
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'try-title.mts'), trying);
  const tried = async (client: string): Promise<string> => {
    await writeFile(join(folder, 'title.mts'), client);
    const environment = { BASE_URL: baseUrl, CASE_API_TOKEN: fixture.tokens.member };
    const words = ['--disable-warning=ExperimentalWarning', join(folder, 'try-title.mts')];
    return promisify(execFile)(process.execPath, words, { env: environment }).then(({ stdout }) => stdout);
  };
  const [found = ''] = blocks('text');
  expect(await tried(brittle)).toBe(found);
  expect(await tried(robust)).toBe('');
});

describe('troubles', () => {
  test('--latency makes each answer late', async () => {
    const { send } = await started({ latency: 80 });
    const before = performance.now();
    expect((await send(salePath)).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(75);
  });

  test('--error-rate answers that share 503, the same for a seed, and does nothing then', async () => {
    const [one, same] = [await started({ errorRate: 0.3 }), await started({ errorRate: 0.3 })];
    const statuses = async ({ send }: typeof one): Promise<number[]> => {
      const all: number[] = [];
      for (let count = 0; count < 50; count += 1) all.push((await send('/api/v2/org')).status);
      return all;
    };
    const answered = await statuses(one);
    expect(await statuses(same)).toEqual(answered);
    expect(answered.filter((status) => status === 503).length).toBeGreaterThan(5);
    expect(answered.filter((status) => status === 503).length).toBeLessThan(25);
    const failing = await started({ errorRate: 1 });
    const { status, headers, body } = await failing.patch({ lastName: 'Okafor' });
    expect([status, headers.get('retry-after'), Object.keys(body)]).toEqual([503, '1', ['message']]);
  });
});
