import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type ClientHolds, holdClients } from '../../../src/conformance/client-hold.ts';

const target = 'http://localhost:8080';

const lockModule = fileURLToPath(new URL('../../../src/conformance/client-hold.ts', import.meta.url));

/** A process that holds a client until it is killed. */
async function holder(client: string) {
  const script = `const { holdClients } = await import(${JSON.stringify(lockModule)});
    globalThis.held = holdClients(${JSON.stringify(target)}, [${JSON.stringify(client)}]);
    console.log('held'); setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(child.stdout, 'data');
  return child;
}

test('a client is held once at a time, and is free again after release', () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const held = holdClients(target, [one]) as ClientHolds;
  expect(holdClients(target, [other, one])).toEqual({ heldElsewhere: one });
  expect(holdClients(target, [one.toUpperCase()])).toEqual({ heldElsewhere: one.toUpperCase() });
  expect(holdClients('http://127.0.0.1:8080/', [one])).toEqual({ heldElsewhere: one });
  expect(holdClients('http://[::1]:8080', [one])).toEqual({ heldElsewhere: one });
  (holdClients('http://localhost:8081', [one]) as ClientHolds).release();
  // All or none: the other one was let go.
  (holdClients(target, [other]) as ClientHolds).release();
  held.release();
  (holdClients(target, [one]) as ClientHolds).release();
});

test('another process is kept out, until it ends, however it ends', async () => {
  const client = randomUUID();
  const child = await holder(client);
  expect(holdClients(target, [client])).toEqual({ heldElsewhere: client });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const own = holdClients(target, [client]);
  expect(own).toHaveProperty('release');
  (own as ClientHolds).release();
});
