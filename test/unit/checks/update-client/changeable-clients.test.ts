import { describe, expect, test } from 'vitest';
import {
  type ChangeableClient,
  changeableClients,
  mostChangeable,
} from '../../../../src/checks/update-client/changeable-clients.ts';
import { answerTo, readBack } from '../../../../src/checks/update-client/making-changes.ts';
import { patchOf } from '../../../../src/rules/client-change.ts';
import { changeableFields } from '../../../../src/rules/client-record.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { Undecidable } from '../../../../src/trace/gap.ts';
import {
  clientsWith,
  type Deviance,
  first,
  type HandMadeClients,
  isChange,
  ofFirst,
  records,
  restoring,
  second,
} from '../../harness/hand-made-clients.ts';
import { sessionWith } from '../../harness/hand-made-session.ts';

const changeable = ({ answer, target }: HandMadeClients): Promise<readonly ChangeableClient[]> =>
  changeableClients(sessionWith(answer, target, { thorough: true }));

const onlyOne = async (deviance: Deviance): Promise<ChangeableClient | undefined> =>
  (await changeable(clientsWith(deviance, ofFirst, restoring)))[0];

describe('what can be changed of a client is known', () => {
  test('by what it shows, and by every own field alone and then all of them', async () => {
    const service = clientsWith(undefined, records, restoring);
    const [one, other] = await changeable(service);
    expect(one).toMatchObject({ client: first, record: records[first], original: records[first] });
    expect(one?.untouched).toBeUndefined();
    const { title, firstName, lastName, emailAddress, companyName, telephoneNumber, address } =
      records[first] ?? {};
    const own = { title, firstName, lastName, emailAddress, companyName, telephoneNumber, address };
    // Fields that the rehearsal has restored are not sent alone again.
    const each = Object.entries({ title, emailAddress, telephoneNumber, address }).map(([field, value]) => ({
      [field]: value,
    }));
    const ofOurs = expect.stringMatching(/^Sample {2}& {2}<i>Sons<\/i>( of Testerton)+$/);
    const rehearsed = Object.entries({ companyName, firstName, lastName }).flatMap(([field, value]) => [
      { [field]: ofOurs },
      { [field]: value },
    ]);
    expect(one?.firstChanges.map(patchOf)).toEqual([{}, ...rehearsed, ...each, own]);
    expect(one?.fields).toEqual(changeableFields(bundled));
    expect(one?.lines).toEqual(bundled.fieldsOf('Address'));
    expect(other?.firstChanges.map(patchOf)).toEqual([
      {},
      { title: 'Mrs' },
      { lastName: 'Okafor' },
      { title: 'Mrs', lastName: 'Okafor' },
    ]);
    expect(other?.fields).toEqual(['title', 'lastName']);
    expect(other?.lines).toEqual([]);
    expect(other?.untouched).toMatchObject({ record: records[second] });
    expect(Object.fromEntries(service.held)).toEqual(records);
  });

  test('by one field alone, where it has no more', async () => {
    const of = { [first]: { id: first, title: 'Mr' } };
    const [one] = await changeable(clientsWith(undefined, of, restoring));
    expect(one?.firstChanges.map(patchOf)).toEqual([{}, { title: 'Dr' }, { title: 'Mr' }]);
  });

  test('with every field where it is disposable', async () => {
    const [, other] = await changeable(clientsWith());
    expect(other?.fields).toEqual(changeableFields(bundled));
    expect(other?.lines).toEqual(bundled.fieldsOf('Address'));
  });

  test('without fields that do not take their own value', async () => {
    const refused: Deviance = ({ body }) => (body === '{"title":"Mr"}' ? [400, ''] : undefined);
    const altered: Deviance = ({ body, client }, held) => {
      if (body !== '{"title":"Mr"}') return undefined;
      held.set(client, { ...records[first], title: 'MR' });
      return [200, '{}'];
    };
    for (const deviance of [refused, altered]) {
      const one = await onlyOne(deviance);
      expect(one?.fields).toEqual(changeableFields(bundled).filter((field) => field !== 'title'));
    }
  });

  test('as it is shown after the last identity change', async () => {
    let changes = 0;
    const one = await onlyOne(({ body }, held) => {
      if (body !== '{}') changes += 1;
      if (changes === 3) held.set(first, { ...records[first], dob: '1974-05-08' });
      return undefined;
    });
    expect(one?.original).toEqual(records[first]);
    expect(one?.record).toEqual({ ...records[first], dob: '1974-05-08' });
    expect(one?.firstChanges.at(4)?.before).toEqual(one?.firstChanges.at(3)?.after.record);
  });

  test('as it is shown the second time, for what differs without a change is not left as it was', async () => {
    let readings = 0;
    const service = clientsWith(({ body }, held) => {
      if (body === '{}') readings += 1;
      if (readings === 2) held.set(first, { ...records[first], dob: '1974-05-08' });
      return undefined;
    });
    const [one] = await changeable(service);
    expect(one?.original).toEqual({ ...records[first], dob: '1974-05-08' });
  });

  test('as it is shown once others were changed', async () => {
    const service = clientsWith(({ client, body }, held) => {
      if (client === first && body !== '{}') held.set(second, { ...records[second], title: 'Lady' });
      return undefined;
    });
    const [, other] = await changeable(service);
    expect(other?.original).toMatchObject({ title: 'Mrs' });
    expect(other?.untouched?.record).toMatchObject({ title: 'Lady' });
    expect(other?.firstChanges[1]?.before).toMatchObject({ title: 'Lady' });
  });

  test('as far as it can be read back', async () => {
    let readings = 0;
    const one = await onlyOne(({ body }) => {
      if (body === '{}') readings += 1;
      return readings === 6 ? [500, ''] : undefined;
    });
    expect(one?.firstChanges).toHaveLength(2);
    expect(one?.firstChanges.at(-1)?.after.record).toBeUndefined();
    expect(one?.broken).toBeUndefined();
    expect(one?.record).toEqual(records[first]);
  });

  test('up to where the target falls silent', async () => {
    const one = await onlyOne(({ body }) => {
      if (body.startsWith('{"emailAddress"')) throw new Undecidable('unreachable', 'Silence.');
      return undefined;
    });
    expect(one?.firstChanges.map(patchOf).slice(-3)).toEqual([
      expect.objectContaining({ lastName: expect.any(String) }),
      { lastName: 'Bhandari' },
      { title: 'Mr' },
    ]);
    expect(one?.fields).toEqual(['title', 'firstName', 'lastName', 'companyName']);
    expect(one?.broken).toMatchObject({ reason: 'unreachable' });
    const broken = clientsWith(({ body }) => {
      if (body.startsWith('{"lastName"')) throw new TypeError('Broken.');
      return undefined;
    });
    await expect(changeable(broken)).rejects.toThrow('Broken.');
  });
});

describe('clients that cannot be read back', () => {
  test('are left out', async () => {
    const noRecord: Deviance = ({ client }) => (client === first ? [200, '[]'] : undefined);
    const service = clientsWith(noRecord, records, restoring);
    const found = await changeable(service);
    expect(found.map(({ client }) => client)).toEqual([second]);
    expect(found[0]?.untouched).toBeUndefined();
    expect(service.asked.filter(({ client }) => client === first)).toHaveLength(1);
  });

  test.each([204, 302, 400, 500])(
    'by an empty change, since that is answered %i, are read by sending a value again if they are disposable',
    async (status) => {
      const unread: Deviance = ({ body }) => (body === '{}' ? [status, ''] : undefined);
      const service = clientsWith(unread);
      const found = await changeable(service);
      expect(found.map(({ client }) => client)).toEqual([first, second]);
      expect(found[0]?.record).toEqual({ ...records[first], firstName: 'Sample' });
      expect(found[0]?.fields).toEqual(changeableFields(bundled));
      const kept = clientsWith(unread, records, restoring);
      await expect(changeable(kept)).rejects.toMatchObject({ reason: 'control-refused' });
      expect(kept.asked.filter(isChange)).toEqual([]);
    },
  );

  test('by an empty change are read by the value that was sent last', async () => {
    const { answer, target, asked } = clientsWith(({ body }) => (body === '{}' ? [204, ''] : undefined));
    const session = sessionWith(answer, target);
    await changeableClients(session);
    asked.length = 0;
    await answerTo(session, { client: first, body: { firstName: 'Quinn', title: 'Dr' } });
    await answerTo(session, { client: first, body: { title: 'Ms' } });
    const { record } = await readBack(session, first);
    expect(asked.at(-1)?.body).toBe('{"firstName":"Quinn"}');
    expect(record).toMatchObject({ firstName: 'Quinn', title: 'Ms' });
  });

  test('decide nothing where there are no others', async () => {
    const refusing = (deviance: Deviance, words: string) => {
      const message = expect.stringContaining(`is answered ${words}, so`);
      const rejection = expect(changeable(clientsWith(deviance))).rejects;
      return rejection.toMatchObject({ reason: 'control-refused', message });
    };
    const ofAnother = JSON.stringify({ ...records[first], id: '7d0c1b52-95f8-4c0b-8f3e-3c1d6f1d2b22' });
    const another = "200 with another client's record";
    await refusing(() => [404, ''], '404 without a client record');
    await refusing(() => [200, ofAnother], another);
    await refusing(
      ({ client }) => [client === first ? 404 : 200, ofAnother],
      `404 without a client record and ${another}`,
    );
    let count = 0;
    const service = clientsWith(() => {
      count += 1;
      return [count === 1 ? 404 : 410, ''];
    });
    await expect(changeable(service)).rejects.toThrow(
      'An empty change is answered 404, 410 without a client record, so nothing can be read back. Check tokens.member and clients.',
    );
    expect(service.asked.filter(isChange)).toEqual([]);
  });

  test('are not asked for with a token that is not valid', async () => {
    const { target, asked } = clientsWith();
    const session = sessionWith(() => [401, ''], target);
    await expect(changeableClients(session)).rejects.toMatchObject({ reason: 'token-refused' });
    expect(asked).toEqual([]);
  });
});

describe('the client of which most can be changed', () => {
  const most = (clients: readonly ChangeableClient[]): Promise<ChangeableClient> =>
    mostChangeable({
      ...sessionWith(() => [200, '{}']),
      share: <Value>() => Promise.resolve(clients as Value),
    });
  const changing = (...fields: ChangeableClient['fields']): ChangeableClient => ({
    specification: bundled,
    client: fields.join(),
    record: {},
    original: {},
    untouched: undefined,
    fields,
    lines: [],
    firstChanges: [],
  });

  test('is the first of them', async () => {
    const clients = [changing('title'), changing('title', 'lastName'), changing('title', 'companyName')];
    expect(await most(clients)).toBe(clients[1]);
    expect(await most(clients.slice(0, 1))).toBe(clients[0]);
  });

  test('is none where nothing can be', async () => {
    const wanted = expect.objectContaining({ reason: 'no-data' });
    await expect(most([])).rejects.toEqual(wanted);
    await expect(most([changing()])).rejects.toEqual(wanted);
    const broken = new Undecidable('throttled', 'Later.');
    await expect(most([{ ...changing(), broken }])).rejects.toBe(broken);
  });
});
