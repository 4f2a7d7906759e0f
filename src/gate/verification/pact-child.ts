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
  tell({ number: order.number, json: await verify(order) });
});
// However whoever started this process ended, perhaps before this line: nobody else would remove what it leaves.
process.on('disconnect', end);
if (!process.connected) end();
// Loaded: whoever started this process waits for it.
tell({ folder });

/** Where nobody is there any more to be told, the end of the connection comes, too. */
function tell(message: PactReady | PactResult): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

function end(): void {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}
