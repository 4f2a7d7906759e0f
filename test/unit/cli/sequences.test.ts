import { expect, test } from 'vitest';
import type { Behaviour } from '../../../faults/behaviour.ts';
import { isChange, serviceWithClients } from './clients.ts';
import { call, reportIn } from './support.ts';

/** A service that keeps no title that is sent without a company, once a client has changed to a second company; and how many requests it saw. */
function forgetful(seen: { requests: number }): Behaviour {
  let first: string | undefined;
  return async (request, reference) => {
    seen.requests += 1;
    // The client that is tried: the others are only met.
    if (!isChange(request) || !request.path.endsWith('99a439b3-87fb-4bda-bded-98a31048f0e0'))
      return reference(request);
    const stored = JSON.parse((await reference({ ...request, body: '{}' })).body);
    const { title, ...others } = JSON.parse(request.body);
    first ??= others.companyName;
    // Her own title is kept, so that she can be put back.
    const isLost = !('companyName' in others) && stored.companyName !== first && title !== 'Mrs';
    return reference(isLost ? { ...request, body: JSON.stringify(others) } : request);
  };
}

test('a sequence that breaks a rule is made small, and tried again by its seed and path', async () => {
  const seen = { requests: 0 };
  const service = await serviceWithClients(forgetful(seen), { writes: 'all' });
  const words = ['check', '--config', service.configuration, '--report-dir', service.folder];
  const only = ['--thorough', '--only', 'updateClient.sequences'];

  const first = await call([...words, ...only, '--seed', '3']);
  expect(first.status).toBe(1);
  const found = (await reportIn(service.folder)).report.results[0]?.findings ?? [];
  expect(found).toEqual([
    expect.objectContaining({
      pointer: '/title',
      requirement: 'update-client-fields',
      path: expect.any(String),
    }),
  ]);
  const again = /Again: case-conformance (check .*)$/m.exec(first.stdout)?.[1]?.split(' ') ?? [];
  expect(again).toContain('--again');

  const spent = seen.requests;
  seen.requests = 0;
  const second = await call(again);
  expect(second).toMatchObject({ status: 1, stderr: '' });
  expect((await reportIn(service.folder)).report.results[0]?.findings).toMatchObject([
    { pointer: '/title', path: found[0]?.path },
  ]);
  expect(seen.requests).toBeLessThan(spent / 2);
});
