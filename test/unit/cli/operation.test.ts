import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { leakedInto, tokens } from './fixtures.ts';
import { served } from './serving.ts';
import { temporaryFolder } from './support.ts';

const [member = ''] = tokens;
const authorization = `Bearer ${member}`;

async function managed(...words: string[]) {
  const service = await served('--port', '0', '--management-port', '0', ...words);
  const [, management = ''] = await service.shown(/health: (\S+)\/health/);
  return { ...service, url: service.baseUrl, management };
}

async function begun(url: string, subDomain: string): Promise<{ socket: Socket; finish: () => void }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify({ subDomain });
  socket.write(
    `POST /api/v2/org HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  await once(socket, 'connect');
  // By then, the service has accepted the request.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { socket, finish: () => socket.write(body.slice(5)) };
}

describe('serve, told to end,', () => {
  test('answers what was begun, and nothing else, and keeps it', async () => {
    const database = join(await temporaryFolder(), 'cases.sqlite');
    const { child, url, management } = await managed('--database', database);
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
    ).toEqual({ count: 1 });
    sqlite.close();
  });

  test('does not wait after a second signal', async () => {
    const { child, url, management } = await managed('--grace', '60');
    const { socket } = await begun(url, 'never');
    socket.on('error', () => undefined);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await vi.waitUntil(async () => (await fetch(`${management}/ready`)).status === 503, { interval: 10 });
    child.kill('SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
  });
});

test('--log has a line for each request, and /metrics a series for each route, without what is in a path', async () => {
  const { url, management, errors } = await managed('--log');
  const caseId = '7f6d0ece-7778-40bf-abe0-0a4f13488312';
  const given = '3f2b7c1e5b0a4d529a590d2f6c1a7b11';
  const send = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(url + path, { headers });
    await answer.text();
    return answer.headers.get('X-Request-Id');
  };
  expect(
    await send(`/api/v2/cases/${caseId}/data?name=Jones`, { authorization, 'x-request-id': given }),
  ).toBe(given);
  expect(await send('/api/v2/cases/Jones/data', { authorization, 'x-request-id': given })).toBe(given);
  const own = await send(`/Jones/${member}`, { 'x-request-id': member });
  expect(own).toMatch(/^[\da-f-]{36}$/);

  const lines = await vi.waitUntil(
    () => {
      const answered = errors()
        .split('\n')
        .filter((line) => line.includes('answered'));
      return answered.length > 2 ? answered.map((line) => JSON.parse(line)) : undefined;
    },
    { interval: 10 },
  );
  const line = { level: 30, time: expect.any(Number), milliseconds: expect.any(Number), msg: 'answered' };
  const read = { ...line, reqId: given, method: 'GET', route: '/api/v2/cases/:id/data', status: 404 };
  expect(lines).toEqual([read, read, { ...line, reqId: own, method: 'GET', route: 'none', status: 401 }]);
  expect(leakedInto(errors(), tokens)).toEqual([]);
  expect(errors()).not.toMatch(new RegExp(`Jones|${caseId}`));

  const counts = (await (await fetch(`${management}/metrics`)).text())
    .split('\n')
    .filter((text) => text.startsWith('http_request_duration_seconds_count'));
  expect(counts).toEqual([
    'http_request_duration_seconds_count{method="GET",route="/api/v2/cases/:id/data",status="404"} 2',
    'http_request_duration_seconds_count{method="GET",route="none",status="401"} 1',
  ]);
  expect((await fetch(`${url}/metrics`)).status).toBe(401);
});
