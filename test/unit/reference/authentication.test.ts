import { describe, expect, test } from 'vitest';
import { permissions } from '../../../src/reference/permissions.ts';
import { operations, wrongRequests } from './operations.ts';
import { own, startService, tokens } from './support.ts';

const unauthenticated = { message: 'Authentication is required: send a valid API token as a bearer token.' };
const notMember = { message: 'You do not belong to this organisation.' };

const badCredentials = {
  none: undefined,
  'an empty header': '',
  'the scheme alone': 'Bearer',
  'another scheme': `Basic ${tokens.member}`,
  'no scheme': tokens.member,
  'no space': `Bearer${tokens.member}`,
  'a tab for the space': `Bearer\t${tokens.member}`,
  'an unknown token': 'Bearer unknown',
  'a revoked token': `Bearer ${tokens.revoked}`,
  'a shortened token': `Bearer ${tokens.member.slice(0, -1)}`,
  'a lengthened token': `Bearer ${tokens.member}x`,
  'a token in capitals': `Bearer ${tokens.member.toUpperCase()}`,
  'two tokens': `Bearer ${tokens.member} ${tokens.member}`,
  'a quoted token': `Bearer "${tokens.member}"`,
  'the hash of everything': "Bearer ' or 1=1 --",
};

describe('401', () => {
  test.each(operations)('$name refuses all bad credentials', async ({ path, call }) => {
    const service = await startService();
    for (const [name, value] of Object.entries(badCredentials)) {
      const headers: Record<string, string> = value === undefined ? {} : { Authorization: value };
      const answer = await service.call(path, { ...call, token: null, headers });
      expect({ name, status: answer.status, body: answer.body }).toEqual({
        name,
        status: 401,
        body: unauthenticated,
      });
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    }
  });

  test.each(wrongRequests)('comes before $name', async ({ path, call }) => {
    const service = await startService();
    for (const token of [null, 'unknown', tokens.revoked]) {
      const answer = await service.call(path, { ...call, token });
      expect([answer.status, answer.body]).toEqual([401, unauthenticated]);
    }
  });
});

describe('a valid token', () => {
  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('passes with the scheme %s', async (scheme) => {
    const service = await startService();
    for (const space of [' ', '  ']) {
      const headers = { Authorization: scheme + space + tokens.member };
      expect((await service.call('/api/v2/org', { token: null, headers })).status).toBe(200);
    }
  });

  test('passes no longer once it is stored as revoked', async () => {
    const { reference, call } = await startService();
    const userId = own.users[0]?.id as string;
    const permissions = ['organisation:read'] as const;
    await reference.store.addToken({ token: 'fresh', userId, permissions, revoked: false });
    await reference.store.addToken({ token: 'stale', userId, permissions, revoked: true });
    expect((await call('/api/v2/org', { token: 'fresh' })).status).toBe(200);
    expect((await call('/api/v2/org', { token: 'stale' })).status).toBe(401);
  });
});

describe('403', () => {
  test.each(wrongRequests)(
    'for a user of another organisation comes before $name',
    async ({ path, call }) => {
      const service = await startService();
      const answer = await service.call(path, { ...call, token: tokens.outsider });
      expect([answer.status, answer.body]).toEqual([403, notMember]);
    },
  );

  const needed = {
    getCaseData: 'cases:read',
    listCases: 'cases:list',
    updateClient: 'clients:write',
    getOrganisation: 'organisation:read',
    createOrganisation: 'organisations:create',
  } as const;

  test.each(operations)('$name refuses a token without its permission alone', async (operation) => {
    const { reference, call } = await startService();
    const permission = needed[operation.name as keyof typeof needed];
    const userId = own.users[0]?.id as string;
    const others = permissions.filter((other) => other !== permission);
    await reference.store.addToken({ token: 'without', userId, permissions: others, revoked: false });
    await reference.store.addToken({ token: 'only', userId, permissions: [permission], revoked: false });
    const refused = await call(operation.path, { ...operation.call, token: 'without' });
    expect([refused.status, refused.body]).toEqual([
      403,
      { message: `This token lacks the permission ${permission}.` },
    ]);
    const accepted = await call(operation.path, { ...operation.call, token: 'only' });
    expect(accepted.status).toBe(operation.success);
  });

  test.each([
    'an absent client',
    'a malformed body',
    'an invalid body',
    'another media type',
    'a body over 1 MiB',
  ])('for a missing permission comes before %s', async (name) => {
    const service = await startService();
    const request = wrongRequests.find((wrong) => wrong.name === name);
    const answer = await service.call(request?.path ?? '', { ...request?.call, token: tokens.restricted });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.body as object)).toEqual(['message']);
  });
});
