import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serve, type TestServer } from '../../support/hostile.ts';
import { type Called, call, temporaryFolder } from '../cli/support.ts';

const page = await readFile('docs/regression.md', 'utf8');

function blocksOf(heading: string): { language: string; text: string }[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [own = ''] = section.split(/\n## /);
  return [...own.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}

interface Deployed {
  readonly price: number | string;
  readonly listingGrade: string;
}

const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const token = 'Secret-Token-1234567890';
const home = process.cwd();
const right: Deployed = { price: 1, listingGrade: 'grade II' };
let deployed = right;
let server: TestServer;

beforeEach(async () => {
  deployed = right;
  server = await serve((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.headers.authorization !== `Bearer ${token}`)
      return response.writeHead(401).end('{"message":"no"}');
    const [, asked] = /^\/api\/v2\/cases\/(.*?)\/?data$/.exec(request.url ?? '') ?? [];
    if (asked === undefined) return response.end('{"id":1}');
    if (asked !== caseId)
      return response.writeHead(/^[\da-f-]{36}$/.test(asked) ? 404 : 400).end('{"message":"no"}');
    const { price, listingGrade } = deployed;
    const record = { caseId, caseType: 'Sale', price, TA6: { type: 'TA6_4th', listingGrade } };
    return response.end(JSON.stringify(record));
  });
  process.chdir(await temporaryFolder());
  const configuration = {
    baseUrl: server.url,
    cases: { Sale: [caseId] },
    requestsPerSecond: 1_000,
    concurrency: 16,
  };
  await writeFile('conformance.config.json', JSON.stringify(configuration));
});

afterEach(async () => {
  process.chdir(home);
  await server.close();
});

async function ran(line: string): Promise<Called> {
  const done = { status: 0, stdout: '', stderr: '' };
  const [words = '', file] = line.split(' > ');
  const [program, ...rest] = words.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [];
  const [first = '', second = ''] = rest;
  if (program === 'npm') return done;
  if (program === 'cp') {
    await copyFile(first, second);
    return done;
  }
  expect([program, first]).toEqual(['npx', 'case-conformance']);
  const called = await call(rest.slice(1), { CASE_API_TOKEN: token });
  if (file !== undefined) await writeFile(file, called.stdout);
  return called;
}

async function runBlock(text: string | undefined, status: number): Promise<Called> {
  const all: Called[] = [];
  for (const line of text?.trimEnd().split('\n') ?? []) all.push(await ran(line));
  const last = all.at(-1);
  if (last === undefined) throw new Error('The page has no such block.');
  expect(last.status, last.stderr).toBe(status);
  return last;
}

function expectShown({ stdout }: Called, text: string | undefined): void {
  const shown =
    text?.split('\n').filter((line) => !/^(Before|After): | requirements tested|^…$/.test(line)) ?? [];
  expect(shown.length).toBeGreaterThan(3);
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(shown));
}

async function edit(file: string, { language, text }: { language: string; text: string }): Promise<void> {
  expect(language).toBe('diff');
  const [before = '', after = ''] = text.split('\n').map((line) => line.slice(1));
  const old = await readFile(file, 'utf8');
  expect(old).toContain(`${before}\n`);
  await writeFile(file, old.replace(before, after));
}

test('I change the description', async () => {
  const [describe, change, diff, output, accept, file, ...more] = blocksOf('I change the description');
  expect(more).toEqual([]);
  await runBlock(describe?.text, 0);
  if (change !== undefined) await edit('changed.yaml', change);
  expectShown(await runBlock(diff?.text, 1), output?.text);
  await runBlock(accept?.text, 0);
  const { accepted } = JSON.parse(await readFile('accepted.json', 'utf8'));
  const [shown] = JSON.parse(file?.text ?? '').accepted;
  expect(accepted).toContainEqual({ ...shown, until: expect.any(String) });
});

test('The provider changed', async () => {
  const [compare, comparison, baseline, output, ...more] = blocksOf('The provider changed');
  expect(more).toEqual([]);
  deployed = { price: 1, listingGrade: 'Grade II' };
  await ran('npx case-conformance check');
  deployed = { ...right, price: 'one' };
  expectShown(await runBlock(compare?.text, 1), comparison?.text);
  expectShown(await runBlock(baseline?.text, 0), output?.text);
});

test('I upgrade the suite', async () => {
  const [lock, upgrade, counts, ...more] = blocksOf('I upgrade the suite');
  expect(more).toEqual([]);
  deployed = { ...right, price: 'one' };
  await runBlock(lock?.text, 1);
  // An earlier minor version would have written this lock.
  const written = JSON.parse(await readFile('conformance.lock.json', 'utf8'));
  const checks = written.suite.checks.filter((id: string) => !id.endsWith('.case-price'));
  const suite = { ...written.suite, version: '0.0.9', checks };
  await writeFile('conformance.lock.json', JSON.stringify({ ...written, suite }));
  const { stdout } = await runBlock(upgrade?.text, 1);
  expect(stdout).toContain(counts?.text);
});
