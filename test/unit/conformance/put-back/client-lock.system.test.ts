import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import {
  type ClientLocks,
  lockClients,
  nameOfClient,
} from '../../../../src/conformance/put-back/client-lock.ts';

const target = 'http://localhost:8080';

const lockModule = fileURLToPath(
  new URL('../../../../src/conformance/put-back/client-lock.ts', import.meta.url),
);

function fileOf(client: string): string {
  const file = join('/tmp', `case-conformance-${nameOfClient(target, client)}.lock`);
  onTestFinished(() => rmSync(file, { recursive: true, force: true }));
  return file;
}

function processWith(client: string, script: string) {
  const lock = `const { lockClients } = await import(${JSON.stringify(lockModule)});
    const lock = () => lockClients(${JSON.stringify(target)}, [${JSON.stringify(client)}]);`;
  return spawn(process.execPath, ['--input-type=module', '-e', `${lock}\n${script}`]);
}

/** A process that locks a client until it is killed. */
async function holder(client: string) {
  const child = processWith(
    client,
    "globalThis.held = lock(); console.log('held'); setInterval(() => {}, 1_000);",
  );
  await once(child.stdout, 'data');
  return child;
}

async function printedBy(client: string, script: string): Promise<string> {
  return text(processWith(client, script).stdout);
}

test('a client is held once at a time, and is free again after release', () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const held = lockClients(target, [one]) as ClientLocks;
  expect(lockClients(target, [other, one])).toEqual({ lockedElsewhere: one });
  expect(lockClients(target, [one.toUpperCase()])).toEqual({ lockedElsewhere: one.toUpperCase() });
  expect(lockClients('http://127.0.0.1:8080/', [one])).toEqual({ lockedElsewhere: one });
  expect(lockClients('http://[::1]:8080', [one])).toEqual({ lockedElsewhere: one });
  (lockClients('http://localhost:8081', [one]) as ClientLocks).release();
  // All or none: the lock of the other client was released.
  (lockClients(target, [other]) as ClientLocks).release();
  held.release();
  (lockClients(target, [one]) as ClientLocks).release();
});

test('another process is kept out, until it ends, however it ends', async () => {
  const client = randomUUID();
  const child = await holder(client);
  expect(lockClients(target, [client])).toEqual({ lockedElsewhere: client });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const own = lockClients(target, [client]);
  expect(own).toHaveProperty('release');
  (own as ClientLocks).release();
});

test('a client that this process could not hold twice is held still', async () => {
  const client = randomUUID();
  const held = lockClients(target, [client]) as ClientLocks;
  expect(lockClients(target, [client])).toEqual({ lockedElsewhere: client });
  expect(await printedBy(client, 'console.log(Object.keys(lock())[0]);')).toBe('lockedElsewhere\n');
  held.release();
});

test.skipIf(process.platform === 'win32')('every user may hold a client, in turn', () => {
  const [fresh, earlier] = [randomUUID(), randomUUID()];
  writeFileSync(fileOf(earlier), '', { mode: 0o600 });
  for (const client of [fresh, earlier]) {
    const held = lockClients(target, [client]) as ClientLocks;
    expect(statSync(fileOf(client)).mode & 0o777).toBe(0o666);
    held.release();
  }
});

test.skipIf(process.platform === 'win32')('nothing of a client that is free again is left', async () => {
  const [client, killed] = [randomUUID(), randomUUID()];
  const left = (one: string): string[] =>
    readdirSync('/tmp').filter((name) => name.includes(nameOfClient(target, one)));
  const held = lockClients(target, [client]) as ClientLocks;
  expect(left(client)).toHaveLength(1);
  held.release();
  expect(left(client)).toEqual([]);

  // Earlier versions also left a SQLite journal file.
  writeFileSync(`${fileOf(killed)}-journal`, Buffer.alloc(512));
  const child = await holder(killed);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(left(killed)).not.toEqual([]);
  expect(statSync(fileOf(killed)).size).toBe(0);
  (lockClients(target, [killed]) as ClientLocks).release();
  expect(left(killed)).toEqual([]);
});

test('who removes a file in the end takes it from nobody who waits for it', async () => {
  const client = randomUUID();
  const marker = `${fileOf(client)}.held`;
  // `wx` fails if the marker exists, so two lock holders at a time would be noticed.
  const script = `import { openSync, closeSync, unlinkSync } from 'node:fs';
    let times = 0;
    for (const end = Date.now() + 700; Date.now() < end; ) {
      const held = lock();
      if ('unusable' in held) throw new Error('unusable');
      if (!('release' in held)) continue;
      closeSync(openSync(${JSON.stringify(marker)}, 'wx'));
      unlinkSync(${JSON.stringify(marker)});
      held.release();
      times += 1;
    }
    console.log('held', times > 10);`;
  const printed = await Promise.all([1, 2, 3].map(() => printedBy(client, script)));
  expect(printed).toEqual(['held true\n', 'held true\n', 'held true\n']);
  expect(existsSync(fileOf(client))).toBe(false);
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
      expect(lockClients(target, [client])).toEqual({ unusable: fileOf(client) });
    expect(existsSync(elsewhere)).toBe(false);
  },
);

test.skipIf(process.platform !== 'linux')('nothing is left open', () => {
  const open = (): number => readdirSync('/proc/self/fd').length;
  const client = randomUUID();
  fileOf(client);
  const before = open();
  for (let time = 0; time < 3; time += 1) (lockClients(target, [client]) as ClientLocks).release();
  const held = lockClients(target, [client]) as ClientLocks;
  lockClients(target, [client]);
  held.release();
  expect(open()).toBe(before);
});
