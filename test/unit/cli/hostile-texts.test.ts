import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundled } from '../../../src/specification/bundled.ts';
import { serve, type TestServer } from '../../support/hostile.ts';
import { type Called, call, checkedWith, spawned, temporaryFile, temporaryFolder } from './support.ts';

const token = 'member-7Hq2XvRt9LkWm4Zc';

const hostile = [
  '::error::obeyed',
  '  ::set-output name=obeyed::yes',
  '##[error]obeyed ##vso[task.setvariable variable=x]obeyed ##teamcity[obeyed]',
  '\u001b]0;obeyed\u0007\u001b[2J\u001b[31mred\u009b31m\u0085\u2028',
  `\u202edesrever\u2066\u200b\ufeff\u{e0041} Bearer ${token}`,
].join('\r\n');

function hostileDescription(): object {
  const description = JSON.parse(JSON.stringify(bundled.served));
  const { schemas } = description.components;
  description.info = { title: `${hostile}${'x'.repeat(20_000)}`, version: hostile, description: hostile };
  schemas[hostile] = { type: 'string', title: hostile, enum: [hostile, 'y'.repeat(20_000)] };
  const [name = ''] = Object.keys(schemas);
  schemas[name] = { ...schemas[name], description: hostile };
  schemas.ListingGrade.enum.push(hostile);
  schemas.Address.properties[hostile] = { type: 'string', pattern: hostile, format: hostile };
  schemas.Address.required = [hostile];
  description.paths[`/api/v2/${hostile}`] = {
    get: { summary: hostile, tags: [hostile], responses: { 200: { description: hostile } } },
  };
  description.webhooks = { [hostile]: { post: { responses: { 200: { description: hostile } } } } };
  for (const item of Object.values<Record<string, object>>(description.paths)) {
    for (const operation of Object.values(item))
      Object.assign(operation, {
        parameters: [{ name: hostile, in: 'query', required: true, schema: { const: hostile } }],
      });
  }
  return description;
}

let server: TestServer;
beforeAll(async () => {
  const description = JSON.stringify(hostileDescription());
  server = await serve(({ url = '' }, response) => {
    const isDescription = url.startsWith('/api/v2/doc');
    response.setHeader('content-type', `application/json; x="${token}"`);
    response.statusMessage = 'obeyed';
    response.end(
      isDescription ? description : JSON.stringify({ [hostile]: hostile, message: hostile, id: hostile }),
    );
  });
});
afterAll(() => server.close());

function expectHarmless(written: string): void {
  expect(written.match(/[\p{Cf}\u2028\u2029]|(?!\n)\p{Cc}/gu) ?? []).toEqual([]);
  expect(written.match(/##[\w.-]*\[/g) ?? []).toEqual([]);
  expect(written.match(/^\s*::.*/gm) ?? []).toEqual([]);
  expect(written.split(token).length - 1).toBe(0);
}

test('a target whose texts would be obeyed is tested, and none of them stands in what is written', async () => {
  const configuration = {
    ...{ baseUrl: server.url, tokens: { member: token }, requestsPerSecond: 1_000 },
    cases: { Sale: ['3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11'] },
  };
  const lock = `${await temporaryFolder()}/lock.json`;
  const words = ['--lock', lock, '--update-lock', '--fail-on', 'drift', '--debug'];
  const { status, stdout, stderr, text, report } = await checkedWith(configuration, words);
  expect(status).toBe(1);
  expect(report.drift).toMatchObject({ state: 'differs' });
  for (const written of [stdout, stderr, text, await readFile(lock, 'utf8')]) expectHarmless(written);
  expect(longestLine(stdout)).toBeLessThan(5_000);
});

describe('a description whose texts would be obeyed', () => {
  test.each<[string, () => Promise<Called>]>([
    ['is compared in a process of its own', () => spawned(['diff', '@2.0', `${server.url}/api/v2/doc`])],
    ['becomes Markdown', () => call(['diff', '@2.0', `${server.url}/api/v2/doc`, '--output', 'markdown'])],
  ])('%s', async (_name, made) => {
    const { status, stdout, stderr } = await made();
    expect([0, 1]).toContain(status);
    expect(stdout.length).toBeGreaterThan(1_000);
    // The call may show the text of a description that the user names, even if the text contains a token.
    expectHarmless(`${stdout}${stderr}`.replaceAll(token, ''));
    expect(longestLine(stdout)).toBeLessThan(20_000);
  });

  test.each<[string, string]>([
    ['is no YAML', `a: !${hostile.slice(0, 60)}\n  b: [`],
    ['is of no version', JSON.stringify({ openapi: hostile, paths: {} })],
    [
      'leads elsewhere',
      JSON.stringify({
        openapi: '3.1.0',
        paths: {},
        components: { schemas: { [hostile]: { $ref: hostile } } },
      }),
    ],
    [
      'is none that can be checked',
      JSON.stringify({
        openapi: '3.1.0',
        paths: {},
        components: { schemas: { [hostile]: { pattern: '(' } } },
      }),
    ],
  ])('and %s is told of', async (_name, text) => {
    const file = await temporaryFile('openapi.yaml', text);
    const { status, stdout, stderr } = await call(['validate', '--spec', file, '-'], {}, '{}');
    expect(status).toBe(2);
    expectHarmless(`${stdout}${stderr}`);
  });
});

test('records whose texts would be obeyed are judged line by line', async () => {
  const record = { caseType: 'Sale', caseId: 'x', location: { [hostile]: hostile }, TA6: { type: hostile } };
  const input = `${JSON.stringify(record)}\n`;
  for (const words of [['-'], ['-', '--output', 'ndjson']]) {
    const { status, stdout } = await call(['validate', ...words], {}, input);
    expect(status).toBe(1);
    expectHarmless(stdout.replaceAll(token, ''));
  }
});

function longestLine(text: string): number {
  return Math.max(...text.split('\n').map(({ length }) => length));
}
