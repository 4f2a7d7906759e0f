import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { refusal } from '../../../faults/answers.ts';
import type { ServiceRequest } from '../../../faults/behaviour.ts';
import { always, delayed, unchanged, when } from '../../../faults/behaviours.ts';
import { startService } from '../../../faults/broken-service.ts';
import { during } from '../../support/during.ts';
import * as hostile from '../../support/hostile.ts';
import { compiled, program, start, temporaryFolder } from './support.ts';
import {
  configurationWith,
  demoConfiguration,
  endedAs,
  pactOf,
  providerDuringTest,
  verified,
  verifiedProvider,
} from './verifying.ts';

const nameChanged = (path: string): object => ({
  description: 'a change of a name',
  request: {
    method: 'PATCH',
    path,
    headers: { Authorization: 'Bearer x', 'Content-Type': 'application/json' },
    body: { firstName: 'Ada' },
  },
  response: { status: 200 },
});

function stateEndpoint(status: number, headers: Record<string, string> = {}): Promise<hostile.TestServer> {
  return during(hostile.serve((_request, response) => response.writeHead(status, headers).end()));
}

test('a provider whose state endpoint hangs ends with status 3, and soon', async () => {
  const { baseUrl } = await providerDuringTest(unchanged);
  const endpoint = await during(hostile.neverAnswers());
  const config = await configurationWith({ timeoutMs: 300 });
  const { status, stderr, report } = await verified(
    ...([baseUrl, '--state-url', endpoint.url, '--config', config, '--only', 'Client'] as const),
  );
  expect(status).toBe(3);
  expect(stderr).toContain('The state endpoint gives no answer');
  expect(stderr).toContain('[TARGET_NOT_TESTED]');
  // Everything that needs no state was verified, and nothing that needs a state passed.
  expect(report.summary.fail).toBe(0);
  expect(endedAs(report, 'pass', 'probe')).toEqual([]);
  const undecided = report.results.filter(({ verdict }) => verdict === 'inconclusive');
  expect(new Set(undecided.map((result) => result.reason))).toEqual(new Set(['unreachable']));
  expect(undecided.length).toBeGreaterThan(15);
  // After three failures in a row, nothing more is set up. Each failed setup is torn down once.
  expect(endpoint.seen.length).toBeLessThanOrEqual(6);
});

describe('states that cannot be set up are not run, and not passed', () => {
  test('an endpoint that meets none, and may be none', async () => {
    const { baseUrl } = await providerDuringTest(unchanged);
    const endpoint = await stateEndpoint(404);
    const url = `${endpoint.url}/wrong?key=secret`;
    const words = ['--state-url', url, '--config', demoConfiguration, '--runs', '1'];
    const { status, stdout, report } = await verified(baseUrl, ...words);
    expect(status).toBe(1);
    expect(report.conclusion).toBe('not-accepted');
    expect(report.objections).toEqual([
      {
        kind: 'no-state-met',
        message: expect.stringMatching(
          `^The state endpoint ${endpoint.url}/wrong\\?… set up none of the \\d+ states that it was asked for. Check --state-url.$`,
        ),
      },
    ]);
    expect(stdout).not.toContain('secret');
    expect(endedAs(report, 'inconclusive', 'probe')).toHaveLength(12);
    // Other states are satisfied with the configuration's data.
    expect(
      report.results.find(({ id }) => id.includes('a-sale-is-answered-with-its-identifier'))?.verdict,
    ).toBe('pass');
  });

  test('a live deployment is held to what its configuration meets, and is not written to', async () => {
    const methods = new Set<string>();
    const service = await startService((request, reference) => {
      methods.add(request.method);
      return reference(request);
    });
    onTestFinished(service.close);
    const config = await configurationWith({ writes: 'none' });
    const { status, stdout, report } = await verified(service.baseUrl, '--config', config);
    expect(status).toBe(0);
    expect(stdout).toContain(
      `\nNo deviations, but only ${report.decided} of ${report.decidable} requirements were tested.\n`,
    );
    expect(stdout).toContain('To test generated records too, add --state-url ');
    expect([...methods]).toEqual(['GET']);
    expect(endedAs(report, 'pass', 'probe')).toEqual([]);
    expect(report.results.every(({ id }) => /\.pact\.|^getInterfaceDescription\./.test(id))).toBe(true);
    const reasons = new Map(report.results.map(({ id, reason }) => [id, reason]));
    expect(reasons.get('updateClient.pact.updateclient-firstname-alone-is-changed')).toBe('not-permitted');
    expect(reasons.get('getCaseData.pact.getcasedata-a-transfer-is-answered-with-its-record')).toBe(
      'not-configured',
    );
    expect(endedAs(report, 'pass', 'pact').length).toBeGreaterThan(15);
    expect(report.summary.fail).toBe(0);
  });
});

test('a pact of a client that is not listed changes nothing of a live deployment', async () => {
  const changed: string[] = [];
  const service = await startService((request, reference) => {
    if (request.method === 'PATCH') changed.push(request.path);
    return reference(request);
  });
  onTestFinished(service.close);
  const path = '/api/v2/clients/99a439b3-87fb-4bda-bded-98a31048f0e1';
  const pact = await pactOf(nameChanged(path));
  const { report } = await verified(service.baseUrl, '--config', demoConfiguration, '--pact', pact);
  const [result] = report.results;
  const remedies = [{ about: path }];
  expect(result).toMatchObject({ verdict: 'inconclusive', reason: 'not-permitted', remedies });
  expect(changed).toEqual([]);
});

test('a listed client that no state set up, and that is left changed, is reported', async () => {
  const listed = '99a439b3-87fb-4bda-bded-98a31048f0e0';
  const pact = await pactOf(nameChanged(`/api/v2/clients/${listed}`));
  // The change that would restore the client is refused.
  const isBack = ({ body }: ServiceRequest): boolean => body.includes('firstName') && !body.includes('Ada');
  const behaviour = when(isBack, always(refusal(403)));
  const { status, report } = await verifiedProvider(behaviour, '--pact', pact, '--only', 'pact');
  expect(status).toBe(1);
  expect(report.objections.map(({ message }) => message)).toEqual([
    `The client ${listed} is left changed: the target did not take back firstName. No journal is kept for a provider with a state endpoint. Correct the client at the provider.`,
  ]);
});

test('an interruption undoes what was set up', async () => {
  const changes: string[] = [];
  const endpoint = await during(
    hostile.serve(async (request, response) => {
      const { action, state } = JSON.parse(await text(request));
      if (state !== '') changes.push(action);
      response.writeHead(200).end();
    }),
  );
  const { baseUrl } = await providerDuringTest(delayed(20));
  const folder = await temporaryFolder();
  const words = ['--provider-url', baseUrl, '--state-url', endpoint.url, '--config', demoConfiguration];
  const child = start(['verify', ...words, '--only', 'pact', '--report-dir', folder], {
    PATH: process.env.PATH ?? '',
  });
  const errors = text(child.stderr);
  child.stdout.resume();
  await vi.waitUntil(() => changes.length > 6, { timeout: 20_000, interval: 10 });
  child.kill('SIGINT');
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGINT');
  expect(await errors).toBe(
    'SIGINT: what was set up is being undone. Another one ends it at once, and leaves it as it is.\n',
  );
  const setups = changes.filter((action) => action === 'setup').length;
  expect(changes.length).toBe(2 * setups);
  expect(setups).toBeLessThan(40);
});

const signalled = [
  ['SIGKILL', 'in the run', 'alone', ''],
  ['SIGHUP', 'at the start', 'with what it started', 'SIGHUP: the run was ended early, without a report.\n'],
] as const;

test.skipIf(process.platform === 'win32').each(signalled)(
  'a verification of a live deployment that %s ends %s, %s, leaves nothing behind',
  async (signal, when, whom, said) => {
    const server = await during(hostile.neverAnswers());
    const config = await configurationWith({ timeoutMs: 20_000, writes: 'none' });
    const [report, temporary] = [await temporaryFolder(), await temporaryFolder()];
    const words = ['--provider-url', server.url, '--config', config, '--report-dir', report];
    const child = spawn(process.execPath, [program, 'verify', ...words], {
      env: { PATH: process.env.PATH, TMPDIR: temporary, NODE_COMPILE_CACHE: compiled },
      // A process group of its own, which a terminal or a CI runner ends as a whole.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const errors = text(child.stderr);
    const hasBegun = async (): Promise<boolean> =>
      when === 'in the run' ? server.openConnections() > 0 : (await readdir(temporary)).length > 0;
    await vi.waitUntil(hasBegun, { timeout: 20_000, interval: 5 });
    const { pid = 0 } = child;
    process.kill(whom === 'alone' ? pid : -pid, signal);
    expect(await once(child, 'exit')).toEqual([null, signal]);
    expect(await errors).toBe(said);
    const left = async () => [await readdir(temporary), await readdir(report), await processesOf(pid)];
    await vi.waitFor(async () => expect(await left()).toEqual([[], [], []]), {
      timeout: 5_000,
      interval: 10,
    });
  },
);

/** The processes of a group, except zombies. Empty on systems other than Linux. */
async function processesOf(group: number): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  return stats.filter((stat) => new RegExp(`\\) [^ZX] \\d+ ${group} `).test(stat));
}
