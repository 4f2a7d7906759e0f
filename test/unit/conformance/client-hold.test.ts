import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type ClientHolds, holdClients } from '../../../src/conformance/client-hold.ts';
import { nameOfClient } from '../../../src/conformance/client-name.ts';

const target = 'http://localhost:8080';

const lockModule = fileURLToPath(new URL('../../../src/conformance/client-hold.ts', import.meta.url));

/** The file by which a client is held, which is gone after the test. */
function fileOf(client: string): string {
  const file = join('/tmp', `case-conformance-${nameOfClient(target, client)}.hold`);
  onTestFinished(() => rmSync(file, { recursive: true, force: true }));
  return file;
}

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

test.skipIf(process.platform === 'win32')('every user may hold a client, in turn', () => {
  const [fresh, earlier] = [randomUUID(), randomUUID()];
  writeFileSync(fileOf(earlier), '', { mode: 0o600 });
  for (const client of [fresh, earlier]) {
    (holdClients(target, [client]) as ClientHolds).release();
    expect(statSync(fileOf(client)).mode & 0o777).toBe(0o666);
  }
});

test.skipIf(process.platform === 'win32')(
  'what stands in the place of the file is told, and left alone',
  () => {
    const [folder, link] = [randomUUID(), randomUUID()];
    mkdirSync(fileOf(folder));
    const elsewhere = `${fileOf(link)}.elsewhere`;
    onTestFinished(() => rmSync(elsewhere, { force: true }));
    symlinkSync(elsewhere, fileOf(link));
    for (const client of [folder, link])
      expect(holdClients(target, [client])).toEqual({ unusable: fileOf(client) });
    expect(existsSync(elsewhere)).toBe(false);
  },
);

test.skipIf(process.platform !== 'linux')('nothing is left open', () => {
  const open = (): number => readdirSync('/proc/self/fd').length;
  const client = randomUUID();
  fileOf(client);
  const before = open();
  for (let time = 0; time < 3; time += 1) (holdClients(target, [client]) as ClientHolds).release();
  const held = holdClients(target, [client]) as ClientHolds;
  holdClients(target, [client]);
  held.release();
  expect(open()).toBe(before);
});
