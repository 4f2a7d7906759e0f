import { describe, expect, it } from 'vitest';
import { conclusionOf } from '../../../src/acceptance/conclusion.ts';
import { type Call, getCaseData, getOrganisation, listCases, updateClient } from '../../../src/api/calls.ts';
import { applicableChecks } from '../../../src/conformance/run.ts';
import type { Check } from '../../../src/harness/check.ts';
import { noCredentials } from '../../../src/harness/forgeries.ts';
import { Undecidable } from '../../../src/trace/gap.ts';
import { during } from '../../support/during.ts';
import { answers, redirectsElsewhere, refusedPort, serve, type TestServer } from '../../support/hostile.ts';
import { checkOf, checkThat, deviation, held, runAt, targetAt, transportTo, undecided } from './support.ts';

const working = (): Promise<TestServer> => during(answers(200, '{}'));

describe('a run', () => {
  it('gives the results in the order of the checks, whichever ends first, and keeps to so many at once', async () => {
    const { url } = await working();
    let [running, most] = [0, 0];
    const waits = [40, 0, 20, 0, 5, 5].map((ms, index) =>
      checkThat(String(index), async function* () {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, ms));
        running -= 1;
        yield held;
      }),
    );
    const counts: number[] = [];
    const onResult = (ended: number): void => void counts.push(ended);
    const { results } = await runAt(url, waits, { concurrency: 3, onResult });
    expect(results.map(({ id }) => id)).toEqual(waits.map(({ id }) => id));
    expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
    expect(most).toBe(3);
  });

  it('runs checks in stages: those that ask, those that ask again, changes one at a time, and those that look back', async () => {
    const { url } = await working();
    const events: string[] = [];
    const check = (id: string, stage?: Check['stage']) =>
      checkThat(
        id,
        async function* (session) {
          events.push(`begin ${id}`);
          await session.send(getOrganisation(), 'member');
          events.push(`end ${id}`);
          yield held;
        },
        stage === undefined ? {} : { stage },
      );
    const checks = [
      ...[check('last', 'last'), check('change-1', 'change'), check('look-1'), check('repeat', 'repeat')],
      ...[check('change-2', 'change'), check('look-2')],
    ];
    const { results, judged } = await runAt(url, checks, { concurrency: 4 });
    expect(results.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
    expect(events.slice(0, 2)).toEqual(['begin look-1', 'begin look-2']);
    expect(events.slice(4)).toEqual(
      ['repeat', 'change-1', 'change-2', 'last'].flatMap((id) => [`begin ${id}`, `end ${id}`]),
    );
    // One of the requests tests whether the target is the service. No check judges it.
    expect(judged).toEqual({ getOrganisation: 6 });
  });

  it('tells a deviation, with the exchange that shows it and what it may show of it', async () => {
    const { url } = await during(
      serve(({ url: path = '' }, response) => {
        response.end(
          path.includes('clients') ? '{"id":"1"}' : '{"caseId":"secret","caseType":"Sale","price":"12"}',
        );
      }),
    );
    const finding = { pointer: '/price', message: 'No', requirement: 'case-price' };
    const check = checkThat('deviating', async function* (session) {
      await session.send(updateClient('1', '{}'), 'member');
      const { number: reply } = await session.send(getCaseData('1'), 'member');
      yield { kind: 'deviates', finding: { ...finding, reply } };
    });
    const { results, exchanges, requests } = await runAt(url, [check], {
      target: { writes: 'all', clients: ['1'] },
    });
    expect(results).toMatchObject([
      { verdict: 'fail', findings: [{ ...finding, exchange: 1 }], evidence: [0, 1] },
    ]);
    const [change, reading] = exchanges;
    expect(reading).toMatchObject({
      request: { method: 'GET', path: '/api/v2/cases/1/data', credentials: 'member' },
      response: { status: 200, body: { price: '99', caseType: 'Sale' } },
    });
    expect(reading?.request).not.toHaveProperty('bodyLength');
    expect(change?.request).toMatchObject({ method: 'PATCH', bodyLength: 2 });
    expect(change?.request.body).toEqual({});
    expect(change?.response).not.toHaveProperty('body');
    expect(JSON.stringify([results, exchanges])).not.toMatch(/secret|member-token/);
    // One more request tests whether the target is the service.
    expect(requests).toBe(3);
  });

  it('shows of a change that a finding is about what was sent, without what the target showed before', async () => {
    const { url } = await during(
      serve((_, response) => response.end('{"id":"1","address":{"line_1":"High Street"}}')),
    );
    const body = JSON.stringify({ title: 'Dr', address: { line_1: 'High Street', secret: 'x' } });
    const finding = { pointer: '/title', message: 'No', requirement: 'update-client-fields' };
    const check = checkThat('deviating', async function* (session) {
      await session.send(updateClient('1', '{}'), 'member');
      const { number: reply } = await session.send(updateClient('1', body), 'member');
      yield { kind: 'deviates', finding: { ...finding, reply } };
    });
    const { exchanges } = await runAt(url, [check], { target: { writes: 'all', clients: ['1'] } });
    expect(exchanges.at(-1)?.request.body).toEqual({
      title: 'Dr',
      address: { line_1: 'Xxxx Xxxxxx', secret: 'x' },
    });
  });

  it('tells its checks what is random, and counts what puts clients back among its requests', async () => {
    const server = await during(answers(200, '{"id":"1","title":"Ms"}'));
    const told: unknown[] = [];
    const check = checkThat(
      'changing',
      async function* (session) {
        told.push(session.sampling);
        await session.send(updateClient('1', '{"title":"Dr"}'), 'member');
        yield held;
      },
      { stage: 'change' },
    );
    const target = { writes: 'all', clients: ['1'] } as const;
    const { requests, putBack } = await runAt(server.url, [check], { target, seed: 7, runs: 3 });
    expect(putBack).toEqual([{ kind: 'put-back', client: '1' }]);
    expect(requests).toBe(server.seen.length);
    await runAt(server.url, [check], { target, seed: 7, runs: 3, path: '2:0' });
    expect(told).toStrictEqual([
      { seed: 7, runs: 3, thorough: false, repeat: 1 },
      { seed: 7, runs: 3, thorough: false, repeat: 1, path: '2:0' },
    ]);
  });

  it('gathers what was observed', async () => {
    const { url } = await working();
    const observe = (value: string) =>
      checkThat(value, async function* () {
        yield { kind: 'observes', observation: { requirement: 'limits', subject: 'size', value } };
      });
    const { observations } = await runAt(url, [observe('2'), observe('1')]);
    expect(observations).toEqual([{ id: 'limits:size', values: ['1', '2'] }]);
  });

  it('leaves out a check that has no meaning for the target', async () => {
    const { url } = await working();
    const meaningless = { ...checkOf('meaningless', deviation()), applies: () => false };
    const meant = { ...checkOf('meant', held), applies: () => true };
    expect(applicableChecks([meaningless, meant], targetAt(url))).toEqual([meant]);
    expect((await runAt(url, [meaningless, meant])).results.map(({ id }) => id)).toEqual([meant.id]);
  });
});

describe('a check', () => {
  const throwing = (error: unknown) =>
    checkThat('broken', async function* () {
      yield deviation();
      throw error;
    });
  const likeOurs = { name: 'Undecidable', reason: 'no-data', message: '' };

  it.each([
    ['throws an error', throwing(new TypeError('Broken')), new TypeError('Broken')],
    ['throws what is no error', throwing('broken'), 'broken'],
    ['throws an error like ours', throwing(likeOurs), likeOurs],
    ['judges nothing', checkOf('broken'), { message: 'The check getOrganisation.broken judged nothing.' }],
    [
      'names a reply which it did not look at',
      checkOf('broken', deviation()),
      { message: 'The check getOrganisation.broken names a reply that it did not look at.' },
    ],
    [
      'needs what is no capability',
      { ...checkOf('broken', held), needs: ['a cse' as never] },
      { message: "A check needs 'a cse', which is not a capability." },
    ],
  ])('that %s is a fault of the suite, whatever else passed', async (_, broken, error) => {
    const { url } = await working();
    const found = await runAt(url, [checkOf('first', held), broken, checkOf('last', held)]);
    expect(found.results.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['getOrganisation.first', 'pass'],
      ['getOrganisation.last', 'pass'],
    ]);
    expect(found.suiteFaults).toMatchObject([{ check: 'getOrganisation.broken', error }]);
    expect(conclusionOf(found)).toBe('suite-broke');
  });

  it('whose end nobody can be told is a fault of the suite', async () => {
    const { url } = await working();
    const onResult = () => {
      throw new Error('Nobody listens.');
    };
    const told = await runAt(url, [checkOf('fine', held)], { onResult });
    expect(told.suiteFaults.map(({ error }) => String(error))).toEqual(['Error: Nobody listens.']);
  });

  it('that cannot go on keeps the deviations before it, and says what would decide it', async () => {
    const { url } = await working();
    const remedy = 'Try again later.';
    const stopped = (id: string, ...before: Parameters<typeof checkOf>[1][]) =>
      checkThat(id, async function* (session) {
        await session.sendOnce(getOrganisation(), 'member');
        yield* before;
        throw new Undecidable('throttled', remedy);
      });
    const { results } = await runAt(url, [
      stopped('after a deviation', deviation()),
      stopped('after what held', held),
      stopped('at once'),
      checkOf('open', held, undecided('throttled', remedy)),
    ]);
    expect(
      results.map(({ verdict, reason, remedies, findings }) => [verdict, reason, remedies, findings.length]),
    ).toEqual([
      ['fail', undefined, [{ reason: 'throttled', remedy }], 1],
      ...Array(3).fill(['inconclusive', 'throttled', [{ reason: 'throttled', remedy }], 0]),
    ]);
  });

  it('whose needs are not met sends nothing, and says what each wants', async () => {
    const server = await working();
    const needing = checkThat(
      'needing',
      async function* (session) {
        await session.send(getCaseData('1'), 'member');
        yield held;
      },
      { needs: ['a Sale case', 'writes', 'outsider token'] },
    );
    const { results } = await runAt(server.url, [needing]);
    expect(results).toMatchObject([
      {
        verdict: 'inconclusive',
        reason: 'not-configured',
        remedies: [
          { reason: 'not-configured', remedy: 'List a case in cases.Sale of the configuration.' },
          {
            reason: 'excluded',
            remedy:
              'Set writes to "restore" in the configuration, if the run may send changes of listed clients.',
          },
          { reason: 'not-configured', remedy: 'Set tokens.outsider in the configuration.' },
        ],
        evidence: [],
      },
    ]);
    expect(server.seen.map(({ path }) => path)).toEqual(['/api/v2/org']);
    const met = {
      cases: { Sale: ['1'], Purchase: [], Remortgage: [], Transfer: [] },
      writes: 'all',
    } as const;
    const configured = { ...met, tokens: new Set(['member', 'outsider'] as const) };
    expect((await runAt(server.url, [needing], { target: configured })).results).toMatchObject([
      { verdict: 'pass' },
    ]);
  });
});

describe('a target that cannot be tested', () => {
  const asking = checkThat('asking', async function* (session) {
    await session.send(getCaseData('1'), 'member');
    yield held;
  });

  it('refuses connections', async () => {
    const url = await refusedPort();
    const found = await runAt(url, [asking, checkOf('independent', held)]);
    expect(found.obstacle).toBe(`GET /api/v2/org: ${url} refused the connection.`);
    expect(found.results).toMatchObject(
      Array(2).fill({
        verdict: 'inconclusive',
        reason: 'unreachable',
        remedies: [{ remedy: found.obstacle }],
      }),
    );
    expect(found.requests).toBe(1);
    expect(conclusionOf(found)).toBe('not-tested');
  });

  it('redirects to another host, which is sent nothing', async () => {
    const elsewhere = await working();
    const server = await during(redirectsElsewhere(`${elsewhere.url}/login?token=secret`));
    const found = await runAt(server.url, [asking]);
    expect(found.obstacle).toBe(
      `${server.url} redirects to ${elsewhere.url}, where nothing was sent. Set baseUrl to the address of the service itself.`,
    );
    expect(elsewhere.seen).toEqual([]);
    expect(server.seen).toHaveLength(1);
    expect(conclusionOf(found)).toBe('not-tested');
  });

  it.each([
    ...['/login', 'login', '//', '', 'http://['].map((location) => [location, 302] as const),
    ...[299, 300, 399, 400].map((status) => [undefined, status] as const),
  ])('is one only where it redirects elsewhere (%j, %i)', async (location, status) => {
    const elsewhere = await working();
    const { url } = await during(redirectsElsewhere(location ?? elsewhere.url, status));
    const { obstacle, results } = await runAt(url, [asking]);
    const isRedirected = obstacle?.includes('redirects to') === true;
    expect(isRedirected).toBe(status === 300 || status === 399);
    if (location !== undefined) expect([obstacle, results[0]?.verdict]).toEqual([undefined, 'pass']);
  });

  it('is none where the suite itself broke', async () => {
    const { url } = await working();
    const transport = transportTo(url);
    await transport.close();
    await expect(runAt(url, [asking], { transport })).rejects.toThrow('The transport is closed.');
  });

  const counting = (statusOf: (count: number) => number | undefined): Promise<TestServer> => {
    let count = 0;
    return during(
      serve((request, response) => {
        count += 1;
        const status = statusOf(count);
        if (status === undefined) request.socket.destroy();
        else response.writeHead(status).end('{}');
      }),
    );
  };
  const several = (length: number): Check[] =>
    Array.from({ length }, (_, index) => ({ ...asking, id: `getOrganisation.${index}` }));

  it('is none that throttles one request', async () => {
    const { url } = await counting((count) => (count === 1 ? 503 : 200));
    const { obstacle, results } = await runAt(url, [asking]);
    expect([obstacle, results[0]?.verdict]).toEqual([undefined, 'pass']);
  });

  it('goes away in the middle, and is soon left alone', async () => {
    const { url } = await counting((count) => (count > 3 ? undefined : 200));
    const { results, requests, suiteFaults } = await runAt(url, several(20));
    expect(results.map(({ verdict, reason }) => reason ?? verdict)).toEqual([
      ...Array(2).fill('pass'),
      ...Array(18).fill('unreachable'),
    ]);
    // One request that tests the target, two answered ones, five unanswered ones, and one after them.
    expect(requests).toBe(9);
    const remedy = expect.stringContaining('at least 5 requests of getCaseData in a row');
    expect(results.at(-1)?.remedies).toMatchObject([{ reason: 'unreachable', remedy }]);
    expect(suiteFaults).toEqual([]);
  });
});

describe('a target that closes connections', () => {
  const asking = (id: string, calls: readonly Call[]) =>
    checkThat(id, async function* (session) {
      for (const call of calls) await session.send(call, 'member');
      yield held;
    });
  const attack = getCaseData("' OR '1'='1");
  const benign = getCaseData('1');

  it('to all valid credentials of an operation, though it answers others', async () => {
    const server = await during(
      serve((request, response) => {
        if (isAttack(request.url ?? '') && request.headers.authorization !== undefined)
          request.socket.destroy();
        else response.writeHead(200).end('{}');
      }),
    );
    const anonymous = checkThat('anonymous', async function* (session) {
      await session.send(attack, noCredentials);
      yield held;
    });
    const found = await runAt(server.url, [asking('0', [attack]), anonymous]);
    expect(conclusionOf(found)).toBe('not-tested');
  });

  it.each<[string, closes: (url: string, count: number) => boolean, calls: Call[][], string]>([
    ['to what looks like an attack', isAttack, [[benign], [attack], [benign]], 'conformant'],
    ['to the last request, and answers the next', isAttack, [[benign], [attack]], 'conformant'],
    ['to the first request of an operation', isAttack, [[attack], [benign]], 'conformant'],
    ['to two attacks in one check', isAttack, [[benign], [attack, getCaseData("'")], [attack]], 'conformant'],
    ['to every request of an operation', isAttack, [[attack], [listCases()]], 'not-tested'],
    ['to the last request and to all after it', (_, count) => count > 2, [[benign], [attack]], 'not-tested'],
    ['five times to an operation', isAttack, [[benign], ...Array(5).fill([attack]), [benign]], 'not-tested'],
  ])('%s', async (_, closes, calls, conclusion) => {
    let count = 0;
    const server = await during(
      serve((request, response) => {
        count += 1;
        if (closes(request.url ?? '', count)) request.socket.destroy();
        else response.writeHead(200).end('{}');
      }),
    );
    const found = await runAt(
      server.url,
      calls.map((some, place) => asking(`${place}`, some)),
    );
    expect(conclusionOf(found)).toBe(conclusion);
    const undecided = found.results.filter(({ verdict }) => verdict !== 'pass');
    expect(new Set(undecided.map(({ reason }) => reason))).toEqual(new Set(['unreachable']));
    expect(undecided.every(({ remedies }) => remedies.every(({ isCutOff }) => isCutOff === true))).toBe(
      conclusion === 'conformant',
    );
  });

  function isAttack(url: string): boolean {
    return url.includes('%27') || url.includes("'");
  }
});

it('every answer of a run is sent once, that of the first request too', async () => {
  const server = await working();
  const sendingOnce = checkThat('sendingOnce', async function* (session) {
    await session.sendOnce(getOrganisation(), 'member');
    yield held;
  });
  const { requests } = await runAt(server.url, [sendingOnce, sendingOnce]);
  expect(requests).toBe(1);
  expect(server.seen).toHaveLength(1);
});
