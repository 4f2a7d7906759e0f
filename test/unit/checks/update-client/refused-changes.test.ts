import { describe, expect, test } from 'vitest';
import { refusedChangeChecks } from '../../../../src/checks/update-client/refused-changes.ts';
import type { Check } from '../../../../src/harness/check.ts';
import { changeableFields } from '../../../../src/rules/client-record.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { Undecidable } from '../../../../src/trace/gap.ts';
import {
  clientsWith,
  first,
  type HandMadeClients,
  isChange,
  ofFirst,
  records,
  restoring,
  second,
} from '../../harness/hand-made-clients.ts';
import { type Answerer, judgedIn, said, sessionWith } from '../../harness/hand-made-session.ts';

const all = changeableFields(bundled);
const [withoutCredentials, withoutPermission, ofAnOutsider] = refusedChangeChecks as [Check, Check, Check];

const goneAfter = (times: number): HandMadeClients => {
  let readings = 0;
  return clientsWith(({ body }) => {
    readings += body === '{}' ? 1 : 0;
    return body === '{}' && readings > times ? [404, ''] : undefined;
  }, ofFirst);
};
const isGone = [
  'control-refused',
  `The client ${first} cannot be read back any more. Check it at the target.`,
];
const refusingAll = () =>
  clientsWith(({ body }) => (body === '{}' ? undefined : [422, '']), records, restoring);

async function refusals(
  check: Check,
  { answer, target, asked }: HandMadeClients = clientsWith(),
  thorough = true,
): Promise<{ said: unknown[]; sent: (readonly [client: string, credentials: string, fields: string[]])[] }> {
  const judged = await judgedIn(check, sessionWith(answer, target, { thorough }));
  const sent = asked
    .filter((change) => isChange(change) && change.credentials !== 'member')
    .map(({ client, credentials, body }) => [client, credentials, Object.keys(JSON.parse(body))] as const);
  return { said: said(judged), sent };
}

describe('a change that must be refused', () => {
  test('is of each field and of all for one client, and of all for every other', async () => {
    const { said: found, sent } = await refusals(withoutPermission);
    expect(sent.filter(([, sender]) => sender === 'restricted')).toEqual([
      [first, 'restricted', all],
      ...all.map((field) => [first, 'restricted', [field]]),
      // The next request sends wrong values of all fields.
      [first, 'restricted', all],
      [second, 'restricted', all],
    ]);
    expect(found).toEqual(Array(all.length + 3).fill('held'));
  });

  test('is sent with each of the credentials', async () => {
    const { said: found, sent } = await refusals(withoutCredentials);
    for (const sender of ['absent', 'unknown', 'restricted', 'outsider'])
      expect(sent.filter((one) => one[1] === sender)).toHaveLength(all.length + 3);
    expect(new Set(found)).toEqual(new Set(['held']));
  });

  test('would change what is shown, but for one field', async () => {
    const service = clientsWith();
    await refusals(withoutPermission, service);
    const sent = service.asked.filter((one) => isChange(one) && one.credentials === 'restricted');
    const repeated = sent.flatMap(({ client, body }) =>
      Object.entries(JSON.parse(body)).filter(([field, value]) => value === records[client]?.[field]),
    );
    expect(repeated).toHaveLength(1);
  });

  test.each([
    [withoutCredentials, 'credentials-401', 401],
    [withoutPermission, 'permissions-403', 403],
  ] as const)('%o deviates with another status', async (refused, requirement, status) => {
    const service = clientsWith(({ credentials }) => (credentials === 'member' ? undefined : [418, '']));
    const { said: found } = await refusals(refused, service);
    const wrong = [requirement, '', `The status is 418 instead of ${status}`];
    expect(found).toEqual(Array(found.length || 1).fill(wrong));
  });

  test.each([
    [200, ['outsider-403', '', 'The status is 200 instead of 403']],
    [404, 'held'],
    [500, ['outsider-403', '', 'The status is 500 instead of 403']],
  ])('of an outsider may be answered anything but a success or a failure: %i', async (status, judgement) => {
    const service = clientsWith(({ credentials }) =>
      credentials === 'outsider' ? [status, '{}'] : undefined,
    );
    const { said: found } = await refusals(ofAnOutsider, service);
    expect(found[0]).toEqual(judgement);
  });

  test('and is made all the same deviates by each field that it changed', async () => {
    const service = clientsWith(({ credentials, client, body }, held) => {
      if (credentials !== 'restricted') return undefined;
      const { title, lastName } = JSON.parse(body);
      if (title !== undefined && lastName !== undefined)
        held.set(client, { ...held.get(client), title, lastName });
      return [403, ''];
    });
    const { said: found } = await refusals(withoutPermission, service);
    const words = (field: string): unknown => [
      'permissions-403',
      `/${field}`,
      expect.stringContaining(`/${field} was changed although the change must be refused; before, it was `),
    ];
    // One client changes by right and by wrong values, the other by right values.
    expect(found.filter((one) => one !== 'held')).toEqual(
      Array(3)
        .fill([words('lastName'), words('title')])
        .flat(),
    );
  });

  test('proves nothing of a token that is not valid', async () => {
    const { answer, ...service } = clientsWith();
    const invalid: Answerer = (call, credentials) =>
      credentials === 'restricted' ? [401, ''] : answer(call, credentials);
    const { said: found } = await refusals(withoutPermission, { ...service, answer: invalid });
    expect(found).toEqual([
      ['token-refused', expect.stringMatching(/^Neither GET \/api\/v2\/org \(401\) .* tokens\.restricted\./)],
    ]);
    const invalidElsewhere: Answerer = (call, credentials) => {
      if (credentials === 'member') return answer(call, credentials);
      return [call.operation === 'updateClient' ? 403 : 401, ''];
    };
    const elsewhere = await refusals(withoutPermission, { ...service, answer: invalidElsewhere });
    expect(new Set(elsewhere.said)).toEqual(new Set(['held']));
    // The check does not test whether forged credentials are valid.
    const forged = (await refusals(withoutCredentials)).said;
    expect(forged).not.toContainEqual(['control-refused', expect.anything()]);
  });
});

describe('a change that must be refused is not tried', () => {
  test('where nothing can be changed', async () => {
    const words =
      'No listed client shows a field that can be changed with a value that can be restored, or the target refused the test value. List another client.';
    const expected = { said: [['no-data', words]], sent: [] };
    expect(await refusals(withoutPermission, refusingAll())).toEqual(expected);
  });

  test('of a client of which nothing can be changed', async () => {
    const service = clientsWith(
      ({ client, body }) => (client === first && body !== '{}' ? [422, ''] : undefined),
      records,
      restoring,
    );
    const { sent } = await refusals(withoutPermission, service);
    expect(service.asked.filter(({ credentials }) => credentials === 'restricted')).toHaveLength(4);
    expect(new Set(sent.map(([client]) => client))).toEqual(new Set([second]));
  });

  test('of a client that cannot be read back any more', async () => {
    expect((await refusals(withoutPermission, goneAfter(10))).said).toEqual([isGone]);
  });

  test('and nothing is said of what cannot be read back afterwards', async () => {
    let isLost = false;
    const service = clientsWith(({ credentials, client, body }) => {
      isLost ||= credentials === 'restricted' && client === second;
      return isLost && body === '{}' ? [404, ''] : undefined;
    });
    expect((await refusals(withoutPermission, service)).said).toEqual(Array(all.length + 3).fill('held'));
  });
});

describe('changes that must be refused, in a run that is not thorough', () => {
  const quick = (check: Check, service = clientsWith()): ReturnType<typeof refusals> =>
    refusals(check, service, false);

  const ofAll = ['absent', 'unknown', 'restricted', 'outsider'].map((sender) => [first, sender, all]);

  test('are of all fields of the client of which most can be changed, and of single ones with right and with wrong values', async () => {
    const { said: found, sent } = await quick(withoutPermission);
    expect(sent).toEqual([
      ...ofAll,
      // The next request sends wrong values of all fields.
      [first, 'unknown', all],
      ...all.map((field) => [first, 'restricted', [field]]),
      ...['telephoneNumber', 'address'].map((field) => [first, 'restricted', [field]]),
      ...['title', 'telephoneNumber', 'address'].map((field) => [first, 'outsider', [field]]),
    ]);
    expect(found).toEqual(Array(1 + all.length + 2).fill('held'));
    expect((await quick(withoutCredentials)).said).toEqual(['held', 'held', 'held']);
    expect((await quick(ofAnOutsider)).said).toEqual(Array(1 + 3).fill('held'));
  });

  test('have wrong values with an unknown token, and in one field with a restricted one, where clients are put back', async () => {
    const service = clientsWith(undefined, records, restoring);
    const { sent } = await quick(withoutPermission, service);
    const isUnknown = ([, sender]: readonly unknown[]): boolean => sender === 'unknown';
    expect(sent.toSorted()).toEqual(
      [...ofAll, [first, 'restricted', ['address']], [first, 'restricted', ['telephoneNumber']]].toSorted(),
    );
    expect(sent.filter(isUnknown)).toHaveLength(1);
    const wrong = service.asked.filter(({ credentials }) => credentials === 'unknown');
    const values = wrong.map(({ body }) => Object.values(JSON.parse(body)));
    expect(values).toEqual([[5, null, 5, null, 5, null, 5]]);
  });

  test('are made alone where the client is not as it was, so only those who changed it are told', async () => {
    const changing = (): HandMadeClients =>
      clientsWith(({ credentials, client, body }, held) => {
        if (credentials !== 'restricted') return undefined;
        held.set(client, { ...held.get(client), ...JSON.parse(body) });
        return [403, ''];
      });
    expect((await quick(withoutPermission, changing())).said).toContainEqual([
      'permissions-403',
      '/title',
      '/title was changed although the change must be refused; before, it was another "Xx"',
    ]);
    expect(new Set((await quick(withoutCredentials, changing())).said)).toEqual(new Set(['held']));
  });

  test('are not blamed for what one that was accepted changed, which is refused the next time', async () => {
    let sent = 0;
    const onceInSix = clientsWith(({ credentials, client, body }, held) => {
      if (credentials !== 'restricted') return undefined;
      sent += 1;
      if (sent % 6 !== 1) return [403, ''];
      held.set(client, { ...held.get(client), ...JSON.parse(body) });
      return [200, JSON.stringify(held.get(client))];
    });
    const { said: found } = await quick(withoutCredentials, onceInSix);
    expect(new Set(found)).toEqual(new Set(['held']));
  });

  test('are judged although the service alters one of the values that are shown', async () => {
    const altering = clientsWith(({ credentials, client, body }, held) => {
      if (credentials !== 'member' && credentials !== 'restricted') return undefined;
      const { title, ...patch } = JSON.parse(body);
      const altered = credentials === 'member' ? `${title}.` : 'Another';
      const record = { ...held.get(client), ...patch, ...(title === undefined ? {} : { title: altered }) };
      held.set(client, record);
      return credentials === 'member' ? [200, JSON.stringify({ id: client, ...record })] : [403, ''];
    });
    const { said: found } = await quick(withoutPermission, altering);
    expect(found).toContainEqual([
      'permissions-403',
      '/lastName',
      expect.stringContaining('/lastName was changed although the change must be refused'),
    ]);
  });

  test('are not blamed for a value that the service takes back by itself', async () => {
    const takingBack = clientsWith(({ credentials, client, body }, held) => {
      if (JSON.parse(body).lastName === undefined) return undefined;
      const takeBack = () => held.set(client, { ...held.get(client), lastName: 'Formerly' });
      if (credentials === 'member') setTimeout(takeBack);
      if (credentials === 'restricted') takeBack();
      return undefined;
    });
    const { said: found } = await quick(withoutPermission, takingBack);
    expect(new Set(found)).toEqual(new Set(['held']));
  });

  test('are judged by the answers that came if one is missing', async () => {
    let asked = 0;
    const service = clientsWith(({ credentials }) => {
      if (credentials !== 'restricted') return undefined;
      asked += 1;
      if (asked === 1) throw new Undecidable('unreachable', 'Silence.');
      return [200, '{}'];
    });
    const { said: found } = await quick(withoutPermission, service);
    const wrong = ['permissions-403', '', 'The status is 200 instead of 403'];
    expect(found).toEqual([...Array(all.length + 2).fill(wrong), ['unreachable', 'Silence.']]);
  });

  test('are judged by their status', async () => {
    const service = clientsWith(({ credentials }) => (credentials === 'outsider' ? [200, '{}'] : undefined));
    const wrong = ['outsider-403', '', 'The status is 200 instead of 403'];
    expect((await quick(ofAnOutsider, service)).said).toEqual(Array(1 + 3).fill(wrong));
    expect((await quick(withoutPermission, service)).said).toEqual(Array(1 + all.length + 2).fill('held'));
  });

  test('are sent with the credentials that there are', async () => {
    const service = clientsWith();
    const few = { ...service, target: { ...service.target, tokens: new Set(['member' as const]) } };
    const { sent } = await quick(withoutCredentials, few);
    expect(sent.map(([, sender]) => sender)).toEqual(['absent', 'unknown', 'unknown']);
  });

  test('are not sent where nothing can be changed, or read back', async () => {
    const closed = await quick(withoutPermission, refusingAll());
    expect(closed).toMatchObject({ said: [['no-data', expect.anything()]], sent: [] });
    expect(await quick(withoutPermission, goneAfter(3))).toMatchObject({ said: [isGone], sent: [] });
  });
});
