import { describe, expect, test } from 'vitest';
import { type ClientState, listedState } from '../../../../src/conformance/put-back/client-state.ts';
import type { ChangedClient, JournalEvent } from '../../../../src/conformance/put-back/journal.ts';
import { fieldsChangedSince, restoreClients } from '../../../../src/conformance/put-back/restore-clients.ts';
import type { ClientRecord } from '../../../../src/rules/client-record.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { openSteppedClock } from '../../../support/stepped-clock.ts';
import { clientService } from './client-service.ts';

const address = {
  line_1: 'Hollin Edge Farm',
  line_2: 'Hollin Lane',
  line_3: '',
  post_town: 'Bakewell',
  county: '',
  postcode: 'DE45 1ZX',
  uprn: '',
};
const sentAddress = { ...address, line_1: '7 Sample Street', post_town: 'Testerton' };
const record = { id: 'one', title: 'Ms', lastName: 'Ollerenshaw', address, dob: '1974-05-08' };

const changed = (client: string, sent: Record<string, unknown[]>): ClientState => ({
  ...listedState(client, false),
  ...{ record, sent },
});

function changedSince(
  sent: Record<string, unknown[]>,
  shown: ClientRecord,
  ofAnother: Record<string, unknown[]> = {},
): string[] {
  const own = changed('one', sent);
  return fieldsChangedSince(bundled, own, { ...record, ...shown }, [own, changed('other', ofAnother)]);
}

const sample = { lastName: ['Sample  &  <i>Sons</i> of Testerton'] };

describe('what somebody else may have changed since', () => {
  test.each(['', undefined])('is what is gone, where the run did not send that (%j)', (lastName) => {
    expect(changedSince(sample, { lastName })).toEqual(['lastName']);
    expect(changedSince({ lastName: [''] }, { lastName })).toEqual([]);
  });

  test('is nothing that is as it was, and nothing that the interface cannot change', () => {
    expect(changedSince({}, {})).toEqual([]);
    expect(changedSince({}, { dob: '1990-01-01', status: 'Closed' })).toEqual([]);
  });

  test.each([
    ['as it was sent', 'Sample  &  <i>Sons</i> of Testerton'],
    ['in another case', 'SAMPLE  &  <I>SONS</I> OF TESTERTON'],
    ['with single spaces', 'Sample & <i>Sons</i> of Testerton'],
    ['without signs', 'Sample iSonsi of Testerton'],
    ['cut', 'Sample  &'],
    ['as the text that it was, cut', 'Oll'],
  ])('is not what the run sent, %s', (_how, lastName) => {
    expect(changedSince(sample, { lastName })).toEqual([]);
  });

  test.each([
    ['another name', 'Babbage'],
    ['one letter of it', 'S'],
    ['more than was sent', 'Sample  &  <i>Sons</i> of Testerton and Upper Testerton'],
    ['the end of it', 'of Testerton'],
    ['a number', 7],
  ])('is %s', (_what, lastName) => {
    expect(changedSince(sample, { lastName })).toEqual(['lastName']);
  });

  test('is nothing that the run sent to another client, but what it sent as another field', () => {
    expect(changedSince({}, { lastName: 'Sample' }, { lastName: ['Sample'] })).toEqual([]);
    expect(changedSince({ companyName: ['Sample'] }, { lastName: 'Sample' })).toEqual(['lastName']);
  });

  test('is told of an address line by line', () => {
    const sent = { address: [sentAddress] };
    expect(changedSince(sent, { address: sentAddress })).toEqual([]);
    // Lines of the original and of the sent address, truncated, in capitals, or with a line missing.
    expect(changedSince(sent, { address: { ...sentAddress, post_town: 'Bakewell' } })).toEqual([]);
    expect(changedSince(sent, { address: { ...sentAddress, line_1: '7 SAMPLE' } })).toEqual([]);
    expect(changedSince(sent, { address: { line_1: '7 Sample Street' } })).toEqual([]);
    expect(changedSince(sent, { address: { ...sentAddress, line_2: '9 Church Row' } })).toEqual(['address']);
    expect(changedSince(sent, { address: { ...sentAddress, line_1: 'Testerton' } })).toEqual(['address']);
  });

  test('names each field', () => {
    expect(changedSince(sample, { title: 'Lady', lastName: 'Babbage', firstName: 'Ada' })).toEqual(
      bundledOrder('title', 'firstName', 'lastName'),
    );
  });
});

function bundledOrder(...fields: string[]): string[] {
  return bundled.fieldsOf('ClientPatch').filter((field) => fields.includes(field));
}

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

const broken = (client: string, events: readonly JournalEvent[] = [sentSample, shown]): ChangedClient => ({
  client,
  record: original(client),
  isDisposable: false,
  events,
});

const sentSample: JournalEvent = { kind: 'sent', fields: { lastName: 'Sample of Testerton' } };
const shown: JournalEvent = { kind: 'shown-exactly', fields: ['lastName'] };

function service(changed: Readonly<Record<string, Client>>) {
  const stored = new Map([one, other].map((id) => [id as string, { ...original(id), ...changed[id] }]));
  const changes: [client: string, fields: Client][] = [];
  let readings = 0;
  const { open } = clientService((id, body) => {
    const fields = JSON.parse(body) as Client;
    if (Object.keys(fields).length > 0) changes.push([id, fields]);
    else readings += 1;
    stored.set(id, { ...stored.get(id), ...fields } as never);
    return [200, stored.get(id)];
  });
  const told: number[] = [];
  const restoring = (clients: readonly ChangedClient[], { isForced = false, settleMs = 0 } = {}) =>
    restoreClients(clients, {
      ...{ specification: bundled, exchanges: open(), isForced, settleMs, clock: openSteppedClock() },
      onSettling: (ms) => told.push(ms),
    });
  return { stored, changes, told, restoring, readings: () => readings };
}

const notVerified = { kind: 'not-verified', client: one, fields: ['lastName'] };

const putBack = (client: string) => ({ kind: 'put-back', client });

describe('a run that broke off', () => {
  test('is undone where its clients show what they were sent', async () => {
    const sent = { lastName: 'SAMPLE OF' };
    const { stored, restoring } = service({ [one]: sent, [other]: sent });
    expect(await restoring([broken(one), broken(other)])).toEqual([putBack(one), putBack(other)]);
    expect([...stored.values()]).toEqual([original(one), original(other)]);
  });

  test('is not undone where somebody may have changed a client since, but by force', async () => {
    const work = { lastName: 'Babbage', title: 'Lady' };
    const { stored, changes, restoring } = service({
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
    const { restoring } = service({ [one]: { firstName: 'Ada' } });
    expect(await restoring([broken(one)])).toMatchObject([
      { message: expect.stringMatching(/^firstName is neither as before nor as the run sent it, /) },
    ]);
  });

  test('takes what was sent to another client for its own', async () => {
    const { stored, restoring } = service({ [one]: { lastName: 'Avery' } });
    const clients = [broken(one), broken(other, [{ kind: 'sent', fields: { lastName: 'Avery' } }, shown])];
    expect(await restoring(clients)).toEqual([putBack(one), putBack(other)]);
    expect(stored.get(one)).toEqual(original(one));
  });

  test('has to settle, though nothing is known to be on its way', async () => {
    const { told, readings, restoring } = service({});
    expect(await restoring([broken(one)], { settleMs: 150 })).toEqual([putBack(one)]);
    expect(told).toEqual([150]);
    // One reading for changes by others, two of the restore, and two of the settling time.
    expect(readings()).toBe(5);
  });

  test('is not verified where an earlier restore may have overwritten what the target hides', async () => {
    const { restoring } = service({});
    const hidden: JournalEvent = { kind: 'hidden', fields: ['lastName'] };
    expect(await restoring([broken(one, [sentSample, hidden])])).toEqual([notVerified]);
  });

  test.each([false, true])(
    'that saw what it sent shown otherwise leaves that alone, which may be corrected (forced: %s)',
    async (isForced) => {
      const { changes, restoring } = service({});
      const doubted: JournalEvent[] = [
        sentSample,
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
