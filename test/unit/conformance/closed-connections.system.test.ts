import { expect, test } from 'vitest';
import type { ServiceAnswer, ServiceRequest } from '../../../faults/behaviour.ts';
import { onWire } from '../../../faults/behaviours.ts';
import { fullClient } from '../../../faults/demo.ts';
import { trial } from '../../../proof/trial.ts';
import { checksOf } from '../../../src/checks/all.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const checks = checksOf(bundled).filter(({ operation }) => operation !== 'createOrganisation');

test('a run that puts clients back ends well where connections are closed at the next request', async () => {
  const changes: string[] = [];
  const behaviour = onWire({ closing: 'at the next request' });
  const noting = (request: ServiceRequest, reference: (one: ServiceRequest) => Promise<ServiceAnswer>) => {
    if (request.method !== 'GET') changes.push(request.path);
    return behaviour(request, reference);
  };
  const target = { writes: 'restore', clients: [String(fullClient.id)] } as const;
  const setting = { checks, target, runs: 1, thorough: false, needsSocket: true };
  const { results, putBack, requests } = await trial(noting, setting);
  // Some checks need a second client.
  const missed = results.filter(({ verdict, reason }) => verdict !== 'pass' && reason !== 'not-configured');
  expect(missed).toEqual([]);
  expect(putBack.map(({ kind }) => kind)).toEqual(['put-back']);
  expect(changes.length).toBeGreaterThan(75);
  expect(changes.length).toBeLessThan(requests);
});
