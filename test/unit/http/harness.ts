import type { WireRequest } from '../../../src/http/transport.ts';

export { transportTo } from '../../support/transport.ts';

export const request: WireRequest = {
  method: 'GET',
  path: '/api/v2/cases?secret=in-query',
  headers: { authorization: 'Bearer secret-token' },
};

export function times<T>(count: number, call: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, call));
}

export async function elapsed(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}
