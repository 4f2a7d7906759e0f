import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { getCaseData, getOrganisation, updateClient } from '../../../src/api/calls.ts';
import { type Exchanges, openExchanges } from '../../../src/conformance/exchanges.ts';
import { retryAlone } from '../../../src/conformance/retry-alone.ts';
import { unknownToken } from '../../../src/harness/forgeries.ts';
import { Undecidable } from '../../../src/trace/gap.ts';
import { during } from '../../support/during.ts';
import { serve, type TestServer } from '../../support/hostile.ts';
import { transportTo } from './support.ts';

const ids = [1, 2, 3].map((number) => `1ccd8a2e-0c39-4d4c-9b0e-7a5f3c2d1e0${number}`);

function crowded(
  count: number,
  answer: (response: ServerResponse) => void,
  alone: (response: ServerResponse) => void = fine,
): Promise<TestServer> {
  const met: ServerResponse[] = [];
  return during(
    serve((_, response) => {
      met.push(response);
      if (met.length > count) alone(response);
      if (met.length !== count) return;
      const [first, ...others] = met;
      if (first !== undefined) fine(first);
      for (const other of others) answer(other);
    }),
  );
}

function askingAt(
  { url }: Pick<TestServer, 'url'>,
  exchanges = openExchanges(transportTo(url), { member: 'member-token', outsider: 'outsider-token' }),
): Pick<Exchanges, 'send' | 'sendOnce'> & Pick<ReturnType<typeof retryAlone>, 'underConcurrency'> {
  const { retryIfFailed, underConcurrency } = retryAlone(exchanges);
  return {
    underConcurrency,
    send: (call, credentials) => retryIfFailed({ call, credentials }, exchanges.send(call, credentials)),
    sendOnce: (call, credentials) =>
      retryIfFailed({ call, credentials }, exchanges.sendOnce(call, credentials)),
  };
}

const answering = (status: number) => (response: ServerResponse) => response.writeHead(status).end('{}');
const fine = answering(200);
const failing = answering(500);

describe('what is asked at the same time as other calls', () => {
  it('is asked again alone where it failed, and holds the failure', async () => {
    const server = await crowded(3, failing);
    const exchanges = askingAt(server);
    const answers = await Promise.all(ids.map((id) => exchanges.sendOnce(getCaseData(id), 'member')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ whenConcurrent }) => whenConcurrent?.status)).toEqual([undefined, 500, 500]);
    expect(exchanges.underConcurrency()).toBe('wrong');
    // One retry in the run; from then on, requests are sent one at a time.
    await Promise.all(ids.map((id) => exchanges.sendOnce(getCaseData(id), 'member')));
    await Promise.all(ids.map((id) => exchanges.send(getCaseData(id), 'member')));
    expect(server.seen).toHaveLength(5 + 3);
  });

  it.each([
    [500, 403],
    [401, 404],
  ])('is told as it was, %i, where it is refused %i alone', async (status, alone) => {
    const exchanges = askingAt(await crowded(3, answering(status), answering(alone)));
    const answers = await Promise.all(ids.map((id) => exchanges.send(getCaseData(id), 'outsider')));
    expect(answers.map((answer) => answer.status)).toEqual([200, status, status]);
  });

  it.each([409, 423])('is asked again alone where an empty change was answered %i', async (status) => {
    const exchanges = askingAt(await crowded(3, answering(status)));
    const answers = await Promise.all(ids.map((id) => exchanges.send(updateClient(id, '{}'), 'member')));
    expect(answers.map((answer) => [answer.status, answer.whenConcurrent])).toEqual(
      ids.map(() => [200, undefined]),
    );
    expect(exchanges.underConcurrency()).toBe('wrong');
  });

  it('is told as it was without a valid token', async () => {
    const exchanges = askingAt(await crowded(2, failing));
    const [, forged] = await Promise.all([
      exchanges.send(getOrganisation(), 'member'),
      exchanges.send(getOrganisation(), unknownToken),
    ]);
    expect(forged.status).toBe(500);
  });

  it('is told as it was where nothing may be asked any more', async () => {
    const server = await crowded(3, failing);
    const asking = openExchanges(transportTo(server.url), { member: 'member-token' });
    let left = 3;
    const ending: Exchanges = {
      ...asking,
      send: async (call, credentials) => {
        left -= 1;
        if (left < 0) throw new Undecidable('ended-early', 'The run is over.');
        return asking.send(call, credentials);
      },
    };
    const exchanges = askingAt(server, ending);
    const all = ids.map((id) => exchanges.send(getCaseData(id), 'member'));
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([200, 500, 500]);
  });

  it('is asked again where it got no answer', async () => {
    const exchanges = askingAt(await crowded(3, (response) => response.destroy()));
    const readings = ids.map((id) => exchanges.send(updateClient(id, '{}'), 'member'));
    const [, second] = await Promise.all(readings);
    expect(second?.status).toBe(200);
    expect(second?.lost?.message).toMatch(/at the same time as other requests; alone, it is answered 200\.$/);
    expect(exchanges.underConcurrency()).toBe('lost');
  });

  it('is not asked again where it may have changed something', async () => {
    const server = await crowded(3, failing);
    const exchanges = askingAt(server);
    const changes = ids.map((id) => exchanges.send(updateClient(id, '{"firstName":"A"}'), 'member'));
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 500, 500]);
    expect(server.seen).toHaveLength(3);
  });

  it('is asked again a few times in vain, and others go on meanwhile as before', async () => {
    const server = await during(serve((_, response) => failing(response)));
    const exchanges = askingAt(server);
    for (let round = 0; round < 3; round += 1)
      await Promise.all(ids.map((id) => exchanges.send(getCaseData(id), 'member')));
    expect(server.seen.length).toBeGreaterThan(9);
    expect(server.seen.length).toBeLessThanOrEqual(9 + 3 + 2);
    expect(exchanges.underConcurrency()).toBe('right');
  });
});
