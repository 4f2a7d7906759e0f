import { expect, test } from 'vitest';
import { listedState } from '../../../../src/conformance/put-back/client-state.ts';
import { openClients } from '../../../../src/conformance/put-back/clients.ts';
import type { Journal, JournalEvent } from '../../../../src/conformance/put-back/journal.ts';
import { bundled } from '../../../../src/specification/bundled.ts';

const client = '99a439b3-87fb-4bda-bded-98a31048f0e0';

async function keptIn(fails: (event: JournalEvent) => boolean = () => false) {
  const journal: Journal = {
    keep: async () => {},
    note: async (_, event) => {
      await new Promise(setImmediate);
      if (fails(event)) throw new Error('The disk is full.');
    },
    forget: async () => {},
  };
  const clients = openClients(bundled, [listedState(client, false)], journal);
  await clients.apply(client, { kind: 'kept', record: { id: client } });
  return clients;
}

test('Events that are applied at once are all remembered', async () => {
  const clients = await keptIn();
  await Promise.all([
    clients.apply(client, { kind: 'sent', fields: { title: 'Dr' } }),
    clients.apply(client, { kind: 'shown-otherwise', fields: ['title'] }),
    clients.apply(client, { kind: 'shown-exactly', fields: ['lastName'] }),
    clients.apply(client, { kind: 'unsettled' }),
  ]);
  expect(clients.of(client)).toMatchObject({
    sent: { title: ['Dr'] },
    shownOtherwise: ['title'],
    isShownExactly: true,
    isUnsettled: true,
  });
});

test('What has happened is known also where the journal does not take it, and what was not noted is not sent', async () => {
  const clients = await keptIn(() => true);
  for (const event of [{ kind: 'unsettled' }, { kind: 'sent', fields: { title: 'Dr' } }] as const)
    await expect(clients.apply(client, event)).rejects.toMatchObject({ reason: 'not-permitted' });
  expect(clients.of(client)).toMatchObject({ isUnsettled: true, sent: {} });
  expect(clients.trouble()).toBe('The disk is full.');
});

test('What nobody has kept is in no journal', async () => {
  const noted: JournalEvent[] = [];
  const journal: Journal = {
    keep: async () => {},
    note: async (_, event) => void noted.push(event),
    forget: async () => {},
  };
  const clients = openClients(bundled, [listedState(client, false)], journal);
  await clients.apply(client, { kind: 'unsettled' });
  expect(noted).toEqual([]);
});
