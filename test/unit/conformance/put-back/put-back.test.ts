import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type Exchanges, openExchanges } from '../../../../src/conformance/exchanges.ts';
import { type ClientHistory, noHistory } from '../../../../src/conformance/put-back/client-history.ts';
import { putBackAll } from '../../../../src/conformance/put-back/put-back.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { refusedPort, serve } from '../../../support/hostile.ts';
import { during, transportTo } from '../support.ts';

type Client = Record<string, unknown>;

const client = '99a439b3-87fb-4bda-bded-98a31048f0e0';
const original: Client = {
  id: client,
  title: 'Ms',
  firstName: 'Rosalind',
  lastName: 'Ollerenshaw',
  status: 'Active',
  address: {
    line_1: 'Hollin Edge Farm',
    line_2: '',
    line_3: '',
    post_town: 'Bakewell',
    county: '',
    postcode: 'DE45 1ZX',
    uprn: '',
  },
};

/** A service that takes changes as it is told to, and what it was sent and holds. */
async function holding(stored: Client, take: (stored: Client, sent: Client) => Client | undefined) {
  const state = { stored, sent: [] as Client[] };
  const server = await during(
    serve(async (request, response) => {
      const sent = (await json(request)) as Client;
      state.sent.push(sent);
      const taken = take(state.stored, sent);
      state.stored = taken ?? state.stored;
      response.writeHead(taken === undefined ? 400 : 200).end(JSON.stringify(state.stored));
    }),
  );
  const exchanges = openExchanges(transportTo(server.url), { member: 'member-token' });
  return { state, exchanges };
}

const entry = { client, record: original, isDisposable: false, history: noHistory };

/** How clients are put back where nothing comes late. */
const by = (exchanges: Exchanges) => ({ specification: bundled, exchanges, settleMs: 0 });

const sent = (...fields: string[]): ClientHistory => ({
  ...noHistory,
  isShownExactly: true,
  sent: Object.fromEntries(fields.map((field) => [field, ['Sample']])),
});

const merging = (stored: Client, sent: Client): Client => ({ ...stored, ...sent });

describe('putting back', () => {
  it('sends what differs, and that alone', async () => {
    const changed = {
      ...original,
      title: 'Dr',
      address: { ...Object(original.address), line_1: '1 Street' },
    };
    const { state, exchanges } = await holding(changed, merging);
    expect((await putBackAll([entry], by(exchanges)))[0]).toEqual({ kind: 'put-back', client });
    expect(state.sent).toEqual([{}, { title: 'Ms', address: original.address }, {}, {}]);
  });

  it('sends nothing more once the record cannot be read back', async () => {
    const unreadable = { kind: 'left-changed', client, message: 'its record cannot be read back' };
    for (const answered of [0, 1, 2, 3, 4]) {
      let requests = 0;
      const sent: string[] = [];
      const server = await during(
        serve(async (request, response) => {
          sent.push(JSON.stringify(await json(request)));
          requests += 1;
          if (requests > answered) response.writeHead(500).end();
          else response.end(JSON.stringify({ ...original, title: 'Dr' }));
        }),
      );
      const exchanges = openExchanges(transportTo(server.url), { member: 'member-token' });
      expect(await putBackAll([entry], by(exchanges))).toEqual([unreadable]);
      // A reading, all that differs at once, a reading, each alone, a reading; and a reading of the second round.
      const whole = ['{}', '{"title":"Ms"}', '{}', '{"title":"Ms"}', '{}'];
      const length = [1, 3, 3, 5, 5][answered];
      expect(sent).toEqual([...whole.slice(0, length), '{}']);
    }
  });

  it('sends nothing but a reading where nothing differs', async () => {
    const { state, exchanges } = await holding(original, merging);
    expect((await putBackAll([entry], by(exchanges)))[0]).toEqual({ kind: 'put-back', client });
    expect(state.sent).toEqual([{}, {}]);
  });

  it('puts back each field alone where the target refuses them together', async () => {
    const changed = { ...original, title: 'Dr', firstName: 'Avery', lastName: 'Sample' };
    const { state, exchanges } = await holding(changed, (stored, sent) =>
      Object.keys(sent).length > 1 ? undefined : merging(stored, sent),
    );
    expect((await putBackAll([entry], by(exchanges)))[0]).toEqual({ kind: 'put-back', client });
    expect(state.stored).toEqual(original);
  });

  it('sends what was touched, whatever a reading says', async () => {
    const { state, exchanges } = await holding(original, merging);
    expect(await putBackAll([{ ...entry, history: sent('title', 'status') }], by(exchanges))).toEqual([
      { kind: 'put-back', client },
    ]);
    expect(state.sent).toEqual([{ title: 'Ms' }, {}, {}]);
  });

  it('sees that a client was changed where another one was put back', async () => {
    const other = 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2';
    const stored = new Map([client, other].map((id) => [id, { ...original, id, lastName: id.slice(0, 4) }]));
    const server = await during(
      serve(async (request, response) => {
        const sent = (await json(request)) as { lastName?: string };
        const id = request.url?.split('/').at(-1) ?? '';
        for (const one of new Set([client, id])) Object.assign(stored.get(one) ?? {}, sent);
        response.end(JSON.stringify(stored.get(id)));
      }),
    );
    const exchanges = openExchanges(transportTo(server.url), { member: 'member-token' });
    const entries = [client, other].map((id) => ({
      client: id,
      record: { ...stored.get(id) },
      isDisposable: false,
      history: sent('lastName'),
    }));
    const outcomes = await putBackAll(entries, by(exchanges));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['put-back', 'put-back']);
    expect(stored.get(client)?.lastName).toBe(client.slice(0, 4));
  });

  it('names the fields that the target does not take back, and puts back the others', async () => {
    const changed = { ...original, title: 'Dr', lastName: 'Sample' };
    const { state, exchanges } = await holding(changed, (stored, sent) =>
      'lastName' in sent ? undefined : merging(stored, sent),
    );
    expect((await putBackAll([entry], by(exchanges)))[0]).toEqual({
      kind: 'left-changed',
      client,
      message: 'the target did not take back lastName',
    });
    expect(state.stored).toEqual({ ...original, lastName: 'Sample' });
  });

  it('names what the interface cannot put back, where the data is not disposable', async () => {
    const changed = { ...original, title: 'Dr', status: 'Closed', companyName: 'Sample Limited' };
    const { exchanges } = await holding(changed, merging);
    expect((await putBackAll([entry], by(exchanges)))[0]).toEqual({
      kind: 'left-changed',
      client,
      message: 'the interface cannot put back status, companyName',
    });
    expect((await putBackAll([{ ...entry, isDisposable: true }], by(exchanges)))[0]).toEqual({
      kind: 'put-back',
      client,
    });
  });

  it('leaves a client changed that cannot be read back', async () => {
    const { exchanges } = await holding(original, () => undefined);
    expect((await putBackAll([entry], by(exchanges)))[0]).toEqual({
      kind: 'left-changed',
      client,
      message: 'its record cannot be read back',
    });
  });

  it('leaves a client changed whose target does not answer', async () => {
    const exchanges = openExchanges(transportTo(await refusedPort()), { member: 'member-token' });
    const [outcome] = await putBackAll([entry], by(exchanges));
    expect(outcome).toMatchObject({ kind: 'left-changed', message: expect.stringMatching(/[^.]$/) });
  });
});
