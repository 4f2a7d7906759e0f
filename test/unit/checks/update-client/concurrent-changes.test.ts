import { describe, expect, test } from 'vitest';
import type { Sampling, Session } from '../../../../src/harness/session.ts';
import {
  changeableSession,
  clientCheck,
  type Deviance,
  first,
  records,
  second,
} from '../../harness/hand-made-clients.ts';
import { type Judged, judgedIn, observed, said, wrongs } from '../../harness/hand-made-session.ts';

const check = clientCheck('at-once');

interface Changed extends Judged {
  readonly asked: readonly (readonly [client: string, body: string])[];
  readonly bodyOf: (number: number | undefined) => string | undefined;
}

async function changed(
  deviance: Deviance = () => undefined,
  sampling: Partial<Sampling> = {},
): Promise<Changed> {
  const whole = { thorough: false, ...sampling };
  const { session, asked } = await changeableSession(deviance, records, 'restore', whole);
  const bodies = new Map<number, string | undefined>();
  const sendConcurrently: Session['sendConcurrently'] = async (calls) => {
    const replies = await session.sendConcurrently(calls);
    for (const reply of replies) if ('number' in reply) bodies.set(reply.number, reply.call.body);
    return replies;
  };
  const judged = await judgedIn(check, { ...session, sendConcurrently });
  const bodyOf = (number = -1) => bodies.get(number);
  return { ...judged, asked: asked.map(({ client, body }) => [client, body] as const), bodyOf };
}

const isOf = (field: string, body: string): boolean => Object.hasOwn(JSON.parse(body), field);

describe('changes at the same moment', () => {
  test('are of two fields of each of two clients, and read before and after', async () => {
    const { asked, ...judged } = await changed();
    expect(asked.map(([client, body]) => [client, Object.keys(JSON.parse(body)).join()])).toEqual([
      [first, ''],
      [second, ''],
      [first, 'firstName'],
      [first, 'lastName'],
      [second, 'lastName'],
      [second, 'title'],
      [first, ''],
      [second, ''],
    ]);
    expect(new Set(said(judged))).toEqual(new Set(['held']));
    expect(observed(judged)).toContainEqual(['updateClient of two fields at once', 'accepted']);
  });

  test('are of an address too, with every other seed', async () => {
    const { asked } = await changed(undefined, { seed: 2 });
    const ofFirst = asked
      .filter(([client]) => client === first)
      .map(([, body]) => Object.keys(JSON.parse(body)));
    expect(ofFirst).toContainEqual(['address']);
  });

  test('are repeated', async () => {
    expect((await changed(undefined, { repeat: 3 })).asked).toHaveLength(2 + 3 * 6);
  });

  test('deviate where one is lost', async () => {
    const judged = await changed(({ client, body }, held) => {
      const record = held.get(client);
      return isOf('lastName', body) ? [200, JSON.stringify({ ...record, ...JSON.parse(body) })] : undefined;
    });
    const lost = ['update-client-fields', '/lastName', '/lastName still has its former value'];
    expect(wrongs(judged)).toEqual([lost, lost]);
  });

  test('deviate where one lands on another client', async () => {
    const judged = await changed(({ client, body }, held) => {
      if (client === first && isOf('firstName', body))
        held.set(second, { ...held.get(second), ...JSON.parse(body) });
      return undefined;
    });
    const found = wrongs(judged);
    const words = '/firstName was changed although the change left it out; it was not shown before';
    expect(found).toEqual([['update-client-omitted-unchanged', '/firstName', words]]);
  });

  test.each([409, 423, 400])('may be refused with %i, and are then not made', async (status) => {
    const judged = await changed(({ body }) => (isOf('lastName', body) ? [status, '{}'] : undefined));
    expect(new Set(said(judged))).toEqual(new Set(['held']));
    expect(observed(judged)).toContainEqual(['updateClient of two fields at once', `200, ${status}`]);
    const made = await changed(({ client, body }, held) => {
      if (!isOf('lastName', body)) return undefined;
      held.set(client, { ...held.get(client), ...JSON.parse(body) });
      return [status, '{}'];
    });
    expect(said(made).flat()).toContain('update-client-omitted-unchanged');
  });

  test.each([
    [401, 'update-client-200'],
    [500, 'update-client-fields'],
  ])('are not answered %i', async (status, requirement) => {
    const judged = await changed(({ body }) => (isOf('lastName', body) ? [status, '{}'] : undefined));
    expect(said(judged).flat()).toContain(requirement);
  });

  test('say nothing where all of them are refused', async () => {
    const judged = await changed(({ body }) => (body === '{}' ? undefined : [409, '{}']));
    expect(wrongs(judged)).toEqual([['no-data', expect.any(String)]]);
  });
});
