import { describe, expect, it } from 'vitest';
import { createOrganisation, getCaseData, updateClient } from '../../../../src/api/calls.ts';
import { guardChanges } from '../../../../src/conformance/put-back/change-guard.ts';
import type { Journal } from '../../../../src/conformance/put-back/journal.ts';
import { noCredentials } from '../../../../src/harness/forgeries.ts';
import type { Target } from '../../../../src/harness/target.ts';
import { doubtful } from '../../../../src/rules/restorable.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { targetAt } from '../support.ts';
import { type ClientAnswer, clientService } from './client-service.ts';

const client = '99a439b3-87fb-4bda-bded-98a31048f0e0';
const record = {
  id: client,
  title: 'Ms',
  firstName: ' Padded ',
  lastName: 'Ollerenshaw',
  telephoneNumber: '01632 960147',
  address: { line_1: 'Hollin Edge Farm', county: '' },
  companyName: '',
};

const answering = (status: number, body: unknown) => clientService(() => [status, body]);

const noting = (events: string[]): Journal => ({
  keep: async (entry) => void events.push(`keep ${JSON.stringify(entry)}`),
  note: async (id, event) => void events.push(`note ${id} ${JSON.stringify(event)}`),
  forget: async (id) => void events.push(`forget ${id}`),
});

const other = 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2';

function guardAt(
  service: Pick<ReturnType<typeof clientService>, 'open'>,
  writes: 'restore' | 'all',
  journal: Journal | undefined,
  further: Partial<Target> = {},
) {
  const target = { ...targetAt('https://acme.example'), clients: [client], writes, ...further };
  return guardChanges({ specification: bundled, exchanges: service.open(), target, journal });
}

const change = (body: unknown, id = client) => updateClient(id, JSON.stringify(body));

describe('a guard', () => {
  it('reads a client back and keeps it before its first change, once', async () => {
    const server = answering(200, record);
    const guard = guardAt(server, 'restore', noting(server.bodies));
    await guard.send(change({}), 'member');
    await guard.send(change({ title: 'Dr' }), 'member');
    await guard.send(change({ lastName: 'Sample' }), 'member', true);
    expect(server.bodies).toEqual([
      '{}',
      // The client is read right before the change: somebody else may have changed it since the run began.
      '{}',
      '{}',
      `keep ${JSON.stringify({ client, record, isDisposable: false })}`,
      `note ${client} {"kind":"sent","fields":{"title":"Dr"}}`,
      '{"title":"Dr"}',
      `note ${client} {"kind":"sent","fields":{"lastName":"Sample"}}`,
      '{"lastName":"Sample"}',
    ]);
  });

  it('keeps it also before a change with credentials that should be refused', async () => {
    const server = answering(200, record);
    const guard = guardAt(server, 'all', noting(server.bodies));
    await guard.send(change([]), noCredentials);
    expect(server.bodies).toEqual(['{}', expect.stringMatching(/^keep /), '[]']);
  });

  it.each([
    [404, { message: 'No.' }],
    [200, []],
  ])('lets nothing be changed that is read back as %i %o', async (status, body) => {
    const server = answering(status, body);
    const guard = guardAt(server, 'restore', noting(server.bodies));
    await expect(guard.send(change({ title: 'Dr' }), 'member')).rejects.toMatchObject({
      name: 'Undecidable',
      reason: 'control-refused',
      message: `An empty change of the client ${client} is answered ${status} without its record, so the run does not change it: it could not put it back.`,
      about: client,
    });
    expect(new Set(server.bodies)).toEqual(new Set(['{}']));
  });

  it('lets no check change a field that could not be put back, unless the data is disposable', async () => {
    const body = { title: 'Dr', emailAddress: 'a@example.com', firstName: 'Avery' };
    const server = answering(200, record);
    const guard = guardAt(server, 'restore', noting([]));
    await expect(guard.send(change(body), 'member')).rejects.toMatchObject({
      name: 'Undecidable',
      reason: 'not-permitted',
      message: `A change of firstName, emailAddress of the client ${client} is not sent, since the record that the run keeps does not show it so that it could be put back.`,
      about: client,
    });
    expect(server.bodies).toEqual(['{}', '{}']);
    const disposable = guardAt(server, 'all', undefined);
    await disposable.send(change(body), 'member');
    expect(server.bodies.at(-1)).toBe(JSON.stringify(body));
  });

  it('keeps every listed client before the first change, since a change may land on another', async () => {
    const server = clientService((id) => [200, { ...record, id }]);
    const events: string[] = [];
    const guard = guardAt(server, 'restore', noting(events), { clients: [client, other] });
    await guard.send(change({ title: 'Dr' }), 'member');
    const kept = events.flatMap((line) => /^keep \{"client":"([^"]+)/.exec(line)?.[1] ?? []);
    expect(kept.sort()).toEqual([client, other]);
  });

  it('meets one client before any other, and no more where it shows nothing', async () => {
    const server = answering(200, { id: client, status: 'Active' });
    const guard = guardAt(server, 'restore', noting([]), { clients: [client, other] });
    for (const body of [{}, { title: 'Dr' }]) {
      await expect(guard.send(change(body, other), 'member', true)).rejects.toMatchObject({
        reason: 'no-data',
        message: `The client ${client} shows no field that could be put back, so no client is tried. Check it at the target, and list one first that shows a name.`,
        about: client,
      });
    }
    expect(server.paths).toEqual([`/api/v2/clients/${client}`]);
  });

  it('lets nothing more be changed once a change has altered what cannot be put back', async () => {
    const shown: Record<string, unknown> = { ...record, dob: '1974-05-08' };
    const server = answering(200, shown);
    const guard = guardAt(server, 'restore', noting([]));
    await guard.send(change({ title: 'Dr' }), 'member');
    shown.title = 'Dr';
    await guard.send(change({}), 'member');
    await guard.send(change({ title: 'Mr' }), 'member');
    shown.dob = '';
    await guard.send(change({}), 'member');
    await expect(guard.send(change({ title: 'Ms' }), 'member')).rejects.toMatchObject({
      reason: 'not-permitted',
      message: `The client ${client} shows dob changed, which cannot be put back, so nothing more is changed. To test the rest, list the field whose change does that, such as emailAddress, in leaveFields of the configuration, or test with writes "all" and clients that are disposable.`,
    });
  });

  it('lets no check change a client that is not listed, nor any without a journal where clients are put back', async () => {
    const server = answering(200, record);
    const listed = guardAt(server, 'all', noting([]));
    await expect(listed.send(change({ title: 'Dr' }, other), 'member')).rejects.toThrow(
      'A check changes a client that is not listed.',
    );
    const unkept = guardAt(server, 'restore', undefined);
    await unkept.send(change({}), 'member');
    await expect(unkept.send(change({ title: 'Dr' }), 'member')).rejects.toThrow(
      'A run that puts clients back needs a journal.',
    );
    expect(server.bodies).toEqual(['{}', '{}']);
  });

  it('leaves alone what was set up for the run, listed or not, and puts back another change of a listed one', async () => {
    const states = { isSetUp: false };
    const server = answering(200, record);
    const exchanges = server.open();
    const guardOf = (...clients: string[]) =>
      guardChanges({
        ...{ specification: bundled, exchanges },
        target: { ...targetAt('https://acme.example'), clients, writes: 'all' },
        mayChangeUnlisted: true,
        isSetUp: () => states.isSetUp,
      });
    const changed = guardOf(client);
    await changed.send(change({ title: 'Dr' }), 'member');
    states.isSetUp = true;
    await changed.send(change({ title: 'Mx' }), 'member');
    expect(await changed.putBackAll({ exchanges, settleMs: 0 })).toEqual([{ kind: 'put-back', client }]);
    for (const setUp of [guardOf(client), guardOf()]) {
      server.bodies.splice(0);
      await setUp.send(change({ title: 'Dr' }), 'member');
      expect(await setUp.putBackAll({ exchanges, settleMs: 0 })).toEqual([]);
      expect(server.bodies).toEqual(['{"title":"Dr"}']);
    }
  });

  it.each(['put-back', 'left-changed'])(
    'forgets a client at its end only if it is as it was: %s',
    async (kind) => {
      const shown = { ...record };
      const server = answering(200, shown);
      const guard = guardAt(server, 'restore', noting(server.bodies));
      await guard.send(change({ title: 'Dr' }), 'member');
      shown.title = 'Dr';
      await guard.send(change({}), 'member');
      if (kind === 'put-back') shown.title = 'Ms';
      const exchanges = server.open();
      expect(await guard.putBackAll({ exchanges, settleMs: 0 })).toMatchObject([{ kind, client }]);
      const forgotten = server.bodies.filter((event) => event.startsWith('forget'));
      expect(forgotten).toEqual(kind === 'put-back' ? [`forget ${client}`] : []);
    },
  );

  it('puts back every field that was sent, whatever is shown', async () => {
    const server = answering(200, record);
    const guard = guardAt(server, 'all', undefined);
    for (const body of [{ title: 'Dr' }, { lastName: 'Sample' }, [], { title: 'Mr' }])
      await guard.send(change(body), 'member');
    await guard.send(updateClient(client, '{'), 'member');
    server.bodies.length = 0;
    const exchanges = server.open();
    expect(await guard.putBackAll({ exchanges, settleMs: 0 })).toEqual([{ kind: 'put-back', client }]);
    expect(server.bodies[0]).toBe('{"title":"Ms","lastName":"Ollerenshaw"}');
    expect(new Set(server.bodies.slice(1))).toEqual(new Set(['{}']));
  });

  it('puts back what it kept, also where another client could not be kept', async () => {
    let shown = { ...record };
    const server = clientService((id, body) => {
      if (id === other) return [404, {}];
      shown = { ...shown, ...JSON.parse(body) };
      return [200, shown];
    });
    const guard = guardAt(server, 'restore', noting([]), { clients: [other, client] });
    for (const body of [{ title: 'Dr' }, {}]) await guard.send(change(body), 'member');
    expect(await guard.putBackAll({ exchanges: server.open(), settleMs: 0 })).toEqual([
      { kind: 'put-back', client },
    ]);
  });

  it('notes which fields are hidden before it overwrites them', async () => {
    const journalled: string[] = [];
    let stored: unknown = 'Ollerenshaw';
    const server = clientService((_, body) => {
      const { lastName } = JSON.parse(body);
      if (lastName !== undefined) journalled.push(`sent ${lastName}`);
      stored = lastName ?? stored;
      return [200, { ...record, lastName: String(stored).slice(0, 8) }];
    });
    const guard = guardAt(server, 'restore', noting(journalled));
    await guard.send(change({ lastName: 'Sample of Testerton' }), 'member');
    journalled.length = 0;
    expect(await guard.putBackAll({ exchanges: server.open(), settleMs: 0 })).toEqual([
      { kind: 'not-verified', client, fields: ['lastName'] },
    ]);
    const note = `note ${client} {"kind":"hidden","fields":["lastName"]}`;
    expect(journalled.slice(0, 2)).toEqual([note, 'sent Ollerens']);
  });

  it('has nothing to do with what is no change of a client', async () => {
    const server = answering(200, { id: client, status: 'Active' });
    const guard = guardAt(server, 'restore', noting([]));
    expect(await guard.send(getCaseData(client), 'member')).toMatchObject({ status: 200 });
    const created = createOrganisation('{"type":"conveyancer"}');
    expect(await guard.send(created, 'member')).toMatchObject({ status: 200 });
    expect(server.paths).toHaveLength(2);
  });

  it('meets nobody where no client is listed, and goes on where the first is not there', async () => {
    const server = answering(404, {});
    const unlisted = guardAt(server, 'restore', noting([]), { clients: [] });
    expect(await unlisted.send(change({}), 'member')).toMatchObject({ status: 404 });
    expect(server.paths).toHaveLength(1);
    const guard = guardAt(server, 'restore', noting([]));
    expect(await guard.send(change({}), 'member')).toMatchObject({ status: 404 });
  });

  it('tells damage from a reading of the client alone', async () => {
    let dob: string | undefined;
    const server = clientService((id) => [
      200,
      { ...record, ...(id === other ? { id, dob: '1990-01-01' } : { dob }) },
    ]);
    const clients = [client, other];
    const watched = guardAt(server, 'restore', noting([]), { clients });
    await watched.send(change({ title: 'Dr' }), 'member');
    dob = '1974-05-08';
    // None of these calls is a reading of this client by the member.
    await watched.send(change({ title: 'Mr' }), 'member');
    await watched.send(change({}), 'outsider');
    await watched.send(change({}, other), 'member');
    await watched.send(getCaseData(client), 'member');
    await watched.send(change({ title: 'Mx' }), 'member');
    await watched.send(change({}), 'member');
    await expect(watched.send(change({ title: 'Ms' }), 'member')).rejects.toMatchObject({
      reason: 'not-permitted',
    });
  });
});

type Stored = Record<string, unknown>;

type Take = (client: string, body: Stored, stored: Map<string, Stored>) => ClientAnswer;

const merging: Take = (id, body, stored) => {
  stored.set(id, { ...stored.get(id), ...body });
  return [200, stored.get(id)];
};

function guarded(take: Take, writes: 'restore' | 'all' = 'restore', shown: Stored = record) {
  const names = { [client]: 'Ollerenshaw', [other]: 'Okafor' };
  const stored = new Map(
    Object.entries(names).map(([id, lastName]) => [
      id,
      { ...shown, id, firstName: 'Chidi', lastName } as Stored,
    ]),
  );
  const changes: Stored[] = [];
  const server = clientService((id, sent) => {
    const body = JSON.parse(sent) as Stored;
    if (!isReading(body)) changes.push(body);
    return take(id, body, stored);
  });
  const events: string[] = [];
  const guard = guardAt(server, writes, noting(events), { clients: [client, other] });
  const noted = (): string[] =>
    events.filter((event) => /^note \S+ {"kind":"(unsettled|shown-[a-z]+|refused)"/.test(event));
  const send = (body: Stored, id = client) => guard.send(change(body, id), 'member');
  return { guard, server, changes, noted, stored, send };
}

const isReading = (body: Stored): boolean => Object.keys(body).length === 0;

describe('a guard that meets the record of another client', () => {
  const stopped = (id: string) => ({
    reason: 'control-refused',
    message: `The client ${id} is answered with the record of another client, so nothing more is changed.`,
    about: id,
  });

  it('changes nothing, where the first readings of all show it', async () => {
    const { guard, changes, send } = guarded((id, body, stored) =>
      merging(id === other ? client : id, body, stored),
    );
    for (const id of [client, client, other])
      await expect(send({ title: 'Dr' }, id)).rejects.toMatchObject({ reason: 'control-refused' });
    await expect(send({ title: 'Dr' })).rejects.toMatchObject(stopped(other));
    expect(changes).toEqual([]);
    expect(guard.recordsOfOthers().map(({ call: { path } }) => path)).toEqual([change({}, other).path]);
  });

  it.each([
    ['a change', { title: 'Dr' }],
    ['a reading', {}],
  ])('changes nothing more, where the answer to %s shows it', async (_what, body) => {
    let isMixedUp = false;
    const { guard, changes, send } = guarded((id, sent, stored) => {
      const answer = merging(id, sent, stored);
      return isMixedUp ? [200, stored.get(other)] : answer;
    });
    await send({ title: 'Dr' });
    await send({});
    isMixedUp = true;
    await send(body);
    isMixedUp = false;
    const before = changes.length;
    for (const id of [client, other])
      await expect(send({ lastName: 'Sample' }, id)).rejects.toMatchObject(stopped(client));
    expect(changes).toHaveLength(before);
    expect(guard.recordsOfOthers()).toMatchObject([{ call: { body: JSON.stringify(body) } }]);
    expect(await send({})).toMatchObject({ status: 200 });
    expect(guard.recordsOfOthers()).toHaveLength(1);
  });

  it('reads and keeps no more for a change after it, and tells once of an answer that is handed out again', async () => {
    const { guard, server, send } = guarded((_id, _body, stored) => [200, stored.get(other)]);
    for (const _time of [1, 2]) await guard.send(change({}), 'member', true);
    expect(guard.recordsOfOthers()).toHaveLength(1);
    const before = server.paths.length;
    await expect(send({ title: 'Dr' })).rejects.toMatchObject(stopped(client));
    expect(server.paths).toHaveLength(before);
  });

  it('only tells of it where the data is disposable', async () => {
    const { guard, send } = guarded(
      (id, body, stored) => merging(id === other ? client : id, body, stored),
      'all',
    );
    await send({ title: 'Dr' });
    await send({ title: 'Mr' }, other);
    await send({ title: 'Mrs' });
    expect(guard.recordsOfOthers().map(({ call: { body } }) => body)).toEqual(['{}', '{"title":"Mr"}']);
  });

  it("has nothing to do with what is not the member's, or not of a listed client", async () => {
    const { guard, send } = guarded((_id, _body, stored) => [200, stored.get(client)]);
    await guard.send(change({}, other), 'outsider');
    await guard.send(change({}, '00000000-0000-4000-8000-000000000000'), 'member');
    expect(guard.recordsOfOthers()).toEqual([]);
    await send({}, other);
    expect(guard.recordsOfOthers()).toHaveLength(1);
  });
});

const refusing =
  (status: number | undefined): Take =>
  (id, body, stored) => {
    if (isReading(body)) return merging(id, body, stored);
    return status === undefined ? undefined : [status, {}];
  };

const unsettled = '{"kind":"unsettled"}';

it.each<[number | undefined, 'restore' | 'all', event: string, most: number]>([
  [undefined, 'restore', unsettled, 6],
  [504, 'restore', unsettled, 6],
  [502, 'restore', unsettled, 6],
  // A 500 of the service, disposable data, and a refusal do not stop the run.
  [500, 'restore', unsettled, 8],
  [504, 'all', unsettled, 8],
  [400, 'restore', '{"kind":"refused","fields":{"title":"Dr"}}', 8],
])(
  'if changes are answered %s and writes is %s, the guard notes %s, and changes nothing more after %i',
  async (status, writes, event, most) => {
    const { changes, noted, send } = guarded(refusing(status), writes);
    const sent = send({ title: 'Dr' });
    if (status === undefined) await expect(sent).rejects.toMatchObject({ reason: 'unreachable' });
    else expect(await sent).toMatchObject({ status });
    expect(noted()).toEqual([`note ${client} ${event}`]);
    for (let count = 2; count <= most; count += 1) {
      // A missing value is no reason to stop.
      await send({}, other);
      await send({ title: 'Dr' }).catch(() => undefined);
      expect(changes).toHaveLength(count);
    }
    for (const id of most === 6 ? [client, other] : [])
      await expect(send({ title: 'Mr' }, id)).rejects.toMatchObject({
        reason: 'unreachable',
        message:
          'It is not known of 6 changes whether they were made, since they were not answered, so nothing more is changed.',
      });
    expect(changes).toHaveLength(most);
  },
);

describe('a guard of clients that may be shown otherwise than they are kept', () => {
  const notBelieved = {
    reason: 'not-permitted',
    message: doubtful(client, 'does not show what it was sent')[0],
  };

  it.each([500, undefined])('heeds also a change that was answered %s, and made', async (status) => {
    const { noted, send } = guarded((id, body, stored) => {
      const answer = merging(id, body, stored);
      if (!isReading(body)) return status === undefined ? undefined : [status, {}];
      return [200, { ...(answer?.[1] as Stored), lastName: String(stored.get(id)?.lastName).slice(0, 3) }];
    });
    await send({});
    await send({ lastName: 'Sample' }).catch(() => undefined);
    await send({});
    expect(noted()).toContain(`note ${client} {"kind":"shown-otherwise","fields":["lastName"]}`);
    await expect(send({ title: 'Mr' })).rejects.toMatchObject(notBelieved);
  });

  it('changes no second client before, and nothing more once one was to be', async () => {
    const { changes, send } = guarded((id, _body, stored) => [200, stored.get(id)]);
    await send({});
    await send({ title: 'Dr' });
    await send({});
    await send({ title: 'Mr' });
    for (const id of [other, client])
      await expect(send({ title: 'Dr' }, id)).rejects.toMatchObject(notBelieved);
    expect(changes).toHaveLength(2);
  });

  it('does not judge an answer again that is handed out again', async () => {
    const { guard, noted, send } = guarded(merging);
    await guard.send(change({}), 'member', true);
    await send({ title: 'Dr' });
    expect(await guard.send(change({}), 'member', true)).toMatchObject({
      body: { value: { title: 'Ms' } },
    });
    expect(noted()).toEqual([]);
    await send({});
    expect(noted()).toEqual([
      `note ${client} {"kind":"shown-exactly","fields":["title"]}`,
      `note ${other} {"kind":"shown-exactly","fields":["title"]}`,
    ]);
  });
});

describe('a client that is known to show something', () => {
  const shownFields = { [client]: ['firstName', 'emailAddress'] };

  const knowing = (service: ReturnType<typeof clientService>) =>
    guardAt(service, 'restore', noting([]), { clients: [client, other], shownFields });

  it('and does not, is the last that is read where clients are put back, and its reading can be judged', async () => {
    const server = answering(200, { id: client, firstName: 'Avery' });
    const guard = knowing(server);
    const refusal = {
      reason: 'control-refused',
      message: `The client ${client} does not show emailAddress, as clients says that it does, so no other client is tried. Check it at the target.`,
      about: client,
    };
    await expect(guard.send(change({}, other), 'member', true)).rejects.toMatchObject(refusal);
    await expect(guard.send(change({ firstName: 'Sample' }), 'member')).rejects.toMatchObject(refusal);
    await expect(guard.send(change({}), 'member')).rejects.toMatchObject(refusal);
    await expect(guard.send(change({}), 'member', true)).resolves.toMatchObject({ status: 200 });
    expect(server.bodies).toEqual(['{}']);
  });

  it('and does, is changed like any other', async () => {
    const server = answering(200, { ...record, emailAddress: 'a@example.com' });
    const guard = knowing(server);
    await expect(guard.send(change({}), 'member')).resolves.toMatchObject({ status: 200 });
  });
});

describe('a reading since the last change', () => {
  const reading = change({});

  const readSinceChange = async (guard: ReturnType<typeof guardAt>) =>
    guard.readingSinceChange(reading, 'member') ?? guard.send(reading, 'member');

  it('is handed out again, and is read anew once any client was changed', async () => {
    const server = answering(200, record);
    const guard = guardAt(server, 'all', noting([]));
    const first = await readSinceChange(guard);
    expect(await readSinceChange(guard)).toBe(first);
    const second = await guard.send(reading, 'member');
    expect(await readSinceChange(guard)).toBe(second);
    await guard.send(change({ title: 'Dr' }), 'member');
    const third = await readSinceChange(guard);
    expect([first, second]).not.toContain(third);
    // A refused change may have been made.
    await guard.send(change({ title: 'Ms' }), noCredentials);
    const fourth = await readSinceChange(guard);
    expect(fourth).not.toBe(third);
    await guard.send(change({ title: 'Ms' }), noCredentials, true);
    expect(await readSinceChange(guard)).not.toBe(fourth);
  });

  it('is none that failed, or was under way beside a change', async () => {
    const failing = guardAt(answering(500, record), 'all', noting([]));
    const failed = await failing.send(reading, 'member');
    expect(await readSinceChange(failing)).not.toBe(failed);
    const guard = guardAt(answering(200, record), 'all', noting([]));
    await guard.send(change({ title: 'Dr' }), 'member');
    const [beside] = await Promise.all([
      guard.send(reading, 'member'),
      guard.send(change({ title: 'Ms' }), 'member'),
    ]);
    expect(await readSinceChange(guard)).not.toBe(beside);
  });
});

describe('a status', () => {
  function moving(...statuses: readonly string[]) {
    const left = [...statuses];
    const server = clientService(() => [
      200,
      { ...record, status: left.length > 1 ? left.shift() : left[0] },
    ]);
    return guardAt(server, 'restore', noting([]));
  }

  const afterChange = async (guard: ReturnType<typeof moving>) => {
    await guard.send(change({ title: 'Ms' }), 'member');
    await guard.send(change({}), 'member');
    await guard.send(change({ title: 'Ms' }), 'member');
    return (await guard.putBackAll({ exchanges: guard, settleMs: 0 })).map(({ kind }) => kind);
  };

  it('that moves without a change stops nothing, and need not be put back', async () => {
    // The status at the probe, at the recording reading, in the answer to the change, and in later readings.
    expect(await afterChange(moving('Invited', 'Active', 'Active', 'Closed'))).toEqual(['put-back']);
    expect(await afterChange(moving('Invited', 'Invited', 'Invited', 'Closed'))).toEqual(['put-back']);
  });

  it('that moves with a change stops the run, and is told', async () => {
    const guard = moving('Invited', 'Invited', 'Closed');
    await expect(afterChange(guard)).rejects.toMatchObject({
      message: expect.stringContaining('shows status changed, which cannot be put back'),
    });
    const outcomes = await guard.putBackAll({ exchanges: guard, settleMs: 0 });
    expect(outcomes.map(({ kind }) => kind)).toEqual(['left-changed']);
  });
});
