import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Deployment, startDeployment, wholeClients } from '../../../scripts/soak/deployment.ts';
import { soak } from '../../../scripts/soak/trial.ts';
import { type showings, type Troubles, trialOf } from '../../../scripts/soak/troubles.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { type Called, call, reportIn, spawned, temporaryFolder } from './support.ts';

// Deployments that make it hard to leave clients as they were: each is left so, or it is said, and its record is kept.

const noTrouble: Troubles = {
  ...{ seed: 1, clients: 2, late: 0, answersLate: '504', fails: 0, mixesUp: 0, lagMs: 0, shows: 'all' },
  ...{ goneAfter: undefined, fullAfter: undefined },
};

const [first = '', second = ''] = wholeClients(2).map(({ id }) => String(id));

interface Unsafe {
  readonly deployment: Deployment;
  readonly config: string;
  /** The clients that the journal holds. */
  readonly entries: () => Promise<string[]>;
  /** The fields of each client that are not as they were. */
  readonly changed: () => string[][];
  /** Checks the changes of clients. */
  readonly check: () => Promise<Called & { readonly folder: string }>;
  /** The words of a call of `restore`. */
  readonly restore: (...more: string[]) => string[];
}

/** A deployment in which that goes wrong, and what it takes to test it. */
async function unsafe(troubles: Partial<Troubles>, settleMs = 150): Promise<Unsafe> {
  const { habits } = trialOf({ ...noTrouble, ...troubles });
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

/** Every text of a client, which no other one may have in its place. */
const textsOf = (record: unknown): string[] => JSON.stringify(record).match(/"(?:[^"\\]|\\.)*"(?!:)/g) ?? [];

describe('a target that shows one client for another in one answer of ten', () => {
  test.concurrent.each([1, 2, 4])(
    '(seed %i) is left with no data of one at the other',
    async (seed) => {
      const { deployment, check, changed } = await unsafe({ seed, mixesUp: 10 });
      const own = wholeClients(2).map(textsOf);
      const { status, folder } = await check();
      expect(status).toBe(1);
      const { report } = await reportIn(folder);
      const { findings = [] } = report.results.find(({ id }) => id === 'updateClient.of-the-client') ?? {};
      expect(findings).toContainEqual(
        expect.objectContaining({ requirement: 'update-client-of-the-client', pointer: '/id' }),
      );
      await deployment.heal();
      for (const [index, record] of deployment.stored().entries()) {
        const others = own[1 - index]?.filter((text) => own[index]?.includes(text) !== true) ?? [];
        expect(textsOf(record).filter((text) => others.includes(text))).toEqual([]);
      }
      // What was changed until then is put back, or named.
      for (const [index, fields] of changed().entries()) {
        const client = [first, second][index];
        if (fields.length > 0) expect(report.objections).toContainEqual(expect.objectContaining({ client }));
      }
    },
  );
});

describe('a target that makes changes late', () => {
  test.concurrent.each(['504', 'silence'] as const)(
    'and answers %s is left as it was, once it has settled',
    async (answersLate) => {
      const trial = trialOf({ ...noTrouble, seed: 3, answersLate, late: 25 });
      const outcome = await soak({ ...trial, further: { ...trial.further, settleMs: 400 } });
      expect(outcome).toMatchObject({ isAsItWas: true, isSaid: true, isKept: false });
      // Nothing was changed any more after a few of them.
      expect(outcome.conclusion).not.toBe('conformant');
    },
  );
});

describe('restore after a crash', () => {
  const crashed = async (): Promise<Unsafe> => {
    const service = await unsafe({ seed: 2, late: 40, lagMs: 60, goneAfter: 46 }, 300);
    const { status } = await service.check();
    expect(status).not.toBe(0);
    expect(await service.entries()).not.toEqual([]);
    expect(service.changed()).toEqual([expect.arrayContaining(['companyName']), []]);
    service.deployment.comeBack();
    return service;
  };

  test.concurrent('lets late changes and a lagging replica settle, on the command line', async () => {
    const { deployment, restore, entries, changed } = await crashed();
    const restored = await spawned(restore('--settle', '1'));
    expect(restored).toMatchObject({ status: 0, stderr: '' });
    expect(restored.stdout).toContain(
      'A change may still be on its way: the clients are read for 1 seconds, to see that they stay as they were.',
    );
    expect(restored.stdout).toContain(`The client ${first} is as it was.\n`);
    await deployment.heal();
    expect(changed()).toEqual([[], []]);
    expect(await entries()).toEqual([]);
  });

  test.concurrent('overwrites what somebody else changed since only with --force', async () => {
    const { deployment, restore, entries, changed } = await crashed();
    await deployment.heal();
    deployment.change(first, { lastName: 'Babbage' });
    const refused = await call(restore('--settle', '0'));
    expect(refused.status).toBe(3);
    expect(refused.stderr).toContain(
      `The client ${first} is left changed: lastName is neither as before nor as the run sent it, so that somebody may have changed it since. With --force it is put back all the same.`,
    );
    expect(refused.stderr).not.toContain('Babbage');
    expect(deployment.stored()[0]).toMatchObject({ lastName: 'Babbage' });
    expect(await entries()).toHaveLength(1);
    const forced = await call(restore('--settle', '0', '--force'));
    expect(forced).toMatchObject({ status: 0, stderr: '' });
    expect(changed()).toEqual([[], []]);
    expect(await entries()).toEqual([]);
  });
});

describe('a target that shows texts otherwise than it keeps them', () => {
  const company = ['companyName'];
  test.concurrent.each<[keyof typeof showings, doubted: string[], lost: string[]]>([
    ['the beginning', company, company],
    ['capitals', company, company],
    ['single spaces', company, []],
    ['no tags', company, []],
    [
      'a word',
      ['companyName', 'firstName', 'lastName', 'title'],
      ['title', 'firstName', 'lastName', 'companyName'],
    ],
  ])('(%s) loses %j of one client at most, which is said until --force', async (shows, doubted, lost) => {
    const { check, restore, entries, changed, deployment } = await unsafe({ shows });
    const message = `The client ${first} is left changed: the target does not show what it is sent, so that ${doubted.join(', ')} may not be what it was, though it is shown so; once you have looked, restore --force forgets it.`;
    const checked = await check();
    expect(checked.status).toBe(1);
    expect(checked.stdout).toContain(message);
    expect(changed()).toEqual([lost, []]);
    expect(await entries()).toHaveLength(1);

    const restored = await call(restore('--settle', '0'));
    expect(restored).toMatchObject({ status: 3, stderr: expect.stringContaining(message) });
    expect(changed()).toEqual([lost, []]);
    expect(await entries()).toHaveLength(1);
    // Its operator mends it at the target.
    const mended = wholeClients(2)[0] ?? {};
    deployment.change(first, Object.fromEntries(lost.map((field) => [field, mended[field]])));
    expect(await call(restore('--settle', '0', '--force'))).toMatchObject({ status: 0, stderr: '' });
    expect(await entries()).toEqual([]);
  });

  test.concurrent('(stars) is not changed at all', async () => {
    const { check, entries, changed } = await unsafe({ shows: 'stars' });
    const { stdout, stderr } = await check();
    expect(`${stdout}${stderr}`).toContain(`The client ${first} shows no field that could be put back`);
    expect(changed()).toEqual([[], []]);
    expect(await entries()).toEqual([]);
  });
});
