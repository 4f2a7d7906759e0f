import { expect, test } from 'vitest';
import type { HistoryEvent } from '../../../../src/conformance/put-back/client-history.ts';
import type { Journal } from '../../../../src/conformance/put-back/journal.ts';
import { openKeptClients } from '../../../../src/conformance/put-back/kept-clients.ts';

const client = '99a439b3-87fb-4bda-bded-98a31048f0e0';
const entry = { client, record: { id: client }, isDisposable: false };

/** A journal that takes a while, and some events never. */
const slow = (fails: (event: HistoryEvent) => boolean = () => false): Journal => ({
  keep: async () => {},
  note: async (_, event) => {
    await new Promise(setImmediate);
    if (fails(event)) throw new Error('The disk is full.');
  },
  forget: async () => {},
});

test('Events that are noted at once are all remembered', async () => {
  const kept = openKeptClients(slow());
  await kept.keep(entry);
  await Promise.all([
    kept.note(client, { kind: 'sent', fields: { title: 'Dr' } }),
    kept.note(client, { kind: 'shown-otherwise', fields: ['title'] }),
    kept.note(client, { kind: 'shown-exactly', fields: ['lastName'] }),
    kept.note(client, { kind: 'unsettled' }),
  ]);
  expect(kept.all()).toMatchObject([
    {
      history: {
        sent: { title: ['Dr'] },
        shownOtherwise: ['title'],
        isShownExactly: true,
        isUnsettled: true,
      },
    },
  ]);
});

test('What has happened is known also where the journal does not take it, and what was not noted is not sent', async () => {
  const kept = openKeptClients(slow(() => true));
  await kept.keep(entry);
  for (const event of [{ kind: 'unsettled' }, { kind: 'sent', fields: { title: 'Dr' } }] as const)
    await expect(kept.note(client, event)).rejects.toMatchObject({ reason: 'not-permitted' });
  expect(kept.all()).toMatchObject([{ history: { isUnsettled: true, sent: {} } }]);
  expect(kept.trouble()).toBe('The disk is full.');
});
