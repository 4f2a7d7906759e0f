import { readFile } from 'node:fs/promises';
import { Pool } from 'undici';
import { startEmbedded } from '../../src/cli/embedded-reference.ts';
import type { WireRequest } from '../../src/http/transport.ts';

// Sends recorded requests with undici alone, as many at once as the suite does, and reads each answer.
const [file = ''] = process.argv.slice(2);
const requests: WireRequest[] = JSON.parse(await readFile(file, 'utf8'));
const { target, close } = await startEmbedded();
const { baseUrl, concurrency } = target.transport;
const pool = new Pool(baseUrl, { connections: concurrency });
const workers = Array.from({ length: concurrency }, async () => {
  for (let request = requests.shift(); request !== undefined; request = requests.shift()) {
    const { method, path, headers, body } = request;
    const answer = await pool.request({ method, path, headers, body: body ?? null });
    await answer.body.text();
  }
});
await Promise.all(workers);
await pool.close();
await close();
