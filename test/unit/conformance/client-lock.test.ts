import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type ClientLocks, lockClients } from '../../../src/conformance/client-lock.ts';

const target = 'http://localhost:8080';

const lockModule = fileURLToPath(new URL('../../../src/conformance/client-lock.ts', import.meta.url));

/** A process that holds a client until it is killed. */
async function holder(client: string) {
  const script = `const { lockClients } = await import(${JSON.stringify(lockModule)});
    globalThis.held = lockClients(${JSON.stringify(target)}, [${JSON.stringify(client)}]);
    console.log('held'); setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(child.stdout, 'data');
  return child;
}

test('a client is held once at a time, and is free again after release', () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const held = lockClients(target, [one]) as ClientLocks;
  expect(lockClients(target, [other, one])).toEqual({ heldElsewhere: one });
  expect(lockClients(target, [one.toUpperCase()])).toEqual({ heldElsewhere: one.toUpperCase() });
  expect(lockClients('http://127.0.0.1:8080/', [one])).toEqual({ heldElsewhere: one });
  expect(lockClients('http://[::1]:8080', [one])).toEqual({ heldElsewhere: one });
  (lockClients('http://localhost:8081', [one]) as ClientLocks).release();
  // All or none: the other one was let go.
  (lockClients(target, [other]) as ClientLocks).release();
  held.release();
  (lockClients(target, [one]) as ClientLocks).release();
});

test('another process is kept out, until it ends, however it ends', async () => {
  const client = randomUUID();
  const child = await holder(client);
  expect(lockClients(target, [client])).toEqual({ heldElsewhere: client });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const own = lockClients(target, [client]);
  expect(own).toHaveProperty('release');
  (own as ClientLocks).release();
});
