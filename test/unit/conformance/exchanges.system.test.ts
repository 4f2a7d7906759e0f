import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { getCaseData, getOrganisation } from '../../../src/api/calls.ts';
import { openExchanges } from '../../../src/conformance/exchanges.ts';
import { forgeryFamilies } from '../../../src/harness/forgeries.ts';
import { during } from '../../support/during.ts';
import { answers, serve, type TestServer } from '../../support/hostile.ts';
import { transportTo } from './support.ts';

const tokens = { member: 'member-token' };
const answering = (body: string | Uint8Array): Promise<TestServer> => during(answers(200, body));

describe('a call', () => {
  test('is not sent once the run was ended', async () => {
    const server = await answering('{}');
    const end = new AbortController();
    const exchanges = openExchanges(transportTo(server.url), tokens, { signal: end.signal });
    await exchanges.send(getOrganisation(), 'member');
    end.abort();
    await expect(exchanges.send(getOrganisation(), 'member')).rejects.toMatchObject({
      reason: 'ended-early',
      message: 'The run was ended early.',
    });
    expect(server.seen).toHaveLength(1);
    expect(exchanges.counts()).toEqual({ getOrganisation: 1 });
  });

  test('with a token that is not configured is a mistake in the check, and with an impossible forgery decides nothing', async () => {
    const server = await answering('{}');
    const exchanges = openExchanges(transportTo(server.url), tokens);
    await expect(exchanges.send(getOrganisation(), 'outsider')).rejects.toThrow(
      'A check uses tokens.outsider, which it does not say that it needs.',
    );
    const forgery = { id: 'other-case', title: 'a token in the other case', authorization: () => null };
    await expect(exchanges.send(getOrganisation(), forgery)).rejects.toMatchObject({
      reason: 'no-data',
      message: 'tokens.member cannot be made into a token in the other case.',
    });
    expect(server.seen).toEqual([]);
  });
});

test('a token in another case shares no connection, since a server such as Jetty would take it for the valid one', async () => {
  const first = new WeakMap<Socket, string>();
  const server = await during(
    serve(({ headers: { authorization = '' }, socket }, response) => {
      const known = first.get(socket) ?? authorization;
      first.set(socket, known);
      const taken = known.toLowerCase() === authorization.toLowerCase() ? known : authorization;
      response.statusCode = taken === `Bearer ${tokens.member}` ? 200 : 401;
      response.end('{}');
    }),
  );
  const exchanges = openExchanges(transportTo(server.url, { concurrency: 1 }), tokens);
  const [otherCase] = forgeryFamilies.find(({ id }) => id === 'other-case')?.forgeries ?? [];
  if (otherCase === undefined) throw new Error('There is no such forgery.');
  const statuses = [];
  for (const credentials of ['member', otherCase, 'member', otherCase] as const)
    statuses.push((await exchanges.send(getOrganisation(), credentials)).status);
  expect(statuses).toEqual([200, 401, 200, 401]);
});

describe('an answer', () => {
  test('that holds too many values is not read, and texts hold none', async () => {
    const held = async (body: string) =>
      openExchanges(transportTo((await answering(body)).url), tokens).send(getCaseData('1'), 'member');
    await expect(held(`[${'1,'.repeat(500_001)}1]`)).rejects.toMatchObject({
      reason: 'unreachable',
      message:
        'GET /api/v2/cases/1/data: The answer holds more than 500000 values of JSON, which are not read. Test with a smaller record.',
    });
    expect((await held(`["${',\\"'.repeat(500_001)}"]`)).body.kind).toBe('json');
  });

  test('that is too large is no answer, but says what would have it read, however often it comes', async () => {
    const { url } = await answering('x'.repeat(1_001));
    const exchanges = openExchanges(transportTo(url, { maxBodyBytes: 1_000 }), tokens);
    for (let count = 0; count < 6; count += 1)
      await expect(exchanges.send(getCaseData('1'), 'member')).rejects.toMatchObject({
        reason: 'unreachable',
        message: `GET /api/v2/cases/1/data: ${url} answered with a body of more than 1000 bytes. To have more read, raise maxAnswerBytes in the configuration.`,
      });
  });

  test.each<[string | Uint8Array, true | undefined, string]>([
    ['{"caseId":"Bearer member-token"}', true, 'json'],
    ['{"caseId":"Bearer"}', undefined, 'json'],
    [new Uint8Array([0x22, 0xff, 0x22]), undefined, 'not-json'],
  ])('is read as it came, and says whether it holds a token: %s', async (answer, returnsToken, kind) => {
    const { url } = await answering(answer);
    const exchange = await openExchanges(transportTo(url), tokens).send(getCaseData('1'), 'member');
    expect(exchange).toMatchObject({ body: { kind }, bodyBytes: answer.length });
    expect(exchange.returnsToken).toBe(returnsToken);
  });
});
