import { json } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { openExchanges } from '../../../../src/conformance/exchanges.ts';
import type { ChangedClient, JournalEvent } from '../../../../src/conformance/put-back/journal.ts';
import { restoreClients } from '../../../../src/conformance/put-back/restore-clients.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { during } from '../../../support/during.ts';
import { serve } from '../../../support/hostile.ts';
import { openSteppedClock } from '../../../support/stepped-clock.ts';
import { transportTo } from '../support.ts';

type Client = Record<string, unknown>;

const [one, other] = [
  '99a439b3-87fb-4bda-bded-98a31048f0e0',
  'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2',
] as const;

const original = (id: string): Client => ({
  id,
  title: 'Ms',
  firstName: 'Rosalind',
  lastName: 'Ollerenshaw',
});

const broken = (client: string, events: readonly JournalEvent[] = [sample, shown]): ChangedClient => ({
  client,
  record: original(client),
  isDisposable: false,
  events,
});

const sample: JournalEvent = { kind: 'sent', fields: { lastName: 'Sample of Testerton' } };
const shown: JournalEvent = { kind: 'shown-exactly', fields: ['lastName'] };

async function service(
  changed: Readonly<Record<string, Client>>,
  onReading: (reading: number, stored: Map<string, Client>) => void = () => undefined,
) {
  const stored = new Map([one, other].map((id) => [id as string, { ...original(id), ...changed[id] }]));
  const changes: [client: string, fields: Client][] = [];
  let readings = 0;
  const server = await during(
    serve(async (request, response) => {
      const id = request.url?.split('/').at(-1) ?? '';
      const fields = (await json(request)) as Client;
      if (Object.keys(fields).length > 0) changes.push([id, fields]);
      else {
        readings += 1;
        onReading(readings, stored);
      }
      stored.set(id, { ...stored.get(id), ...fields } as never);
      response.end(JSON.stringify(stored.get(id)));
    }),
  );
  const exchanges = openExchanges(transportTo(server.url), { member: 'member-token' });
  const told: number[] = [];
  const restoring = (clients: readonly ChangedClient[], { isForced = false, settleMs = 0 } = {}) =>
    restoreClients(clients, {
      ...{ specification: bundled, exchanges, isForced, settleMs, clock: openSteppedClock() },
      onSettling: (ms) => told.push(ms),
    });
  return { stored, changes, told, restoring, readings: () => readings };
}

const notVerified = { kind: 'not-verified', client: one, fields: ['lastName'] };

const putBack = (client: string) => ({ kind: 'put-back', client });

describe('a run that broke off', () => {
  test('is undone where its clients show what they were sent', async () => {
    const sent = { lastName: 'SAMPLE OF' };
    const { stored, restoring } = await service({ [one]: sent, [other]: sent });
    expect(await restoring([broken(one), broken(other)])).toEqual([putBack(one), putBack(other)]);
    expect([...stored.values()]).toEqual([original(one), original(other)]);
  });

  test('is not undone where somebody may have changed a client since, but by force', async () => {
    const work = { lastName: 'Babbage', title: 'Lady' };
    const { stored, changes, restoring } = await service({
      [one]: work,
      [other]: { lastName: 'Sample of Testerton' },
    });
    const clients = [broken(one), broken(other)];
    expect(await restoring(clients)).toEqual([
      putBack(other),
      {
        kind: 'left-changed',
        client: one,
        message:
          'title, lastName are neither as before nor as the run sent it, so somebody may have changed it since; restore --force overwrites it',
      },
    ]);
    expect(stored.get(one)).toEqual({ ...original(one), ...work });
    expect(changes.map(([client]) => client)).not.toContain(one);

    expect(await restoring(clients, { isForced: true })).toEqual([putBack(one), putBack(other)]);
    expect(stored.get(one)).toEqual(original(one));
  });

  test("says of one field that it is somebody else's", async () => {
    const { restoring } = await service({ [one]: { firstName: 'Ada' } });
    expect(await restoring([broken(one)])).toMatchObject([
      { message: expect.stringMatching(/^firstName is neither as before nor as the run sent it, /) },
    ]);
  });

  test('takes what was sent to another client for its own', async () => {
    const { stored, restoring } = await service({ [one]: { lastName: 'Avery' } });
    const clients = [broken(one), broken(other, [{ kind: 'sent', fields: { lastName: 'Avery' } }, shown])];
    expect(await restoring(clients)).toEqual([putBack(one), putBack(other)]);
    expect(stored.get(one)).toEqual(original(one));
  });

  test('has to settle, though nothing is known to be on its way', async () => {
    const { told, readings, restoring } = await service({});
    expect(await restoring([broken(one)], { settleMs: 150 })).toEqual([putBack(one)]);
    expect(told).toEqual([150]);
    // One reading for changes by others, two of the restore, and two of the settling time.
    expect(readings()).toBe(5);
  });

  test('is not verified where an earlier restore may have overwritten what the target hides', async () => {
    const { restoring } = await service({});
    const hidden: JournalEvent = { kind: 'hidden', fields: ['lastName'] };
    expect(await restoring([broken(one, [sample, hidden])])).toEqual([notVerified]);
  });

  test.each([false, true])(
    'that saw what it sent shown otherwise leaves that alone, which may be corrected (forced: %s)',
    async (isForced) => {
      const { changes, restoring } = await service({});
      const doubted: JournalEvent[] = [
        sample,
        { kind: 'sent', fields: { title: 'Sample' } },
        { kind: 'shown-exactly', fields: ['title'] },
        { kind: 'shown-otherwise', fields: ['lastName'] },
      ];
      const clients = [broken(one, doubted)];
      expect(await restoring(clients, { isForced })).toEqual([notVerified]);
      expect(changes).toEqual([[one, { title: 'Ms' }]]);
    },
  );
});
