import { describe, expect, test } from 'vitest';
import { changeableClients } from '../../../../src/checks/update-client/changeable-clients.ts';
import { updateClientChecks } from '../../../../src/checks/update-client.ts';
import type { Sampling } from '../../../../src/harness/session.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { clientsWith, type Deviance, first, records, second } from '../../harness/hand-made-clients.ts';
import {
  checkNamed,
  type Judged,
  judgedIn,
  observed,
  said,
  sessionWith,
} from '../../harness/hand-made-session.ts';

const check = checkNamed(updateClientChecks(bundled), 'updateClient.at-once');

interface Changed extends Judged {
  /** What was asked, each with the client that it was asked of. */
  readonly asked: readonly (readonly [client: string, body: string])[];
}

/** What is judged of changes at once by a service with a deviance, which it has once the clients are changeable. */
async function changed(
  deviance: Deviance = () => undefined,
  sampling: Partial<Sampling> = {},
): Promise<Changed> {
  let isUnderWay = false;
  const service = clientsWith((...change) => (isUnderWay ? deviance(...change) : undefined), records, {
    writes: 'restore',
  });
  const observations: Judged['observations'][number][] = [];
  const plain = sessionWith(service.answer, service.target);
  const clients = await changeableClients(plain);
  isUnderWay = true;
  service.asked.length = 0;
  const session = {
    ...plain,
    sampling: { seed: 1, runs: 5, thorough: false, repeat: 1, ...sampling },
    // Of the series, only that it came to its end.
    share: async <Value>(make: unknown): Promise<Value> =>
      (make === changeableClients ? clients : { changes: [], otherClients: [] }) as Value,
  };
  const judged = await judgedIn(check, session, observations);
  const asked = service.asked.map(({ client, body }) => [client, body] as const);
  return { ...judged, asked };
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

  test('are repeated', async () => {
    expect((await changed(undefined, { repeat: 3 })).asked).toHaveLength(2 + 3 * 6);
  });

  test('deviate where one is lost', async () => {
    const judged = await changed(({ client, body }, held) => {
      const record = held.get(client);
      return isOf('lastName', body) ? [200, JSON.stringify({ ...record, ...JSON.parse(body) })] : undefined;
    });
    const words = '/lastName must be what was sent, but is as before the change';
    expect(said(judged).filter((one) => one !== 'held')).toEqual([
      ['update-client-fields', '/lastName', words],
      ['update-client-fields', '/lastName', words],
    ]);
  });

  test('deviate where one lands on another client', async () => {
    const judged = await changed(({ client, body }, held) => {
      if (client === first && isOf('firstName', body))
        held.set(second, { ...held.get(second), ...JSON.parse(body) });
      return undefined;
    });
    expect(said(judged).filter((one) => one !== 'held')).toEqual([
      [
        'update-client-of-the-client',
        '/firstName',
        '/firstName must not be what was sent for another client at the same moment',
      ],
    ]);
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
    expect(said(judged).filter((one) => one !== 'held')).toEqual([['no-data', expect.any(String)]]);
  });
});
