import { describe, expect, test } from 'vitest';
import { updateClient } from '../../../src/api/calls.ts';
import { updateClientChecks } from '../../../src/checks/update-client.ts';
import type { Session } from '../../../src/harness/session.ts';
import { type ClientRecord, recordIn } from '../../../src/rules/client-record.ts';
import { emptyPatch } from '../../../src/rules/operations.ts';
import { memberOf } from '../../../src/schema/pointer.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Exchange } from '../../../src/trace/exchange.ts';
import { Undecidable } from '../../../src/trace/gap.ts';
import {
  address,
  altering,
  clientCheck,
  clientsWith,
  type Deviance,
  first,
  isChange,
  ofFirst,
  records,
  second,
} from '../harness/hand-made-clients.ts';
import {
  checkNamed,
  type Judged,
  judge,
  judgedIn,
  observed,
  said,
  sessionWith,
  wrongs,
} from '../harness/hand-made-session.ts';

function judged(
  name: string,
  deviance?: Deviance,
  of = ofFirst,
  writes: 'all' | 'restore' = 'all',
): Promise<Judged> {
  const { answer, target } = clientsWith(deviance, of, { writes });
  return judge(clientCheck(name), answer, target, { thorough: true });
}

describe('an empty change', () => {
  const nothing = (deviance?: Deviance, of = ofFirst): Promise<Judged> => judged('nothing', deviance, of);

  test('is answered 200 with the record, which is observed', async () => {
    const found = await nothing(undefined, records);
    expect(said(found)).toEqual(['held', 'held', 'held', 'held']);
    const shown = (client: string): string[] =>
      bundled.fieldsOf('Client').filter((field) => records[client]?.[field] !== undefined);
    const expected = [first, second].map((client) => ['updateClient', shown(client).join(', ')]);
    expect(observed(found)).toEqual(expected);
  });

  const wrong = (words: string) => ['update-client-200', '', words];

  test.each<[number, string, ...unknown[]]>([
    [200, '', 'held', 'held', wrong('The body is empty instead of the client record')],
    [200, '[]', 'held', 'held', wrong('The body is an array instead of the client record')],
    [204, '', wrong('The status is 204 instead of 200')],
    [400, '{}', wrong('The status is 400 instead of 200')],
    [500, '{}', wrong('The status is 500 instead of 200')],
  ])('is judged where it is answered %i %j', async (status, body, ...judgements) => {
    expect(said(await nothing(() => [status, body]))).toEqual(judgements);
  });

  // 400 and 422 may mean that the client is closed.
  test.each([403, 404, 409, 413, 423, 400, 422])('is not decided where it is answered %i', async (status) => {
    const words = `An empty change of the client ${first} is answered ${status}. Check clients, and whether tokens.member may change them.`;
    const found = await nothing(({ client }) => (client === first ? [status, ''] : undefined), records);
    expect(said(found)).toEqual([['control-refused', words], 'held', 'held']);
  });

  test('is not asked for with a token that is not valid', async () => {
    expect(await judge(clientCheck('nothing'), () => [401, ''], clientsWith().target)).toMatchObject({
      ...{ judgements: [], undecidable: 'token-refused' },
    });
  });
});

const unused = '00000000-0000-4000-8000-000000000000';

const ofUnknown = (answer: (client: string) => readonly [number, string], of = ofFirst): Promise<Judged> =>
  judged('unknown', ({ client }) => (client === first ? undefined : answer(client)), of);

const ofOther = (pointer: string, words: string): unknown => ['update-client-of-the-client', pointer, words];
const another = ofOther('/id', '/id is that of another client than the one that was asked for');

describe('a client that does not exist', () => {
  const ofAnswer = (words: string): unknown => ['update-client-200', '', words];
  const noRecord = (found: string) => ofAnswer(`The body is ${found} instead of the client record`);

  test.each<[number, string, ...unknown[]]>([
    [404, ''],
    [422, ''],
    [200, `{"id":"${unused}","status":"NotInvited","firstName":""}`],
    [200, '{"id":5}'],
    [200, '{}', noRecord('an empty object')],
    [200, '', noRecord('empty')],
    [200, '[]', noRecord('an array')],
    [200, '{"message":"No."}', noRecord('an object with only message')],
    [204, '', ofAnswer('The status is 204 instead of 200')],
    [500, '', ofAnswer('A change of a client that does not exist makes the service fail (500)')],
    [200, `{"id":"${unused}","title":"Unknown"}`],
    [200, `{"id":"${first}"}`, another],
  ])('is answered %i %j', async (status, body, ...judgements) => {
    const found = await ofUnknown((client) => [status, body.replace(unused, client)]);
    expect(wrongs(found)).toEqual(judgements);
    expect(observed(found)).toEqual([['updateClient of a client that does not exist', String(status)]]);
  });

  test('may show nothing where records show no identifiers', async () => {
    const { id: _, ...nameless } = records[first] ?? {};
    expect(wrongs(await ofUnknown(() => [200, '{}'], { [first]: nameless }))).toEqual([]);
  });
});

describe('the answer to a change of a client that does not exist', () => {
  const holdsAnother = ofOther('', 'The answer contains data of another listed client');
  const found = async (body: unknown, status = 404): Promise<unknown[]> =>
    wrongs(await ofUnknown((client) => [status, JSON.stringify(body).replace(unused, client)]));

  test.each<[string, unknown, number?]>([
    ['the record of a listed client below a member', { message: 'No.', nearest: records[first] }],
    ['its e-mail address in the message', { message: 'Did you mean jacob@example.com?' }],
    ['its number beside a record', { id: unused, next: { telephoneNumber: '+447700900123' } }, 200],
  ])('must not hold %s', async (_what, body, status) => {
    expect(await found(body, status)).toEqual([holdsAnother]);
  });

  test.each<[string, unknown]>([
    ['the identifier of a listed client as a link', { links: [{ id: first, href: `/clients/${first}` }] }],
    ['a name that a listed client has', { message: 'Bhandari Limited knows no such client.' }],
    ['another object under the same identifier', { id: first, lastName: 'Other' }],
    ['what was sent', { message: `There is no ${unused}.` }],
  ])('may hold %s', async (_what, body) => {
    expect(await found(body)).toEqual([]);
  });

  test.each(['{"message":"Ask jacob@example.com."}', `{"user":${JSON.stringify(records[first])}}`])(
    'may hold what the organisation shows, too: %s',
    async (body) => {
      const refusing: Deviance = ({ client }) => (client === first ? undefined : [404, body]);
      const { answer, target } = clientsWith(refusing, ofFirst);
      const showing: typeof answer = (call, credentials) =>
        call.operation === 'getOrganisation' ? [200, body] : answer(call, credentials);
      expect(wrongs(await judge(clientCheck('unknown'), showing, target))).toEqual([]);
    },
  );

  test('may name whom to ask as the refusal of a listed client that is gone does', async () => {
    const gone = (): readonly [number, string] => [404, '{"contact":"clients-team@example.com"}'];
    expect(wrongs(await ofUnknown(gone, { ...ofFirst, [second]: {} }))).toEqual([]);
  });

  test('may be by turns about whoever can be asked', async () => {
    let count = 0;
    const found = await ofUnknown(() => {
      count += 1;
      return [404, `{"message":"Ask ${count % 2 === 1 ? 'jacob' : 'june'}@example.com."}`];
    });
    expect(wrongs(found)).toEqual([]);
  });
});

describe('the checks of changes pass what is right', () => {
  const names = updateClientChecks(bundled)
    .filter(({ stage }) => stage === 'change')
    .map(({ id }) => id.replace('updateClient.', ''))
    // These clients have no communication preferences.
    .filter((name) => name !== 'record.client-communication-preferences');
  test.each(names)('%s', async (name) => {
    const strict: Deviance = ({ body, credentials }) =>
      credentials === 'member' && bundled.validate('ClientPatch', JSON.parse(body)).length > 0
        ? [400, '{"message":"No."}']
        : undefined;
    expect(new Set(said(await judged(name, strict, records)))).toEqual(new Set(['held']));
  });
});

describe('a change of a field', () => {
  const upper = altering(({ lastName, ...others }) =>
    typeof lastName === 'string' ? { ...others, lastName: lastName.toUpperCase() } : others,
  );

  test('alone is judged where it is alone', async () => {
    const foundBy = async (name: string): Promise<unknown[]> => wrongs(await judged(name, upper));
    const words = expect.stringMatching(/^\/lastName (is|differs|still) /);
    const ofLastName = ['update-client-fields', '/lastName', words];
    for (const name of ['changes.lastName', 'changes.together']) {
      const found = await foundBy(name);
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual(found.map(() => ofLastName));
    }
    expect(await foundBy('changes.title')).toEqual([]);
  });

  test('is judged of an address by the lines', async () => {
    const moved = altering(({ address, ...others }) =>
      address === undefined
        ? others
        : { ...others, address: { ...(address as ClientRecord), county: 'Kent' } },
    );
    const found = wrongs(await judged('changes.address', moved));
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map((one) => (one as string[])[1]))).toEqual(new Set(['/address/county']));
    expect(wrongs(await judged('changes.together', moved)).length).toBeGreaterThan(0);
    expect(wrongs(await judged('changes.title', moved))).toEqual([]);
  });

  test('is not decided where there is nothing to change', async () => {
    const words = (what: string): unknown => [
      'no-data',
      `No listed client shows ${what} with a value that can be restored, or the target refused the test value. List another client.`,
    ];
    const of = { [first]: { id: first, title: 'Mr' } };
    expect(said(await judged('changes.lastName', undefined, of, 'restore'))).toEqual([words('lastName')]);
    const together = said(await judged('changes.together', undefined, of, 'restore'));
    expect(together).toEqual([words('two fields that can be changed')]);
    // One judgement for the value of the rehearsal, one for the original value, and one for a new value.
    expect(said(await judged('changes.title', undefined, of, 'restore'))).toEqual(['held', 'held', 'held']);
  });

  test('is judged up to where the target falls silent', async () => {
    const found = await judged('changes.title', ({ body }) => {
      if (body.startsWith('{"firstName"') && !body.includes('Jacob'))
        throw new Undecidable('throttled', 'Later.');
      return undefined;
    });
    expect(said(found)).toEqual(['held', ['throttled', 'Later.']]);
  });
});

test.each<[string, string, Deviance, ...deviation: string[]]>([
  [
    'leaves out what it does not name',
    'leaves-out',
    altering((patch) => (Object.keys(patch).join() === 'title' ? { ...patch, lastName: '' } : patch)),
    ...['update-client-omitted-unchanged', '/lastName'],
    '/lastName was changed although the change left it out; before, it was "Xxxxxxxx"',
  ],
  [
    'leaves an address as it was',
    'keeps-address',
    altering((patch) => ({ address: { ...address, county: '' }, ...patch })),
    ...['update-client-address-kept', '/address'],
    '/address was changed in county although the change left it out',
  ],
  [
    'is answered with the record',
    'answer',
    ({ body }) => (body.includes('"title"') ? [200, '[]'] : undefined),
    ...['update-client-200', '', 'The body is an array instead of the client record'],
  ],
])('a change %s', async (_, name, deviance, ...deviation) => {
  expect(wrongs(await judged(name, deviance))).toContainEqual(deviation);
});

describe('a change lands on no other client', () => {
  const other =
    (fields: object): Deviance =>
    ({ client, body }, held) => {
      if (client === second && isChange({ client, body, credentials: '' }))
        held.set(first, { ...held.get(first), ...fields });
      return undefined;
    };

  test('as the others show', async () => {
    const found = await judged('of-the-client', other({ title: 'Lord', dob: '1974-05-08' }), records);
    for (const field of ['title', 'dob']) {
      const words = expect.stringContaining(`/${field} was changed by a change of another client; `);
      expect(wrongs(found)).toContainEqual(['update-client-of-the-client', `/${field}`, words]);
    }
  });

  test('and what a client shows late of its own changes is not of another', async () => {
    let late: object | undefined;
    const found = await judged(
      'of-the-client',
      ({ client, body, credentials }, held) => {
        if (credentials !== 'member' || body === '{}') return undefined;
        if (client === second) {
          late = { ...held.get(second), ...late, ...JSON.parse(body) };
          return [200, JSON.stringify(late)];
        }
        // From then on, the second client shows its record.
        held.set(second, { ...held.get(second), ...late });
        return undefined;
      },
      records,
    );
    expect(wrongs(found)).toEqual([]);
  });

  test('nor is a status that becomes another one', async () => {
    const statuses = ['Active', 'Invited', 'Closed'];
    let answers = 0;
    const moving: Deviance = ({ client, credentials }, held) => {
      answers += 1;
      if (credentials === 'member') held.set(client, { ...held.get(client), status: statuses[answers % 3] });
      return undefined;
    };
    expect(wrongs(await judged('of-the-client', moving, records))).toEqual([]);
    expect(wrongs(await judged('leaves-out', moving, records))).toEqual([]);
  });

  test('which takes two', async () => {
    const words =
      'List a second client in clients of the configuration, to see that a change lands on no other.';
    expect(wrongs(await judged('of-the-client'))).toEqual([['not-configured', words]]);
    const both = said(await judged('of-the-client', undefined, records));
    expect(new Set(both)).toEqual(new Set(['held']));
    const bare = Object.fromEntries([first, second].map((id) => [id, { id }]));
    const silent = said(await judged('of-the-client', undefined, bare, 'restore'));
    expect(silent).toEqual(Array(2).fill('held'));
  });

  test('nor is the record that of another', async () => {
    const found = await judged('of-the-client', ({ body }) =>
      body === '{}' ? undefined : [200, `{"id":"${second}"}`],
    );
    expect(wrongs(found)).toContainEqual(another);
  });

  test('nor is a reading, also one that another check made, and each is told once', async () => {
    let requests = 0;
    const { answer, target } = clientsWith(
      ({ client }, held) => {
        requests += 1;
        // The first request is of another check. The others are readings and changes of this check.
        const isOther = [1, 11, 14, 18].includes(requests);
        return isOther ? [200, JSON.stringify(held.get(client === first ? second : first))] : undefined;
      },
      records,
      { writes: 'all' },
    );
    const ofOthers: Exchange[] = [];
    const listed = [first, second].map((client) => updateClient(client, '').path);
    const session = sessionWith(answer, target, { thorough: true });
    const { send } = session;
    const sending: Session['send'] = async (call, credentials) => {
      const reply = await send(call, credentials);
      const id = memberOf(recordIn(reply), 'id');
      if (listed.includes(call.path) && id !== undefined && !call.path.endsWith(String(id)))
        ofOthers.push(reply);
      return reply;
    };
    Object.assign(session, { send: sending, recordsOfOthers: () => ofOthers });
    await session.send(updateClient(first, emptyPatch), 'member');
    const { judgements } = await judgedIn(clientCheck('of-the-client'), session);
    expect(wrongs({ judgements, observations: [] })).toEqual(ofOthers.map(() => another));
    const readings = ofOthers.map(({ call: { body } }) => body === emptyPatch);
    expect(new Set(readings)).toEqual(new Set([true, false]));
    const replies = judgements.flatMap((one) => (one.kind === 'deviates' ? [one.finding.reply] : []));
    expect(replies).toEqual(ofOthers.map(({ number }) => number));
  });

  test('is not told of clients that show nothing but their identifier', async () => {
    const heldOf = async (...clients: string[]): Promise<number> => {
      const of = Object.fromEntries(clients.map((id) => [id, { id }]));
      const found = said(await judged('of-the-client', undefined, of, 'restore'));
      return found.filter((one) => one === 'held').length;
    };
    // Each reading names its client. A reading without a record counts for nothing.
    expect(await heldOf(first, second)).toBe(2 * (await heldOf(first)));
  });

  test('is not told of what cannot be read back', async () => {
    const removing: Deviance = ({ client, body }, held) => {
      if (client === second && body !== '{}') held.delete(first);
      return undefined;
    };
    expect(wrongs(await judged('of-the-client', removing, records))).toEqual([]);
  });
});

test.each([
  ['changes-without-credentials', 'credentials-401', 401],
  ['changes-without-permission', 'permissions-403', 403],
  ['changes-of-an-outsider', 'outsider-403', 403],
])('%s: is judged by the statement', async (name, requirement, status) => {
  const accepting: Deviance = ({ credentials }) => (credentials === 'member' ? undefined : [200, '{}']);
  const words = `The status is 200 instead of ${status}`;
  expect(wrongs(await judged(name, accepting))).toContainEqual([requirement, '', words]);
});

test('What a token may do is not tested of one that is kept from nothing', () => {
  const { applies } = clientCheck('changes-without-permission');
  const { target } = clientsWith();
  expect(applies?.({ ...target, restrictedOperations: ['listCases'] })).toBe(false);
  expect(applies?.({ ...target, restrictedOperations: ['updateClient'] })).toBe(true);
  const others = ['updateClient.changes-without-credentials', 'updateClient.changes-of-an-outsider'];
  for (const name of others) {
    const check = checkNamed(updateClientChecks(bundled), name);
    expect(check.applies?.({ ...target, restrictedOperations: ['listCases'] }) ?? true).toBe(true);
  }
});
