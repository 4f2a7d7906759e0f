import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { firstToken } from '../../../src/cli/commands/serve/announcements.ts';
import { permissions } from '../../../src/reference/operations.ts';
import { openStore } from '../../../src/reference/store.ts';
import { during } from '../../support/during.ts';
import { neverAnswers } from '../../support/hostile.ts';
import { leakedInto, tokens } from './fixtures.ts';
import { served } from './serving.ts';
import { call, refusal, temporaryFile, temporaryFolder } from './support.ts';

const [member = ''] = tokens;
const client = '/api/v2/clients/99a439b3-87fb-4bda-bded-98a31048f0e0';

function tryIt(baseUrl: string): string {
  return `To try it, with a token in CASE_API_TOKEN: curl -H "Authorization: Bearer $CASE_API_TOKEN" ${baseUrl}/api/v2/org\n`;
}

function send(url: string, options: RequestInit = {}): Promise<Response> {
  return fetch(url, {
    ...options,
    headers: { authorization: `Bearer ${member}`, 'content-type': 'application/json' },
  });
}

describe('serve', () => {
  test('--stub serves generated records, and says how to have them again', async () => {
    const words = ['--stub', '--arbitrary', '--seed', '7', '--spec', '@2.0'];
    const { baseUrl, ends, text } = await served('--port', '0', ...words);
    const answer = await send(`${baseUrl}${client}`, { method: 'PATCH', body: '{}' });
    expect([answer.status, answer.headers.get('stub-seed')]).toEqual([200, '7']);
    expect(await ends('SIGTERM')).toBe(0);
    const configuration = resolve('fixtures/conformance.config.json');
    expect(text()).toBe(
      `The stub answers at ${baseUrl} until it is interrupted.\nIts tokens, cases and clients: ${resolve('fixtures/demo.json')}\nThe same records again: --seed 7\n${tryIt(baseUrl)}To test it: case-conformance check --spec @2.0 --config ${configuration} --base-url ${baseUrl}\n`,
    );
    expect(leakedInto(text(), tokens)).toEqual([]);
  });

  test('keeps its data in --database FILE, which may be written as a URL', async () => {
    const file = join(await temporaryFolder(), 'demo.sqlite');
    const database = `sqlite://${file}`;
    const first = await served('--port', '0', '--database', database);
    const patch = { method: 'PATCH', body: '{"title":"Dame"}' };
    expect((await send(first.baseUrl + client, patch)).status).toBe(200);
    await first.shown(
      /To make the first token of demo, .*: case-conformance keys create --database \S+ --organisation demo --user \S+ --permissions cases:read,\S+\n/,
    );
    expect(first.text()).not.toMatch(/case_\S{43}/);
    expect(await first.ends('SIGTERM')).toBe(0);

    const second = await served('--port', '0', '--database', database);
    const reply = await send(second.baseUrl + client, { method: 'PATCH', body: '{}' });
    expect(await reply.json()).toMatchObject({ title: 'Dame' });
    expect(await second.ends('SIGTERM')).toBe(0);
    expect(second.text()).not.toContain('first token');
    for (const name of [file, `sqlite:${file}`])
      expect((await call(['export', '--database', name])).stdout).toContain('"title":"Dame"');
  });

  test('shows a first token to a terminal alone, and nobody has one without', async () => {
    const store = await openStore(':memory:');
    const creation = await store.createOrganisation({ subDomain: 'acme' }, {});
    const userId = String(creation?.user.id);
    const told = (isTTY: boolean) =>
      firstToken(
        { store, database: ':memory:', organisation: 'acme', userId },
        { output: Object.assign(new PassThrough(), { isTTY }), environment: {} },
      );
    expect(await told(false)).toBe(
      'Nobody has a token of acme, since a first one is shown on a terminal alone. Name a --database, for which keys create makes tokens.',
    );
    expect(await store.listKeys()).toEqual([]);
    const [, token = ''] =
      /^The first token of acme, .* only now: (case_\S{43})$/.exec(await told(true)) ?? [];
    expect(await store.findCaller(token)).toMatchObject({ permissions });
    await store.close();
  });

  test('--organisation of a name of its own makes it, and says once how to make its first token', async () => {
    const words = ['--database', join(await temporaryFolder(), 'cases.sqlite'), '--organisation', 'Acme'];
    // A start that fails creates the organisation, but prints no token.
    const other = await neverAnswers();
    expect((await call(['serve', '--port', String(other.port), ...words])).status).toBe(2);
    await other.close();
    const first = await served('--port', '0', ...words);
    const [, create = ''] = await first.shown(/first token of acme, .*: case-conformance (.*)\n/);
    const authorization = `Bearer ${(await call(create.split(' '))).stdout.trim()}`;
    const answer = await fetch(`${first.baseUrl}/api/v2/org`, { headers: { authorization } });
    expect([answer.status, await answer.json()]).toMatchObject([200, { subDomain: 'acme' }]);
    expect((await send(`${first.baseUrl}/api/v2/org`)).status).toBe(401);
    await first.ends('SIGTERM');

    const second = await served('--port', '0', ...words);
    expect((await fetch(`${second.baseUrl}/api/v2/org`, { headers: { authorization } })).status).toBe(200);
    await second.ends('SIGTERM');
    expect(second.text()).toBe(
      `The reference implementation answers at ${second.baseUrl} until it is interrupted.\n${tryIt(second.baseUrl)}To test it: case-conformance check --base-url ${second.baseUrl}\n`,
    );
  });

  test('--domain gives each organisation a host of its own', async () => {
    const { baseUrl, text, shown } = await served('--port', '0', '--domain', 'cases.example');
    const port = new URL(baseUrl).port;
    await shown(/To test it: .* --base-url http:\/\/demo\.cases\.example:\d+\n/);
    expect(text()).toContain(`own host, such as http://demo.cases.example:${port}.\n`);
    for (const [host, status] of [
      ['demo.cases.example', 200],
      ['other.cases.example', 403],
      ['127.0.0.1', 403],
    ] as const) {
      const answer = await request(`${baseUrl}/api/v2/org`, {
        headers: { host, authorization: `Bearer ${member}` },
      });
      expect({ host, status: answer.statusCode }).toEqual({ host, status });
      await answer.body.dump();
    }
  });

  test('--provider-states lets a verifier change the data, and says how', async () => {
    const { baseUrl, ends, text, shown } = await served('--port', '0', '--provider-states', '0');
    const [, stateUrl = ''] = await shown(/changed by anyone on this machine, at (http:\S+)\.\n.*\n/);
    expect(new URL(stateUrl).host).not.toBe(new URL(baseUrl).host);

    const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
    const change = { action: 'setup', state: 'a case of this type', params: { caseId, caseType: 'Sale' } };
    expect((await send(stateUrl, { method: 'POST', body: JSON.stringify(change) })).status).toBe(200);
    const answer = await send(`${baseUrl}/api/v2/cases/${caseId}/data`);
    expect(await answer.json()).toEqual(change.params);

    expect(await ends('SIGINT')).toBe(0);
    const configuration = resolve('fixtures/conformance.config.json');
    expect(text()).toBe(
      `The reference implementation answers at ${baseUrl} until it is interrupted.\nIts tokens, cases and clients: ${resolve('fixtures/demo.json')}\n${tryIt(baseUrl)}To test it: case-conformance check --config ${configuration} --base-url ${baseUrl}\nIts data can be changed by anyone on this machine, at ${stateUrl}.\nTo verify it: case-conformance verify --provider-url ${baseUrl} --state-url ${stateUrl} --config ${configuration}\n`,
    );
    expect(leakedInto(text(), tokens)).toEqual([]);
  });

  test('--provider-states is refused where a database keeps the data, unless forced', async () => {
    const database = join(await temporaryFolder(), 'demo.sqlite');
    const message = `The database ${database} keeps its data, which --provider-states lets anyone on this machine change. Leave --database out, or add --force if the data may be lost. [DATABASE_AT_RISK]`;
    expect(await call(['serve', '--port', '0', '--provider-states', '0', '--database', database])).toEqual(
      refusal(message),
    );
    await expect(readFile(database)).rejects.toThrow('ENOENT');

    const forced = ['--database', database, '--force'];
    const { shown } = await served('--port', '0', '--provider-states', '0', ...forced);
    await shown(/To verify it: .*\n/);
  });

  test.each([
    ['--port', []],
    ['--provider-states', ['--port', '0']],
  ])('says that the port of %s is taken', async (option, words) => {
    const { port } = await during(neverAnswers());
    const message = `Port ${port} of 127.0.0.1 is used by another program. Name another with ${option}. [PORT_NOT_FREE]`;
    expect(await call(['serve', ...words, option, String(port)])).toEqual(refusal(message));
  });

  test('says that PostgreSQL does not answer, without its password', async () => {
    const database = `postgres://user:${member}@127.0.0.1:1/cases`;
    const { status, stderr } = await call(['serve', '--port', '0', '--database', database]);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^The database postgres:.* Name a PostgreSQL database that answers, .* \[DATABASE_NOT_REACHED\]\n$/,
    );
    expect(leakedInto(stderr, tokens)).toEqual([]);
  });

  test('says that the database cannot be opened', async () => {
    const folder = await temporaryFolder();
    const text = await temporaryFile(
      'text.sqlite',
      'this is no database, but it is long enough to be one'.repeat(99),
    );
    for (const database of [folder, join(folder, 'absent', 'demo.sqlite'), text]) {
      const message = `The database ${database} cannot be used. Name a SQLite file that can be written, and that holds nothing but a reference implementation's data. [FILE_NOT_WRITABLE]`;
      expect(await call(['serve', '--port', '0', '--database', database])).toEqual(refusal(message));
    }
  });
});
