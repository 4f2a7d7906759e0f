import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { seedDemo } from '../../../src/reference/demo.ts';
import { openReference } from '../../../src/reference/reference.ts';
import { demo, description, first, newDatabaseFile, own, startService, tokens } from './support.ts';

test('the database files hold no token, only hashes', async () => {
  const file = await newDatabaseFile();
  const service = await startService(file);
  expect((await service.call('/api/v2/org')).status).toBe(200);
  const bytesOf = async () => {
    const names = await readdir(dirname(file));
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(dirname(file), name)))));
  };
  const open = await bytesOf();
  await service.reference.close();
  for (const bytes of [open, await bytesOf()]) {
    // Control: what is stored as text can be found so.
    expect(bytes.includes(first(own.users).id)).toBe(true);
    for (const token of Object.values(tokens)) {
      expect(bytes.includes(token)).toBe(false);
      expect(bytes.includes(Buffer.from(token).toString('base64').slice(0, -4))).toBe(false);
    }
  }
});

test('what was changed and created is there after reopening', async () => {
  const file = await newDatabaseFile();
  const client = first(own.clients);
  const before = await startService(file);
  await before.call(`/api/v2/clients/${client.id}`, { method: 'PATCH', body: { lastName: 'Łukasz' } });
  await before.call('/api/v2/org', { method: 'POST', body: { subDomain: 'kept' } });
  await before.reference.close();

  const after = await startService(file);
  const patched = await after.call(`/api/v2/clients/${client.id}`, { method: 'PATCH', body: {} });
  expect(patched.body).toStrictEqual({ ...client, lastName: 'Łukasz' });
  const conflict = await after.call('/api/v2/org', { method: 'POST', body: { subDomain: 'kept' } });
  expect(conflict.status).toBe(409);
  for (const { record } of own.cases) {
    expect((await after.call(`/api/v2/cases/${record.caseId}/data`)).body).toStrictEqual(record);
  }
});

test('seeding twice changes nothing', async () => {
  const service = await startService();
  const client = first(own.clients);
  await service.call(`/api/v2/clients/${client.id}`, { method: 'PATCH', body: { lastName: 'Kept' } });
  await seedDemo(service.reference.store, demo);
  const answer = await service.call(`/api/v2/clients/${client.id}`, { method: 'PATCH', body: {} });
  expect(answer.body).toStrictEqual({ ...client, lastName: 'Kept' });
});

test('a transaction that fails leaves nothing behind', async () => {
  const { reference } = await startService();
  const failing = reference.store.transaction(async (store) => {
    await store.addOrganisation({ id: 'half', subDomain: 'half' });
    throw new Error('interrupted');
  });
  await expect(failing).rejects.toThrow('interrupted');
  expect(await reference.store.readOrganisation('half')).toBeUndefined();
});

test('seeding into a database where another organisation has the sub-domain fails as a whole', async () => {
  const { store, close } = await openReference({ database: ':memory:', description, organisation: 'demo' });
  await store.addOrganisation({ subDomain: 'other' });
  await expect(seedDemo(store, demo)).rejects.toThrow(
    'Another organisation has the sub-domain other. Use another database.',
  );
  expect(await store.readOrganisation(own.id)).toBeUndefined();
  await close();
});

test('two services share one file', async () => {
  const file = await newDatabaseFile();
  const one = await startService(file);
  const two = await startService(file);
  const client = first(own.clients);
  await one.call(`/api/v2/clients/${client.id}`, { method: 'PATCH', body: { lastName: 'Shared' } });
  const answer = await two.call(`/api/v2/clients/${client.id}`, { method: 'PATCH', body: {} });
  expect(answer.body).toStrictEqual({ ...client, lastName: 'Shared' });
});

test('an update waits while another process writes', async () => {
  const file = await newDatabaseFile();
  const service = await startService(file);
  const client = first(own.clients);
  const writer = new Worker(
    `const { DatabaseSync } = require('node:sqlite');
    const { parentPort, workerData } = require('node:worker_threads');
    const db = new DatabaseSync(workerData);
    db.exec("begin immediate; insert into organisations (id, record) values ('x', '{}')");
    parentPort.postMessage('writing');
    setTimeout(() => { db.exec('commit'); db.close(); }, 300);`,
    { eval: true, workerData: file },
  );
  await once(writer, 'message');
  const answer = await service.call(`/api/v2/clients/${client.id}`, {
    method: 'PATCH',
    body: { title: 'Dr' },
  });
  expect([answer.status, answer.body]).toStrictEqual([200, { ...client, title: 'Dr' }]);
  await writer.terminate();
});

test('a file that is not a database is refused', async () => {
  const options = { database: 'package.json', description, organisation: 'demo' };
  await expect(openReference(options)).rejects.toThrow('file is not a database');
});
