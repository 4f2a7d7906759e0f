import { describe, expect, it } from 'vitest';
import { type ClientState, listedState } from '../../../../src/conformance/put-back/client-state.ts';
import { putBackAll } from '../../../../src/conformance/put-back/put-back.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { openSteppedClock } from '../../../support/stepped-clock.ts';
import { clientService } from './client-service.ts';

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

function holding(stored: Client, take: (stored: Client, sent: Client) => Client | undefined) {
  const state = { stored, sent: [] as Client[] };
  const { open } = clientService((_, body) => {
    const sent = JSON.parse(body) as Client;
    state.sent.push(sent);
    const taken = take(state.stored, sent);
    state.stored = taken ?? state.stored;
    return [taken === undefined ? 400 : 200, state.stored];
  });
  const [exchanges, clock] = [open(), openSteppedClock()];
  const putBack = async (entries: readonly ClientState[], further = {}) =>
    putBackAll(entries, { specification: bundled, exchanges, clock, settleMs: 0, ...further });
  return { state, putBack, clock };
}

const entry: ClientState = { ...listedState(client, false), phase: 'kept', record: original };
const disposable: ClientState = { ...listedState(client, true), phase: 'kept', record: original };

const sent = (...fields: string[]): Pick<ClientState, 'isShownExactly' | 'sent'> => ({
  isShownExactly: true,
  sent: Object.fromEntries(fields.map((field) => [field, ['Sample']])),
});

const merging = (stored: Client, sent: Client): Client => ({ ...stored, ...sent });
const isReading = (body: Client): boolean => Object.keys(body).length === 0;
const putBackWhole = { kind: 'put-back', client };
const leftChanged = (message: unknown, further = {}) => ({
  kind: 'left-changed',
  client,
  message,
  ...further,
});
const unread = leftChanged(
  expect.stringMatching(/^an empty change of the client \S+ is answered \d+ without its record$/),
  { isUnread: true },
);
const gone = () => {
  const exchanges = clientService(() => undefined).open();
  return (entries: readonly ClientState[], settleMs = 0) =>
    putBackAll(entries, { specification: bundled, exchanges, clock: openSteppedClock(), settleMs });
};

describe('putting back', () => {
  const address = { ...Object(original.address), line_1: '1 Street' };
  const several = { ...original, title: 'Dr', firstName: 'Avery', lastName: 'Sample' };
  const lost = { ...original, title: 'Dr', status: 'Closed', companyName: 'Sample Limited' };
  const oneByOne = (stored: Client, sent: Client) =>
    Object.keys(sent).length > 1 ? undefined : merging(stored, sent);
  const noLastName = (stored: Client, sent: Client) =>
    'lastName' in sent ? undefined : merging(stored, sent);

  it.each<[string, Client, typeof oneByOne, ClientState, object, Client, readonly unknown[] | undefined]>([
    [
      'sends what differs, and that alone',
      ...([{ ...original, title: 'Dr', address }, merging, entry, putBackWhole, original] as const),
      [{}, { title: 'Ms', address: original.address }, {}, {}],
    ],
    [
      'sends nothing but a reading where nothing differs',
      ...([original, merging, entry, putBackWhole, original, [{}, {}]] as const),
    ],
    [
      'puts back each field alone where the target refuses them together',
      ...([several, oneByOne, entry, putBackWhole, original, undefined] as const),
    ],
    [
      'sends what was touched, whatever a reading says',
      ...([original, merging, { ...entry, ...sent('title', 'status') }, putBackWhole, original] as const),
      [{ title: 'Ms' }, {}, {}],
    ],
    [
      'names the fields that the target does not take back, and puts back the others',
      ...([{ ...original, title: 'Dr', lastName: 'Sample' }, noLastName, entry] as const),
      ...([
        leftChanged('the target did not take back lastName'),
        { ...original, lastName: 'Sample' },
      ] as const),
      undefined,
    ],
    [
      'names what the interface cannot put back',
      ...([lost, merging, entry, leftChanged('the interface cannot put back status, companyName')] as const),
      ...([{ ...lost, title: 'Ms' }, undefined] as const),
    ],
    [
      'names nothing where the data is disposable',
      ...([lost, merging, disposable, putBackWhole, { ...lost, title: 'Ms' }, undefined] as const),
    ],
    [
      'leaves a client changed that cannot be read back',
      ...([original, () => undefined, entry, unread, original, undefined] as const),
    ],
    [
      'leaves a client changed that is shown as another',
      ...([{ ...original, id: 'other' }, merging, entry] as const),
      leftChanged(`an empty change of the client ${client} is answered with the record of another client`, {
        isUnread: true,
      }),
      ...([{ ...original, id: 'other' }, [{}, {}]] as const),
    ],
  ])('%s', async (_, stored, take, state, outcome, left, bodies) => {
    const service = holding(stored, take);
    expect(await service.putBack([state])).toEqual([outcome]);
    expect(service.state.stored).toEqual(left);
    if (bodies !== undefined) expect(service.state.sent).toEqual(bodies);
  });

  it.each([
    [0, 1],
    [1, 3],
    [2, 3],
    [3, 5],
    [4, 5],
  ])('sends nothing more once the record cannot be read back, after %i answers', async (answered, length) => {
    const bodies: string[] = [];
    const { putBack } = holding({ ...original, title: 'Dr' }, (stored, body) => {
      bodies.push(JSON.stringify(body));
      return bodies.length > answered ? undefined : stored;
    });
    expect(await putBack([entry])).toEqual([unread]);
    // The bodies of the first pass: a reading, all differing fields together, a reading, each field alone, and a
    // reading. The second pass adds a reading.
    const whole = ['{}', '{"title":"Ms"}', '{}', '{"title":"Ms"}', '{}'];
    expect(bodies).toEqual([...whole.slice(0, length), '{}']);
  });

  it('sees that a client was changed where another one was put back', async () => {
    const other = 'd08ac70c-936a-4ea6-9bb0-fc98ea69bfa2';
    const stored = new Map([client, other].map((id) => [id, { ...original, id, lastName: id.slice(0, 4) }]));
    const exchanges = clientService((id, body) => {
      for (const one of new Set([client, id])) Object.assign(stored.get(one) ?? {}, JSON.parse(body));
      return [200, stored.get(id)];
    }).open();
    const entries = [client, other].map((id) => ({
      ...{ ...entry, client: id, record: { ...stored.get(id) } },
      ...sent('lastName'),
    }));
    const outcomes = await putBackAll(entries, { specification: bundled, exchanges, settleMs: 0 });
    expect(outcomes.map(({ kind }) => kind)).toEqual(['put-back', 'put-back']);
    expect(stored.get(client)?.lastName).toBe(client.slice(0, 4));
  });

  it('leaves a client changed whose target does not answer', async () => {
    const putBack = gone();
    expect(await putBack([entry])).toEqual([
      leftChanged(expect.stringMatching(/^PATCH .*[^.]$/), { isUnread: true }),
    ]);
    const entries = [1, 2, 3].map((number) => ({ ...entry, client: `${client.slice(0, -1)}${number}` }));
    const message = expect.stringMatching(/^the target left at least 5 .*[^.]$/);
    expect((await putBack(entries)).at(-1)).toMatchObject({ message });
  });
});

describe('putting back what may change yet', () => {
  const settleMs = 150;
  const unsettled = { ...entry, ...sent('title'), isUnsettled: true };

  const onReading = (tell: (reading: number, stored: Client) => Client | undefined) => {
    let readings = 0;
    return (stored: Client, sent: Client): Client => {
      if (!isReading(sent)) return merging(stored, sent);
      readings += 1;
      return tell(readings, stored) ?? stored;
    };
  };

  const title = { title: 'Ms' };

  // Readings 1 and 2 are those of the restore.
  it.each<[late: number, sent: Client[]]>([
    // Reading 3 starts the settling time, and reading 4 ends it.
    [0, [title, {}, {}, {}, {}]],
    // Reading 3 shows the change, reading 4 starts the settling time, and reading 5 ends it.
    [3, [title, {}, {}, {}, title, {}, {}]],
    // Reading 3 starts the settling time, reading 4 shows the change, reading 5 starts it again, and reading 6 ends it.
    [4, [title, {}, {}, {}, {}, title, {}, {}]],
  ])('puts back again what is changed late, before reading %i', async (late, sent) => {
    const { state, putBack } = holding(
      original,
      onReading((reading, stored) => (reading === late ? { ...stored, title: 'Sample' } : undefined)),
    );
    expect(await putBack([unsettled], { settleMs })).toEqual([putBackWhole]);
    expect(state.stored).toEqual(original);
    expect(state.sent).toEqual(sent);
  });

  it('leaves changed what is changed again and again', async () => {
    const { state, putBack } = holding(
      original,
      onReading((_, stored) => ({ ...stored, title: 'Sample' })),
    );
    expect(await putBack([unsettled], { settleMs })).toEqual([
      leftChanged('the target did not take back title'),
    ]);
    expect(state.stored.title).toBe('Ms');
  });

  it('says so where it never stays as it was for long enough', async () => {
    const { putBack, clock } = holding(
      original,
      onReading((reading) => {
        // The last reading takes longer than the longest settling time.
        if (reading === 4) clock.step(3 * settleMs);
        return { ...original, title: reading === 3 ? 'Sample' : 'Ms' };
      }),
    );
    expect(await putBack([unsettled], { settleMs })).toEqual([
      leftChanged('it did not stay as it was for 0.15 seconds'),
    ]);
  });

  it('waits for a reading that shows what was sent, where an old one does not', async () => {
    // A replica that lags behind shows the sent values only after a while.
    const { state, putBack } = holding(
      { ...original, title: 'Dr' },
      onReading((reading) => (reading < 8 ? { ...original, title: 'Dr' } : original)),
    );
    expect(await putBack([{ ...entry, ...sent('title') }], { settleMs })).toEqual([putBackWhole]);
    expect(new Set(state.sent.map((body) => JSON.stringify(body)))).toEqual(
      new Set(['{"title":"Ms"}', '{}']),
    );
  });

  it('tells once that it waits, and not where nothing is unknown, refused or disposable', async () => {
    const told: number[] = [];
    const onSettling = (ms: number): void => void told.push(ms);
    const whole = holding(original, merging);
    await whole.putBack([unsettled, unsettled], { onSettling });
    expect(told).toEqual([]);
    await whole.putBack([unsettled, unsettled], { settleMs, onSettling });
    expect(told.splice(0)).toEqual([settleMs]);

    const waiting = { settleMs: 600_000, onSettling };
    const refusing = holding({ ...original, title: 'Dr' }, (stored, body) =>
      isReading(body) ? stored : undefined,
    );
    await refusing.putBack([entry], waiting);
    expect(refusing.state.sent).toHaveLength(10);
    for (const state of [entry, { ...disposable, isUnsettled: true }]) {
      const service = holding(original, merging);
      await service.putBack([{ ...state, ...sent('title') }], waiting);
      expect(service.state.sent).toEqual([{ title: 'Ms' }, {}, {}]);
    }
    expect(told).toEqual([]);
  });

  it('waits for no more than that, where a target is gone', async () => {
    const putBack = gone();
    expect(await putBack([unsettled], settleMs)).toMatchObject([{ kind: 'left-changed', client }]);
  });
});

const unshown = (...fields: string[]): ReturnType<typeof sent> => ({
  ...sent(...fields),
  isShownExactly: false,
});
const doubtful = (field: string) => ({ kind: 'not-verified', client, fields: [field] });
const both = ['title', 'lastName'];

it.each<[string, shown: string, Partial<ClientState>, object, sentBack?: Client[]]>([
  ['sends nothing of what it shows as before', 'Ms', unshown(...both), putBackWhole, []],
  [
    'says what may be lost, where it shows neither what was there nor what was sent',
    ...(['SAMPLE', unshown(...both), doubtful('title')] as const),
  ],
  [
    'is not believed for a value that it refused',
    ...(['Sample', { ...unshown('title'), refused: { title: ['Sample'] } }, doubtful('title')] as const),
  ],
  [
    'names what was shown otherwise, though all is shown as it was',
    ...(['Ms', { ...sent(...both), shownOtherwise: ['lastName'] }, doubtful('lastName')] as const),
  ],
  [
    'no longer doubts a field that shows a value of the run after all, as where a reading was an old one',
    ...(['Sample', { ...unshown(...both), shownOtherwise: both }, doubtful('lastName')] as const),
  ],
  [
    'looks for that before it sends anything back, where the target is believed',
    ...(['Sample', { ...sent('title'), shownOtherwise: ['title'] }, putBackWhole] as const),
    [{}, { title: 'Ms' }, {}, {}],
  ],
  [
    'does not doubt what is disposable',
    ...(['SAMPLE', { ...disposable, sent: unshown('title').sent }, putBackWhole] as const),
  ],
])(
  'putting back at a target that is not seen to show what it is sent: it %s',
  async (_, title, history, outcome, sentBack) => {
    const { state, putBack } = holding({ ...original, title }, merging);
    expect(await putBack([{ ...entry, ...history }])).toEqual([outcome]);
    expect(state.stored).toEqual(original);
    if (sentBack?.length === 0) expect(state.sent.filter((body) => !isReading(body))).toEqual([]);
    else if (sentBack !== undefined) expect(state.sent).toEqual(sentBack);
  },
);
