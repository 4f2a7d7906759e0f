import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { readDemo, seedDemo } from '../../../src/reference/demo.ts';
import { openReference } from '../../../src/reference/reference.ts';
import { openStore } from '../../../src/reference/store.ts';
import { call, refusal, start, temporaryFolder } from './support.ts';

const whole = await readDemo();
const demo = { organisations: whole.organisations.map((one) => ({ ...one, cases: [], clients: [] })) };
const [own, other] = demo.organisations;
const [member] = own?.users ?? [];

let database: string;
beforeEach(async () => {
  database = join(await temporaryFolder(), 'cases.sqlite');
  const store = await openStore(database);
  await seedDemo(store, demo);
  await store.close();
});

const keys = (action: string, ...words: string[]) => call(['keys', action, '--database', database, ...words]);
const create = (...words: string[]) =>
  keys('create', '--user', member?.id ?? '', '--organisation', 'demo', ...words);

test('a key is honoured as soon as it is made beside a running service, and no longer than it is revoked', async () => {
  const reference = await openReference(await openStore(database), { description: {}, organisation: 'demo' });
  const url = await reference.listen(0);
  const statusOf = async (path: string, token: string) =>
    (await fetch(`${url}/api/v2/${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
  try {
    const made = await create('--permissions', 'cases:list');
    expect(made.status).toBe(0);
    expect(made.stdout).toMatch(/^case_[\w-]{43}\n$/);
    const token = made.stdout.trim();
    expect([await statusOf('cases', token), await statusOf('org', token)]).toEqual([200, 403]);

    const [, key = ''] =
      /^This is the token of the key (\w{16}), valid until it is revoked\./.exec(made.stderr) ?? [];
    expect(await keys('revoke', key)).toEqual({
      status: 0,
      stdout: `The key ${key} is revoked.\n`,
      stderr: '',
    });
    expect(await statusOf('cases', token)).toBe(401);
    expect(await keys('revoke', key)).toMatchObject({ status: 0 });
    expect(await statusOf('cases', token)).toBe(401);
  } finally {
    await reference.close();
  }
});

test('a token that nobody reads is no success, and its key is named', async () => {
  const words = ['--organisation', 'demo', '--user', member?.id ?? '', '--permissions', 'cases:list'];
  const child = start(['keys', 'create', '--database', database, ...words]);
  child.stdout.destroy();
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([status, errors]).toEqual([
    2,
    expect.stringMatching(
      / the key \w{16}, .*\nThe output cannot be written \(EPIPE\)\. .*\[OUTPUT_NOT_WRITABLE\]\n$/,
    ),
  ]);
});

test('keys are listed with all that is known of them, and without their tokens', async () => {
  const token = (await create('--permissions', 'cases:read,cases:list', '--days', '2')).stdout.trim();
  const { status, stdout } = await keys('list', '--organisation', 'Demo');
  expect(status).toBe(0);
  const instant = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z';
  expect(stdout).toMatch(/^key +organisation +status +created +expires +user +permissions\n/);
  expect(stdout).toMatch(
    new RegExp(`^\\w{16} +demo +valid +${instant} +${instant} +${member?.id} +cases:read cases:list$`, 'm'),
  );
  expect(stdout).toMatch(new RegExp(`^\\w{16} +demo +revoked +${instant} +- `, 'm'));
  expect(stdout.split('\n')).toHaveLength(6);
  expect((await keys('list')).stdout.split('\n')).toHaveLength(7);
  const published = demo.organisations.flatMap(({ users }) => users.flatMap(({ tokens }) => tokens));
  for (const secret of [token, ...published.map((one) => one.token)]) expect(stdout).not.toContain(secret);
});

describe('a call is refused', () => {
  const permissions = ['--permissions', 'cases:read'];
  test.each<[string, string[], string]>([
    [
      'for no organisation',
      ['create', '--organisation', 'nobody', ...permissions],
      "No organisation has the sub-domain 'nobody'. Create it with POST /api/v2/org, or name another. [NAME_UNKNOWN]",
    ],
    [
      'for a user of another organisation',
      ['create', '--organisation', 'demo', '--user', other?.users[0]?.id ?? '', ...permissions],
      "The organisation 'demo' has no such user. Name one of its users with --user. [NAME_UNKNOWN]",
    ],
    [
      'for one of several users',
      ['create', '--organisation', 'demo', ...permissions],
      `The organisation 'demo' has several users. Name one with --user: ${own?.users
        .map(({ id }) => id)
        .toSorted()
        .join(', ')}. [CALL_NOT_UNDERSTOOD]`,
    ],
    [
      'for an unknown key',
      ['revoke', '0000000000000000'],
      'There is no key 0000000000000000. Name one that keys list shows. [NAME_UNKNOWN]',
    ],
    [
      'for a token in place of a key',
      ['revoke', 'case_secret'],
      'A key is named by 16 hexadecimal digits, as keys list shows them. [NAME_UNKNOWN]',
    ],
    [
      'for an unknown action',
      ['creat'],
      "The call is wrong: unknown command 'creat'. Did you mean create? [CALL_NOT_UNDERSTOOD]",
    ],
  ])('%s', async (_name, [action = '', ...words], message) => {
    expect(await keys(action, ...words)).toEqual(refusal(`${message}`));
  });

  test.each([':memory:', '/nowhere/cases.sqlite'])(
    'for the database %s, and none is made',
    async (absent) => {
      expect(await call(['keys', 'list', '--database', absent])).toEqual(
        refusal(`There is no database ${absent}. Name one that serve keeps its data in. [FILE_NOT_READABLE]`),
      );
    },
  );
});
