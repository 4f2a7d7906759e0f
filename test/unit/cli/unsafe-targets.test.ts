import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { startDeployment, wholeClients } from '../../../scripts/soak/deployment.ts';
import { noTroubles, showings, trialOf } from '../../../scripts/soak/troubles.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { call, temporaryFolder } from './support.ts';

// Other deployments that make it hard to restore clients are in properties/put-back.system.test.ts.

const [first = ''] = wholeClients(2).map(({ id }) => String(id));

async function showing(shows: keyof typeof showings) {
  const habits = { ...trialOf(noTroubles).habits, shows: showings[shows] };
  const deployment = await startDeployment(wholeClients(2), habits);
  atEndOfFile(async () => deployment.close());
  const folder = await temporaryFolder();
  const journal = join(folder, 'journal');
  const config = join(folder, 'conformance.config.json');
  const configuration = {
    ...deployment.configuration(journal),
    timeoutMs: 2_000,
    settleMs: 150,
    concurrency: 1,
  };
  await writeFile(config, JSON.stringify(configuration));
  const before = deployment.stored();
  return {
    deployment,
    entries: async () => {
      const names = await readdir(journal).catch(() => []);
      return names.filter((name) => name.endsWith('.json'));
    },
    /** The changed fields of each client. */
    changed: () => {
      const after = deployment.stored();
      return before.map((one, index) =>
        Object.keys(one).filter((field) => !isDeepStrictEqual(one[field], after[index]?.[field])),
      );
    },
    check: () => {
      const words = ['--only', 'updateClient', '--seed', '1', '--runs', '2', '--report-dir', folder];
      return call(['check', '--config', config, ...words]);
    },
    restore: (...more: string[]) => call(['restore', '--config', config, '--settle', '0', ...more]),
  };
}

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
    const { check, restore, entries, changed, deployment } = await showing(shows);
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

    const restored = await restore();
    expect(restored).toMatchObject({ status: 3, stderr: expect.stringContaining(message) });
    expect(changed()).toEqual([lost, []]);
    expect(await entries()).toHaveLength(1);
    // The operator corrects the client at the target.
    const mended = wholeClients(2)[0] ?? {};
    deployment.change(first, Object.fromEntries(lost.map((field) => [field, mended[field]])));
    expect(await restore('--force')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(
        `The client ${first} is taken as corrected. ${doubted.join(', ')} could not be verified, since the target does not show what it is sent.\n`,
      ),
      stderr: '',
    });
    expect(changed()).toEqual([[], []]);
    expect(await entries()).toEqual([]);
  });
});
