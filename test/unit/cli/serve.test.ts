import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { neverAnswers } from '../../support/hostile.ts';
import { leakedInto, tokens } from './fixtures.ts';
import { call, start, temporaryFile, temporaryFolder } from './support.ts';

const [member = ''] = tokens;
const client = '/api/v2/clients/99a439b3-87fb-4bda-bded-98a31048f0e0';

const running: ChildProcessWithoutNullStreams[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Starts `serve`, and waits for the line that says where. */
async function served(...words: string[]) {
  const child = start(['serve', ...words]);
  running.push(child);
  const shown: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => shown.push(chunk));
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.on('exit', () => reject(new Error(Buffer.concat(shown).toString())));
    child.stdout.on('data', (chunk: Buffer) => {
      shown.push(chunk);
      const [found] = /http:\/\/\S+/.exec(Buffer.concat(shown).toString()) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const ends = async (signal: NodeJS.Signals) => {
    const startedAt = performance.now();
    child.kill(signal);
    const [status] = await once(child, 'exit');
    return { status, milliseconds: performance.now() - startedAt };
  };
  return { baseUrl, ends, text: () => Buffer.concat(shown).toString() };
}

function send(url: string, options: RequestInit = {}): Promise<Response> {
  return fetch(url, {
    ...options,
    headers: { authorization: `Bearer ${member}`, 'content-type': 'application/json' },
  });
}

describe('serve', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('answers until %s, and shows no token', async (signal) => {
    const { baseUrl, ends, text } = await served('--port', '0');
    expect((await send(`${baseUrl}/api/v2/org`)).status).toBe(200);
    expect((await fetch(`${baseUrl}/api/v2/org`)).status).toBe(401);

    const { status, milliseconds } = await ends(signal);

    expect(status).toBe(0);
    expect(milliseconds).toBeLessThan(2_000);
    expect(text()).toBe(
      `The reference implementation answers at ${baseUrl} until it is interrupted.\nIts tokens, cases and clients: ${resolve('fixtures/demo.json')}\nTo test it: case-conformance check --config ${resolve('fixtures/conformance.config.json')} --base-url ${baseUrl}\n`,
    );
    expect(leakedInto(text(), tokens)).toEqual([]);
  });

  test('ends quickly although a connection is open', async () => {
    const { baseUrl, ends } = await served('--port', '0');
    const never = fetch(`${baseUrl}/api/v2/org`, {
      method: 'POST',
      headers: { authorization: `Bearer ${member}` },
      body: new ReadableStream({ pull: () => new Promise(() => undefined) }),
      duplex: 'half',
    } as RequestInit).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { status, milliseconds } = await ends('SIGTERM');
    expect({ status, isQuick: milliseconds < 2_000 }).toEqual({ status: 0, isQuick: true });
    await never;
  });

  test.each(['', 'sqlite:', 'sqlite://'])('keeps its data in --database %sFILE', async (scheme) => {
    const database = `${scheme}${join(await temporaryFolder(), 'demo.sqlite')}`;
    const first = await served('--port', '0', '--database', database);
    const patch = { method: 'PATCH', body: '{"title":"Dame"}' };
    expect((await send(first.baseUrl + client, patch)).status).toBe(200);
    expect((await first.ends('SIGTERM')).status).toBe(0);

    const second = await served('--port', '0', '--database', database);
    const reply = await send(second.baseUrl + client, { method: 'PATCH', body: '{}' });
    expect(await reply.json()).toMatchObject({ title: 'Dame' });
    expect((await second.ends('SIGTERM')).status).toBe(0);
  });

  test('says that the port is taken', async () => {
    const other = await neverAnswers();
    try {
      expect(await call(['serve', '--port', String(other.port)])).toEqual({
        status: 2,
        stdout: '',
        stderr: `Port ${other.port} of 127.0.0.1 cannot be used. Name another with --port. [PORT_NOT_FREE]\n`,
      });
    } finally {
      await other.close();
    }
  });

  test('says that there is no such port', async () => {
    const { status, stderr } = await call(['serve', '--port', '99999']);
    expect(status).toBe(2);
    expect(stderr).toBe(
      "The call is wrong: option '--port <number>' argument '99999' is invalid. It must be at most 65535. [CALL_NOT_UNDERSTOOD]\n",
    );
  });

  test('says that the database cannot be opened', async () => {
    const folder = await temporaryFolder();
    const text = await temporaryFile(
      'text.sqlite',
      'this is no database, but it is long enough to be one'.repeat(99),
    );
    for (const database of [folder, join(folder, 'absent', 'demo.sqlite'), text]) {
      expect(await call(['serve', '--port', '0', '--database', database])).toEqual({
        status: 2,
        stdout: '',
        stderr: `The database ${database} cannot be used. Name a SQLite file that can be written, and that holds nothing but a reference implementation's data. [FILE_NOT_WRITABLE]\n`,
      });
    }
  });
});
