import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { neverAnswers } from '../../support/hostile.ts';
import { leakedInto, tokens } from './fixtures.ts';
import { call, start, temporaryFolder } from './support.ts';

const [member = ''] = tokens;
const authorization = `Bearer ${member}`;

const running: ChildProcessWithoutNullStreams[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Starts `serve` with management endpoints, and waits for the line that names them. */
async function served(...words: string[]) {
  const child = start(['serve', '--port', '0', '--management-port', '0', ...words]);
  running.push(child);
  const shown = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => {
      shown[stream] += chunk.toString();
    });
  const [, management = ''] = await vi.waitUntil(() => /health: (\S+)\/health/.exec(shown.stdout), {
    timeout: 20_000,
    interval: 10,
  });
  const [url = ''] = /http:\/\/\S+/.exec(shown.stdout) ?? [];
  return { child, url, management, shown };
}

/** A creation of an organisation whose body is not yet whole. */
async function begun(url: string, subDomain: string): Promise<{ socket: Socket; finish: () => void }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify({ subDomain });
  socket.write(
    `POST /api/v2/org HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  await once(socket, 'connect');
  // It must have been taken, and not be waiting to be.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { socket, finish: () => socket.write(body.slice(5)) };
}

describe('serve, told to end,', () => {
  test('answers what was begun, and nothing else, and keeps it', async () => {
    const database = join(await temporaryFolder(), 'cases.sqlite');
    const { child, url, management } = await served('--database', database);
    expect((await fetch(`${management}/ready`)).status).toBe(200);
    const { socket, finish } = await begun(url, 'begun');
    child.kill('SIGTERM');
    await vi.waitUntil(async () => (await fetch(`${management}/ready`)).status === 503, { interval: 10 });
    expect((await fetch(`${management}/health`)).status).toBe(200);
    await expect(fetch(`${url}/api/v2/doc`)).rejects.toThrow('fetch failed');

    const ended = once(child, 'exit');
    finish();
    expect(await text(socket)).toContain('HTTP/1.1 201 Created');
    expect(await ended).toEqual([0, null]);
    const sqlite = new DatabaseSync(database, { readOnly: true });
    expect(
      sqlite.prepare(`SELECT count(*) AS count FROM organisations WHERE sub_domain = 'begun'`).get(),
    ).toEqual({
      count: 1,
    });
    sqlite.close();
  });

  test('does not wait for longer than --grace, nor after a second signal', async () => {
    for (const [grace, signals] of [
      ['1', ['SIGTERM']],
      ['60', ['SIGTERM', 'SIGINT']],
    ] as const) {
      const { child, url, management } = await served('--grace', grace);
      const { socket } = await begun(url, 'never');
      socket.on('error', () => undefined);
      const ended = once(child, 'exit');
      const startedAt = performance.now();
      child.kill(signals[0]);
      if (signals.length > 1) {
        await vi.waitUntil(async () => (await fetch(`${management}/ready`)).status === 503, { interval: 10 });
        child.kill(signals[1]);
      }
      expect(await ended).toEqual(signals.length > 1 ? [null, 'SIGINT'] : [0, null]);
      expect(performance.now() - startedAt).toBeLessThan(3_000);
    }
  });
});

test('--log has a line for each request, with its identifier and no token, identifier or text of it', async () => {
  const { url, shown } = await served('--log');
  const caseId = '7f6d0ece-7778-40bf-abe0-0a4f13488312';
  const given = '3f2b7c1e5b0a4d529a590d2f6c1a7b11';
  const headers = { authorization, 'x-request-id': given };
  const first = await fetch(`${url}/api/v2/cases/${caseId}/data?name=Jones`, { headers });
  expect(first.headers.get('X-Request-Id')).toBe(given);
  const second = await fetch(`${url}/Jones/${member}`, { headers: { 'x-request-id': member } });
  const own = second.headers.get('X-Request-Id');
  expect(own).toMatch(/^[\da-f-]{36}$/);
  await vi.waitUntil(() => shown.stderr.split('answered').length > 2, { interval: 10 });

  const lines = shown.stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => !String(msg).startsWith('Server listening'));
  expect(lines).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      reqId: given,
      method: 'GET',
      route: '/api/v2/cases/:id/data',
      status: 404,
      milliseconds: expect.any(Number),
      msg: 'answered',
    },
    {
      level: 30,
      time: expect.any(Number),
      reqId: own,
      method: 'GET',
      route: 'none',
      status: 401,
      milliseconds: expect.any(Number),
      msg: 'answered',
    },
  ]);
  expect(leakedInto(shown.stderr, tokens)).toEqual([]);
  expect(shown.stderr).not.toMatch(new RegExp(`Jones|${caseId}`));
});

test('/metrics counts the requests by route, and not by path', async () => {
  const { url, management } = await served();
  for (const path of ['/api/v2/org', '/api/v2/cases/one/data', '/api/v2/cases/two/data', '/one', '/two'])
    await (await fetch(url + path, { headers: { authorization } })).text();
  const counts = (await (await fetch(`${management}/metrics`)).text())
    .split('\n')
    .filter((line) => line.startsWith('http_request_duration_seconds_count'));
  expect(counts).toEqual([
    'http_request_duration_seconds_count{method="GET",route="/api/v2/org",status="200"} 1',
    'http_request_duration_seconds_count{method="GET",route="/api/v2/cases/:id/data",status="404"} 2',
    'http_request_duration_seconds_count{method="GET",route="none",status="404"} 2',
  ]);
  expect((await fetch(`${url}/metrics`)).status).toBe(401);
});

test('says that the port of --management-port is taken', async () => {
  const other = await neverAnswers();
  try {
    expect(await call(['serve', '--port', '0', '--management-port', String(other.port)])).toMatchObject({
      status: 2,
      stderr: `Port ${other.port} of 127.0.0.1 cannot be used. Name another with --management-port. [PORT_NOT_FREE]\n`,
    });
  } finally {
    await other.close();
  }
});
