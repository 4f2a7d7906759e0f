import { mkdtempSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PactOrder, PactReady, PactResult } from './pact-process.ts';

// Pact's verifier, in a process of its own: it writes to the standard output whatever it is told, and what it breaks or
// hangs in is native. It is called without the shim that Pact puts before it for JavaScript, which collapses `//`.
const { default: pact } = createRequire(import.meta.url)('@pact-foundation/pact-core');

// What ends the run may reach this process, too, which is still needed to end it in order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

/** Where pacts are written for the verifier, which reads files alone. */
const folder = mkdtempSync(join(tmpdir(), 'case-conformance-pacts-'));

async function verify({
  number,
  pact: document,
  baseUrl,
  stateUrl,
  provider,
  timeoutMs,
}: PactOrder): Promise<string> {
  const file = join(folder, `${number}.json`);
  await writeFile(file, JSON.stringify(document), { mode: 0o600 });
  try {
    return await pact.verifyPacts({
      provider,
      providerBaseUrl: baseUrl,
      providerStatesSetupUrl: stateUrl,
      pactUrls: [file],
      timeout: timeoutMs,
      followRedirects: false,
      logLevel: 'error',
    });
  } catch (error) {
    // An interaction that does not hold is thrown, too, with the result as its message.
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(file, { force: true });
  }
}

process.on('message', async (order: PactOrder) => {
  const result: PactResult = { number: order.number, json: await verify(order) };
  process.send?.(result);
});
// However whoever started this process ended: nobody else would remove what it leaves.
process.on('disconnect', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
// Loaded: whoever started this process waits for it.
const ready: PactReady = { folder };
process.send?.(ready);
