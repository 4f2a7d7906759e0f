import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serve, type TestServer } from '../../support/hostile.ts';
import { leakedInto } from './fixtures.ts';
import { call, configurationFile, reportIn, temporaryFile, temporaryFolder } from './support.ts';

const token = 'Secret-Token-1234567890';
const count = 70;
const wrong = 63;

function idOf(number: number): string {
  return `3f2b7c1e-5b0a-4d52-9a59-${number.toString(16).padStart(12, '0')}`;
}

/**
 * Starts a service of 70 sales. One has a price that is not a number, and one is a purchase with a wrong field.
 * @param isSilent - whether a reading gets no answer
 */
async function startCases(isSilent: (reading: number) => boolean = () => false): Promise<TestServer> {
  let readings = 0;
  const server = await serve((request, response) => {
    const answer = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const [, id] = /^\/api\/v2\/cases\/([0-9a-f-]+)\/data$/.exec(request.url ?? '') ?? [];
    if (request.headers.authorization !== `Bearer ${token}`) answer(401, { message: 'No.' });
    else if (request.url === '/api/v2/org') answer(200, { id: 'org' });
    else if (request.url === '/api/v2/cases')
      answer(
        200,
        Array.from({ length: count }, (_, at) => ({ caseId: idOf(at) })),
      );
    else if (id === undefined) answer(404, { message: 'There is nothing here.' });
    else {
      readings += 1;
      const number = Number.parseInt(id.slice(-12), 16);
      const odd =
        number === wrong ? { price: 'dear Mr Penrose' } : number === 61 ? { isUndervalue: 'yes' } : {};
      const purchase = number === 47 ? { caseType: 'Purchase', isNewBuild: 'maybe' } : {};
      if (isSilent(readings)) response.destroy();
      else answer(200, { caseId: id, caseType: 'Sale', ...odd, ...purchase });
    }
  });
  onTestFinished(() => server.close());
  return server;
}

async function sweepAt(server: TestServer, folder: string, ...words: readonly string[]) {
  const target = { baseUrl: server.url, tokens: { member: token } };
  const config = await configurationFile({ ...target, requestsPerSecond: 10_000, timeoutMs: 5_000 });
  const only = words.includes('--only') ? [] : ['--only', 'getCaseData.'];
  const given = ['--config', config, '--report-dir', folder, '--seed', '7', '--discover', 'all'];
  const called = await call(['check', ...given, ...only, ...words]);
  return { ...called, ...(await reportIn(folder)) };
}

function readingsOf({ seen }: TestServer): number {
  return seen.filter(
    ({ path, headers }) => path.endsWith('/data') && headers.authorization === `Bearer ${token}`,
  ).length;
}

describe('check --discover all', () => {
  test('finds what one case in seventy shows, and says how many were read', async () => {
    const server = await startCases();
    const { status, stdout, report, text } = await sweepAt(server, await temporaryFolder());
    expect(status).toBe(1);
    expect(stdout.split('\n')[0]).toBe(
      'Discovered from GET /api/v2/cases: 40 Sale (identifiers: 70, tried: 40). Of 30 more, 30 were read, 2 of them with deviations.',
    );
    expect(report.discovered?.swept).toEqual({ read: 30, of: 30, deviating: 2 });
    const [failed, ...others] = report.results.filter(({ findings }) =>
      findings.some(({ pointer }) => pointer === '/price'),
    );
    expect(others).toEqual([]);
    const [finding] = failed?.findings ?? [];
    expect(report.exchanges[finding?.exchange ?? -1]?.request.path).toBe(`/api/v2/cases/${idOf(wrong)}/data`);
    expect(report.fieldCoverage.valid.Sale?.['']).toBeGreaterThanOrEqual(68);
    expect(report.fieldCoverage.invalid).toMatchObject({
      Purchase: { '/isNewBuild': 1 },
      Sale: { '/price': 1 },
    });
    // The configuration lists no purchase, so only the sweep can find `/isNewBuild`.
    const pointers = report.results.flatMap(({ findings }) => findings.map(({ pointer }) => pointer));
    expect(pointers.filter((pointer) => pointer !== '').toSorted()).toEqual(['/isNewBuild', '/price']);
    const seen = report.results.find(
      ({ findings, id }) => id.includes('undervalue') && findings.length === 0,
    );
    expect(seen?.verdict ?? 'pass').toBe('pass');
    expect(leakedInto(`${stdout}${text}`, [token, 'Penrose'])).toEqual([]);
    expect(readingsOf(server)).toBeLessThan(count + 30);
  });

  test('reads a part of the cases in each shard, whose reports conclude as the whole', async () => {
    const server = await startCases();
    const whole = await sweepAt(server, await temporaryFolder());
    const folders = [await temporaryFolder(), await temporaryFolder()];
    const shards = [];
    for (const [at, folder] of folders.entries())
      shards.push(await sweepAt(server, folder, '--shard', `${at + 1}/2`));
    const parts = shards.map(({ report }) => report.discovered?.swept?.read ?? 0);
    expect(parts.reduce((all, one) => all + one)).toBe(30);
    expect(Math.min(...parts)).toBeGreaterThan(10);
    const folder = await temporaryFolder();
    const reports = folders.map((one) => join(one, 'report.json'));
    expect((await call(['merge', ...reports, '--report-dir', folder])).status).toBe(1);
    const { report } = await reportIn(folder);
    expect(report.discovered).toEqual({ ...whole.report.discovered, requests: report.discovered?.requests });
    const verdicts = (of: typeof report) => of.results.map(({ id, verdict }) => `${id} ${verdict}`);
    expect(verdicts(report)).toEqual(verdicts(whole.report));
    expect(report.deviations.map(({ code }) => code)).toEqual(
      whole.report.deviations.map(({ code }) => code),
    );
    expect(report.decided).toBe(whole.report.decided);
  });

  test('asks once more for what got no answer, and is not tested where it stays so', async () => {
    const once = await startCases((reading) => reading === 55);
    expect((await sweepAt(once, await temporaryFolder(), '--only', 'discovered')).status).toBe(0);
    const gone = await startCases((reading) => reading > 50);
    const folder = await temporaryFolder();
    expect((await sweepAt(gone, folder, '--only', 'discovered')).status).toBe(3);
  });
});

describe('check --discover all --resume', () => {
  test('goes on after the cases that were read, with what was found in them', async () => {
    const server = await startCases();
    const folder = await temporaryFolder();
    const first = await sweepAt(server, folder);
    const file = join(folder, 'sweep.json');
    expect(existsSync(file)).toBe(false);
    // The state as it is written in the middle of a sweep.
    const state = await stateOf(server, folder);
    expect(leakedInto(state, [token, 'Penrose'])).toEqual([]);
    const before = readingsOf(server);
    await writeFile(file, state);
    const again = await sweepAt(server, folder, '--resume');
    expect(again.stdout.split('\n')[0]).toBe('The sweep goes on after 30 cases that were read.');
    expect(readingsOf(server) - before).toBeLessThan(65);
    expect(again.status).toBe(1);
    expect(again.report.discovered?.swept).toEqual(first.report.discovered?.swept);
    const findings = (of: typeof first) =>
      of.report.results.flatMap((result) => result.findings.map(({ message }) => message));
    expect(findings(again)).toEqual(findings(first));
    expect(again.report.fieldCoverage).toEqual(first.report.fieldCoverage);
    expect(existsSync(file)).toBe(false);
  });

  test('begins anew where there is nothing to go on with, and refuses the file of another sweep', async () => {
    const server = await startCases();
    const folder = await temporaryFolder();
    const { stdout } = await sweepAt(server, folder, '--resume', '--only', 'discovered');
    expect(stdout).toContain('There is no sweep to go on with, so a new one begins.');
    const state = JSON.parse(await stateOf(server, folder));
    await writeFile(
      join(folder, 'sweep.json'),
      JSON.stringify({ ...state, of: { ...state.of, shard: '1/2' } }),
    );
    const config = await temporaryFile(
      'c.json',
      JSON.stringify({ baseUrl: server.url, tokens: { member: token } }),
    );
    const words = ['check', '--config', config, '--report-dir', folder, '--discover', 'all', '--resume'];
    const { status, stderr } = await call(words, {});
    expect(status).toBe(2);
    expect(stderr).toContain(
      'its shard is 1/2, and that of this call 1/1. Leave --resume out to begin anew.',
    );
  });
});

async function stateOf(server: TestServer, folder: string): Promise<string> {
  const { preparedCheck } = await import('../../../src/gate/check.ts');
  const { gateTarget } = await import('../../../src/gate/target.ts');
  const configuration = { baseUrl: server.url, tokens: { member: token }, requestsPerSecond: 10_000 };
  const sweepFile = join(folder, 'kept.json');
  const options = { configuration, discover: 'all' as const, sweepFile, seed: 7, only: 'discovered' };
  const ended = new AbortController();
  const run = await preparedCheck(await gateTarget(options), options);
  await run({
    signal: ended.signal,
    onReading: (read) => (read === 30 ? setTimeout(() => ended.abort(), 50) : undefined),
    onProgress: () => ended.abort(),
  });
  return readFile(sweepFile, 'utf8');
}
