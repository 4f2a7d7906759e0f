/** A service whose answers are large, for a run in a process of its own. */

import { serve, type TestServer } from './hostile.ts';
import { hostileBodies } from './hostile-bodies.ts';

const client = '7c1d3a52-0b1e-4c5f-8f2e-1a2b3c4d5e01';
const record = {
  ...{ id: client, title: 'Ms', firstName: 'Ada', lastName: 'Sample', status: 'Active' },
  emailAddress: 'ada@example.com',
};

/** What a configuration says of it. */
export const fatConfiguration = {
  tokens: { member: 'Secret-Token-1234567890' },
  clients: [client],
  requestsPerSecond: 10_000,
};

/**
 * Starts a service that takes changes of one client, and whose every answer is of that kind.
 * @param size - about how many bytes an answer has
 * @param shown - told of the client after each change
 */
export function fatProvider(
  kind: keyof typeof hostileBodies,
  size: number,
  shown: (record: object) => void = () => {},
): Promise<TestServer> {
  const further = hostileBodies[kind](size, fatConfiguration.tokens.member);
  const kept: Record<string, unknown> = { ...record };
  return serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isMember = request.headers.authorization === `Bearer ${fatConfiguration.tokens.member}`;
      const isClient = request.method === 'PATCH' && request.url?.endsWith(client) === true;
      const isOrganisation = request.method === 'GET' && request.url === '/api/v2/org';
      if (isMember && isClient) {
        Object.assign(kept, JSON.parse(Buffer.concat(chunks).toString() || '{}'));
        shown(kept);
      }
      const status = !isMember ? 401 : isClient || isOrganisation ? 200 : 404;
      const own = JSON.stringify(status === 200 && isClient ? kept : { message: 'No.' });
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(`${own.slice(0, -1)},"further":${further}}`);
    });
  });
}
