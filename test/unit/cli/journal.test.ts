import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { unchanged } from '../../../faults/behaviours.ts';
import { nameOfClient } from '../../../src/conformance/put-back/client-lock.ts';
import { openJournal } from '../../../src/conformance/put-back/journal-folder.ts';
import { isChange, type ServiceWithClients, serviceWithClients } from './clients.ts';
import { call, program, refusal } from './support.ts';

const hasModes = process.platform !== 'win32';

function check({ configuration, folder }: ServiceWithClients, only = 'updateClient.nothing'): string[] {
  const report = join(folder, 'report');
  return ['check', '--config', configuration, '--report-dir', report, '--seed', '1', '--only', only];
}

function restore({ configuration }: ServiceWithClients): string[] {
  return ['restore', '--config', configuration, '--settle', '0'];
}

async function withJournal(behaviour = unchanged): Promise<{ service: ServiceWithClients; files: string[] }> {
  const service = await serviceWithClients(behaviour);
  const journal = openJournal(service.journal, service.baseUrl);
  const records = (await service.clients()) as { id: string }[];
  for (const record of records) {
    await journal.keep({ client: record.id, record, isDisposable: false });
    await journal.note(record.id, { kind: 'sent', fields: { lastName: 'Ollerenshaw' } });
  }
  const files = records.map(({ id }) => join(service.journal, `${nameOfClient(service.baseUrl, id)}.json`));
  return { service, files };
}

async function renameClients({ baseUrl, configuration }: ServiceWithClients): Promise<void> {
  const { clients, tokens } = JSON.parse(await readFile(configuration, 'utf8'));
  for (const client of clients) {
    const headers = { authorization: `Bearer ${tokens.member}`, 'content-type': 'application/json' };
    const change = { method: 'PATCH', headers, body: '{"lastName":"Ollerenshaw"}' };
    expect((await fetch(`${baseUrl}/api/v2/clients/${client}`, change)).status).toBe(200);
  }
}

describe('a journal that cannot keep a client', () => {
  test.skipIf(!hasModes)('ends the run before anything is changed, as on a full disk', async () => {
    let changes = 0;
    const service = await serviceWithClients((request, reference) => {
      if (isChange(request)) changes += 1;
      return reference(request);
    });
    const words = ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, program];
    const child = spawn('sh', [...words, ...check(service, 'updateClient.changes')]);
    const ended = new Promise((resolve) => child.on('exit', resolve));
    expect(await text(child.stderr)).toMatch(
      /^The record of the client \S+ in the journal, \S+, cannot be written \(EFBIG\)\. The run was ended, since what is not kept is not changed\. Make room for the journal, or name another folder as journal in the configuration\. \[FILE_NOT_WRITABLE\]\n$/,
    );
    expect(await ended).toBe(2);
    expect(changes).toBe(0);
    expect(await readdir(service.journal)).toEqual([]);
    expect(await readdir(join(service.folder, 'report'))).toEqual([]);
  });

  test('is told before the run where it is no folder', async () => {
    const service = await serviceWithClients(unchanged);
    await writeFile(service.journal, '');
    expect(await call(check(service))).toMatchObject({
      status: 2,
      stderr: `The journal cannot be written to ${service.journal}. Name another folder as journal in the configuration. [FILE_NOT_WRITABLE]\n`,
    });
  });
});

async function serviceWith(
  event: (service: ServiceWithClients) => Promise<void>,
): Promise<ServiceWithClients> {
  let happening: Promise<void> | undefined;
  const service: ServiceWithClients = await serviceWithClients(async (request, reference) => {
    if (isChange(request)) {
      happening ??= event(service);
      await happening;
    }
    return reference(request);
  });
  return service;
}

describe('a journal that fails in the run', () => {
  test('ends it where it cannot be written any more, and what was changed is put back', async () => {
    const service = await serviceWith(async ({ journal }) => {
      await rm(journal, { recursive: true });
      await writeFile(journal, '');
    });
    const before = await service.clients();
    const { status, stderr } = await call(check(service, 'updateClient.changes'));
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(
        /^The record of the client \S+ in the journal, \S+, cannot be written \(ENOTDIR\)\. The run was ended, .* \[FILE_NOT_WRITABLE\]\n$/,
      ),
    });
    expect(await service.clients()).toEqual(before);
  });

  test('is an objection where it cannot forget a client that is put back', async () => {
    let stuck = '';
    const service = await serviceWith(async ({ journal }) => {
      const [file = ''] = (await readdir(journal)).filter((name) => name.endsWith('.json'));
      stuck = join(journal, file);
      await rm(stuck);
      await mkdir(stuck);
    });
    const before = await service.clients();
    const { status, stdout } = await call(check(service, 'updateClient.changes'));
    expect(status).toBe(1);
    expect(stdout).toMatch(
      new RegExp(
        `! The journal could not be written or emptied: .* ${stuck}, cannot be removed \\(\\w+\\)\\.`,
      ),
    );
    expect(await service.clients()).toEqual(before);
    expect(await readdir(service.journal)).toEqual([basename(stuck)]);
  });
});

test.skipIf(!hasModes)('restore puts back the others where an entry is broken, and names it', async () => {
  const { service, files } = await withJournal();
  const before = await service.clients();
  await renameClients(service);
  const [damaged = '', pipe = '', ...whole] = files;
  expect(whole).toHaveLength(1);
  await writeFile(damaged, '{"formatVersion":"1.0","target":');
  await rm(pipe);
  execFileSync('mkfifo', [pipe]);
  const folder = join(service.journal, `${'f'.repeat(32)}.json`);
  await mkdir(folder);

  const told = [damaged, pipe, folder]
    .sort()
    .map(
      (file) =>
        `${file} cannot be read as an entry of the journal. A client may be left changed: keep the file, look at what it says, and move it out of the folder.`,
    );
  const { status, stdout, stderr } = await call(restore(service));
  expect({ status, stderr }).toEqual({ status: 2, stderr: `${told.join('\n')} [FILE_WRONG]\n` });
  expect(stdout).toMatch(/^The client \S+ is as it was\.\n$/);
  expect((await service.clients())[2]).toEqual(before[2]);
  const left = await readdir(service.journal);
  expect(left.filter((name) => name.endsWith('.json')).sort()).toEqual(
    [damaged, pipe, folder].map((file) => basename(file)).sort(),
  );
});

test.each([
  ['check', (service: ServiceWithClients) => check(service)],
  ['restore', restore],
])('what a run left that ended while it wrote an entry is removed by the next %s', async (_, words) => {
  const service = await serviceWithClients(unchanged);
  await mkdir(service.journal, { mode: 0o700 });
  const entry = `${nameOfClient(service.baseUrl, randomUUID())}.json`;
  await writeFile(join(service.journal, `${entry}.${randomUUID()}.part`), '{"record":{"title":"Mr"}}');
  expect((await call(words(service))).status).toBe(0);
  expect(await readdir(service.journal)).toEqual([]);
});

describe.skipIf(!hasModes)('the folder of a journal', () => {
  test.each([
    ['check', (service: ServiceWithClients) => check(service)],
    ['restore', restore],
  ])('is refused by %s where it is open to others, and says what to do', async (_, words) => {
    const { service } = await withJournal();
    for (const mode of [0o750, 0o707, 0o1777]) {
      await chmod(service.journal, mode);
      const message = `The journal in ${service.journal} is open to other users, and would hold personal data. Close it with chmod 700 ${service.journal}, or name another folder as journal in the configuration. [JOURNAL_NOT_PRIVATE]`;
      expect(await call(words(service))).toEqual(refusal(message));
    }
    await chmod(service.journal, 0o700);
    expect((await call(restore(service))).status).toBe(0);
  });

  // Only root may give a folder to another user.
  test.skipIf(process.getuid?.() !== 0)('is refused where it belongs to another user', async () => {
    const { service } = await withJournal();
    execFileSync('chown', ['65534', service.journal]);
    expect(await call(restore(service))).toMatchObject({
      status: 2,
      stderr: `The journal in ${service.journal} belongs to another user. Run as that user, or name another folder as journal in the configuration. [JOURNAL_NOT_PRIVATE]\n`,
    });
  });

  test('is made for the user alone, whatever it stands in', async () => {
    const service = await serviceWithClients(unchanged, { journal: 'state/of/journal' });
    expect((await call(check(service))).status).toBe(0);
    for (const folder of ['state', 'state/of', 'state/of/journal'])
      expect((await stat(join(service.folder, folder))).mode & 0o777).toBe(0o700);
  });
});
