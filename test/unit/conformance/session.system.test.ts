import { describe, expect, it } from 'vitest';
import { getCaseData, getOrganisation, updateClient } from '../../../src/api/calls.ts';
import { openExchanges } from '../../../src/conformance/exchanges.ts';
import { openSession, type SessionContext } from '../../../src/conformance/session.ts';
import { foldAdvisories } from '../../../src/folds/advisories.ts';
import { foldRejectedTokens } from '../../../src/folds/rejected-tokens.ts';
import { foldShownExchanges } from '../../../src/folds/shown-exchanges.ts';
import type { Session } from '../../../src/harness/session.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { openAnswerBudget } from '../../../src/trace/answer-budget.ts';
import { evidenceOf } from '../../../src/trace/evidence.ts';
import { Undecidable } from '../../../src/trace/gap.ts';
import { appendingTo } from '../../../src/trace/trace.ts';
import { during } from '../../support/during.ts';
import { refusedPort, serve, type TestServer, throttlesAlways } from '../../support/hostile.ts';
import { targetAt, transportTo } from './support.ts';

const tokens = { member: 'member-token', outsider: 'outsider-token' };

function sessionsAt({ url }: Pick<TestServer, 'url'>, seed = 1): () => ReturnType<typeof openSession> {
  const sending = openExchanges(transportTo(url, { concurrency: 4 }), tokens);
  const sender: SessionContext['sender'] = {
    send: (call, credentials, isOnce) =>
      isOnce === true ? sending.sendOnce(call, credentials) : sending.send(call, credentials),
    readingSinceChange: () => undefined,
    recordsOfOthers: () => [],
    underConcurrency: () => 'right',
  };
  const sampling = { seed, runs: 1, thorough: false, repeat: 1 };
  const context = { target: targetAt(url), sender, sampling, runTag: 'mark', shared: new Map() };
  const shown = foldShownExchanges((exchange) => evidenceOf(exchange, bundled));
  return () =>
    openSession({
      ...context,
      exchanges: { wait: async () => {}, gather: sending.gather },
      specification: bundled,
      shown: shown.value,
      append: appendingTo([shown]),
      advisories: foldAdvisories({ isSecure: false }),
      rejectedTokens: foldRejectedTokens(),
      answerBudget: openAnswerBudget(bundled),
    });
}

const numbered = (): Promise<TestServer> => {
  let count = 0;
  return serve((_, response) => {
    count += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end(String(count));
  });
};

it('an unused identifier is a UUID of version 4, of every variant, and the same for a label and a seed alone', () => {
  const identifier = (seed: number, label: string): string =>
    sessionsAt({ url: 'http://127.0.0.1:1' }, seed)().unusedIdentifier(label);
  const made = Array.from({ length: 200 }, (_, seed) => identifier(seed, 'case'));
  for (const one of made)
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([...new Set(made.map((one) => one.charAt(19)))].sort().join('')).toBe('89ab');
  expect(new Set([...made, identifier(1, 'client')]).size).toBe(201);
  expect(identifier(1, 'case')).toBe(made[1]);
});

describe('a session', () => {
  it('sends what it is told to each time, with the credentials named', async () => {
    const server = await during(numbered());
    const session = sessionsAt(server)();
    const forgery = {
      id: 'forged',
      title: 'a forged token',
      authorization: (token: string) => `Bearer ${token}x`,
    };
    await session.send(getOrganisation(), 'member');
    await session.send(getOrganisation(), 'outsider');
    await session.send(getOrganisation(), forgery);
    await session.send(updateClient('a/b', '{}'), { ...forgery, authorization: () => undefined });
    const seen = server.seen.map(({ method, path, headers }) => [
      ...[method, path, headers.authorization, headers['content-type']],
    ]);
    expect(seen).toEqual([
      ['GET', '/api/v2/org', 'Bearer member-token', undefined],
      ['GET', '/api/v2/org', 'Bearer outsider-token', undefined],
      ['GET', '/api/v2/org', 'Bearer member-tokenx', undefined],
      ['PATCH', '/api/v2/clients/a%2Fb', undefined, 'application/json'],
    ]);
    expect(session.exchanges).toEqual([0, 1, 2, 3]);
  });

  it('sends bursts, of as many as may be under way', async () => {
    const underWay: number[] = [];
    const answers: (() => void)[] = [];
    let count = 0;
    const server = await during(
      serve((_, response) => {
        count += 1;
        underWay.push(count);
        answers.push(() => {
          count -= 1;
          response.end('{}');
        });
        // The first request of a burst is answered while the others are in flight.
        if (answers.length === 4) {
          const [first, ...rest] = answers;
          first?.();
          setTimeout(() => {
            for (const answer of rest) answer();
          }, 60);
        }
        if (answers.length === 6) for (const answer of answers.slice(4)) answer();
      }),
    );
    const session = sessionsAt(server)();
    const shared = { call: getOrganisation(), credentials: 'outsider', isShared: true } as const;
    const others = [1, 2, 3, 4, 5].map((id) => ({
      call: getCaseData(`${id}`),
      credentials: 'member' as const,
    }));
    expect(await session.sendConcurrently([...others, shared])).toHaveLength(6);
    expect(underWay).toEqual([1, 2, 3, 4, 1, 2]);
    await session.sendOnce(shared.call, shared.credentials);
    expect(server.seen).toHaveLength(6);
  });

  it('sends some at once, and says of each what came of it', async () => {
    const server = await during(numbered());
    const session = sessionsAt(server)();
    const asked = [1, 2, 3].map((id) => ({ call: getCaseData(`${id}`), credentials: 'member' as const }));
    const answers = await session.sendConcurrently(asked);
    expect(answers.map((answer) => !(answer instanceof Error) && answer.call.path)).toEqual(
      asked.map(({ call }) => call.path),
    );
    expect(session.exchanges).toHaveLength(3);
    const silent = sessionsAt({ url: await refusedPort() })();
    expect(await silent.sendConcurrently(asked.slice(0, 1))).toEqual([expect.any(Undecidable)]);
    await expect(
      session.sendConcurrently([{ call: getOrganisation(), credentials: 'restricted' }]),
    ).rejects.toThrow('A check uses tokens.restricted, which it does not say that it needs.');
  });

  it('sends a call of a token once, in every session of a run', async () => {
    const server = await during(numbered());
    const open = sessionsAt(server);
    const [one, other] = [open(), open()];
    const replies = await Promise.all([
      one.sendOnce(getOrganisation(), 'member'),
      one.sendOnce(getOrganisation(), 'member'),
      other.sendOnce(getOrganisation(), 'member'),
    ]);
    expect(replies.map(({ text, number }) => [text, number])).toEqual([
      ['1', 0],
      ['1', 0],
      ['1', 0],
    ]);
    expect(server.seen).toHaveLength(1);
    await other.sendOnce(getOrganisation(), 'outsider');
    await other.send(getCaseData('1'), 'member');
    await other.sendOnce(getOrganisation(), 'member');
    expect([...one.exchanges, ...other.exchanges]).toEqual([0, 0, 1, 2]);
    expect(server.seen).toHaveLength(3);
  });

  it('shares what is made once, with those of its exchanges that are looked at', async () => {
    const server = await during(numbered());
    const open = sessionsAt(server);
    const [one, other] = [open(), open()];
    const make = async (session: Session) => {
      const replies = [await session.send(getCaseData('1'), 'member')];
      return [...replies, await session.send(getCaseData('2'), 'member')];
    };
    await other.sendOnce(getOrganisation(), 'member');
    const [first, second] = await Promise.all([one.share(make), other.share(make), other.share(make)]);
    expect(first).toBe(second);
    expect(server.seen).toHaveLength(3);
    expect(first.map(({ number }) => number)).toEqual([1, 2]);
    expect(one.exchanges).toEqual([1, 2]);
    expect(other.exchanges).toEqual([0, 1, 2]);
    const third = open();
    await third.share(make, ({ request }) => request.path.includes('/2/'));
    expect(third.exchanges).toEqual([2]);
  });

  it('shares also what could not be made to its end', async () => {
    const open = sessionsAt(await during(numbered()));
    const make = async (session: Session) => {
      await session.send(getOrganisation(), 'member');
      throw new Undecidable('no-data', 'There is too little.');
    };
    for (const session of [open(), open()]) {
      await expect(session.share(make)).rejects.toMatchObject({ message: 'There is too little.' });
      expect(session.exchanges).toHaveLength(1);
    }
  });

  it('is not decided where the target throttles, or does not answer', async () => {
    const throttling = sessionsAt(await during(throttlesAlways('3600')))();
    await expect(throttling.send(getOrganisation(), 'member')).rejects.toMatchObject({
      name: 'Undecidable',
      reason: 'throttled',
    });
    const gone = sessionsAt({ url: await refusedPort() })();
    await expect(gone.send(getOrganisation(), 'member')).rejects.toMatchObject({
      name: 'Undecidable',
      reason: 'unreachable',
      message: expect.stringContaining('GET /api/v2/org: http://127.0.0.1'),
    });
  });
});
