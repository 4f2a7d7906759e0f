import { describe, expect, test } from 'vitest';
import { changeSeries } from '../../../../src/checks/update-client/change-series.ts';
import { changeableClients } from '../../../../src/checks/update-client/changeable-clients.ts';
import type { Sampling, Session } from '../../../../src/harness/session.ts';
import { Undecidable } from '../../../../src/trace/gap.ts';
import {
  changeableSession,
  clientCheck,
  clientsWith,
  type Deviance,
  first,
  isChange,
  ofFirst,
  records,
  second,
} from '../../harness/hand-made-clients.ts';
import { type Judged, judgedIn, said, sessionWith } from '../../harness/hand-made-session.ts';

const check = clientCheck('sequences');

interface Followed extends Judged {
  readonly sequences: unknown[][];
  readonly clients: Set<string>;
}

async function followed(
  deviance: Deviance = () => undefined,
  sampling: Partial<Sampling> = {},
  of = records,
  writes: 'all' | 'restore' = 'all',
): Promise<Followed> {
  const { session, asked } = await changeableSession(deviance, of, writes, sampling);
  const judged = await judgedIn(check, session);
  const bodies = asked.filter(isChange).map(({ body }) => JSON.parse(body));
  const start = JSON.stringify(bodies[0]);
  const sequences: unknown[][] = [];
  for (const body of bodies) {
    if (JSON.stringify(body) === start) sequences.push([]);
    else sequences.at(-1)?.push(body);
  }
  return { ...judged, sequences, clients: new Set(asked.map(({ client }) => client)) };
}

describe('a sequence of changes', () => {
  test('is of one client, from the same start, in a few steps', async () => {
    const { sequences, clients, ...judged } = await followed();
    expect(said(judged)).toEqual(['held']);
    expect(clients).toEqual(new Set([first]));
    expect(sequences).toHaveLength(5);
    const lengths = sequences.map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(4);
    expect(Math.max(...lengths)).toBeGreaterThan(1);
  });

  test('is the same for the same seed, and another one for another', async () => {
    const [one, same, other] = await Promise.all([1, 1, 2].map((seed) => followed(undefined, { seed })));
    expect(same?.sequences).toEqual(one?.sequences);
    expect(other?.sequences).not.toEqual(one?.sequences);
  });

  test('that breaks a rule is made small, and can be tried again by its path', async () => {
    const wrong: Deviance = ({ client, body }, held) => {
      const { companyName, ...others } = JSON.parse(body);
      if (companyName === undefined || Object.keys(others).length === 6) return undefined;
      const next = { ...held.get(client), ...others };
      held.set(client, next);
      return [200, JSON.stringify(next)];
    };
    const found = await followed(wrong, { runs: 20 });
    expect(said(found)).toEqual([
      ['update-client-fields', '/companyName', '/companyName still has its former value'],
    ]);
    expect(found.sequences.at(-1)?.length).toBeGreaterThan(0);
    const [judgement] = found.judgements;
    const path = judgement?.kind === 'deviates' ? judgement.finding.path : undefined;
    expect(path).toMatch(/^\d+(:\d+)*$/);
    expect(found.sequences.length).toBeLessThanOrEqual(20 + 41);
    const again = await followed(wrong, { runs: 20, path: path ?? '' });
    expect(said(again)).toEqual(said(found));
    expect(again.judgements[0]).toMatchObject({ finding: { path } });
    expect(again.sequences).toHaveLength(1);
    expect(again.sequences[0]).toHaveLength(1);
  });

  test('stops at the first step that breaks a rule', async () => {
    const found = await followed(({ body }) =>
      isChange({ body, client: '', credentials: '' }) ? [500, ''] : undefined,
    );
    expect(new Set(found.sequences.map(({ length }) => length))).toEqual(new Set([0]));
    expect(said(found)).toContainEqual(['update-client-fields', '', expect.stringMatching(/^A change of /)]);
  });

  test('passes also of a client without an address', async () => {
    const of = { [second]: records[second] ?? {} };
    expect(said(await followed(undefined, {}, of, 'restore'))).toEqual(['held']);
  });

  test('decides nothing where the token may change nothing', async () => {
    const forbidden = await followed(({ body }) => (body === '{}' ? undefined : [403, '']));
    expect(said(forbidden)).toEqual([['no-data', expect.stringMatching(/^No listed client shows /)]]);
  });

  test('decides nothing where everything new is refused', async () => {
    const refused = await followed(({ body }) => (body === '{}' ? undefined : [422, '']));
    expect(said(refused)).toEqual([
      ['no-data', expect.stringMatching(/^No listed client shows a field that can be changed, or/)],
    ]);
  });

  test('ends where the client cannot be read back any more', async () => {
    const gone = await followed(({ body }) => (body === '{}' ? [404, ''] : undefined));
    expect(gone.sequences).toEqual([]);
    expect(gone).toMatchObject({ undecidable: 'no-data' });
    let readings = 0;
    const lost = await followed(({ body }) => {
      if (body === '{}') readings += 1;
      return body === '{}' && readings > 1 ? [404, ''] : undefined;
    });
    // Only the first change was sent, and the client is gone.
    expect(lost.sequences.map(({ length }) => length)).toEqual([0]);
  });

  test('is the last where the target falls silent', async () => {
    let changes = 0;
    const silent = await followed(({ body }) => {
      if (body === '{}') return undefined;
      changes += 1;
      if (changes === 4) throw new Undecidable('throttled', 'Later.');
      return undefined;
    });
    expect(said(silent).at(-1)).toEqual(['throttled', 'Later.']);
    expect(changes).toBe(4);
  });

  test('that breaks the suite itself is no finding', async () => {
    const broken = followed(({ body }) => {
      if (body === '{}') return undefined;
      throw new TypeError('Broken.');
    });
    await expect(broken).rejects.toThrow();
  });

  test('is not tried where nothing can be changed', async () => {
    const { answer, target } = clientsWith(
      ({ body }) => (body === '{}' ? undefined : [409, '']),
      { [second]: records[second] ?? {} },
      { writes: 'restore' },
    );
    const { undecidable } = await judgedIn(check, sessionWith(answer, target));
    expect(undecidable).toBe('no-data');
  });
});

describe('a sequence of a run that is not thorough', () => {
  const sequence = async (
    deviance: Deviance = () => undefined,
    of = ofFirst,
  ): Promise<Judged & { readonly sent: readonly string[] }> => {
    let isUnderWay = false;
    const { answer, target, asked } = clientsWith(
      (...change) => (isUnderWay ? deviance(...change) : undefined),
      of,
    );
    const plain = sessionWith(answer, target);
    const series = await changeSeries(plain);
    const clients = await changeableClients(plain);
    asked.length = 0;
    isUnderWay = true;
    const session: Session = {
      ...plain,
      share: async <Value>(make: (session: Session) => Promise<Value>): Promise<Value> => {
        const known = new Map<unknown, unknown>([
          [changeableClients, clients],
          [changeSeries, series],
        ]);
        return (known.get(make) ?? plain.share(make)) as Value;
      },
    };
    const judged = await judgedIn(check, session);
    const sent = asked.map(({ body }) => Object.keys(JSON.parse(body)).join());
    return { ...judged, sent };
  };

  test('sends fields together and after each other that were not yet, and reads the client where it shows more', async () => {
    const { sent, ...judged } = await sequence();
    expect(said(judged)).toEqual(['held']);
    // Readings at the start, after the change of all fields, and at the end.
    expect(sent.map((fields, place) => (fields === '' ? place : -1)).filter((place) => place >= 0)).toEqual([
      0, 2, 12,
    ]);
    // Three readings, the change of all fields, and nine changes of some fields.
    expect(sent).toHaveLength(3 + 1 + 9);
    expect(new Set(sent.slice(1)).size).toBeGreaterThan(8);
    expect(sent.slice(3, 7).filter((fields) => fields.includes('emailAddress'))).toEqual([]);
  });

  test('reports the deviations of all its changes', async () => {
    const judged = await sequence(({ client, body }, held) => {
      const { title, ...patch } = JSON.parse(body);
      const without = 'firstName' in patch ? {} : { lastName: 'Lost' };
      const record = { ...held.get(client), ...patch, ...without };
      held.set(client, record);
      return [200, JSON.stringify(record)];
    });
    const pointers = new Set(said(judged).map((one) => (one as readonly string[])[1]));
    expect(pointers).toEqual(new Set(['/title', '/lastName']));
  });

  test('sends what is not shown', async () => {
    await sequence(({ client, body }, held) => {
      const patch = JSON.parse(body);
      const shown = held.get(client) ?? {};
      if (Object.keys(patch).length === 7) return undefined;
      for (const field of Object.keys(patch)) expect(patch[field]).not.toEqual(shown[field]);
      return undefined;
    });
  });

  test('that breaks a rule is told, where it does', async () => {
    const found = await sequence(({ client, body }, held) => {
      const { companyName, ...others } = JSON.parse(body);
      if (companyName === undefined || !('telephoneNumber' in others) || 'title' in others) return undefined;
      held.set(client, { ...held.get(client), ...others });
      return [200, JSON.stringify(held.get(client))];
    });
    expect(said(found)).toEqual([
      ['update-client-fields', '/companyName', '/companyName still has its former value'],
    ]);
  });

  test('is not decided where everything new is refused', async () => {
    const found = await sequence(({ body }) =>
      Object.keys(JSON.parse(body)).length > 1 ? [409, ''] : undefined,
    );
    expect(said(found)).toContainEqual(['no-data', expect.stringMatching(/^No listed client shows a field/)]);
  });

  test('is of a client that shows one field, too', async () => {
    const { sent, ...judged } = await sequence(undefined, { [first]: { id: first, title: 'Mr' } });
    expect(said(judged)).toEqual(['held']);
    expect(sent.length).toBeGreaterThan(4);
  });
});
