import { expect, test } from 'vitest';
import type { ServiceAnswer, ServiceRequest, Variant } from '../../../src/faults/behaviour.ts';
import { demoClients, tokenNamed } from '../../../src/faults/demo.ts';
import { creationVariants } from '../../../src/faults/variants/creations.ts';
import { clientVariants, readingVariants } from '../../../src/faults/variants.ts';

const change = requestOf('PATCH', `/api/v2/clients/${demoClients[0]}`, '{"title":"Dr"}');
const nothing = requestOf('PATCH', `/api/v2/clients/${demoClients[0]}`, '{}');
const creation = requestOf('POST', '/api/v2/org', '{"subDomain":"demo"}');
const readings = [
  '/api/v2/org',
  '/api/v2/cases',
  '/api/v2/cases/08cc4d98-5023-4c63-9a07-ed8ab3955063/data',
].map((path) => requestOf('GET', path, ''));

// So that what is left out of the matrix could show nothing.
test.each([
  ['reading', readingVariants, [change, nothing, creation]],
  ['changing a client', clientVariants, [creation, ...readings]],
  ['creating an organisation', creationVariants, [change, nothing, ...readings]],
] as const)('Variants of %s leave the other operations alone', async (_, variants, requests) => {
  const touched = [];
  for (const variant of variants) {
    for (const request of requests) {
      if (await isTouched(variant, request)) touched.push(`${variant.id}: ${request.method} ${request.path}`);
    }
  }
  expect(touched).toEqual([]);
});

function requestOf(method: string, path: string, body: string): ServiceRequest {
  return { method, path, body, headers: { authorization: `Bearer ${tokenNamed('member')}` } };
}

/** Whether the variant answers the request otherwise than the reference, whatever that answers. */
async function isTouched({ behaviour }: Variant, request: ServiceRequest): Promise<boolean> {
  for (const status of [200, 201, 400, 401, 403, 404, 409]) {
    const own: ServiceAnswer = { status, headers: {}, body: '{"message":"No."}' };
    if ((await behaviour(request, async () => own)) !== own) return true;
  }
  return false;
}
