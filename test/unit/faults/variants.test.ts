import { expect, test } from 'vitest';
import type { ServiceAnswer, ServiceRequest, Variant } from '../../../faults/behaviour.ts';
import { demoClients, tokenNamed } from '../../../faults/demo.ts';
import { variants } from '../../../faults/variants.ts';
import type { OperationId } from '../../../src/index.ts';

const requests: readonly (readonly [OperationId, ServiceRequest])[] = [
  ['getCaseData', requestOf('GET', '/api/v2/cases/08cc4d98-5023-4c63-9a07-ed8ab3955063/data', '')],
  ['updateClient', requestOf('PATCH', `/api/v2/clients/${demoClients[0]}`, '{"title":"Dr"}')],
  ['updateClient', requestOf('PATCH', `/api/v2/clients/${demoClients[0]}`, '{}')],
  ['createOrganisation', requestOf('POST', '/api/v2/org', '{"subDomain":"demo"}')],
  ['getOrganisation', requestOf('GET', '/api/v2/org', '')],
  ['listCases', requestOf('GET', '/api/v2/cases', '')],
  ['getInterfaceDescription', requestOf('GET', '/api/v2/doc', '')],
];

test('Variants leave alone the operations that they do not name', async () => {
  const touched = [];
  for (const variant of variants) {
    for (const [operation, request] of requests) {
      if (variant.operations?.includes(operation) !== false) continue;
      if (await isTouched(variant, request)) touched.push(`${variant.id}: ${operation}`);
    }
  }
  expect(touched).toEqual([]);
});

function requestOf(method: string, path: string, body: string): ServiceRequest {
  return { method, path, body, headers: { authorization: `Bearer ${tokenNamed('member')}` } };
}

async function isTouched({ behaviour }: Variant, request: ServiceRequest): Promise<boolean> {
  for (const status of [200, 201, 400, 401, 403, 404, 409]) {
    const own: ServiceAnswer = { status, headers: {}, body: '{"message":"No."}' };
    if ((await behaviour(request, async () => own)) !== own) return true;
  }
  return false;
}
