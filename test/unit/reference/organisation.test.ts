import { describe, expect, test } from 'vitest';
import { foreign, own, type Service, startService } from './support.ts';

const payload = {
  type: 'conveyancer',
  registeredName: 'Müller & Søn Ltd 漢字',
  registrationNumber: '1',
  sraIDNumber: '2',
  tradingName: 'Müller',
  vatNumber: '3',
  websiteAddress: 'https://new.example.com',
  telephoneNumber: '0113 496 0000',
  emailAddress: 'office@new.example.com',
  companyLogoUrl: 'https://new.example.com/logo.svg',
  subDomain: 'new-one',
  address: { line_1: '1 High Street', postcode: 'LS1 4AP' },
};

const user = {
  title: 'Ms',
  firstName: 'Zoë',
  lastName: 'New',
  role: 'EstateAgent',
  suffix: 'LLB',
  sraIDNumber: '4',
  telephoneNumber: '5',
  bio: 'Bio',
  avatarUrl: 'https://new.example.com/zoe.jpg',
  email: 'zoe@new.example.com',
};

function create(service: Service, body: unknown) {
  return service.call('/api/v2/org', { method: 'POST', body });
}

describe('POST /api/v2/org', () => {
  test('the new organisation is stored, and a token of its first user stands for it', async () => {
    const service = await startService();
    const { store } = service.reference;
    const created = (await create(service, { ...payload, user })).body as {
      id: string;
      user: { id: string };
    };
    expect(await store.readOrganisation(created.id)).toStrictEqual({ id: created.id, ...payload });
    const permissions = ['organisation:read'] as const;
    await store.addToken({ token: 'new', userId: created.user.id, permissions, revoked: false });
    expect(await store.findCaller('new')).toStrictEqual({
      userId: created.user.id,
      organisationId: created.id,
      subDomain: 'new-one',
      permissions,
    });
    expect((await service.call('/api/v2/org', { token: 'new' })).status).toBe(403);
  });

  test('unknown fields are ignored, an id among them', async () => {
    const service = await startService();
    const answer = await create(service, {
      id: foreign.id,
      subDomain: 'x',
      admin: true,
      user: { id: own.id, role: 'Any', admin: 1 },
    });
    expect(answer.body).toStrictEqual({
      id: expect.not.stringMatching(foreign.id),
      subDomain: 'x',
      user: { id: expect.not.stringMatching(own.id), role: 'Any' },
    });
  });

  test('409 for a taken sub-domain, in any letter case', async () => {
    const service = await startService();
    expect((await create(service, payload)).status).toBe(201);
    for (const subDomain of ['NEW-One', 'DEMO', 'other']) {
      const answer = await create(service, { subDomain, user });
      expect([answer.status, answer.body]).toEqual([409, { message: 'This sub-domain is taken.' }]);
    }
  });

  test('400 for a sub-domain that is longer than any name of a host', async () => {
    const service = await startService();
    const answers = [254, 253].map((length) => create(service, { subDomain: 'x'.repeat(length) }));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 201]);
  });

  test('400 says what is wrong, and nothing is created', async () => {
    const service = await startService();
    for (const [wrong, message] of [
      [{ registeredName: 1 }, 'registeredName must be a string.'],
      [{ emailAddress: 'x' }, 'emailAddress must be an e-mail address.'],
      [{ address: 'x' }, 'address must be an object.'],
      [{ address: { county: 1 } }, 'address is wrong: county must be a string.'],
      [{ user: null }, 'user must be an object.'],
      [{ user: { role: null } }, 'user is wrong: role must be a string.'],
      [{ user: { email: 'x' } }, 'user is wrong: email must be an e-mail address.'],
    ] as const) {
      const answer = await create(service, { subDomain: 'new-one', ...wrong });
      expect([answer.status, answer.body]).toEqual([400, { message }]);
    }
    expect((await create(service, [])).body).toEqual({ message: 'The body must be a JSON object.' });
    expect((await create(service, { subDomain: 'new-one' })).status).toBe(201);
  });

  test('organisation and user are created together or not at all', async () => {
    const service = await startService();
    const { store } = service.reference;
    const userId = own.users[0]?.id ?? '';
    await expect(store.createOrganisation({ subDomain: 'half' }, { id: userId })).rejects.toThrow('UNIQUE');
    expect((await create(service, { subDomain: 'half' })).status).toBe(201);
  });
});
