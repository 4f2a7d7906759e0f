import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createOrganisation, getCaseData, updateClient } from '../../../../src/api/calls.ts';
import { openExchanges } from '../../../../src/conformance/exchanges.ts';
import { guardChanges } from '../../../../src/conformance/put-back/change-guard.ts';
import type { Journal } from '../../../../src/conformance/put-back/journal.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { serve, type TestServer } from '../../../support/hostile.ts';
import { during, targetAt, transportTo } from '../support.ts';

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

/** A server that answers every change alike, and the bodies that it was sent. */
async function answering(status: number, body: unknown): Promise<TestServer & { readonly bodies: string[] }> {
  const bodies: string[] = [];
  const server = await during(
    serve((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        bodies.push(text);
        response.writeHead(status).end(JSON.stringify(body));
      });
    }),
  );
  return Object.assign(server, { bodies });
}

/** A journal that says what it was told, in order, among the requests that a server saw. */
function noting(events: string[]): Journal {
  return {
    keep: async (entry) => {
      events.push(`keep ${JSON.stringify(entry)}`);
    },
    note: async (id, event) => {
      events.push(`note ${id} ${JSON.stringify(event)}`);
    },
    forget: async (id) => {
      events.push(`forget ${id}`);
    },
  };
}

function guardAt(url: string, writes: 'restore' | 'all', journal: Journal | undefined) {
  const exchanges = openExchanges(transportTo(url), { member: 'member-token' });
  const target = { ...targetAt(url), clients: [client], writes };
  return guardChanges({ specification: bundled, exchanges, target, journal });
}

const change = (body: unknown, id = client) => updateClient(id, JSON.stringify(body));

describe('a guard', () => {
  it('reads a client back and keeps it before its first change, once', async () => {
    const server = await answering(200, record);
    const guard = guardAt(server.url, 'restore', noting(server.bodies));
    await guard.exchanges.send(change({}), 'member');
    await guard.exchanges.send(change({ title: 'Dr' }), 'member');
    await guard.exchanges.sendOnce(change({ lastName: 'Sample' }), 'member');
    expect(server.bodies).toEqual([
      '{}',
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
    const server = await answering(200, record);
    const guard = guardAt(server.url, 'all', noting(server.bodies));
    await guard.exchanges.send(change([]), {
      id: 'absent',
      title: 'none',
      authorization: () => undefined,
    });
    expect(server.bodies).toEqual(['{}', expect.stringMatching(/^keep /), '[]']);
  });

  it.each([
    [404, { message: 'No.' }],
    [200, []],
  ])('lets nothing be changed that is read back as %i %o', async (status, body) => {
    const server = await answering(status, body);
    const guard = guardAt(server.url, 'all', noting(server.bodies));
    await expect(guard.exchanges.send(change({ title: 'Dr' }), 'member')).rejects.toMatchObject({
      name: 'Undecidable',
      reason: 'control-refused',
      message: `An empty change of the client ${client} is answered ${status} without its record. What cannot be read back is not changed.`,
    });
    expect(server.bodies).toEqual(['{}']);
  });

  it.each([
    ['a field that is not shown', { companyName: 'Sample' }, 'companyName'],
    ['a text with space around it', { firstName: 'Avery' }, 'firstName'],
    ['a value that the description does not permit', { telephoneNumber: '+447700900001' }, 'telephoneNumber'],
    ['an address of which not every line is shown', { address: { line_1: '1 Street' } }, 'address'],
    ['one wrong field among right ones', { title: 'Dr', emailAddress: 'a@example.com' }, 'emailAddress'],
  ])('lets no check change %s where the client is put back', async (_name, body, field) => {
    const server = await answering(200, record);
    const guard = guardAt(server.url, 'restore', noting([]));
    await expect(guard.exchanges.send(change(body), 'member')).rejects.toMatchObject({
      name: 'Undecidable',
      reason: 'not-permitted',
      message: `A change of ${field} of the client ${client} is not sent, since the record that the run keeps does not show it so that it could be put back.`,
    });
    expect(server.bodies).toEqual(['{}', '{}']);
    const disposable = guardAt(server.url, 'all', undefined);
    await disposable.exchanges.send(change(body), 'member');
    expect(server.bodies.at(-1)).toBe(JSON.stringify(body));
  });

  it('keeps every listed client before the first change, since a change may land on another', async () => {
    const other = 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2';
    const server = await during(
      serve(({ url = '' }, response) => {
        response.end(JSON.stringify({ ...record, id: url.split('/').at(-1) }));
      }),
    );
    const exchanges = openExchanges(transportTo(server.url), { member: 'member-token' });
    const kept: string[] = [];
    const target = { ...targetAt(server.url), clients: [client, other], writes: 'restore' as const };
    const guard = guardChanges({ specification: bundled, exchanges, target, journal: noting(kept) });
    await guard.exchanges.send(change({ title: 'Dr' }), 'member');
    const clients = kept.flatMap((line) =>
      line.startsWith('keep ') ? JSON.parse(line.replace('keep ', '')).client : [],
    );
    expect(clients.sort()).toEqual([client, other]);
  });

  it('meets one client before any other, and no more where it shows nothing', async () => {
    const other = 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2';
    const server = await answering(200, { id: client, status: 'Active' });
    const exchanges = openExchanges(transportTo(server.url), { member: 'member-token' });
    const target = { ...targetAt(server.url), clients: [client, other], writes: 'restore' as const };
    const guard = guardChanges({ specification: bundled, exchanges, target, journal: noting([]) });
    for (const body of [{}, { title: 'Dr' }]) {
      await expect(guard.exchanges.sendOnce(change(body, other), 'member')).rejects.toMatchObject({
        reason: 'no-data',
        message: `The client ${client} shows no field that could be put back, so that no client is tried. Check it at the target, and list one first that shows a name.`,
      });
    }
    expect(server.seen.map(({ path }) => path)).toEqual([`/api/v2/clients/${client}`]);
  });

  it('lets nothing more be changed once a change has altered what cannot be put back', async () => {
    const shown: Record<string, unknown> = { ...record, dob: '1974-05-08' };
    const server = await answering(200, shown);
    const guard = guardAt(server.url, 'restore', noting([]));
    await guard.exchanges.send(change({ title: 'Dr' }), 'member');
    shown.title = 'Dr';
    await guard.exchanges.send(change({}), 'member');
    await guard.exchanges.send(change({ title: 'Mr' }), 'member');
    shown.dob = '';
    await guard.exchanges.send(change({}), 'member');
    await expect(guard.exchanges.send(change({ title: 'Ms' }), 'member')).rejects.toMatchObject({
      reason: 'not-permitted',
      message: `The client ${client} shows dob changed, which cannot be put back, so that nothing more is changed. Test with writes "all" and clients that are disposable.`,
    });
  });

  it('lets no check change a client that is not listed', async () => {
    const server = await answering(200, record);
    const guard = guardAt(server.url, 'all', noting([]));
    const other = 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2';
    await expect(guard.exchanges.send(change({ title: 'Dr' }, other), 'member')).rejects.toThrow(
      'A check changes a client that is not listed.',
    );
    expect(server.bodies).toEqual([]);
  });

  it('lets what was set up for the run be changed, though it is not listed', async () => {
    const server = await answering(200, record);
    const exchanges = openExchanges(transportTo(server.url), { member: 'member-token' });
    const guard = guardChanges({
      ...{ specification: bundled, exchanges },
      target: { ...targetAt(server.url), writes: 'all' },
      mayChangeUnlisted: true,
    });
    await guard.exchanges.send(change({ title: 'Dr' }), 'member');
    expect(server.bodies).toEqual(['{"title":"Dr"}']);
    expect(await guard.putBackAll({ exchanges, settleMs: 0 })).toEqual([]);
  });

  it('lets nothing be changed without a journal where clients are put back', async () => {
    const server = await answering(200, record);
    const guard = guardAt(server.url, 'restore', undefined);
    await guard.exchanges.send(change({}), 'member');
    await expect(guard.exchanges.send(change({ title: 'Dr' }), 'member')).rejects.toThrow(
      'A run that puts clients back needs a journal.',
    );
    expect(server.bodies).toEqual(['{}', '{}']);
  });

  it('forgets what is as it was', async () => {
    const shown = { ...record };
    const server = await answering(200, shown);
    const guard = guardAt(server.url, 'restore', noting(server.bodies));
    await guard.exchanges.send(change({ title: 'Dr' }), 'member');
    shown.title = 'Dr';
    await guard.exchanges.send(change({}), 'member');
    shown.title = 'Ms';
    const exchanges = openExchanges(transportTo(server.url), { member: 'member-token' });
    expect(await guard.putBackAll({ exchanges, settleMs: 0 })).toEqual([{ kind: 'put-back', client }]);
    expect(server.bodies.slice(-2)).toEqual(['{}', `forget ${client}`]);
  });

  it('forgets no client that is left changed', async () => {
    const events: string[] = [];
    const shown: Record<string, unknown> = { ...record };
    const server = await answering(200, shown);
    const guard = guardAt(server.url, 'restore', noting(events));
    await guard.exchanges.send(change({ title: 'Dr' }), 'member');
    shown.title = 'Dr';
    const exchanges = openExchanges(transportTo(server.url), { member: 'member-token' });
    expect(await guard.putBackAll({ exchanges, settleMs: 0 })).toMatchObject([
      { kind: 'left-changed', client },
    ]);
    expect(events.filter((event) => event.startsWith('forget'))).toEqual([]);
  });

  it('puts back every field that was sent, whatever is shown', async () => {
    const server = await answering(200, record);
    const guard = guardAt(server.url, 'all', undefined);
    for (const body of [{ title: 'Dr' }, { lastName: 'Sample' }, [], { title: 'Mr' }])
      await guard.exchanges.send(change(body), 'member');
    await guard.exchanges.send(updateClient(client, '{'), 'member');
    server.bodies.length = 0;
    const exchanges = openExchanges(transportTo(server.url), { member: 'member-token' });
    expect(await guard.putBackAll({ exchanges, settleMs: 0 })).toEqual([{ kind: 'put-back', client }]);
    expect(server.bodies[0]).toBe('{"title":"Ms","lastName":"Ollerenshaw"}');
    expect(new Set(server.bodies.slice(1))).toEqual(new Set(['{}']));
  });

  it('puts back what it kept, also where another client could not be kept', async () => {
    const shown = { ...record };
    const other = 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2';
    const server = await during(
      serve(async (request, response) => {
        if (request.url?.endsWith(other) === true) response.writeHead(404);
        else Object.assign(shown, await json(request));
        response.end(JSON.stringify(shown));
      }),
    );
    const exchanges = openExchanges(transportTo(server.url), { member: 'member-token' });
    const target = { ...targetAt(server.url), clients: [other, client], writes: 'restore' as const };
    const guard = guardChanges({ specification: bundled, exchanges, target, journal: noting([]) });
    await guard.exchanges.send(change({ title: 'Dr' }), 'member');
    await guard.exchanges.send(change({}), 'member');
    expect(await guard.putBackAll({ exchanges, settleMs: 0 })).toEqual([{ kind: 'put-back', client }]);
  });

  it('has nothing to do with what is no change of a client', async () => {
    const server = await answering(200, { id: client, status: 'Active' });
    const guard = guardAt(server.url, 'restore', noting([]));
    expect(await guard.exchanges.send(getCaseData(client), 'member')).toMatchObject({ status: 200 });
    const created = createOrganisation('{"type":"conveyancer"}');
    expect(await guard.exchanges.send(created, 'member')).toMatchObject({ status: 200 });
    expect(server.seen).toHaveLength(2);
  });

  it('meets nobody where no client is listed, and goes on where the first is not there', async () => {
    const server = await answering(404, {});
    const exchanges = openExchanges(transportTo(server.url), { member: 'member-token' });
    const unlisted = guardChanges({
      ...{ specification: bundled, exchanges },
      target: { ...targetAt(server.url), writes: 'restore' },
      journal: noting([]),
    });
    expect(await unlisted.exchanges.send(change({}), 'member')).toMatchObject({ status: 404 });
    expect(server.seen).toHaveLength(1);
    const guard = guardAt(server.url, 'restore', noting([]));
    expect(await guard.exchanges.send(change({}), 'member')).toMatchObject({ status: 404 });
  });

  it('tells no damage where the data is disposable, or nothing is shown', async () => {
    const shown: Record<string, unknown> = { ...record };
    const disposable = await answering(200, shown);
    const guard = guardAt(disposable.url, 'all', undefined);
    await guard.exchanges.send(change({ title: 'Dr' }), 'member');
    shown.dob = '1974-05-08';
    await guard.exchanges.send(change({}), 'member');
    expect(await guard.exchanges.send(change({ title: 'Mr' }), 'member')).toMatchObject({ status: 200 });

    let status = 200;
    const server = await during(
      serve((_, response) => response.writeHead(status).end(JSON.stringify(record))),
    );
    const { exchanges } = guardAt(server.url, 'restore', noting([]));
    await exchanges.send(change({ title: 'Dr' }), 'member');
    status = 500;
    await exchanges.send(change({}), 'member');
    status = 200;
    expect(await exchanges.send(change({ title: 'Mr' }), 'member')).toMatchObject({ status: 200 });
  });

  it('tells damage from a reading of the client alone', async () => {
    const other = 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2';
    let dob: string | undefined;
    const server = await during(
      serve(({ url = '' }, response) => {
        const own = url.endsWith(other) ? { id: other, dob: '1990-01-01' } : { dob };
        response.end(JSON.stringify({ ...record, ...own }));
      }),
    );
    const tokens = { member: 'member-token', outsider: 'outsider-token' };
    const exchanges = openExchanges(transportTo(server.url), tokens);
    const target = { ...targetAt(server.url), clients: [client, other], writes: 'restore' as const };
    const { exchanges: watched } = guardChanges({
      specification: bundled,
      exchanges,
      target,
      journal: noting([]),
    });
    await watched.send(change({ title: 'Dr' }), 'member');
    dob = '1974-05-08';
    // The answer to a change, the reading of someone else, another client, and another operation.
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
