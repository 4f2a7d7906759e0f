import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Behaviour } from '../../../faults/behaviour.ts';
import { unchanged } from '../../../faults/behaviours.ts';
import { isChange, type ServiceWithClients, serviceWithClients } from './clients.ts';
import { type Called, call, compiled, program, refusal, start } from './support.ts';

async function entriesOf({ journal }: ServiceWithClients): Promise<string[]> {
  return (await readdir(journal)).filter((name) => name.endsWith('.json'));
}

type Event = (changes: number, isApplied: boolean) => unknown;

/**
 * A service that calls `event` twice for each change, and waits for it: before the change is made, and before it is
 * answered.
 */
function telling(event: Event): Behaviour {
  let changes = 0;
  return async (request, reference) => {
    if (!isChange(request)) return reference(request);
    changes += 1;
    const own = changes;
    await event(own, false);
    const answer = await reference(request);
    await event(own, true);
    return answer;
  };
}

function check({ configuration, folder }: ServiceWithClients, ...more: string[]): string[] {
  return ['check', '--config', configuration, '--report-dir', join(folder, 'report'), '--seed', '1', ...more];
}

async function disturbed(
  signal: NodeJS.Signals,
  at: number,
  isApplied: boolean,
): Promise<{
  service: ServiceWithClients;
  before: unknown[];
  ended: NodeJS.Signals | number | null;
  errors: string;
}> {
  let child: ChildProcess | undefined;
  const service = await serviceWithClients(
    telling((changes, applied) => {
      if (changes === at && applied === isApplied) child?.kill(signal);
    }),
  );
  const before = await service.clients();
  const running = start(check(service, '--only', 'updateClient'));
  child = running;
  let errors = '';
  running.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const [code, endedBy] = await once(running, 'exit');
  return { service, before, ended: endedBy ?? code, errors };
}

test.concurrent('a run that is killed leaves nothing that restore does not put back', async () => {
  const { service, before, ended } = await disturbed('SIGKILL', 25, false);
  expect(ended).toBe('SIGKILL');
  expect(await readdir(service.journal)).not.toEqual([]);

  const restored = await call(['restore', '--config', service.configuration]);
  expect(restored).toMatchObject({ status: 0, stderr: '' });
  expect(await service.clients()).toEqual(before);
  expect(await readdir(service.journal)).toEqual([]);
});

test.concurrent('a run that is interrupted puts back what it changed, and ends by the signal', async () => {
  const { service, before, ended, errors } = await disturbed('SIGINT', 9, true);
  expect(errors).toBe(
    `SIGINT: the clients that were changed are being put back. Another one ends it at once, and leaves them to case-conformance restore.\nEvery client is as it was.\n`,
  );
  expect(ended).toBe('SIGINT');
  expect(await service.clients()).toEqual(before);
  expect(await readdir(service.journal)).toEqual([]);
});

test.concurrent.each([
  ['by npx, is told to end, and puts back what it changed', { npm_command: 'exec' }],
  ['by another program goes on to its end', {}],
])('a run whose parent has ended, if it was started %s', async (_, environment) => {
  const isToldToEnd = 'npm_command' in environment;
  let shell: ChildProcess | undefined;
  const service = await serviceWithClients(
    telling(async (changes, isApplied) => {
      if (changes !== 5 || !isApplied || !shell?.stderr) return;
      // The run checks from time to time whether its parent still exists. The event waits, so that the run does not end
      // before.
      const said = isToldToEnd ? once(shell.stderr, 'data') : undefined;
      shell.kill('SIGTERM');
      await said;
    }),
  );
  const before = await service.clients();
  const words = [process.execPath, program, ...check(service, '--only', 'updateClient.changes')];
  // npx starts a shell in between, which does not pass signals on.
  const running = spawn('sh', ['-c', '"$@" & wait', 'sh', ...words], {
    env: { ...environment, XDG_STATE_HOME: service.folder, NODE_COMPILE_CACHE: compiled },
  });
  shell = running;
  const [stdout, stderr] = await Promise.all([textOf(running.stdout), textOf(running.stderr)]);
  expect(stderr).toBe(
    isToldToEnd
      ? 'SIGTERM: the clients that were changed are being put back. Another one ends it at once, and leaves them to case-conformance restore.\nEvery client is as it was.\n'
      : '',
  );
  expect(stdout.includes('Report: ')).toBe(!isToldToEnd);
  expect(await service.clients()).toEqual(before);
  expect(await readdir(service.journal)).toEqual([]);
});

test('a journal that is unfinished is private, and refused to other targets and other runs, until restore has put its clients back', async () => {
  const { service } = await disturbed('SIGKILL', 12, true);
  const entries = await entriesOf(service);
  const file = join(service.journal, entries[0] ?? '');
  const written = await readFile(file, 'utf8');
  // The journal entry is readable only by the user, and contains no token.
  expect((await stat(service.journal)).mode & 0o777).toBe(0o700);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(written).not.toMatch(/demo-(member|restricted|outsider)/);
  const { client } = JSON.parse(written);

  const other = await serviceWithClients(unchanged, { journal: service.journal });
  const message = `The journal in ${service.journal} is of ${service.baseUrl}, not of ${other.baseUrl}. Name the configuration of that target with --config. [JOURNAL_OF_ANOTHER_TARGET]`;
  expect(await call(['restore', '--config', other.configuration])).toEqual(refusal(message));
  expect(entries).toHaveLength(3);
  expect(await entriesOf(service)).toEqual(entries);
  // A run of another service with the same clients does not ignore the entry.
  expect(await call(check(other))).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(
      `^An earlier run of ${service.baseUrl} may have left .* and the configuration of that run\\. If ${service.baseUrl} is another deployment than ${other.baseUrl}, name another folder as journal in the configuration\\. \\[JOURNAL_UNFINISHED\\]\n$`,
    ),
  });

  const unfinished = `An earlier run of ${service.baseUrl} may have left the client ${client} changed, and its record is kept in ${file}. Put it back with case-conformance restore and the configuration of that run. [JOURNAL_UNFINISHED]`;
  expect(await call(check(service))).toEqual(refusal(unfinished));
  // `restore` needs only the member's token.
  const configuration = JSON.parse(await readFile(service.configuration, 'utf8'));
  const tokens = { ...configuration.tokens, restricted: `\${NOT_SET}`, outsider: `\${NOT_SET_EITHER}` };
  const ofMember = join(service.folder, 'of-member.json');
  await writeFile(ofMember, JSON.stringify({ ...configuration, tokens }));
  const restored = await call(['restore', '--config', ofMember]);
  expect(restored.stdout).toContain(`The client ${client} is as it was.\n`);
  expect((await call(check(service, '--only', 'updateClient.nothing'))).status).toBe(0);
});

test('two runs at once do not change the same client', async () => {
  let others: Promise<[Called, Called]> | undefined;
  const service: ServiceWithClients = await serviceWithClients(async (request, reference) => {
    if (isChange(request))
      others ??= Promise.all([
        call([...check(service), '--report-dir', join(service.folder, 'second')]),
        call(check(copy)),
      ]);
    await others;
    return reference(request);
  });
  // The copy has the same clients, and its runs use the same journal.
  const copy = await serviceWithClients(unchanged, { journal: service.journal });
  const first = await call(check(service, '--only', 'updateClient.changes'));
  expect(first.status).toBe(0);
  const [second, third] = (await others) ?? [];
  expect(second).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      /^Another run on this machine is changing the client \S+\. Wait until it has ended\. \[CLIENT_IN_USE\]\n$/,
    ),
  });
  expect(third).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      `^Another run on this machine is changing the client \\S+ of ${service.baseUrl}, and keeps it in the same journal\\. Wait until it has ended\\. If ${service.baseUrl} is another deployment than ${copy.baseUrl}, name another folder as journal in the configuration\\. \\[CLIENT_IN_USE\\]\n$`,
    ),
  });
});
