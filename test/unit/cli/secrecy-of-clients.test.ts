import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serve } from '../../support/hostile.ts';
import { call, reportIn, temporaryFolder } from './support.ts';

const tokens = { member: 'member-7Hq2XvRt9LkWm4Zc', outsider: 'outsider-Ks5TwCx1MnVh7Qy' };
const clients = ['99a439b3-87fb-4bda-bded-98a31048f0e0', 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2'];
const canary = 'Canary';

const person = (id: string): Record<string, unknown> => ({
  id,
  title: 'Canary-Title',
  firstName: 'Canary-First',
  middleName: 'Canary-Middle',
  lastName: 'Canary-Last',
  emailAddress: 'Canary@example.com',
  telephoneNumber: '+447700900123',
  altTelephoneNumber: 'Canary',
  companyName: `Canary ${tokens.member} Limited`,
  dob: 'Canary',
  niNumber: 5,
  status: 'Canary',
  address: {
    line_1: 'Canary Wharf',
    line_2: 'Canary',
    post_town: 'Canary Town',
    ...(id.startsWith('99') ? { 'Canary Key': canary } : {}),
  },
  'Canary Person': tokens.member,
});

/**
 * A service that cuts the last characters of every text that it stores, so that there is much to find.
 * @param isAtFirst - whether the first text of a field is cut, too; if not, the run takes the service for correct at
 * first
 */
function careless(stored: Map<string, Record<string, unknown>>, isAtFirst: boolean): RequestListener {
  const kept = new Set<string>();
  return (request, response) => {
    const answer = async (): Promise<[number, unknown]> => {
      const body = request.method === 'GET' ? {} : await json(request);
      const { authorization } = request.headers;
      if (authorization !== `Bearer ${tokens.member}`)
        return [401, { message: `${canary} ${authorization}` }];
      const client = stored.get(request.url?.split('/').at(-1) ?? '');
      if (client === undefined) return [200, { id: canary, token: authorization }];
      for (const [field, value] of Object.entries(body as object)) {
        if (field === 'id') continue;
        const isOwn = /Canary|7700900123/.test(JSON.stringify(value));
        const isCut = !isOwn && (isAtFirst || kept.has(`${client.id} ${field}`));
        if (!isOwn) kept.add(`${client.id} ${field}`);
        client[field] = typeof value === 'string' && isCut ? value.slice(0, -2) : value;
      }
      return [200, client];
    };
    answer().then(
      ([status, value]) => response.writeHead(status, { 'x-canary': canary }).end(JSON.stringify(value)),
      () => response.writeHead(400).end(JSON.stringify({ message: canary })),
    );
  };
}

async function textsBelow(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return [...files, ...texts].join('\n');
}

async function carelessService(writes: 'restore' | 'all', isAtFirst: boolean) {
  const stored = new Map(clients.map((id) => [id, person(id)]));
  const server = await serve(careless(stored, isAtFirst));
  onTestFinished(() => server.close());
  const [folder, journal] = [await temporaryFolder(), await temporaryFolder()];
  const config = join(await temporaryFolder(), 'conformance.config.json');
  const configuration = { baseUrl: server.url, tokens, clients, writes, journal };
  await writeFile(config, JSON.stringify({ ...configuration, requestsPerSecond: 5_000, settleMs: 150 }));
  const lock = ['--lock', join(folder, 'lock.json'), '--update-lock'];
  const words = ['--config', config, '--report-dir', folder, '--debug', '--only', 'updateClient'];
  const check = await call(['check', ...words, ...lock]);
  return { stored, check, folder, journal, config };
}

function expectNoSecrets(everything: string): void {
  for (const secret of [...Object.values(tokens), canary, '7700900123']) {
    expect(
      everything
        .split(secret)
        .map((text) => text.slice(-60))
        .slice(0, -1),
      secret,
    ).toEqual([]);
  }
}

describe.each(['restore', 'all'] as const)('a run that changes clients, with writes "%s"', (writes) => {
  test('writes neither their data nor tokens anywhere, and leaves no journal', async () => {
    const { stored, check, folder, journal } = await carelessService(writes, writes === 'all');
    expect(check.status).toBe(1);
    const { report } = await reportIn(folder);
    expect(report.suiteFaults).toEqual([]);
    const failed = report.results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(failed).toEqual(expect.arrayContaining(['updateClient.changes.lastName', 'updateClient.texts']));
    expect(await readdir(journal)).toEqual([]);
    if (writes === 'restore') expect([...stored.values()]).toEqual(clients.map(person));
    expectNoSecrets(`${check.stdout}${check.stderr}${await textsBelow(folder)}`);
  });
});

test('a run that does not believe what is shown of clients says so, and writes their data nowhere but in the journal', async () => {
  const { check, folder, journal, config } = await carelessService('restore', true);
  expect(check.status).toBe(1);
  expect(check.stdout).toContain('reads as before, but the target does not show what it is sent');
  const restored = await call(['restore', '--config', config, '--debug']);
  expect(restored).toMatchObject({ status: 3, stderr: expect.stringContaining('reads as before, but') });
  expect(await textsBelow(journal)).toContain(canary);
  const forced = await call(['restore', '--config', config, '--force']);
  expect(forced.status).toBe(0);
  expect(await readdir(journal)).toEqual([]);
  const said = [check, restored, forced].flatMap(({ stdout, stderr }) => [stdout, stderr]);
  expectNoSecrets(`${said.join('\n')}${await textsBelow(folder)}`);
});
