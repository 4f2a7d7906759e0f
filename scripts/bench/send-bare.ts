import { Pool } from 'undici';
import type { WireRequest } from '../../src/http/transport.ts';

export async function sendBare(
  baseUrl: string,
  concurrency: number,
  requests: readonly WireRequest[],
): Promise<void> {
  const waiting = [...requests];
  const pool = new Pool(baseUrl, { connections: concurrency });
  const workers = Array.from({ length: concurrency }, async () => {
    for (let request = waiting.shift(); request !== undefined; request = waiting.shift()) {
      const { method, path, headers, body } = request;
      const answer = await pool.request({ method, path, headers, body: body ?? null });
      await answer.body.text();
    }
  });
  await Promise.all(workers);
  await pool.close();
}
