import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { call, reportIn, temporaryFile, temporaryFolder } from './support.ts';

const auction = {
  type: 'object',
  required: ['caseType'],
  allOf: [{ $ref: '#/components/schemas/CaseBase' }],
  properties: {
    caseType: { const: 'Auction', 'x-requirement': 'case-type' },
    lot: { type: 'integer', minimum: 1, maximum: 900 },
    room: { type: ['string', 'null'], minLength: 3 },
  },
};

const overlay = {
  overlay: '1.0.0',
  actions: [
    { target: '$.components.schemas', update: { Auction: auction } },
    { target: '$.components.schemas.CaseRecord.oneOf', update: { $ref: '#/components/schemas/Auction' } },
  ],
};

const file = (): Promise<string> => temporaryFile('overlay.json', JSON.stringify(overlay));
const id = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';

describe('a case type that an overlay adds', () => {
  test('is described', async () => {
    const { status, stdout } = await call(['describe', '--overlay', await file()]);
    expect({ status, auction: parse(stdout).components.schemas.Auction }).toEqual({ status: 0, auction });
  });

  test('is generated, and its records are valid', async () => {
    const words = ['--overlay', await file()];
    const generated = await call(['generate', ...words, '--type', 'Auction', '--count', '50', '--seed', '1']);
    expect(generated).toMatchObject({ status: 0, stderr: '' });
    const records = await temporaryFile('records.ndjson', generated.stdout);
    expect(await call(['validate', ...words, records])).toMatchObject({
      status: 0,
      stdout: '50 records, 0 invalid.\n',
    });
    expect(await call(['validate', records])).toMatchObject({ status: 1 });
  });

  test('is tested where a case of it is listed', async () => {
    const words = ['check', '--dry-run', '--base-url', 'http://127.0.0.1:9', '--case', `Auction=${id}`];
    const environment = { CASE_API_TOKEN: 'a-token' };
    const { status, stdout } = await call([...words, '--overlay', await file()], environment);
    expect(status).toBe(0);
    expect(stdout).toContain(`GET /api/v2/cases/${id}/data  (member)`);
    const { stderr } = await call(words, environment);
    expect(stderr).toContain('a type of Sale, Purchase, Remortgage, Transfer or foreign, but is');
  });
});

describe('check --reference', () => {
  test('goes by a description, and names the rows that do not apply', async () => {
    const described = await call(['describe']);
    const price = /^ +price: .*\n/m;
    const spec = await temporaryFile('openapi.yaml', described.stdout.replace(price, ''));
    const folder = await temporaryFolder();
    const words = ['--spec', spec, '--only', 'getCaseData.', '--runs', '1', '--report-dir', folder];
    const { status, stdout } = await call(['check', '--reference', ...words]);
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(stdout).toContain('Not applicable to this description: case-price.\n');
    expect((await reportIn(folder)).report.inapplicable).toEqual(['case-price']);
  });
});

describe('validate --schema', () => {
  test('judges records of any schema', async () => {
    const clients = await temporaryFile('clients.ndjson', '{"status":"Active"}\n{"status":"active"}\n');
    expect(await call(['validate', '--schema', 'Client', clients])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('1 invalid.'),
    });
  });

  test('names the nearest schema for one that is not there', async () => {
    expect(await call(['validate', '--schema', 'client', '-'])).toEqual({
      status: 2,
      stdout: '',
      stderr: "The description has no schema named 'client'. Did you mean 'Client'? [SCHEMA_UNKNOWN]\n",
    });
  });
});

test('a description that cannot be used is refused', async () => {
  const spec = await temporaryFile('openapi.yaml', 'openapi: 3.1.0\npaths: {}\n');
  expect(await call(['check', '--reference', '--spec', spec])).toEqual({
    status: 2,
    stdout: '',
    stderr: `${spec} cannot be used: it has no schema named 'CaseRecord' in components.schemas, which the checks are made from. Keep its name. [DESCRIPTION_WRONG]\n`,
  });
});
