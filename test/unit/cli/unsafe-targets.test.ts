import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  type Deployment,
  type Habits,
  startDeployment,
  wholeClients,
} from '../../../scripts/soak/deployment.ts';
import { noTroubles, showings, trialOf } from '../../../scripts/soak/troubles.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { type Called, call, reportIn, spawned, temporaryFolder } from './support.ts';

// Deployments that make it hard to restore clients: each client is restored, or the run says that it is not and keeps
// its record.

const [first = '', second = ''] = wholeClients(2).map(({ id }) => String(id));

interface Unsafe {
  readonly deployment: Deployment;
  readonly config: string;
  readonly entries: () => Promise<string[]>;
  /** The changed fields of each client. */
  readonly changed: () => string[][];
  readonly check: () => Promise<Called & { readonly folder: string }>;
  readonly restore: (...more: string[]) => string[];
}

async function unsafe(further: Partial<Habits>, settleMs = 150): Promise<Unsafe> {
  const habits = { ...trialOf(noTroubles).habits, ...further };
  const deployment = await startDeployment(wholeClients(2), habits);
  atEndOfFile(async () => deployment.close());
  const folder = await temporaryFolder();
  const journal = join(folder, 'journal');
  const config = join(folder, 'conformance.config.json');
  const configuration = { ...deployment.configuration(journal), timeoutMs: 2_000, settleMs, concurrency: 1 };
  await writeFile(config, JSON.stringify(configuration));
  const before = deployment.stored();
  return {
    ...{ deployment, config },
    entries: async () => {
      const names = await readdir(journal).catch(() => []);
      return names.filter((name) => name.endsWith('.json'));
    },
    changed: () => {
      const after = deployment.stored();
      return before.map((one, index) =>
        Object.keys(one).filter((field) => !isDeepStrictEqual(one[field], after[index]?.[field])),
      );
    },
    check: async () => {
      const words = ['--only', 'updateClient', '--seed', '1', '--runs', '2', '--report-dir', folder];
      return { ...(await call(['check', '--config', config, ...words])), folder };
    },
    restore: (...more) => ['restore', '--config', config, ...more],
  };
}

function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap(textsOf);
}

test.concurrent('a target that shows one client for another in one answer of ten is left with no data of one at the other', async () => {
  let request = 0;
  const { deployment, check, changed } = await unsafe({
    mixesUp: 50,
    onRequest: (number) => {
      request = number;
    },
    random: () => (request % 10 === 4 ? 0 : 0.99),
  });
  const { status, folder } = await check();
  expect(status).toBe(1);
  const { report } = await reportIn(folder);
  const { findings = [] } = report.results.find(({ id }) => id === 'updateClient.of-the-client') ?? {};
  expect(findings).toContainEqual(
    expect.objectContaining({ requirement: 'update-client-of-the-client', pointer: '/id' }),
  );
  await deployment.heal();
  const own = wholeClients(2).map(textsOf);
  for (const [index, record] of deployment.stored().entries()) {
    const others = own[1 - index]?.filter((text) => own[index]?.includes(text) !== true) ?? [];
    expect(textsOf(record).filter((text) => others.includes(text))).toEqual([]);
  }
  // Each changed client is restored, or named.
  for (const [index, fields] of changed().entries()) {
    const client = [first, second][index];
    if (fields.length > 0) expect(report.objections).toContainEqual(expect.objectContaining({ client }));
  }
});

test.concurrent('restore after a crash lets late changes and a lagging replica settle', async () => {
  // The run ends after its fourth change. The third is made a second late, and from then on a replica lags behind.
  let [changes, isCrashed] = [0, false];
  const late = {
    get percent() {
      changes += 1;
      return changes === 3 ? 100 : 0;
    },
    ...{ fromMs: 1_000, toMs: 1_000 },
  };
  const random = (): number => (isCrashed ? 0.99 : 0);
  const { deployment, check, restore, entries, changed } = await unsafe({
    ...{ late, random, lagMs: 60, goneAfter: 42 },
  });
  expect((await check()).status).not.toBe(0);
  expect([changes, (await entries()).length, changed()]).toEqual([4, 2, [['firstName'], []]]);
  isCrashed = true;
  deployment.comeBack();
  const restored = await spawned(restore('--settle', '1'));
  expect(restored).toMatchObject({ status: 0, stderr: '' });
  expect(restored.stdout).toContain('Watching the clients for 1 s, in case a change arrives late.');
  expect(restored.stdout).toContain(`The client ${first} is as it was.\n`);
  await deployment.heal();
  expect(changed()).toEqual([[], []]);
  expect(await entries()).toEqual([]);
});

describe('a target that shows texts otherwise than it keeps them', () => {
  const company = ['companyName'];
  test.concurrent.each<[shows: keyof typeof showings, doubted: string[], lost: string[]]>([
    ['the beginning', company, company],
    ['single spaces', company, []],
    [
      'a word',
      ['companyName', 'firstName', 'lastName', 'title'],
      ['title', 'firstName', 'lastName', 'companyName'],
    ],
  ])('(%s) loses %j of one client at most, which is said until --force', async (shows, doubted, lost) => {
    const { check, restore, entries, changed, deployment } = await unsafe({ shows: showings[shows] });
    const message = `The client ${first} reads as before, but the target does not show what it is sent, so that proves nothing. Check ${doubted.join(', ')} by hand, and correct what is wrong. Then run case-conformance restore --force with the same configuration: it takes these fields as correct, and deletes the record from the journal.`;
    const checked = await check();
    expect(checked.status).toBe(1);
    expect(checked.stdout).toContain(message);
    const isProblem = shows !== 'single spaces';
    // The problem that ended the changes must be fixed first. Another client would not help.
    for (const words of ['\nAgain, after restore has succeeded: ', '\n  ? Fix problem 1 first: '])
      expect(checked.stdout.includes(words)).toBe(isProblem);
    expect(checked.stdout).not.toContain('No listed client shows');
    expect(changed()).toEqual([lost, []]);
    expect(await entries()).toHaveLength(1);

    const restored = await call(restore('--settle', '0'));
    expect(restored).toMatchObject({ status: 3, stderr: expect.stringContaining(message) });
    expect(changed()).toEqual([lost, []]);
    expect(await entries()).toHaveLength(1);
    // The operator corrects the client at the target.
    const mended = wholeClients(2)[0] ?? {};
    deployment.change(first, Object.fromEntries(lost.map((field) => [field, mended[field]])));
    expect(await call(restore('--settle', '0', '--force'))).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(
        `The client ${first} is taken as corrected. ${doubted.join(', ')} could not be verified, since the target does not show what it is sent.\n`,
      ),
      stderr: '',
    });
    expect(changed()).toEqual([[], []]);
    expect(await entries()).toEqual([]);
  });

  test.concurrent('(stars) is not changed at all', async () => {
    const { check, entries, changed } = await unsafe({ shows: showings.stars });
    const { stdout, stderr } = await check();
    expect(`${stdout}${stderr}`).toContain(`The client ${first} shows no field that could be put back`);
    expect(changed()).toEqual([[], []]);
    expect(await entries()).toEqual([]);
  });
});
