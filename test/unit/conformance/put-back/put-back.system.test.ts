import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Exchanges, openExchanges } from '../../../../src/conformance/exchanges.ts';
import { type ClientState, listedState } from '../../../../src/conformance/put-back/client-state.ts';
import { putBackAll } from '../../../../src/conformance/put-back/put-back.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { during } from '../../../support/during.ts';
import { refusedPort, serve } from '../../../support/hostile.ts';
import { transportTo } from '../support.ts';

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

const entry: ClientState = { ...listedState(client, false), standing: 'kept', record: original };
const disposable: ClientState = { ...listedState(client, true), standing: 'kept', record: original };

/** How clients are put back where nothing comes late. */
const by = (exchanges: Exchanges) => ({ specification: bundled, exchanges, settleMs: 0 });

const sent = (...fields: string[]): Pick<ClientState, 'isShownExactly' | 'sent'> => ({
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
    const unreadable = {
      kind: 'left-changed',
      client,
      message: expect.stringMatching(
        /^an empty change of the client \S+ is answered \d+ without its record$/,
      ),
      isUnread: true,
    };
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
    expect(await putBackAll([{ ...entry, ...sent('title', 'status') }], by(exchanges))).toEqual([
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
      ...{ ...entry, client: id, record: { ...stored.get(id) } },
      ...sent('lastName'),
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
    expect((await putBackAll([disposable], by(exchanges)))[0]).toEqual({
      kind: 'put-back',
      client,
    });
  });

  it('leaves a client changed that cannot be read back', async () => {
    const { exchanges } = await holding(original, () => undefined);
    expect((await putBackAll([entry], by(exchanges)))[0]).toEqual({
      kind: 'left-changed',
      client,
      message: expect.stringMatching(
        /^an empty change of the client \S+ is answered \d+ without its record$/,
      ),
      isUnread: true,
    });
  });

  it('leaves a client changed whose target does not answer', async () => {
    const exchanges = openExchanges(transportTo(await refusedPort()), { member: 'member-token' });
    const [outcome] = await putBackAll([entry], by(exchanges));
    expect(outcome).toMatchObject({ kind: 'left-changed', message: expect.stringMatching(/^PATCH .*[^.]$/) });
    const entries = [1, 2, 3].map((number) => ({ ...entry, client: `${client.slice(0, -1)}${number}` }));
    const many = await putBackAll(entries, by(exchanges));
    expect(many.at(-1)).toMatchObject({
      message: expect.stringMatching(/^the target left at least 5 .*[^.]$/),
    });
  });
});

describe('putting back what may change yet', () => {
  const settleMs = 150;
  const unsettled = { ...entry, ...sent('title'), isUnsettled: true };

  /** A service that tells of each reading before it shows anything, by its number. */
  const onReading = (tell: (reading: number, stored: Client) => Client | undefined) => {
    let readings = 0;
    return (stored: Client, sent: Client): Client => {
      if (Object.keys(sent).length > 0) return merging(stored, sent);
      readings += 1;
      return tell(readings, stored) ?? stored;
    };
  };

  /** What was sent, without the readings that follow each other. */
  const withoutRepeats = (bodies: readonly Client[]): string[] =>
    bodies.map((body) => JSON.stringify(body)).filter((body, index, all) => body !== all[index - 1]);

  it('reads it until it has stayed as it was, and sends nothing more', async () => {
    const { state, exchanges } = await holding(original, merging);
    const outcomes = await putBackAll([unsettled], { ...by(exchanges), settleMs });
    expect(outcomes).toEqual([{ kind: 'put-back', client }]);
    expect(withoutRepeats(state.sent)).toEqual(['{"title":"Ms"}', '{}']);
    // After the two of putting back, at least one that begins the settling time and one that ends it.
    expect(state.sent.filter((body) => Object.keys(body).length === 0).length).toBeGreaterThanOrEqual(4);
  });

  it.each([3, 4])('puts back again what is changed late, before reading %i', async (late) => {
    const { state, exchanges } = await holding(
      original,
      onReading((reading, stored) => (reading === late ? { ...stored, title: 'Sample' } : undefined)),
    );
    const outcomes = await putBackAll([unsettled], { ...by(exchanges), settleMs });
    expect(outcomes).toEqual([{ kind: 'put-back', client }]);
    expect(state.stored).toEqual(original);
    expect(withoutRepeats(state.sent)).toEqual(['{"title":"Ms"}', '{}', '{"title":"Ms"}', '{}']);
    // The settling time begins anew.
    expect(state.sent.slice(-2)).toEqual([{}, {}]);
  });

  it('leaves changed what is changed again and again', async () => {
    const { state, exchanges } = await holding(
      original,
      onReading((_, stored) => ({ ...stored, title: 'Sample' })),
    );
    const outcomes = await putBackAll([unsettled], { ...by(exchanges), settleMs });
    expect(outcomes).toEqual([
      { kind: 'left-changed', client, message: 'the target did not take back title' },
    ]);
    // It is put back a last time.
    expect(state.stored.title).toBe('Ms');
  });

  it('says so where it never stays as it was for long enough', async () => {
    let readings = 0;
    let settlingSince = 0;
    const server = await during(
      serve(async (request, response) => {
        if (JSON.stringify(await json(request)) === '{}') readings += 1;
        const own = readings;
        if (own === 3) settlingSince = performance.now();
        // The last reading takes until all the waiting is over.
        if (own === 4) await sleep(settlingSince + 3 * settleMs + 20 - performance.now());
        response.end(JSON.stringify({ ...original, title: own === 3 ? 'Sample' : 'Ms' }));
      }),
    );
    const exchanges = openExchanges(transportTo(server.url), { member: 'member-token' });
    const outcomes = await putBackAll([unsettled], { ...by(exchanges), settleMs });
    expect(outcomes).toEqual([
      { kind: 'left-changed', client, message: 'it did not stay as it was for 0.15 seconds' },
    ]);
  });

  it('waits for a reading that shows what was sent, where an old one does not', async () => {
    const held = { ...original, title: 'Dr' };
    // What is sent is shown only once it settles, as by a replica that lags behind.
    let readings = 0;
    const sentBack: Client[] = [];
    const server = await during(
      serve(async (request, response) => {
        const body = (await json(request)) as Client;
        if (Object.keys(body).length === 0) readings += 1;
        else sentBack.push(body);
        response.end(JSON.stringify(readings < 8 ? held : original));
      }),
    );
    const exchanges = openExchanges(transportTo(server.url), { member: 'member-token' });
    const outcomes = await putBackAll([{ ...entry, ...sent('title') }], {
      ...by(exchanges),
      settleMs,
    });
    expect(outcomes).toEqual([{ kind: 'put-back', client }]);
    expect(new Set(sentBack.map((body) => JSON.stringify(body)))).toEqual(new Set(['{"title":"Ms"}']));
  });

  it('tells once that it waits, and not where it need not', async () => {
    const told: number[] = [];
    const { exchanges } = await holding(original, merging);
    const onSettling = (ms: number): void => void told.push(ms);
    await putBackAll([unsettled, unsettled], { ...by(exchanges), onSettling });
    expect(told).toEqual([]);
    await putBackAll([unsettled, unsettled], { ...by(exchanges), settleMs, onSettling });
    expect(told).toEqual([settleMs]);
  });

  it('does not wait where nothing is unknown, refused or disposable', async () => {
    const told: number[] = [];
    const waiting = { settleMs: 600_000, onSettling: (ms: number): void => void told.push(ms) };
    const whole = await holding(original, merging);
    await putBackAll([{ ...entry, ...sent('title') }], { ...by(whole.exchanges), ...waiting });
    expect(whole.state.sent).toEqual([{ title: 'Ms' }, {}, {}]);

    const refusing = await holding({ ...original, title: 'Dr' }, (stored, body) =>
      Object.keys(body).length > 0 ? undefined : stored,
    );
    await putBackAll([entry], { ...by(refusing.exchanges), ...waiting });
    expect(refusing.state.sent).toHaveLength(10);

    const unwatched = await holding(original, merging);
    await putBackAll([{ ...disposable, ...sent('title'), isUnsettled: true }], {
      ...by(unwatched.exchanges),
      ...waiting,
    });
    expect(unwatched.state.sent).toEqual([{ title: 'Ms' }, {}, {}]);
    expect(told).toEqual([]);
  });

  it('waits for no more than that, where a target is gone', async () => {
    const exchanges = openExchanges(transportTo(await refusedPort()), { member: 'member-token' });
    expect(await putBackAll([unsettled], { ...by(exchanges), settleMs })).toMatchObject([
      { kind: 'left-changed', client },
    ]);
  });
});

describe('putting back at a target that is not seen to show what it is sent', () => {
  const unshown = (...fields: string[]): ReturnType<typeof sent> => ({
    ...sent(...fields),
    isShownExactly: false,
  });
  const doubtful = (field: string) => ({ kind: 'not-verified', client, fields: [field] });

  it('sends nothing of what it shows as before', async () => {
    const { state, exchanges } = await holding(original, merging);
    const outcomes = await putBackAll([{ ...entry, ...unshown('title', 'lastName') }], by(exchanges));
    expect(outcomes).toEqual([{ kind: 'put-back', client }]);
    expect(new Set(state.sent.map((body) => JSON.stringify(body)))).toEqual(new Set(['{}']));
  });

  it('says what may be lost, where it shows neither what was there nor what was sent', async () => {
    const { state, exchanges } = await holding({ ...original, title: 'SAMPLE' }, merging);
    const outcomes = await putBackAll([{ ...entry, ...unshown('title', 'lastName') }], by(exchanges));
    expect(outcomes).toEqual([doubtful('title')]);
    expect(state.stored).toEqual(original);
  });

  it('believes it once it shows a value of the run', async () => {
    const { state, exchanges } = await holding({ ...original, title: 'Sample' }, merging);
    const entries = [{ ...entry, ...unshown('title') }];
    expect(await putBackAll(entries, by(exchanges))).toEqual([{ kind: 'put-back', client }]);
    expect(state.stored).toEqual(original);
  });

  it('doubts no value that was refused, and none that is as it was', async () => {
    const { exchanges } = await holding(original, merging);
    const refused = { ...unshown('title'), refused: { title: ['Sample'] } };
    const same = { ...unshown('title'), sent: { title: ['Ms'] } };
    for (const history of [refused, same]) {
      expect(await putBackAll([{ ...entry, ...history }], by(exchanges))).toEqual([
        { kind: 'put-back', client },
      ]);
    }
  });

  it('names what was shown otherwise, though all is shown as it was', async () => {
    const { exchanges } = await holding(original, merging);
    const history = { ...sent('title', 'lastName'), shownOtherwise: ['lastName'] };
    expect(await putBackAll([{ ...entry, ...history }], by(exchanges))).toEqual([doubtful('lastName')]);
  });

  it('no longer doubts a field that shows a value of the run after all, as where a reading was an old one', async () => {
    const { state, exchanges } = await holding({ ...original, title: 'Sample' }, merging);
    const history = { ...unshown('title', 'lastName'), shownOtherwise: ['title', 'lastName'] };
    expect(await putBackAll([{ ...entry, ...history }], by(exchanges))).toEqual([doubtful('lastName')]);
    expect(state.stored).toEqual(original);
  });

  it('looks for that before it sends anything back, where the target is believed', async () => {
    const { state, exchanges } = await holding({ ...original, title: 'Sample' }, merging);
    const history = { ...sent('title'), shownOtherwise: ['title'] };
    expect(await putBackAll([{ ...entry, ...history }], by(exchanges))).toEqual([
      { kind: 'put-back', client },
    ]);
    expect(state.sent).toEqual([{}, { title: 'Ms' }, {}, {}]);
  });

  it('does not doubt what is disposable', async () => {
    const { state, exchanges } = await holding({ ...original, title: 'SAMPLE' }, merging);
    const { sent } = unshown('title');
    expect(await putBackAll([{ ...disposable, sent }], by(exchanges))).toEqual([
      { kind: 'put-back', client },
    ]);
    expect(state.sent.filter((body) => 'title' in body)).toEqual([{ title: 'Ms' }]);
  });

  it('leaves a client changed that is shown as another', async () => {
    const { state, exchanges } = await holding({ ...original, id: 'other' }, merging);
    expect(await putBackAll([entry], by(exchanges))).toEqual([
      {
        kind: 'left-changed',
        client,
        message: `an empty change of the client ${client} is answered with the record of another client`,
        isUnread: true,
      },
    ]);
    expect(state.sent).toEqual([{}, {}]);
  });
});
